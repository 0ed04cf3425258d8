// SPDX-License-Identifier: Apache-2.0
//
// The one thing of a fake NCCL that is compiled for each version.
extern const int fake_nccl_version;
const int fake_nccl_version = FAKE_NCCL_VERSION;
