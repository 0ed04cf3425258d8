// SPDX-License-Identifier: Apache-2.0
// Generated from bindings/api/ by bindings/gen/gen.py; edit the spec, then run scripts/generate.

// SAFETY, of each call below: a handle is live as long as its Rust value, which is borrowed; a pointer and its length are of a
// slice, a text or a local that outlives the call; results are written to locals of the type that the header declares. The
// library checks all else, on any thread. Where a caller must see to more, the function is `unsafe` and says so.

use crate::support::{call, string_out};
use crate::sys;
use crate::Result;

/// Statistics of the compile cache in this process.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CacheStatistics {
    /// Compilations saved.
    pub hits: u64,
    /// Compilations done because nothing was found.
    pub misses: u64,
    /// Entries that could not be read or written, or were damaged or refused.
    pub errors: u64,
    /// true if the cache is on, else false.
    pub enabled: bool,
}

impl CacheStatistics {
    pub(crate) fn from_c(c: sys::gc_cache_statistics) -> CacheStatistics {
        CacheStatistics {
            hits: c.hits,
            misses: c.misses,
            errors: c.errors,
            enabled: c.enabled != 0,
        }
    }
}

/// Statistics of the compile cache in this process.
///
/// # Errors
/// `INVALID_ARGUMENT`, `INVALID_OPTIONS`.
pub fn cache_statistics() -> Result<CacheStatistics> {
    let mut out_statistics = sys::gc_cache_statistics { struct_size: core::mem::size_of::<sys::gc_cache_statistics>(), ..unsafe { core::mem::zeroed() } };
    call(|error| unsafe { sys::gc_cache_get_statistics(&mut out_statistics, error) })?;
    Ok(CacheStatistics::from_c(out_statistics))
}

/// The folder of the compile cache, or "" if it is off.
///
/// # Errors
/// `INVALID_ARGUMENT`.
pub fn cache_directory() -> Result<String> {
    string_out(|buffer, capacity, needed, error| unsafe { sys::gc_cache_get_directory(buffer, capacity, needed, error) })
}

/// The reason why the compile cache is off, with the setting or the directory; "" if it is on.
///
/// # Errors
/// `INVALID_ARGUMENT`.
pub fn cache_disabled_reason() -> Result<String> {
    string_out(|buffer, capacity, needed, error| unsafe { sys::gc_cache_get_disabled_reason(buffer, capacity, needed, error) })
}

/// Removes every entry of the compile cache, of all programs of this user.
///
/// # Errors
/// `INVALID_ARGUMENT`, `IO`.
pub fn cache_clear() -> Result<()> {
    call(|error| unsafe { sys::gc_cache_clear(error) })
}
