// SPDX-License-Identifier: Apache-2.0

#pragma once
#pragma clang system_header

// The prelude declares printf; device code has no files.
#include <stddef.h>
