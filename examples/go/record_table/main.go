// SPDX-License-Identifier: Apache-2.0

// Command record_table sums up a table whose rows are records, without a kernel of its own: fields are arrays, an
// expression fills one of them, and reductions add up.
package main

import (
	"fmt"
	"log"
	"unsafe"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	rows    = 100000
	regions = 4
)

type sale struct {
	number           int32
	price            float32
	quantity, region uint16
	_                uint32
	total            float64
}

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
	sales := make([]sale, rows)
	var byRegion [regions]float64
	var all, dearest float64
	x := uint32(1)
	for i := range sales {
		x = x*1664525 + 1013904223
		s := &sales[i]
		s.number, s.price, s.quantity, s.region = int32(i), float32(x>>22)/4, uint16(x>>10&63), uint16(x>>16&3)
		total := float64(s.price) * float64(s.quantity)
		all += total
		byRegion[s.region] += total
		dearest = max(dearest, total)
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&sales[0])), rows*unsafe.Sizeof(sale{}))

	context := must(gridcall.ContextDefault())
	defer context.Close()
	var s sale
	record := must(gridcall.DtypeCreate([]gridcall.DtypeEntry{
		{Name: "number", Offset: uint64(unsafe.Offsetof(s.number)), ScalarType: gridcall.ScalarTypeInt32},
		{Name: "price", Offset: uint64(unsafe.Offsetof(s.price)), ScalarType: gridcall.ScalarTypeFloat32},
		{Name: "quantity", Offset: uint64(unsafe.Offsetof(s.quantity)), ScalarType: gridcall.ScalarTypeUint16},
		{Name: "region", Offset: uint64(unsafe.Offsetof(s.region)), ScalarType: gridcall.ScalarTypeUint16},
		{Name: "total", Offset: uint64(unsafe.Offsetof(s.total)), ScalarType: gridcall.ScalarTypeFloat64},
	}, uint64(unsafe.Sizeof(s))))
	defer record.Close()
	table := must(gridcall.NdarrayFromHost(context, bytes, &gridcall.NdarrayOptions{Record: record, Shape: []uint64{rows}}))
	defer table.Close()

	field := func(name string) *gridcall.Ndarray { return must(table.Field(name)) }
	price, quantity, region, total := field("price"), field("quantity"), field("region"), field("total")
	check(total.Apply("(double)a * b", []*gridcall.Ndarray{price, quantity}, nil, nil))

	chosen := must(gridcall.NewNdarrayOf[float64](context, rows))
	defer chosen.Close()
	one := must(gridcall.NewNdarrayOf[float64](context))
	defer one.Close()
	reduced := func(of *gridcall.Ndarray, how gridcall.Reduction) float64 {
		check(one.Reduce(of, how, nil, nil))
		return must(one.Values())[0]
	}

	right := true
	fmt.Printf("rows: %d of %d bytes\n", rows, unsafe.Sizeof(s))
	for i := range regions {
		check(chosen.Apply("a == x ? b : 0.0", []*gridcall.Ndarray{region, total}, []gridcall.Scalar{gridcall.ScalarOf(int32(i))}, nil))
		sum := reduced(chosen.Ndarray, gridcall.ReductionSum)
		fmt.Printf("region %d: %.2f\n", i, sum)
		right = right && sum == byRegion[i]
	}
	sum, most := reduced(total, gridcall.ReductionSum), reduced(total, gridcall.ReductionMax)
	fmt.Printf("all: %.2f\nthe dearest: %.2f\n", sum, most)
	check(table.CopyToHost(bytes, nil, nil))
	s = sales[7]
	fmt.Printf("row 7: number %d, %.2f x %d = %.2f\n", s.number, s.price, s.quantity, s.total)
	answer := "no"
	if right && sum == all && most == dearest && s.total == float64(s.price)*float64(s.quantity) {
		answer = "yes"
	}
	fmt.Println("as on the host:", answer)
	for _, x := range []*gridcall.Ndarray{price, quantity, region, total} {
		x.Close()
	}
}
