# SPDX-License-Identifier: Apache-2.0
#
# Divides points into clusters by k-means, without a kernel of its own: the nearest center of all points at once, and the sums
# of all clusters at once, are reductions of expressions over points by centers.

using GridCall
using GridCall.Preview: transform_reduce
using Printf

const CORNERS = ((100, 200), (700, 100), (400, 700), (100, 600))

function random_points(n)
    r = UInt32(1)
    points = (zeros(n), zeros(n))
    for i in 1:n
        r = r * 0x0019660d + 0x3c6ef35f
        corner = CORNERS[(r >> 30) + 1]
        points[1][i] = corner[1] + (r >> 8 & 255)
        points[2][i] = corner[2] + (r >> 16 & 255)
    end
    return points
end

function main()
    count, clusters, steps = 20000, 4, 10
    points = random_points(count)
    context = Context()
    of_points(type) = GridCall.ndarray_create(context; scalar_type = type, shape = (count, 1))
    of_clusters(type) = GridCall.ndarray_create(context; scalar_type = type, shape = (1, clusters))
    at = [of_points(:FLOAT64) for _ in 1:2]
    center = [of_clusters(:FLOAT64) for _ in 1:2]
    for d in 1:2
        GridCall.copy_from_host(at[d], points[d])
        GridCall.copy_from_host(center[d], points[d][1:clusters])  # the first points are the first centers
    end
    sum_of, size_of, number, label = of_clusters(:FLOAT64), of_clusters(:FLOAT64), of_clusters(:INT32), of_points(:INT32)
    GridCall.apply(number, "i", (), ())

    for _ in 1:steps
        transform_reduce(label, "(a - c) * (a - c) + (b - d) * (b - d)", (at..., center...), (), :ARG_MIN, (1,))
        transform_reduce(size_of, "a == b ? 1.0 : 0.0", (label, number), (), :SUM, (0,))
        for d in 1:2
            transform_reduce(sum_of, "a == b ? c : 0.0", (label, number, at[d]), (), :SUM, (0,))
            GridCall.apply(center[d], "b > 0 ? a / b : c", (sum_of, size_of, center[d]), ())
        end
    end

    println(count, " points after ", steps, " steps")
    x, y, sizes = Array(center[1]), Array(center[2]), Array(size_of)
    for k in 1:clusters
        @printf("%.0f points around (%.3f, %.3f)\n", sizes[k], x[k], y[k])
    end
end

main()
