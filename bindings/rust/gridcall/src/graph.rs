// SPDX-License-Identifier: Apache-2.0

//! Graphs: capture by a closure, and arguments of any type.

use crate::launch::{Blob, KernelArg};
use crate::{CaptureMode, Graph, Result, Stream};

/// Ends the capture where the closure fails or panics.
struct Capturing<'a>(Option<&'a Stream>);

impl Drop for Capturing<'_> {
    fn drop(&mut self) {
        if let Some(stream) = self.0 {
            let _ = stream.end_capture();
        }
    }
}

impl Stream {
    /// Captures what the closure queues on this stream, which does not run, and makes a graph of it. Other streams join as
    /// [`Stream::begin_capture`] says. If the closure fails or panics the capture ends, and nothing of it is left.
    ///
    /// ```no_run
    /// # use gridcall::{launch, Buffer, Kernel, Stream};
    /// # fn f(stream: &Stream, step: &Kernel, x: &Buffer<f32>) -> gridcall::Result<()> {
    /// let graph = stream.capture(|stream| {
    ///     // SAFETY: `step` takes an array of floats and stays inside it.
    ///     (0..100).try_for_each(|_| unsafe { launch!(step<<<1, 32, stream>>>(x)) })
    /// })?;
    /// // SAFETY: as above.
    /// unsafe { graph.launch(Some(stream))? };
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// What the closure returns, and those of [`Stream::begin_capture`] and [`Stream::end_capture`].
    pub fn capture(&self, queue: impl FnOnce(&Stream) -> Result<()>) -> Result<Graph> {
        self.begin_capture(CaptureMode::RELAXED)?;
        let mut capturing = Capturing(Some(self));
        queue(self)?;
        capturing.0 = None;
        self.end_capture()
    }
}

impl Graph {
    /// Replaces an argument, from 0, of the launch that is node `node`, by any [`KernelArg`]; launches of the graph already
    /// queued keep the old one.
    pub fn set(&self, node: usize, index: usize, value: impl KernelArg) -> Result<()> {
        let mut blob = Blob::new();
        let arg = value.arg(&mut blob);
        let bytes = blob.bytes();
        self.set_arg(node, index, &arg, (!bytes.is_empty()).then_some(bytes))
    }
}
