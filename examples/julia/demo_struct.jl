# SPDX-License-Identifier: Apache-2.0
#
# Structs in device memory that point to arrays there, and a prepared launch.

using GridCall

const SOURCE = """
struct DoubleOperation {
  int size, reserved;
  float *data;
};
__global__ void double_array(DoubleOperation *operations) {
  DoubleOperation *a = operations + blockIdx.x;
  for (int i = threadIdx.x; i < a->size; i += blockDim.x) a->data[i] *= 2;
}
"""

# As the kernel has it.
struct DoubleOperation
    size::Int32
    reserved::Int32
    data::Ptr{Float32}
end

operation(a) = DoubleOperation(length(a), 0, Ptr{Float32}(GridCall.address(a.mem)))

function show_arrays(title, first, second)
    text(a) = join(Int.(Array(a)), " ")
    println(title, ": ", text(first), " | ", text(second))
end

function main()
    double_array = kernel(CodeModule(SOURCE), "double_array")

    # The library does not see addresses in structs: keep the arrays until the work is done.
    first, second = DeviceArray(Float32[1, 2, 3]), DeviceArray(Float32[0, 4])
    operations = DeviceArray([operation(first), operation(second)])
    show_arrays("original", first, second)

    @launch double_array grid = 2 block = 32 (operations,)
    show_arrays("doubled", first, second)

    @launch double_array grid = 1 block = 32 (view(operations, 2:2),)
    show_arrays("doubled the second only", first, second)

    prepared = prepare(double_array, (operations,); grid = 2, block = 32)
    for _ in 1:3
        launch(prepared)
    end
    show_arrays("doubled three times, prepared", first, second)
end

main()
