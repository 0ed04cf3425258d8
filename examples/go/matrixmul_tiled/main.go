// SPDX-License-Identifier: Apache-2.0

// Command matrixmul_tiled multiplies two matrices tile by tile: shared memory, a 2-D grid, and a constant of the source
// from outside.
package main

import (
	"fmt"
	"log"
	"strconv"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	size = 64
	tile = 16
)

const source = `__global__ void matrixmul(float *c, const float *a, const float *b, int n) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  float sum = 0;
  for (int tile = 0; tile < n; tile += TILE) {
    as[y][x] = a[row * n + tile + x];
    bs[y][x] = b[(tile + y) * n + column];
    __syncthreads();
    for (int k = 0; k < TILE; k++) sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
`

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
	options := &gridcall.CompileOptions{Defines: []gridcall.Define{{Name: "TILE", Value: strconv.Itoa(tile)}}}
	context := must(gridcall.ContextDefault())
	defer context.Close()
	module := must(gridcall.ModuleFromSource(context, source, options))
	defer module.Close()
	matrixmul := must(module.Kernel("matrixmul"))
	defer matrixmul.Close()

	// Small whole numbers: their products and sums are exact.
	a, b := make([]float32, size*size), make([]float32, size*size)
	for i := range size {
		for j := range size {
			a[i*size+j] = float32((i+2*j)%7 - 3)
			b[i*size+j] = float32((3*i+j)%5 - 2)
		}
	}
	da, db := must(gridcall.SliceOf(context, a)), must(gridcall.SliceOf(context, b))
	defer da.Close()
	defer db.Close()
	dc := must(gridcall.NewSlice[float32](context, size*size))
	defer dc.Close()

	grid, block := gridcall.Dim2(size/tile, size/tile), gridcall.Dim2(tile, tile)
	check(matrixmul.Launch(nil, grid, block, dc, da, db, int32(size)))
	c := must(dc.Values())

	wrong := 0
	for i := range size {
		for j := range size {
			var sum float32
			for k := range size {
				sum += a[i*size+k] * b[k*size+j]
			}
			if c[i*size+j] != sum {
				wrong++
			}
		}
	}
	for i := range 4 {
		row := c[i*size:]
		fmt.Printf("%4.0f %4.0f %4.0f %4.0f\n", row[0], row[1], row[2], row[3])
	}
	fmt.Printf("wrong: %d of %d\n", wrong, size*size)
}
