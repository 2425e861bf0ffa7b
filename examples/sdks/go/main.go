// Command sort sorts numbers and counts the comparisons. It runs with and without Perigee.
package main

import (
	"context"
	"log"
	"sort"

	perigee "github.com/owner/perigee/sdk/go"
)

const lines = 50_000

func main() {
	numbers := make([]int, lines)
	for i := range numbers {
		numbers[i] = i * 7919 % 50_021
	}
	err := perigee.Profile(context.Background(), "sort", func(ctx context.Context) error {
		perigee.Annotate(ctx, "lines", lines)
		comparisons := 0
		sort.Slice(numbers, func(i, j int) bool {
			comparisons++
			return numbers[i] < numbers[j]
		})
		return perigee.Record(ctx, "comparisons", float64(comparisons))
	})
	if err != nil {
		log.Fatal(err)
	}
}
