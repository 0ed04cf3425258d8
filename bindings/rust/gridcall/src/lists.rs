// SPDX-License-Identifier: Apache-2.0

//! Lists that C gives by their length and an index.

use crate::{Device, Kernel, KernelParam, Module, Result};

impl Device {
    /// All devices: GPUs first, the CPU device last.
    pub fn all() -> Result<Vec<Device>> {
        (0..Device::count()?).map(Device::by_index).collect()
    }
}

impl Module {
    /// The names of its kernels.
    pub fn kernel_names(&self) -> Result<Vec<String>> {
        (0..self.kernel_count()?)
            .map(|index| self.kernel_name(index))
            .collect()
    }
}

impl Kernel {
    /// Its parameters.
    pub fn params(&self) -> Result<Vec<KernelParam>> {
        (0..self.param_count()?)
            .map(|index| self.param(index))
            .collect()
    }
}
