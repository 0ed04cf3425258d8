// SPDX-License-Identifier: Apache-2.0

package gridcall

// #include <stddef.h>
import "C"

import "encoding/json"

// CheckReport is a report of the CPU device's checks: what a line of GRIDCALL_CPU_CHECK_FILE has, under the same names. What the
// report does not have is empty or 0. Preview.
type CheckReport struct {
	Check, What, Kernel string
	Block, Thread       [3]uint32
	File                string
	Line, Column        uint32
	Access              string
	Bytes               uint64
	Address             string
	Array               string
	ArrayKind           string `json:"array_kind"`
	ArrayBytes          uint64 `json:"array_bytes"`
	// Bytes from the end of the array, or, negative, to its beginning.
	Distance int64
	// The innermost function first.
	Stack []CheckFrame
	// The earlier access of a race.
	Other *CheckAccess
	Text  string
}

// CheckFrame is a function of a report's call stack. Preview.
type CheckFrame struct {
	Function, File string
	Line, Column   uint32
}

// CheckAccess is the earlier access of a race. Preview.
type CheckAccess struct {
	Access        string
	Block, Thread [3]uint32
	File          string
	Line, Column  uint32
}

// checkReports reads the reports of an error, of which each is JSON.
func checkReports(text func(index C.size_t) string) []CheckReport {
	var reports []CheckReport
	for line := text(0); line != ""; line = text(C.size_t(len(reports))) {
		var report CheckReport
		_ = json.Unmarshal([]byte(line), &report) // the library's own JSON
		reports = append(reports, report)
	}
	return reports
}
