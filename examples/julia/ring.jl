# SPDX-License-Identifier: Apache-2.0
#
# Ranks in a ring: each sends its number to the next one, then all sum up. Alone it is a ring of one rank;
# `mpirun -n 4 julia ring.jl ranks` makes one of four, srun and torchrun likewise.

using GridCall
using GridCall: COMM_ATTRIBUTE_COUNT, COMM_ATTRIBUTE_RANK, COMM_REDUCTION_SUM, SCALAR_TYPE_INT32
using GridCall.LibGridCall: GRIDCALL_COMM_OPERATION_RECV, GRIDCALL_COMM_OPERATION_SEND, GRIDCALL_COMM_REDUCTION_SUM, GRIDCALL_SCALAR_TYPE_INT32
using GridCall.Preview: all_reduce, comm_create, comm_finalize, comm_from_environment, comm_launch_group
using GridCall: attribute, context_default, mem_alloc, memcpy_dtoh, memset

const COUNT = 1024

function last_of(mem)
    number = Vector{Int32}(undef, 1)
    memcpy_dtoh(number, mem, 4 * COUNT - 4)
    return Int(number[1])
end

# With arguments each rank of a machine takes a GPU of its own.
let comm = isempty(ARGS) ? comm_create(context_default(), 0, 1) : comm_from_environment()
    context = GridCall.context(comm)
    rank = Int(attribute(comm, COMM_ATTRIBUTE_RANK))
    count = Int(attribute(comm, COMM_ATTRIBUTE_COUNT))
    mine = mem_alloc(context, 4 * COUNT)
    received = mem_alloc(context, 4 * COUNT)
    memset(mine, 0, UInt32(rank + 1), COUNT)

    # Both directions in one call: a rank that first sent and then received would wait for itself.
    # What each entry has: gc_comm_op's fields, in their order.
    op(operation, peer, dst, src) =
        (operation, GRIDCALL_COMM_REDUCTION_SUM, GRIDCALL_SCALAR_TYPE_INT32, peer, comm, dst, 0, src, 0, COUNT, nothing, 0.0)
    comm_launch_group([
        op(GRIDCALL_COMM_OPERATION_SEND, (rank + 1) % count, nothing, mine),
        op(GRIDCALL_COMM_OPERATION_RECV, (rank + count - 1) % count, received, nothing),
    ])
    number = last_of(received)
    rank == 0 && println("ring of ", count, ": rank 0 received ", number)

    all_reduce(comm, mine, 0, mine, 0, COUNT, SCALAR_TYPE_INT32, COMM_REDUCTION_SUM)
    number = last_of(mine)
    rank == 0 && println("the sum is ", number)
    comm_finalize(comm, 0)
end
