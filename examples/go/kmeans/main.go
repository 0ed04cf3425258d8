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
	var at, center [2]*gridcall.NdarrayOf[float64]
	for d := range at {
		at[d] = must(gridcall.NdarrayOfValues(context, points[d], count, 1))
		defer at[d].Close()
		// The first points are the first centers.
		center[d] = must(gridcall.NdarrayOfValues(context, points[d][:clusters], 1, clusters))
		defer center[d].Close()
	}
	sum := must(gridcall.NewNdarrayOf[float64](context, 1, clusters))
	defer sum.Close()
	size := must(gridcall.NewNdarrayOf[float64](context, 1, clusters))
	defer size.Close()
	number := must(gridcall.NewNdarrayOf[int32](context, 1, clusters))
	defer number.Close()
	label := must(gridcall.NewNdarrayOf[int32](context, count, 1))
	defer label.Close()
	check(number.Apply("i", nil, nil, nil))

	for range steps {
		places := gridcall.Ndarrays(at[0], at[1], center[0], center[1])
		check(label.TransformReduce("(a - c) * (a - c) + (b - d) * (b - d)", places, nil, nil, gridcall.ReductionArgMin, []uint32{1}, nil))
		labels := gridcall.Ndarrays(label, number)
		check(size.TransformReduce("a == b ? 1.0 : 0.0", labels, nil, nil, gridcall.ReductionSum, []uint32{0}, nil))
		for d := range at {
			chosen := gridcall.Ndarrays(label, number, at[d])
			check(sum.TransformReduce("a == b ? c : 0.0", chosen, nil, nil, gridcall.ReductionSum, []uint32{0}, nil))
			means := gridcall.Ndarrays(sum, size, center[d])
			check(center[d].Apply("b > 0 ? a / b : c", means, nil, nil))
		}
	}

	fmt.Printf("%d points after %d steps\n", count, steps)
	x, y := must(center[0].Values()), must(center[1].Values())
	for k, size := range must(size.Values()) {
		fmt.Printf("%.0f points around (%.3f, %.3f)\n", size, x[k], y[k])
	}
}
