// SPDX-License-Identifier: Apache-2.0

//! Particles that attract each other. Twenty steps, two launches each, are captured into a graph; one call queues them all. Then
//! the step of time in the graph is changed.

use gridcall::{launch, Buffer, Context, Kernel, Module, Result, Stream};

const COUNT: u32 = 512;
const BLOCK: u32 = 64;
const STEPS: usize = 20;
const LAUNCHES: usize = 5;

const SOURCE: &str = "\
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
";

struct Particles {
    at: Buffer<f32>,
    speed: Buffer<f32>,
}

impl Particles {
    /// Numbers are the same in every language.
    fn new(context: &Context) -> Result<Particles> {
        let (mut at, mut speed) = (Vec::new(), Vec::new());
        let place =
            |i: u32| (i.wrapping_mul(2654435761) >> 8).rem_euclid(4000) as f32 / 1000.0 - 2.0;
        for i in 0..COUNT {
            let (x, y) = (place(i), place(i + 7777));
            at.extend([x, y]);
            speed.extend([-y / 4.0, x / 4.0]);
        }
        Ok(Particles {
            at: Buffer::from_slice(context, &at)?,
            speed: Buffer::from_slice(context, &speed)?,
        })
    }

    fn queue_step(&self, kernels: &[Kernel; 2], dt: f32, stream: &Stream) -> Result<()> {
        for kernel in kernels {
            // SAFETY: both arrays have COUNT elements of two floats.
            unsafe {
                launch!(kernel<<<COUNT / BLOCK, BLOCK, stream>>>(&self.at, &self.speed, dt, COUNT as i32))?
            };
        }
        Ok(())
    }

    /// Prints the mean distance of the particles from their middle.
    fn print(&self, what: &str) -> Result<()> {
        let at = self.at.to_vec()?;
        let middle = |offset: usize| {
            at.iter()
                .skip(offset)
                .step_by(2)
                .map(|&v| f64::from(v))
                .sum::<f64>()
                / f64::from(COUNT)
        };
        let (x, y) = (middle(0), middle(1));
        let distance: f64 = at
            .chunks(2)
            .map(|p| (f64::from(p[0]) - x).hypot(f64::from(p[1]) - y))
            .sum();
        println!("{what}: {:.3}", distance / f64::from(COUNT));
        Ok(())
    }
}

fn main() -> Result<()> {
    let context = Context::default()?;
    let module = Module::from_source(&context, SOURCE, None)?;
    let kernels = [module.kernel("pull")?, module.kernel("move")?];
    let stream = Stream::create(&context, None)?;
    let particles = Particles::new(&context)?;
    particles.print("at the start")?;

    // This does not run: it is recorded.
    let graph = stream.capture(|stream| {
        (0..STEPS).try_for_each(|_| particles.queue_step(&kernels, 0.05, stream))
    })?;
    let nodes = graph.node_count()?;
    println!("nodes: {nodes}");

    let launch_all = || -> Result<()> {
        for _ in 0..LAUNCHES {
            // SAFETY: the kernels stay inside their arrays.
            unsafe { graph.launch(Some(&stream))? };
        }
        stream.synchronize()
    };
    launch_all()?;
    particles.print("after 100 steps")?;

    // Smaller steps from here on.
    for node in 0..nodes {
        graph.set(node, 2, 0.01f32)?;
    }
    launch_all()?;
    particles.print("after 100 small ones")?;

    let again = Particles::new(&context)?;
    for dt in [0.05, 0.01] {
        for _ in 0..LAUNCHES * STEPS {
            again.queue_step(&kernels, dt, &stream)?;
        }
    }
    stream.synchronize()?;
    let equal = particles.at.to_vec()? == again.at.to_vec()?;
    println!("as without a graph: {}", if equal { "yes" } else { "no" });
    Ok(())
}
