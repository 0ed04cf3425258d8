# SPDX-License-Identifier: Apache-2.0
file(READ ${FOLDER}/kernels.cu cuda)
file(READ ${FOLDER}/kernels.cl opencl)
file(WRITE ${OUTPUT} "inline constexpr char kCudaSource[] = R\"~~(${cuda})~~\";\ninline constexpr char kOpenClSource[] = R\"~~(${opencl})~~\";\n")
