// SPDX-License-Identifier: Apache-2.0

//! Records of the library's log come to the logger of the crate `log`.

use gridcall::*;
use std::sync::Mutex;

struct Records(Mutex<Vec<(log::Level, String, String)>>);
static RECORDS: Records = Records(Mutex::new(Vec::new()));

impl log::Log for Records {
    fn enabled(&self, _: &log::Metadata) -> bool {
        true
    }
    fn log(&self, record: &log::Record) {
        self.0.lock().unwrap().push((
            record.level(),
            record.target().to_string(),
            record.args().to_string(),
        ));
    }
    fn flush(&self) {}
}

fn compile_and_launch() -> Result<()> {
    let options = CompileOptions {
        name: Some("logged.cu"),
        ..Default::default()
    };
    let context = Context::default()?;
    let source = "__global__ void logged() {}";
    let logged = Module::from_source(&context, source, Some(&options))?.kernel("logged")?;
    // SAFETY: it does nothing.
    unsafe { launch!(logged<<<1, 1>>>()) }
}

#[test]
fn records_come_to_the_logger() {
    log::set_logger(&RECORDS).unwrap();
    for (max, wants_launches) in [
        (log::LevelFilter::Info, false),
        (log::LevelFilter::Debug, true),
    ] {
        log::set_max_level(max);
        let forwarder = forward_log().unwrap();
        compile_and_launch().unwrap();
        drop(forwarder);
        let records = std::mem::take(&mut *RECORDS.0.lock().unwrap());
        let has = |level, target: &str, beginning: &str| {
            records
                .iter()
                .any(|(l, t, text)| *l == level && t == target && text.starts_with(beginning))
        };
        assert!(
            has(log::Level::Info, "gridcall::library", "gridcall "),
            "{records:?}"
        );
        assert!(
            has(log::Level::Info, "gridcall::compile", "\"logged.cu\" for "),
            "{records:?}"
        );
        let launched = has(log::Level::Debug, "gridcall::launch", "logged<<<(1, 1, 1)");
        assert_eq!(launched, wants_launches, "{records:?}");
    }
}
