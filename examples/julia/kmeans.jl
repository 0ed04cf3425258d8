# SPDX-License-Identifier: Apache-2.0
#
# Divides points into clusters by k-means, without a kernel of its own: the nearest center of all points at once, and the sums
# of all clusters at once, are reductions of expressions over points by centers.

using GridCall
using GridCall.Preview: ndarray_transform, ndarray_transform_reduce
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
    sums, size_of, number, label = [of_clusters(:FLOAT64) for _ in 1:2], of_clusters(:FLOAT64), of_clusters(:INT32), of_points(:INT32)
    GridCall.apply(number, "i", (), ())

    for _ in 1:steps
        ndarray_transform_reduce((label,), "(a - c) * (a - c) + (b - d) * (b - d)", (at..., center...), (), (:ARG_MIN,), (1,))
        # The points of each cluster and their coordinates, added up in one pass.
        chosen = "a == b ? 1.0 : 0.0; a == b ? c : 0.0; a == b ? d : 0.0"
        ndarray_transform_reduce((size_of, sums...), chosen, (label, number, at...), (), (:SUM,), (0,))
        ndarray_transform(center, "a > 0 ? b / a : d; a > 0 ? c / a : e", (size_of, sums..., center...), ())
    end

    println(count, " points after ", steps, " steps")
    x, y, sizes = Array(center[1]), Array(center[2]), Array(size_of)
    for k in 1:clusters
        @printf("%.0f points around (%.3f, %.3f)\n", sizes[k], x[k], y[k])
    end
end

main()
