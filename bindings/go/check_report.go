// SPDX-License-Identifier: Apache-2.0

package gridcall

// #include <stddef.h>
import "C"

import "encoding/json"

// CheckReport is a report of the CPU device's checks: what a line of GRIDCALL_CPU_CHECK_FILE has, under the same names. What the
// report does not have is empty or 0. Preview.
type CheckReport struct {
	Check, What, Kernel string       // the check, what it found, and in which kernel
	Block, Thread       [3]uint32    // who made the access
	File                string       // the source
	Line, Column        uint32       // the place in it
	Access              string       // what was done
	Bytes               uint64       // to how many bytes
	Address             string       // and where
	Array               string       // the name of the memory
	ArrayKind           string       `json:"array_kind"`  // what kind of memory it is
	ArrayBytes          uint64       `json:"array_bytes"` // its size
	Distance            int64        // bytes from its end, or, negative, to its beginning
	Stack               []CheckFrame // the innermost function first
	Other               *CheckAccess // the earlier access of a race
	Text                string       // the report in words
}

// CheckFrame is a function of a report's call stack. Preview.
type CheckFrame struct {
	Function, File string // the function, and the source
	Line, Column   uint32 // the place in it
}

// CheckAccess is the earlier access of a race. Preview.
type CheckAccess struct {
	Access        string    // what was done
	Block, Thread [3]uint32 // by whom
	File          string    // the source
	Line, Column  uint32    // the place in it
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
