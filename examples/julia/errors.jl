# SPDX-License-Identifier: Apache-2.0
#
# The messages of the library when something is wrong.

using GridCall

const BROKEN = """
__global__ void scale(float *x, float f) {
  x[threadIdx.x] *= factor;
}
"""
const RIGHT = """
__global__ void scale(float *x, float f) {
  x[threadIdx.x] *= f;
}
"""

# Prints an error that is wanted, the compile log indented; ends the program if it is not the one.
function show_error(f, wanted)
    try
        f()
    catch e
        e isa GridCallError || rethrow()
        println(GridCall.status_name(e.status), ": ", e.message)
        isempty(e.log) || foreach(line -> println("| ", line), split(chomp(e.log), '\n'))
        e.status == wanted || exit(1)
        return
    end
    println("no error")
    exit(1)
end

function main()
    show_error(() -> CodeModule(BROKEN; name = "scale.cu"), GridCall.ERROR_COMPILE)

    scale = kernel(CodeModule(RIGHT; name = "scale.cu"), "scale")
    x = DeviceArray{Float32}(undef, 32)
    # 2.0 is a Float64, where the kernel takes a float.
    show_error(GridCall.ERROR_ARGUMENT_MISMATCH) do
        @launch scale grid = 1 block = 32 (x, 2.0)
    end

    close(x)
    values = zeros(Float32, 64)
    show_error(() -> GridCall.memcpy_htod(x.mem, 0, values), GridCall.ERROR_INVALID_HANDLE)

    x = DeviceArray{Float32}(undef, 32)
    show_error(() -> GridCall.memcpy_htod(x.mem, 0, values), GridCall.ERROR_OUT_OF_RANGE)
    println("OK")
end

main()
