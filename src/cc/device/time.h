// SPDX-License-Identifier: Apache-2.0

#pragma once
#pragma clang system_header

#include <stddef.h>
#define CLOCKS_PER_SEC 1000000
