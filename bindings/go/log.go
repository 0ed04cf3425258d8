// SPDX-License-Identifier: Apache-2.0

//go:build cgo

package gridcall

import (
	"context"
	"log/slog"
	"time"
)

// logPause is how long a forwarder waits for a record before it looks whether its context is done.
const logPause = 100 * time.Millisecond

// ForwardLog hands what the library logs from now on to a handler of log/slog, on a goroutine of its own, until ctx is done. The channel
// is closed when the last record was handed on. With a handler that is enabled for [slog.LevelDebug] each launch, copy and allocation is
// a record. The attribute "component" has the part of the library. Preview: may change in any release.
//
//	done, err := gridcall.ForwardLog(ctx, slog.Default().Handler())
func ForwardLog(ctx context.Context, handler slog.Handler) (done <-chan struct{}, err error) {
	level := LogLevelInfo
	if handler.Enabled(ctx, slog.LevelDebug) {
		level = LogLevelDebug
	}
	log, err := LogCreate(level)
	if err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer log.Close()
		for {
			wait := logPause
			if ctx.Err() != nil {
				wait = 0
			}
			record, some, err := log.Read(wait)
			if err != nil || !some && wait == 0 {
				return // the process exits, or all was handed on
			}
			if some {
				handOn(ctx, handler, record)
			}
		}
	}()
	return ended, nil
}

func handOn(ctx context.Context, handler slog.Handler, of LogRecord) {
	level := slog.LevelInfo
	if of.Level == LogLevelDebug {
		level = slog.LevelDebug
	}
	if of.Lost != 0 {
		level = slog.LevelInfo // that records are missing is no detail
	}
	if !handler.Enabled(ctx, level) {
		return
	}
	record := slog.NewRecord(time.Unix(0, int64(of.TimeNanoseconds)), level, of.Message, 0)
	record.AddAttrs(slog.String("component", of.Component))
	if of.Lost != 0 {
		record.AddAttrs(slog.Uint64("lost", of.Lost))
	}
	_ = handler.Handle(ctx, record) // nobody is there to be told
}
