// SPDX-License-Identifier: Apache-2.0

//! What is known of a device. Without an argument: the names of its limits, which every device has. With `--all`:
//! everything, with its values, of every device.

use gridcall::{Context, Device, Result};

fn dump(device: Device) -> Result<()> {
    println!("device {}: {}", device.index()?, device.name()?);
    let (major, minor) = device.compute_capability()?;
    println!("  compute capability: {major}.{minor}");
    println!("  total memory: {} KB", device.total_memory()? / 1024);
    for entry in device.attributes()? {
        let name = Device::attribute_name(entry.attribute);
        println!("  {name}: {}", entry.value);
    }
    Ok(())
}

fn main() -> Result<()> {
    if std::env::args().nth(1).as_deref() == Some("--all") {
        let count = Device::count()?;
        println!("devices: {count}");
        for index in 0..count {
            dump(Device::by_index(index)?)?;
        }
        return Ok(());
    }
    for entry in Context::default()?.device()?.attributes()? {
        let name = Device::attribute_name(entry.attribute);
        if name.starts_with("MAX_") {
            println!("{name}");
        }
    }
    Ok(())
}
