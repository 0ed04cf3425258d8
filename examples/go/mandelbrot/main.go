// SPDX-License-Identifier: Apache-2.0

// Command mandelbrot draws the Mandelbrot set as text. Without fused multiply-add every device rounds alike and draws
// the same.
package main

import (
	"fmt"
	"log"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	width  = 64
	height = 28
)

const source = `__global__ void mandelbrot(char *picture, int width, int iterations) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float a = -2 + x * 0.0390625f, b = -1.0546875f + y * 0.078125f, u = 0, v = 0;
  int n = 0;
  for (; n < iterations && u * u + v * v <= 4; n++) {
    float next = u * u - v * v + a;
    v = 2 * u * v + b;
    u = next;
  }
  picture[y * (width + 1) + x] = n == iterations ? '@' : " .,:;-=+*#"[n < 10 ? n : 9];
  if (x == 0) picture[y * (width + 1) + width] = '\n';
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
	context := must(gridcall.ContextDefault())
	defer context.Close()
	module := must(gridcall.ModuleFromSource(context, source, &gridcall.CompileOptions{Options: []string{"--fmad=false"}}))
	defer module.Close()
	mandelbrot := must(module.Kernel("mandelbrot"))
	defer mandelbrot.Close()

	picture := must(gridcall.NewSlice[byte](context, height*(width+1)))
	defer picture.Close()
	grid, block := gridcall.Dim2(width/32, height/4), gridcall.Dim2(32, 4)
	check(mandelbrot.Launch(nil, grid, block, picture, int32(width), int32(1000)))
	fmt.Print(string(must(picture.Values())))
}
