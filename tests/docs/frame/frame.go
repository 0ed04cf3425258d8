// SPDX-License-Identifier: Apache-2.0

// Package main stands around a piece of Go in a guide: objects under the names that the guides use.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"runtime"
	"strings"
	"sync"
	"time"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const source = `__global__ void step(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += 1;
}`

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func main() {
	ctx := context.Background()
	context := must(gridcall.ContextDefault())
	step := must(must(gridcall.ModuleFromSource(context, source, nil)).Kernel("step"))
	n := int32(1024)
	x := must(gridcall.SliceOf(context, make([]float32, n)))
	y := must(gridcall.SliceOf(context, make([]float32, n)))
	grid, block := gridcall.Dim(4), gridcall.Dim(256)
	stream := must(gridcall.StreamCreate(context, nil))
	a, b := must(gridcall.StreamCreate(context, nil)), must(gridcall.StreamCreate(context, nil))
	fork, join := must(gridcall.EventCreate(context, nil)), must(gridcall.EventCreate(context, nil))
	streams := []*gridcall.Stream{a, b}
	_, _, _, _, _, _, _, _, _, _, _ = step, x, y, grid, block, stream, fork, join, streams, ctx, time.Second
	_, _, _, _, _, _ = errors.Is, fmt.Println, uint64(math.MaxUint64), runtime.LockOSThread, strings.Contains, sync.NewCond
	{
		// The piece.
	}
	check(context.Synchronize())
}
