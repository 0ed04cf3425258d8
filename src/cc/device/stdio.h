// SPDX-License-Identifier: Apache-2.0

#pragma once
#pragma clang system_header

// printf is in the prelude; device code has no files.
#include <stddef.h>
