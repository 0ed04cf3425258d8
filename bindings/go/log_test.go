// SPDX-License-Identifier: Apache-2.0

package gridcall_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

func TestForwardLog(t *testing.T) {
	on, _ := setup(t)
	for _, level := range []slog.Level{slog.LevelInfo, slog.LevelDebug} {
		var text bytes.Buffer
		ctx, end := context.WithCancel(context.Background())
		done, err := gridcall.ForwardLog(ctx, slog.NewJSONHandler(&text, &slog.HandlerOptions{Level: level}))
		check(t, err)
		module := must[*gridcall.Module](t)(gridcall.ModuleFromSource(on, "__global__ void logged() {}", &gridcall.CompileOptions{Name: "logged.cu"}))
		check(t, kernelOf(t, module, "logged").Launch(nil, gridcall.Dim(1), gridcall.Dim(1)))
		end()
		<-done
		found := map[string]bool{}
		for _, line := range strings.Split(strings.TrimSpace(text.String()), "\n") {
			var record struct{ Time, Level, Msg, Component string }
			check(t, json.Unmarshal([]byte(line), &record))
			switch {
			case record.Component == "library" && strings.HasPrefix(record.Msg, "gridcall "),
				record.Component == "compile" && strings.HasPrefix(record.Msg, `"logged.cu" for `) && record.Level == "INFO",
				record.Component == "launch" && strings.HasPrefix(record.Msg, "logged<<<(1, 1, 1), (1, 1, 1)") && record.Level == "DEBUG":
				found[record.Component] = true
			}
			if len(record.Time) < len("2026-01-01T00:00:00") || !strings.HasPrefix(record.Time, "20") {
				t.Error("the time: ", record.Time)
			}
		}
		if !found["library"] || !found["compile"] || found["launch"] != (level == slog.LevelDebug) {
			t.Errorf("at %v: %v in\n%s", level, found, text.String())
		}
	}
}
