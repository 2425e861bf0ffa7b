package perigee

import (
	"context"
	"fmt"
	"sync/atomic"
)

const (
	largest = 1e300
	// Values that wait in one process.
	mostWaiting = 1_000_000
	// So many of the longest kind fit into one message, beside their counts half as many.
	valuesPerMessage = 2400
)

var waiting int64

// number is the part of a message that has values.
type number struct {
	Name         string    `json:"name"`
	Unit         string    `json:"unit,omitempty"`
	Direction    string    `json:"direction,omitempty"`
	Distribution bool      `json:"distribution,omitempty"`
	Values       []float64 `json:"values"`
	Counts       []uint64  `json:"counts,omitempty"`
	Total        int       `json:"total"`
	Left         int       `json:"left"`
}

// numbers are those of one span, in the order in which they were first recorded.
type numbers []*number

// An Option says what a number means. Say it with the first value.
type Option func(*number)

// Unit is a time (ns, us, ms, s), bytes (B, kB, MB, KiB, MiB), or any other unit, e.g. ops/s.
func Unit(unit string) Option { return func(said *number) { said.Unit = unit } }

// Higher is for a number that is better when higher; one whose unit ends in /s is so by itself.
func Higher() Option { return func(said *number) { said.Direction = "higher" } }

// Lower is for a number that is better when lower.
func Lower() Option { return func(said *number) { said.Direction = "lower" } }

// Record records a number of the span of the context, or of the whole test outside spans. The value is finite, 0 or
// more. Several values become their mean, and 100 or more a distribution.
func Record(ctx context.Context, name string, value float64, options ...Option) error {
	return record(ctx, name, []float64{value}, nil, options)
}

// RecordList records a list of values: a distribution, of which Perigee judges p50, p90, p99 and max.
func RecordList(ctx context.Context, name string, values []float64, options ...Option) error {
	said := append([]Option{func(said *number) { said.Distribution = true }}, options...)
	return record(ctx, name, values, nil, said)
}

// RecordHistogram records values that were counted already: counts[i] of them are values[i], and it may be 0.
func RecordHistogram(ctx context.Context, name string, values []float64, counts []uint64, options ...Option) error {
	if len(counts) != len(values) {
		return fmt.Errorf("Perigee: %s: a histogram has one count for each value", name)
	}
	said := append([]Option{func(said *number) { said.Distribution = true }}, options...)
	return record(ctx, name, values, counts, said)
}

func record(ctx context.Context, name string, values []float64, counts []uint64, options []Option) error {
	if path() == "" {
		return nil
	}
	for _, value := range values {
		if !(value >= 0 && value <= largest) {
			return fmt.Errorf("Perigee: %s: a value is a finite number, 0 or more", name)
		}
	}
	if in := lock(ctx); in != nil {
		defer in.mutex.Unlock()
		return in.numbers.keep(name, values, counts, options)
	}
	var alone numbers
	if err := alone.keep(name, values, counts, options); err != nil {
		return err
	}
	head := message{}
	if outer != "" {
		head.Parent = outer
	}
	alone.send(head)
	alone.forget()
	return nil
}

func (all *numbers) keep(name string, values []float64, counts []uint64, options []Option) error {
	var said number
	for _, option := range options {
		option(&said)
	}
	kept := all.find(name)
	if kept.Unit != "" && said.Unit != "" && kept.Unit != said.Unit {
		return fmt.Errorf("Perigee: %s was recorded in %s before, and now in %s", name, kept.Unit, said.Unit)
	}
	if kept.Direction != "" && said.Direction != "" && kept.Direction != said.Direction {
		return fmt.Errorf("Perigee: %s was recorded with another direction before", name)
	}
	if said.Unit != "" {
		kept.Unit = said.Unit
	}
	if said.Direction != "" {
		kept.Direction = said.Direction
	}
	kept.Distribution = kept.Distribution || said.Distribution
	if counts != nil && kept.Counts == nil {
		kept.Counts = make([]uint64, 0, len(kept.Values)+len(values))
		for range kept.Values {
			kept.Counts = append(kept.Counts, 1)
		}
	}
	for i, value := range values {
		count := uint64(1)
		if counts != nil {
			count = counts[i]
		}
		// Libraries of histograms list their empty buckets too.
		if count > 0 {
			kept.add(value, count)
		}
	}
	return nil
}

func (all *numbers) find(name string) *number {
	for _, known := range *all {
		if known.Name == name {
			return known
		}
	}
	found := &number{Name: name}
	*all = append(*all, found)
	return found
}

func (kept *number) add(value float64, count uint64) {
	if atomic.AddInt64(&waiting, 1) > mostWaiting {
		atomic.AddInt64(&waiting, -1)
		kept.Left++
		return
	}
	kept.Values = append(kept.Values, value)
	if kept.Counts != nil {
		kept.Counts = append(kept.Counts, count)
	}
}

// send sends all of them. What is refused stands in the record.
func (all numbers) send(head message) {
	head.Op = "record"
	for _, kept := range all {
		size := valuesPerMessage
		if kept.Counts != nil {
			size /= 2
		}
		for from := 0; from < len(kept.Values) || (from == 0 && kept.Left > 0); from += size {
			to := from + size
			if to > len(kept.Values) {
				to = len(kept.Values)
			}
			part := *kept
			part.Values = append([]float64{}, kept.Values[from:to]...)
			if kept.Counts != nil {
				part.Counts = kept.Counts[from:to]
			}
			// The first message says how many values all of them bring.
			part.Total = len(kept.Values)
			if from > 0 {
				part.Total, part.Left = 0, 0
			}
			line := head
			line.ID, line.number = nextID(), &part
			if _, err := request(line); err != nil {
				break
			}
		}
	}
}

func (all numbers) forget() {
	for _, kept := range all {
		atomic.AddInt64(&waiting, -int64(len(kept.Values)))
	}
}
