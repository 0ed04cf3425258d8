// SPDX-License-Identifier: Apache-2.0

// Command particles moves particles that attract each other. Twenty steps, two launches each, are captured into a graph; one
// call queues them all. Then the step of time in the graph is changed.
package main

import (
	"fmt"
	"log"
	"math"
	"slices"

	gridcall "github.com/gridcall/gridcall/bindings/go"
)

const (
	count     = 512
	blockSize = 64
	steps     = 20
	launches  = 5
)

const source = `__global__ void pull(const float2 *at, float2 *speed, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float2 sum = {0, 0};
  for (int j = 0; j < n; ++j) {
    float dx = at[j].x - at[i].x, dy = at[j].y - at[i].y;
    float square = dx * dx + dy * dy + 0.25f;
    float force = 1 / (square * sqrtf(square) * n);
    sum.x += dx * force;
    sum.y += dy * force;
  }
  speed[i].x += sum.x * dt;
  speed[i].y += sum.y * dt;
}
__global__ void move(float2 *at, const float2 *speed, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  at[i].x += speed[i].x * dt;
  at[i].y += speed[i].y * dt;
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

type particles struct {
	at, speed *gridcall.Slice[float32]
}

func place(i uint32) float32 {
	return float32((i*2654435761)>>8%4000)/1000 - 2
}

// newParticles has the same numbers in every language.
func newParticles(context *gridcall.Context) particles {
	var at, speed []float32
	for i := range uint32(count) {
		x, y := place(i), place(i+7777)
		at = append(at, x, y)
		speed = append(speed, -y/4, x/4)
	}
	return particles{must(gridcall.SliceOf(context, at)), must(gridcall.SliceOf(context, speed))}
}

func (p particles) close() {
	p.at.Close()
	p.speed.Close()
}

func (p particles) queueStep(kernels []*gridcall.Kernel, dt float32, stream *gridcall.Stream) error {
	for _, kernel := range kernels {
		if err := kernel.Launch(stream, gridcall.Dim(count/blockSize), gridcall.Dim(blockSize), p.at, p.speed, dt, int32(count)); err != nil {
			return err
		}
	}
	return nil
}

// print says how far the particles are from their middle, on average.
func (p particles) print(what string) {
	at := must(p.at.Values())
	var x, y, distance float64
	for i := range count {
		x += float64(at[2*i])
		y += float64(at[2*i+1])
	}
	x /= count
	y /= count
	for i := range count {
		distance += math.Hypot(float64(at[2*i])-x, float64(at[2*i+1])-y)
	}
	fmt.Printf("%s: %.3f\n", what, distance/count)
}

func main() {
	context := must(gridcall.ContextDefault())
	defer context.Close()
	module := must(gridcall.ModuleFromSource(context, source, nil))
	defer module.Close()
	kernels := []*gridcall.Kernel{must(module.Kernel("pull")), must(module.Kernel("move"))}
	defer kernels[0].Close()
	defer kernels[1].Close()
	stream := must(gridcall.StreamCreate(context, nil))
	defer stream.Close()
	some := newParticles(context)
	defer some.close()
	some.print("at the start")

	// This does not run: it is recorded.
	graph := must(stream.Capture(func() error {
		for range steps {
			if err := some.queueStep(kernels, 0.05, stream); err != nil {
				return err
			}
		}
		return nil
	}))
	defer graph.Close()
	nodes := int(must(graph.NodeCount()))
	fmt.Println("nodes:", nodes)

	launchAll := func() {
		for range launches {
			check(graph.Launch(stream))
		}
		check(stream.Synchronize())
	}
	launchAll()
	some.print("after 100 steps")

	// Smaller steps from here on.
	for node := range nodes {
		check(graph.Set(node, 2, float32(0.01)))
	}
	launchAll()
	some.print("after 100 small ones")

	again := newParticles(context)
	defer again.close()
	for i := range 2 * launches * steps {
		dt := float32(0.05)
		if i >= launches*steps {
			dt = 0.01
		}
		check(again.queueStep(kernels, dt, stream))
	}
	check(stream.Synchronize())
	answer := "no"
	if slices.Equal(must(some.at.Values()), must(again.at.Values())) {
		answer = "yes"
	}
	fmt.Println("as without a graph:", answer)
}
