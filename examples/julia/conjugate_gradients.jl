# SPDX-License-Identifier: Apache-2.0
#
# Solves Poisson's equation on a square by conjugate gradients: a sparse matrix times a vector, dot products, and sums of vectors.
# What divides these stays on the device, so that the host waits for every 50th step alone.

using GridCall
using GridCall: Ndarray
using GridCall.Preview: sparse_matmul, ndarray_transform_reduce
using Printf

# The 5-point Laplacian of a square of unknowns, by rows (CSR). Offsets and columns count from 0.
function laplacian(side)
    offsets, columns, values = Int32[0], Int32[], Float64[]
    for y in 1:side, x in 1:side
        at = (y - 1) * side + x - 1
        for (is_inside, column) in ((y > 1, at - side), (x > 1, at - 1), (true, at), (x < side, at + 1), (y < side, at + side))
            is_inside || continue
            push!(columns, column)
            push!(values, column == at ? 4 : -1)
        end
        push!(offsets, length(columns))
    end
    return DeviceArray(offsets), DeviceArray(columns), DeviceArray(values)
end

# The library's own functions take the memory of arrays as Ndarrays.
dot!(result, a, b) = ndarray_transform_reduce((Ndarray(result),), "a * b", (Ndarray(a), Ndarray(b)), (), (:SUM,), (0,))
multiply!(result, matrix, vector) = sparse_matmul(Ndarray(result), map(Ndarray, matrix)..., Ndarray(vector))

function main()
    side, between_checks = 127, 50
    matrix = laplacian(side)
    area = 1 / (side + 1)^2
    x, r = DeviceArray(zeros(side^2)), DeviceArray(fill(area, side^2))  # r is the right side, as x is 0
    p, q = copy(r), similar(r)
    rr, previous, pq = DeviceArray([0.0]), DeviceArray([0.0]), DeviceArray([0.0])

    dot!(rr, r, r)
    first = last = Array(rr)[1]
    println(side^2, " unknowns, ", length(matrix[2]), " elements")
    steps = 0
    while last > 1e-16 * first
        for _ in 1:between_checks
            multiply!(q, matrix, p)
            dot!(pq, p, q)
            @. x += rr / pq * p
            @. r -= rr / pq * q
            rr, previous = previous, rr
            dot!(rr, r, r)
            @. p = r + rr / previous * p
        end
        last = Array(rr)[1]
        steps += between_checks
        @printf("%d steps: residual 10^%.3f\n", steps, log10(last / first) / 2)
    end
    @printf("greatest %.6f, mean %.6f\n", maximum(x), sum(x) * area)
end

main()
