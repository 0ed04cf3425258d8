// SPDX-License-Identifier: Apache-2.0

// Command conjugate_gradients solves Poisson's equation on a square by conjugate gradients: a sparse matrix times a vector, dot
// products, and sums of vectors. What divides these stays on the device, so that the host waits for every 50th step alone.
package main

import (
	"fmt"
	"log"
	"math"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	side          = 127
	unknowns      = side * side
	betweenChecks = 50
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

// laplacian is the 5-point Laplacian of a square of unknowns, by rows (CSR).
func laplacian() (offsets, columns []int32, values []float64) {
	offsets = append(offsets, 0)
	for at := range int32(unknowns) {
		x, y := at%side, at/side
		for _, neighbour := range []struct {
			isInside bool
			column   int32
		}{{y > 0, at - side}, {x > 0, at - 1}, {true, at}, {x < side-1, at + 1}, {y < side-1, at + side}} {
			if !neighbour.isInside {
				continue
			}
			value := -1.0
			if neighbour.column == at {
				value = 4
			}
			columns, values = append(columns, neighbour.column), append(values, value)
		}
		offsets = append(offsets, int32(len(columns)))
	}
	return offsets, columns, values
}

func fromHost[T gridcall.Number](context *gridcall.Context, values []T) *gridcall.NdarrayOf[T] {
	return must(gridcall.NdarrayOfValues(context, values, uint64(len(values))))
}

func dot(result, a, b *gridcall.NdarrayOf[float64]) {
	sum := []gridcall.Reduction{gridcall.ReductionSum}
	check(gridcall.NdarrayTransformReduce(gridcall.Ndarrays(result), "a * b", gridcall.Ndarrays(a, b), nil, nil, sum, nil, nil))
}

func apply(result *gridcall.NdarrayOf[float64], expression string, a, b, c, d *gridcall.NdarrayOf[float64]) {
	check(result.Apply(expression, gridcall.Ndarrays(a, b, c, d), nil, nil))
}

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	hostOffsets, hostColumns, hostValues := laplacian()
	offsets, columns, values := fromHost(context, hostOffsets), fromHost(context, hostColumns), fromHost(context, hostValues)
	vector := func() *gridcall.NdarrayOf[float64] { return must(gridcall.NewNdarrayOf[float64](context, unknowns)) }
	number := func() *gridcall.NdarrayOf[float64] { return must(gridcall.NewNdarrayOf[float64](context)) }
	x, r, p, q := vector(), vector(), vector(), vector()
	rr, previous, pq := number(), number(), number()

	const area = 1.0 / ((side + 1) * (side + 1))
	check(r.SetAll(area, nil)) // the right side, as x is 0
	check(p.Copy(r.Ndarray, nil))
	dot(rr, r, r)
	first := must(rr.Values())[0]
	fmt.Printf("%d unknowns, %d elements\n", unknowns, len(hostColumns))
	for steps, last := 0, first; last > 1e-16*first; {
		for range betweenChecks {
			check(q.SparseMatmul(offsets.Ndarray, columns.Ndarray, values.Ndarray, p.Ndarray, nil, nil))
			dot(pq, p, q)
			apply(x, "a + b / c * d", x, rr, pq, p)
			apply(r, "a - b / c * d", r, rr, pq, q)
			rr, previous = previous, rr
			dot(rr, r, r)
			apply(p, "a + b / c * d", r, rr, previous, p)
		}
		last = must(rr.Values())[0]
		steps += betweenChecks
		fmt.Printf("%d steps: residual 10^%.3f\n", steps, math.Log10(last/first)/2)
	}
	fmt.Printf("greatest %.6f, mean %.6f\n", must(x.Reduced(gridcall.ReductionMax)), must(x.Reduced(gridcall.ReductionSum))*area)
}
