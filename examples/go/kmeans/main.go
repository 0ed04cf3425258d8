// SPDX-License-Identifier: Apache-2.0

// Command kmeans divides points into clusters by k-means, without a kernel of its own: the nearest center of all points at
// once, and the sums of all clusters at once, are reductions of expressions over points by centers.
package main

import (
	"fmt"
	"log"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	count    = 20000
	clusters = 4
	steps    = 10
)

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	corners := [clusters][2]float64{{100, 200}, {700, 100}, {400, 700}, {100, 600}}
	points := [2][]float64{make([]float64, count), make([]float64, count)}
	r := uint32(1)
	for i := range count {
		r = r*1664525 + 1013904223
		corner := corners[r>>30]
		points[0][i] = corner[0] + float64(r>>8&255)
		points[1][i] = corner[1] + float64(r>>16&255)
	}

	context := must(gridcall.ContextDefault())
	defer context.Close()
	var at, center, sum [2]*gridcall.NdarrayOf[float64]
	for d := range at {
		at[d] = must(gridcall.NdarrayOfValues(context, points[d], count, 1))
		defer at[d].Close()
		// The first points are the first centers.
		center[d] = must(gridcall.NdarrayOfValues(context, points[d][:clusters], 1, clusters))
		defer center[d].Close()
		sum[d] = must(gridcall.NewNdarrayOf[float64](context, 1, clusters))
		defer sum[d].Close()
	}
	size := must(gridcall.NewNdarrayOf[float64](context, 1, clusters))
	defer size.Close()
	number := must(gridcall.NewNdarrayOf[int32](context, 1, clusters))
	defer number.Close()
	label := must(gridcall.NewNdarrayOf[int32](context, count, 1))
	defer label.Close()
	check(number.Apply("i", nil, nil, nil))

	places := gridcall.Ndarrays(at[0], at[1], center[0], center[1])
	labels := gridcall.Ndarrays(label, number, at[0], at[1])
	sums := gridcall.Ndarrays(size, sum[0], sum[1])
	distance := "(a - c) * (a - c) + (b - d) * (b - d)"
	// The points of each cluster and their coordinates, added up in one pass.
	chosen := "a == b ? 1.0 : 0.0; a == b ? c : 0.0; a == b ? d : 0.0"
	means, old := "a > 0 ? b / a : d; a > 0 ? c / a : e", append(sums, places[2:]...)
	argMin, add := []gridcall.Reduction{gridcall.ReductionArgMin}, []gridcall.Reduction{gridcall.ReductionSum}
	for range steps {
		check(gridcall.NdarrayTransformReduce(gridcall.Ndarrays(label), distance, places, nil, nil, argMin, []uint32{1}, nil))
		check(gridcall.NdarrayTransformReduce(sums, chosen, labels, nil, nil, add, []uint32{0}, nil))
		check(gridcall.NdarrayTransform(places[2:], means, old, nil, nil, nil))
	}

	fmt.Printf("%d points after %d steps\n", count, steps)
	x, y := must(center[0].Values()), must(center[1].Values())
	for k, size := range must(size.Values()) {
		fmt.Printf("%.0f points around (%.3f, %.3f)\n", size, x[k], y[k])
	}
}
