// SPDX-License-Identifier: Apache-2.0

// Command sort_records sorts a table of records by one of their fields: the field is an array, and the records move along
// with it.
package main

import (
	"fmt"
	"log"
	"unsafe"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const count = 100000

type reading struct {
	sensor uint32
	value  float32
	time   uint64
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
	readings := make([]reading, count)
	x := uint32(1)
	for i := range readings {
		x = x*1664525 + 1013904223
		readings[i] = reading{x >> 8 & 1023, float32(x>>20) / 8, 1000 + uint64(i)}
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&readings[0])), count*unsafe.Sizeof(reading{}))

	context := must(gridcall.ContextDefault())
	defer context.Close()
	var r reading
	record := must(gridcall.DtypeCreate([]gridcall.DtypeEntry{
		{Name: "sensor", Offset: uint64(unsafe.Offsetof(r.sensor)), ScalarType: gridcall.ScalarTypeUint32},
		{Name: "value", Offset: uint64(unsafe.Offsetof(r.value)), ScalarType: gridcall.ScalarTypeFloat32},
		{Name: "time", Offset: uint64(unsafe.Offsetof(r.time)), ScalarType: gridcall.ScalarTypeUint64},
	}, uint64(unsafe.Sizeof(r))))
	defer record.Close()
	options := &gridcall.NdarrayOptions{Record: record, Shape: []uint64{count}}
	table := must(gridcall.NdarrayFromHost(context, bytes, options))
	defer table.Close()
	sorted := must(gridcall.NdarrayCreate(context, options))
	defer sorted.Close()
	sensor := must(table.Field("sensor"))
	defer sensor.Close()
	keys := must(gridcall.NewNdarrayOf[uint32](context, count))
	defer keys.Close()
	check(keys.Sort(sensor, &gridcall.SortOptions{Values: sorted, ValuesSrc: table}, nil))

	check(sorted.CopyToHost(bytes, nil, nil))
	right := "yes"
	for i := 1; i < count; i++ {
		if a, b := readings[i-1], readings[i]; a.sensor > b.sensor || a.sensor == b.sensor && a.time >= b.time {
			right = "no"
		}
	}
	fmt.Printf("%d readings of %d bytes\n", count, unsafe.Sizeof(r))
	for i := 0; i < count; i += 33333 {
		fmt.Printf("%d: sensor %d at %d: %.3f\n", i, readings[i].sensor, readings[i].time, readings[i].value)
	}
	fmt.Println("by sensor, and by time for each:", right)
}
