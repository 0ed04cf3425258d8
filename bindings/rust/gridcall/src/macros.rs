// SPDX-License-Identifier: Apache-2.0

//! The common parts of the generated types: handles, enums and flags, each once.

/// A type that owns a handle, `Pool(gc_pool) gc_pool_release`, or names one that is never released, `Device(gc_device)`. One that
/// is `shared` has clones, and is released with the last.
macro_rules! handle {
    ($(#[$attribute:meta])* shared $name:ident($raw:ident) $release:ident) => {
        handle!(@type $(#[$attribute])* #[derive(Clone)] $name $raw [$crate::support::Shared<$crate::support::Owner<$crate::sys::$raw>>]);
        handle!(@owned $name $raw $release);

        impl $name {
            pub(crate) fn own(raw: *mut $crate::sys::$raw) -> $name {
                let owner = $crate::support::Shared::new($crate::support::Owner::new(raw));
                $name { raw, owner }
            }

            /// The C handle, no longer owned: somebody must release it. `Err`: the value, if it has clones, which own it too.
            pub fn into_raw(self) -> core::result::Result<*mut $crate::sys::$raw, $name> {
                let raw = self.raw;
                match $crate::support::Shared::try_unwrap(self.owner) {
                    Ok(owner) => Ok(owner.into_raw()),
                    Err(owner) => Err($name { raw, owner }),
                }
            }
        }
    };
    ($(#[$attribute:meta])* $name:ident($raw:ident) $release:ident) => {
        handle!(@type $(#[$attribute])* $name $raw [$crate::support::Owner<$crate::sys::$raw>]);
        handle!(@owned $name $raw $release);

        impl $name {
            pub(crate) fn own(raw: *mut $crate::sys::$raw) -> $name {
                $name { raw, owner: $crate::support::Owner::new(raw) }
            }

            /// The C handle, no longer owned: somebody must release it.
            pub fn into_raw(self) -> *mut $crate::sys::$raw {
                self.owner.into_raw()
            }
        }
    };
    ($(#[$attribute:meta])* $name:ident($raw:ident)) => {
        handle!(@type $(#[$attribute])* #[derive(Clone, Copy, PartialEq, Eq, Hash)] $name $raw [()]);

        impl $name {
            pub(crate) fn own(raw: *mut $crate::sys::$raw) -> $name {
                $name { raw, owner: () }
            }

            /// The C handle, for other code that speaks to the library.
            pub fn raw(&self) -> *mut $crate::sys::$raw {
                self.raw
            }

            /// The Rust value of a C handle.
            ///
            /// # Safety
            ///
            #[doc = concat!("`raw` must be a `", stringify!($raw), "`.")]
            pub unsafe fn from_raw(raw: *mut $crate::sys::$raw) -> $name {
                $name::own(raw)
            }
        }
    };
    (@owned $name:ident $raw:ident $release:ident) => {
        impl $crate::support::Release for $crate::sys::$raw {
            unsafe fn release(raw: *mut $crate::sys::$raw) {
                // SAFETY: the caller owns the handle, and a release only queues its work.
                unsafe { $crate::sys::$release(raw) }
            }
        }

        impl $name {
            /// The C handle, for other code that speaks to the library. Still owned by `self`.
            pub fn raw(&self) -> *mut $crate::sys::$raw {
                self.raw
            }

            /// Takes a C handle over.
            ///
            /// # Safety
            ///
            #[doc = concat!("`raw` must be a `", stringify!($raw), "` that nobody else releases.")]
            pub unsafe fn from_raw(raw: *mut $crate::sys::$raw) -> $name {
                $name::own(raw)
            }
        }
    };
    (@type $(#[$attribute:meta])* $name:ident $raw:ident [$owner:ty]) => {
        $(#[$attribute])*
        pub struct $name {
            pub(crate) raw: *mut $crate::sys::$raw,
            #[allow(dead_code)] // it is there for its drop
            owner: $owner,
        }

        // SAFETY: any function of the library may be called from any thread on any handle.
        unsafe impl Send for $name {}
        unsafe impl Sync for $name {}

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                write!(f, concat!(stringify!($name), "({:#x})"), self.raw as usize)
            }
        }
    };
}

/// Methods that each of these classes has.
macro_rules! methods {
    ([$($(#[$attribute:meta])* $class:ident),*] $methods:tt) => { $(methods!(@class $(#[$attribute])* $class $methods);)* };
    (@class $(#[$attribute:meta])* $class:ident { $($method:tt)* }) => { $(#[$attribute])* impl $class { $($method)* } };
}

/// An enum of C's: a number, of which some have names. The default is 0, which options take for their own default.
macro_rules! codes {
    ($(#[$attribute:meta])* $name:ident { $($(#[$doc:meta])* $value:ident = $number:literal,)* }) => {
        $(#[$attribute])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub i32);

        impl $name {
            $($(#[$doc])* pub const $value: $name = $name($number);)*
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(match self.0 {
                    $($number => stringify!($value),)*
                    other => return write!(f, concat!(stringify!($name), "({})"), other),
                })
            }
        }
    };
}

/// Flags of C's.
macro_rules! flags {
    ($(#[$attribute:meta])* $name:ident { $($(#[$doc:meta])* $flag:ident = $bit:literal,)* }) => {
        $(#[$attribute])*
        #[repr(transparent)]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $name(pub u64);

        impl $name {
            $($(#[$doc])* pub const $flag: $name = $name(1 << $bit);)*

            /// Whether all of `other`'s flags are set.
            pub const fn contains(self, other: $name) -> bool {
                self.0 & other.0 == other.0
            }
        }

        impl core::ops::BitOr for $name {
            type Output = $name;
            fn bitor(self, other: $name) -> $name {
                $name(self.0 | other.0)
            }
        }
    };
}
