// SPDX-License-Identifier: Apache-2.0

//go:build !cgo

package gridcall

// The compiler prints this name: the package is over cgo, which is off, or off by itself where no C compiler is found or another
// system is built for.
var _ = gridcall_needs_cgo__set_CGO_ENABLED_1_and_install_a_C_compiler_and_libgridcall
