// One program for each scenario of the conformance suite.
package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"sync"
	"time"

	perigee "github.com/owner/perigee/sdk/go"
)

var ctx = context.Background()

func nothing(context.Context) error { return nil }

func show(err error) {
	if err != nil {
		fmt.Println(err)
	}
}

var scenarios = map[string]func(){
	"nested": func() {
		show(perigee.Profile(ctx, "outer", func(ctx context.Context) error {
			perigee.Annotate(ctx, "size", 2)
			err := perigee.Profile(ctx, "inner", func(ctx context.Context) error {
				return perigee.Annotate(ctx, "kind_of", "a")
			})
			perigee.Annotate(ctx, "late", true)
			return err
		}))
	},
	"concurrent": func() {
		var group sync.WaitGroup
		for name, ms := range map[string]int{"short": 50, "long": 300} {
			group.Add(1)
			go func(name string, ms int) {
				defer group.Done()
				show(perigee.Profile(ctx, name, func(ctx context.Context) error {
					time.Sleep(time.Duration(ms) * time.Millisecond)
					return perigee.Annotate(ctx, "ms", ms)
				}))
			}(name, ms)
		}
		group.Wait()
	},
	"repeated": func() {
		for i := 0; i < 6; i++ {
			show(perigee.Profile(ctx, "r", func(ctx context.Context) error {
				return perigee.Annotate(ctx, "odd", i%2 == 1)
			}))
		}
	},
	"failing": func() {
		err := perigee.Profile(ctx, "f", func(context.Context) error { return errors.New("mine") })
		show(perigee.Profile(ctx, "g", nothing))
		fmt.Println(err, 42)
	},
	"refused": func() {
		show(perigee.Profile(ctx, "w", func(ctx context.Context) error { return perigee.Annotate(ctx, "test", 1) }))
		show(perigee.Profile(ctx, "g", nothing))
	},
	"manyClasses": func() {
		for i := 0; i < 65; i++ {
			err := perigee.Profile(ctx, "v", func(ctx context.Context) error {
				return perigee.Annotate(ctx, "number", i)
			})
			if err != nil {
				fmt.Println(i, err)
			}
		}
	},
	"twoLines": func() { show(perigee.Profile(ctx, "a\u2028b", nothing)) },
	"inside": func() {
		show(perigee.Profile(ctx, "inner", func(ctx context.Context) error { return perigee.Record(ctx, "n", 1) }))
		show(perigee.Record(ctx, "m", 2))
	},
	"numbers": func() {
		show(perigee.Profile(ctx, "work", func(ctx context.Context) error {
			perigee.Annotate(ctx, "size", 2)
			perigee.Record(ctx, "ops", 300, perigee.Unit("ops/s"), perigee.Higher())
			return perigee.Record(ctx, "wait", 1.5, perigee.Unit("ms"))
		}))
		show(perigee.Record(ctx, "bundle.size", 12, perigee.Unit("kB")))
	},
	"distributions": func() {
		show(perigee.Profile(ctx, "work", func(ctx context.Context) error {
			for i := 1; i <= 200; i++ {
				perigee.Record(ctx, "wait", float64(i))
			}
			perigee.Record(ctx, "few", 10)
			perigee.Record(ctx, "few", 20)
			perigee.RecordList(ctx, "list", []float64{3, 1, 2})
			return perigee.RecordHistogram(ctx, "histogram", []float64{1, 100}, []uint64{98, 2})
		}))
	},
	"emptyBuckets": func() {
		for i := 0; i < 12; i++ {
			show(perigee.Profile(ctx, "work", func(ctx context.Context) error {
				perigee.RecordHistogram(ctx, "buckets", []float64{1, 2, 3}, []uint64{5, 0, 2})
				return perigee.RecordHistogram(ctx, "none", []float64{1}, []uint64{0})
			}))
		}
	},
	"wrongValues": func() {
		show(perigee.Record(ctx, "ops", -1))
		show(perigee.Record(ctx, "ops", math.NaN()))
		show(perigee.RecordList(ctx, "ops", []float64{1, math.Inf(1)}))
	},
	"failingWithNumbers": func() {
		defer func() { recover() }()
		perigee.Profile(ctx, "work", func(ctx context.Context) error {
			perigee.Record(ctx, "ops", 1)
			panic("mine")
		})
	},
	"undeclared": func() {
		show(perigee.Record(ctx, "opps", 1))
		show(perigee.Profile(ctx, "w", func(ctx context.Context) error { return perigee.Record(ctx, "ops", 2) }))
	},
	"outliving": func() {
		late := make(chan func())
		show(perigee.Profile(ctx, "w", func(ctx context.Context) error {
			go func() {
				late <- func() {
					show(perigee.Record(ctx, "late", 5))
					show(perigee.Annotate(ctx, "late", 1))
				}
			}()
			return nil
		}))
		(<-late)()
	},
	"tooManyValues": func() {
		show(perigee.Profile(ctx, "w", func(ctx context.Context) error {
			for i := 0; i < 1_000_001; i++ {
				perigee.Record(ctx, "n", float64(i))
			}
			return perigee.Record(ctx, "kept", 1)
		}))
	},
}

func main() { scenarios[os.Args[1]]() }
