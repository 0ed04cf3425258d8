# SPDX-License-Identifier: Apache-2.0
#
# Particles that attract each other. Twenty steps, two launches each, are captured into a graph; one call queues them all.
# Then the step of time in the graph is changed.

using GridCall
using Printf

const COUNT, BLOCK, STEPS, LAUNCHES = 512, 64, 20, 5

const SOURCE = """
__global__ void pull(const float2 *at, float2 *speed, float dt, int n) {
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
"""

struct Particles
    at::DeviceArray{Float32,2}
    speed::DeviceArray{Float32,2}
end

place(i) = Float32((i % UInt32 * 0x9e3779b1) >> 8 % 4000) / 1000 - 2

# Numbers are the same in every language.
function Particles()
    at = [place(axis == 1 ? i : i + 7777) for axis in 1:2, i in 0:(COUNT - 1)]
    speed = [axis == 1 ? -at[2, i] / 4 : at[1, i] / 4 for axis in 1:2, i in 1:COUNT]
    return Particles(DeviceArray(Float32.(at)), DeviceArray(Float32.(speed)))
end

function queue_step(p, kernels, dt, stream)
    for each in kernels
        @launch each grid = COUNT ÷ BLOCK block = BLOCK stream = stream (p.at, p.speed, Float32(dt), Int32(COUNT))
    end
end

# Prints the mean distance of the particles from their middle.
function show_distance(what, p)
    at = Float64.(Array(p.at))
    middle = sum(at; dims = 2) / COUNT
    @printf("%s: %.3f\n", what, sum(hypot(at[1, i] - middle[1], at[2, i] - middle[2]) for i in 1:COUNT) / COUNT)
end

function main()
    code = CodeModule(SOURCE)
    kernels = (kernel(code, "pull"), kernel(code, "move"))
    stream = Stream()
    particles = Particles()
    show_distance("at the start", particles)

    # This does not run: it is recorded.
    graph = capture(stream) do
        for _ in 1:STEPS
            queue_step(particles, kernels, 0.05, stream)
        end
    end
    nodes = GridCall.node_count(graph)
    println("nodes: ", nodes)

    launch_all() = (foreach(_ -> launch(graph; stream), 1:LAUNCHES); synchronize(stream))
    launch_all()
    show_distance("after 100 steps", particles)

    # Smaller steps from here on.
    for node in 1:nodes
        graph[node, 3] = 0.01f0
    end
    launch_all()
    show_distance("after 100 small ones", particles)

    again = Particles()
    for dt in (0.05, 0.01), _ in 1:(LAUNCHES * STEPS)
        queue_step(again, kernels, dt, stream)
    end
    synchronize(stream)
    println("as without a graph: ", Array(particles.at) == Array(again.at) ? "yes" : "no")
end

main()
