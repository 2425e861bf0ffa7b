// Package perigee marks spans in a test and records numbers, for Perigee.
//
// Under Perigee, PERIGEE_SOCKET names the collector. Without it everything here does nothing, so it can stay in
// the test:
//
//	err := perigee.Profile(ctx, "upload", func(ctx context.Context) error {
//		perigee.Annotate(ctx, "num_files", 10000)
//		return upload(ctx, files)
//	})
package perigee

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
)

// The environment is the one way to learn of the collector. It is read at each call: go test serves a package from its
// cache unless it saw a test read a variable that has changed, and it does not see what a package reads as it loads.
func path() string { return os.Getenv("PERIGEE_SOCKET") }

// outer is the span of another process in which this one runs.
var outer = os.Getenv("PERIGEE_SPAN")

type contextKey struct{}

type span struct {
	id          int64
	parent      *span
	mutex       sync.Mutex
	hasEnded    bool
	annotations map[string]any
	numbers     numbers
}

// message is a line to the collector; what is absent has no meaning for its operation.
type message struct {
	Op          string         `json:"op"`
	ID          int64          `json:"id"`
	Span        string         `json:"span,omitempty"`
	Parent      any            `json:"parent,omitempty"`
	Pid         int            `json:"pid,omitempty"`
	Switches    *switches      `json:"switches,omitempty"`
	LatencyNs   int64          `json:"latencyNs"`
	Annotations map[string]any `json:"annotations,omitempty"`
	Failed      bool           `json:"failed,omitempty"`
	*number
}

// Profile measures the body as a span with this name. Spans that the body begins with its context are nested in it;
// they may run side by side in goroutines. It returns the error of the body, whose span is then not counted, or what
// Perigee says where it refused the span.
func Profile(ctx context.Context, name string, body func(context.Context) error) error {
	if path() == "" {
		return body(ctx)
	}
	opened := &span{id: nextID(), parent: lock(ctx), annotations: map[string]any{}}
	begin := message{Op: "begin", ID: opened.id, Span: name, Pid: os.Getpid(), Switches: readSwitches()}
	if opened.parent != nil {
		opened.parent.mutex.Unlock()
		begin.Parent = opened.parent.id
	} else if outer != "" {
		begin.Parent = outer
	}
	taken, err := request(begin)
	if err != nil {
		return err
	}
	if !taken {
		return body(ctx)
	}
	end := message{Op: "end", ID: opened.id, Failed: true}
	start := now()
	defer func() {
		// The body panicked, which is passed on.
		if end.Failed {
			end.LatencyNs = (now() - start).Nanoseconds()
			request(end)
		}
		opened.mutex.Lock()
		defer opened.mutex.Unlock()
		opened.hasEnded = true
		opened.numbers.forget()
	}()
	if err := body(context.WithValue(ctx, contextKey{}, opened)); err != nil {
		return err
	}
	end.Failed = false
	end.LatencyNs = (now() - start).Nanoseconds()
	return opened.finish(name, end)
}

func (opened *span) finish(name string, end message) error {
	opened.mutex.Lock()
	defer opened.mutex.Unlock()
	opened.hasEnded = true
	end.Annotations = opened.annotations
	end.Switches = readSwitches()
	_, err := request(end)
	if err == nil {
		// Afterwards, so that neither clock counts it.
		opened.numbers.send(message{Span: name, Annotations: opened.annotations})
	}
	return err
}

// Annotate annotates the span of the context: the results are sliced by key and value. The value is a string, a bool
// or a finite number. Whether the key and the value are allowed, Profile returns when the span ends.
func Annotate(ctx context.Context, key string, value any) error {
	if path() == "" {
		return nil
	}
	switch value.(type) {
	case string, bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64:
	default:
		return fmt.Errorf("Perigee: %s: neither text, a number, true nor false", key)
	}
	if _, err := json.Marshal(value); err != nil {
		return fmt.Errorf("Perigee: %s: no finite number", key)
	}
	annotated := lock(ctx)
	if annotated == nil {
		if !isConnected() {
			return nil
		}
		return errors.New("Perigee: " + key + " was annotated outside a span: use the context of its body")
	}
	defer annotated.mutex.Unlock()
	annotated.annotations[key] = value
	return nil
}

// lock returns the innermost span of the context that has not ended, locked: a goroutine may outlive its span.
func lock(ctx context.Context) *span {
	found, _ := ctx.Value(contextKey{}).(*span)
	for ; found != nil; found = found.parent {
		found.mutex.Lock()
		if !found.hasEnded {
			return found
		}
		found.mutex.Unlock()
	}
	return nil
}
