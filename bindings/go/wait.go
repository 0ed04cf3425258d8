// SPDX-License-Identifier: Apache-2.0

//go:build cgo

package gridcall

import (
	"context"
	"errors"
	"math"
	"sync"
)

// waits is what streams have still to post, and the completion that they post to. One goroutine takes the tokens, and
// lives while some are outstanding.
var waits struct {
	sync.Mutex
	completion *Completion
	pending    map[uint64]waiting
	last       uint64
}

type waiting struct {
	event *Event // behind the work: it knows of its fault
	done  chan<- error
}

// Done returns a channel that gets one value when the work queued on the stream so far is done: nil, or the fault of that work,
// as [Event.Synchronize] reports it. Then it is closed. Nothing waits meanwhile, no goroutine and no thread, but for one goroutine of
// this package. The stream may be closed at once, and nobody has to read the channel.
//
//	select {
//	case err := <-stream.Done():
//	case <-time.After(time.Second):
//	}
func (x *Stream) Done() <-chan error {
	done := make(chan error, 1)
	if err := x.notifyDone(done); err != nil {
		done <- err
		close(done)
	}
	return done
}

// Wait waits until the work queued on the stream so far is done, and reports its fault; or until ctx is done, and returns the reason.
// Then the work still runs.
func (x *Stream) Wait(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return context.Cause(ctx)
	}
	select {
	case err := <-x.Done():
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// WaitOrCancel is [Stream.Wait], but where ctx is done first it ends what is queued on the stream ([Stream.Cancel]), waits for the
// end, and returns the reason. A GPU cannot end its work: there it returns the reason while the work still runs.
//
//	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
//	defer cancel()
//	err := stream.WaitOrCancel(ctx) // context.DeadlineExceeded
func (x *Stream) WaitOrCancel(ctx context.Context) error {
	done := x.Done()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	err := x.Cancel()
	if errors.Is(err, ErrUnsupported) {
		return context.Cause(ctx)
	}
	if err != nil {
		return err
	}
	if err := <-done; err != nil && !errors.Is(err, ErrCancelled) {
		return err
	}
	return context.Cause(ctx)
}

func (x *Stream) notifyDone(done chan<- error) error {
	of, err := x.Context()
	if err != nil {
		return err
	}
	defer of.Close()
	event, err := EventCreate(of, &EventOptions{Flags: EventDisableTiming})
	if err != nil {
		return err
	}
	if err := event.Record(x); err != nil {
		event.Close()
		return err
	}
	waits.Lock()
	defer waits.Unlock()
	if waits.completion == nil {
		if waits.completion, err = CompletionCreate(); err != nil {
			event.Close()
			return err
		}
		waits.pending = map[uint64]waiting{}
	}
	waits.last++
	waits.pending[waits.last] = waiting{event, done}
	if err := x.Notify(waits.completion, waits.last); err != nil {
		delete(waits.pending, waits.last)
		event.Close()
		return err
	}
	if len(waits.pending) == 1 {
		go takeTokens(waits.completion)
	}
	return nil
}

func takeTokens(completion *Completion) {
	for {
		token, _, err := completion.Wait(math.MaxInt64)
		waits.Lock()
		if err != nil {
			// The process exits, or the completion is broken: nobody will post.
			for token, each := range waits.pending {
				delete(waits.pending, token)
				each.end(err)
			}
			waits.completion = nil
			waits.Unlock()
			return
		}
		each := waits.pending[token]
		delete(waits.pending, token)
		none := len(waits.pending) == 0
		waits.Unlock()
		each.end(each.event.Synchronize())
		if none {
			return
		}
	}
}

func (w waiting) end(err error) {
	w.done <- err
	close(w.done)
	w.event.Close()
}
