// SPDX-License-Identifier: Apache-2.0

#pragma once
#pragma clang system_header

// All of it is in the prelude.
