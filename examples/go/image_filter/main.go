// SPDX-License-Identifier: Apache-2.0

// Command image_filter smooths a picture: a PNG is read into an array, a kernel reads it through a texture with a linear
// filter, and the result is written as a PNG. Four reads at the corners of a pixel are the weights 1 2 1, 2 4 2, 1 2 1.
package main

import (
	"fmt"
	"hash/fnv"
	"image"
	"image/draw"
	"image/png"
	"log"
	"os"
	"path/filepath"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	width  = 160
	height = 96
)

const source = `__global__ void smooth(cudaTextureObject_t picture, uchar4 *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  float4 a = tex2D<float4>(picture, x, y), b = tex2D<float4>(picture, x + 1, y);
  float4 c = tex2D<float4>(picture, x, y + 1), d = tex2D<float4>(picture, x + 1, y + 1);
  auto mean = [](float p, float q, float r, float s) {
    return (unsigned char)__fmaf_rn((p + q) + (r + s), 63.75f, 0.5f);
  };
  out[y * width + x] = make_uchar4(mean(a.x, b.x, c.x, d.x), mean(a.y, b.y, c.y, d.y),
                                   mean(a.z, b.z, c.z, d.z), mean(a.w, b.w, c.w, d.w));
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

func writePNG(file string, picture *image.NRGBA) {
	f := must(os.Create(file))
	check(png.Encode(f, picture))
	check(f.Close())
}

func readPNG(file string) *image.NRGBA {
	f := must(os.Open(file))
	defer f.Close()
	decoded := must(png.Decode(f))
	picture, ok := decoded.(*image.NRGBA)
	if !ok {
		picture = image.NewNRGBA(decoded.Bounds())
		draw.Draw(picture, picture.Bounds(), decoded, image.Point{}, draw.Src)
	}
	return picture
}

func checksum(pixels []byte) uint32 {
	sum := fnv.New32a()
	sum.Write(pixels)
	return sum.Sum32()
}

// at is a channel of a pixel; outside, of the nearest one.
func at(pixels []byte, x, y, channel int) int {
	x, y = min(max(x, 0), width-1), min(max(y, 0), height-1)
	return int(pixels[(y*width+x)*4+channel])
}

func main() {
	folder := must(os.MkdirTemp("", "image_filter"))
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "picture.png")

	picture := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			copy(picture.Pix[(y*width+x)*4:], []byte{byte(x * 255 / (width - 1)), byte((x/8 + y/8) % 2 * 200), byte(x*x + y*y),
				byte(255 - y)})
		}
	}
	writePNG(file, picture)
	picture = readPNG(file)
	fmt.Printf("picture: %d x %d, %08x\n", width, height, checksum(picture.Pix))

	context := must(gridcall.ContextDefault())
	defer context.Close()
	module := must(gridcall.ModuleFromSource(context, source, nil))
	defer module.Close()
	kernel := must(module.Kernel("smooth"))
	defer kernel.Close()

	// An array of the shape of the elements: rows, columns, channels.
	array := must(gridcall.ArrayFromHost(context, picture.Pix, &gridcall.NdarrayOptions{ScalarType: gridcall.ScalarTypeUint8,
		Shape: []uint64{height, width, 4}}, 0, gridcall.ArrayFromChannels))
	defer array.Close()
	texture := must(gridcall.TextureCreate(context, &gridcall.TextureOptions{Array: array, Sampling: gridcall.Sampling{
		Filter: gridcall.FilterModeLinear, AddressX: gridcall.AddressModeClamp, AddressY: gridcall.AddressModeClamp}}))
	defer texture.Close()
	out := must(gridcall.NewSlice[uint8](context, width*height*4))
	defer out.Close()
	check(kernel.Launch(nil, gridcall.Dim2((width+31)/32, (height+7)/8), gridcall.Dim2(32, 8), texture, out.Mem(), int32(width),
		int32(height)))

	smooth := image.NewNRGBA(picture.Bounds())
	check(out.Download(smooth.Pix))
	writePNG(file, smooth)
	smooth = readPNG(file)
	fmt.Printf("smooth: %08x\n", checksum(smooth.Pix))

	largest := 0
	for y := range height {
		for x := range width {
			for c := range 4 {
				sum := 0
				for j := -1; j <= 1; j++ {
					for i := -1; i <= 1; i++ {
						sum += at(picture.Pix, x+i, y+j, c) * (2 - i*i) * (2 - j*j)
					}
				}
				difference := (sum+8)/16 - at(smooth.Pix, x, y, c)
				largest = max(largest, difference, -difference)
			}
		}
	}
	fmt.Printf("from the host's: at most %d\n", largest)
}
