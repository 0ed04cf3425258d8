# SPDX-License-Identifier: Apache-2.0
file(READ ${CMAKE_CURRENT_LIST_DIR}/kernels.cu cuda)
file(READ ${CMAKE_CURRENT_LIST_DIR}/kernels.cl opencl)
file(WRITE ${OUTPUT} "inline constexpr char kCudaSource[] = R\"~~(${cuda})~~\";\ninline constexpr char kOpenClSource[] = R\"~~(${opencl})~~\";\n")
