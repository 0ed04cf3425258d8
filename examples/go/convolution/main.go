// SPDX-License-Identifier: Apache-2.0

// Command convolution filters an image with a separable filter, first along the rows and then along the columns. The
// weights are in constant memory.
package main

import (
	"fmt"
	"log"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	width  = 128
	height = 64
	tile   = 32
	radius = 4
)

const source = `__constant__ float weights[2 * RADIUS + 1];
// Lines of length elements, step apart; each begins line_step after the one before.
__global__ void convolve(float *out, const float *in, int length, int step, int line_step) {
  __shared__ float part[TILE + 2 * RADIUS];
  int first = blockIdx.x * TILE, line = blockIdx.y * line_step;
  for (int i = threadIdx.x; i < TILE + 2 * RADIUS; i += TILE) {
    int at = first + i - RADIUS;
    part[i] = at >= 0 && at < length ? in[line + at * step] : 0;
  }
  __syncthreads();
  float sum = 0;
  for (int k = 0; k <= 2 * RADIUS; k++) sum += part[threadIdx.x + k] * weights[k];
  out[line + (first + threadIdx.x) * step] = sum;
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
	options := &gridcall.CompileOptions{Defines: []gridcall.Define{{Name: "RADIUS", Value: "4"}, {Name: "TILE", Value: "32"}}}
	context := must(gridcall.ContextDefault())
	defer context.Close()
	module := must(gridcall.ModuleFromSource(context, source, options))
	defer module.Close()
	convolve := must(module.Kernel("convolve"))
	defer convolve.Close()

	// Close to a Gaussian, and exact: 8 over k, by 256.
	weights := []float32{1, 8, 28, 56, 70, 56, 28, 8, 1}
	for k := range weights {
		weights[k] /= 256
	}
	constant := must(gridcall.SliceFromMem[float32](must(module.Global("weights"))))
	defer constant.Close()
	check(constant.Upload(weights))

	// One bright point becomes the filter itself.
	pixels := make([]float32, width*height)
	pixels[31*width+62] = 65536
	image := must(gridcall.SliceOf(context, pixels))
	defer image.Close()
	between := must(gridcall.NewSlice[float32](context, width*height))
	defer between.Close()
	rows, columns, block := gridcall.Dim2(width/tile, height), gridcall.Dim2(height/tile, width), gridcall.Dim(tile)
	check(convolve.Launch(nil, rows, block, between, image, int32(width), int32(1), int32(width)))
	check(convolve.Launch(nil, columns, block, image, between, int32(height), int32(width), int32(1)))
	check(image.Download(pixels))

	for y := 31 - radius; y <= 31+radius; y++ {
		for x := 62 - radius; x < 62+radius; x++ {
			fmt.Printf("%5.0f ", pixels[y*width+x])
		}
		fmt.Printf("%5.0f\n", pixels[y*width+62+radius])
	}
	var sum float32
	for _, x := range pixels {
		sum += x
	}
	fmt.Printf("sum: %.0f\n", sum)
}
