// SPDX-License-Identifier: Apache-2.0

// Command fft_blur blurs a picture by Fourier transforms: the spectra of the picture and of a Gaussian are multiplied. Some
// pixels are computed as weighted sums of their neighbours, too. The picture goes on at its other side.
package main

import (
	"fmt"
	"log"
	"math"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	height, width = 1080, 1920
	rectangles    = 1000
	deviation     = 5
	reach         = 40
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

// randomPicture is rectangles of gray on top of each other.
func randomPicture() []uint8 {
	r := uint32(1)
	random := func(limit int) int {
		r = r*1664525 + 1013904223
		return int(r>>8) % limit
	}
	picture := make([]uint8, height*width)
	for range rectangles {
		top, left := random(height), random(width)
		bottom, right := min(top+random(200), height), min(left+random(200), width)
		gray := uint8(random(256))
		for y := top; y < bottom; y++ {
			for x := left; x < right; x++ {
				picture[y*width+x] = gray
			}
		}
	}
	return picture
}

// gaussian is weights of distances along a circle of pixels, whose sum is 1.
func gaussian(count int) []float64 {
	weights, sum := make([]float64, count), 0.0
	for i := range weights {
		distance := float64(min(i, count-i)) / deviation
		weights[i] = math.Exp(-distance * distance / 2)
		sum += weights[i]
	}
	for i := range weights {
		weights[i] /= sum
	}
	return weights
}

func abs(i int) int { return max(i, -i) }

func main() {
	picture, down, across := randomPicture(), gaussian(height), gaussian(width)
	context := must(gridcall.ContextDefault())
	defer context.Close()
	bytes := must(gridcall.NdarrayOfValues(context, picture, height, width))
	image := must(gridcall.NewNdarrayOf[float64](context, height, width))
	weights := must(gridcall.NewNdarrayOf[float64](context, height, width))
	spectrum := must(gridcall.NewNdarrayOf[complex128](context, height, width/2+1))
	factors := must(gridcall.NewNdarrayOf[complex128](context, height, width/2+1))
	column := must(gridcall.NdarrayOfValues(context, down, height, 1))
	row := must(gridcall.NdarrayOfValues(context, across, 1, width))
	check(image.Copy(bytes.Ndarray, nil))
	check(weights.Apply("a * b", gridcall.Ndarrays(column, row), nil, nil))
	before := must(image.Reduced(gridcall.ReductionSum))

	check(spectrum.Fft(image.Ndarray, nil, nil))
	check(factors.Fft(weights.Ndarray, nil, nil))
	check(spectrum.Apply("a * b", gridcall.Ndarrays(spectrum, factors), nil, nil))
	check(image.Fft(spectrum.Ndarray, &gridcall.FftOptions{Flags: gridcall.FftInverse}, nil))

	after := must(image.Reduced(gridcall.ReductionSum))
	fmt.Printf("%d x %d pixels, sum %.3f, of the blurred ones %.3f\n", width, height, before, after)
	blurred := must(image.Values())
	for i := range 4 {
		row, column, direct := 40+270*i, 300+480*i, 0.0
		for y := -reach; y <= reach; y++ {
			for x := -reach; x <= reach; x++ {
				at := (row+y+height)%height*width + (column+x+width)%width
				direct += down[abs(y)] * across[abs(x)] * float64(picture[at])
			}
		}
		fmt.Printf("row %d, column %d: %.3f by Fourier transforms, %.3f directly\n", row, column, blurred[row*width+column], direct)
	}
}
