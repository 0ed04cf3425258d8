# SPDX-License-Identifier: Apache-2.0
#
# Sums up a table whose rows are records, without a kernel of its own: fields are arrays, an expression fills one of them, and
# reductions add up.

using GridCall
using Printf

struct Sale
    number::Int32
    price::Float32
    quantity::UInt16
    region::UInt16
    total::Float64
end

function random_sales(n)
    x = UInt32(1)
    sales = Vector{Sale}(undef, n)
    for i in 1:n
        x = x * 0x0019660d + 0x3c6ef35f
        sales[i] = Sale(i - 1, Float32(x >> 22) / 4, x >> 10 & 63, x >> 16 & 3, 0)
    end
    return sales
end

function reduced(one, of, how)
    value = zeros(Float64, 1)
    GridCall.ndarray_reduce(one, of, how, ())
    GridCall.copy_to_host(one, value)
    return value[1]
end

function main()
    rows = 100000
    sales = random_sales(rows)
    totals = [Float64(s.price) * s.quantity for s in sales]

    context = Context()
    types = (number = :INT32, price = :FLOAT32, quantity = :UINT16, region = :UINT16, total = :FLOAT64)
    entries = [(String(name), nothing, fieldoffset(Sale, i), 1, GridCall.code(GridCall.ScalarType, types[name]))
               for (i, name) in enumerate(fieldnames(Sale))]
    record = GridCall.dtype_create(entries, sizeof(Sale))
    table = GridCall.ndarray_from_host(context, sales; record = record, shape = (rows,))
    price, quantity, region, total = (GridCall.field(table, name) for name in ("price", "quantity", "region", "total"))
    GridCall.apply(total, "(double)a * b", (price, quantity), ())

    chosen = GridCall.ndarray_create(context; scalar_type = :FLOAT64, shape = (rows,))
    one = GridCall.ndarray_create(context; scalar_type = :FLOAT64)
    right = true
    println("rows: ", rows, " of ", sizeof(Sale), " bytes")
    for i in 0:3
        number = ((UInt64(i), UInt64(0)), GridCall.code(GridCall.ScalarType, :INT32))
        GridCall.apply(chosen, "a == x ? b : 0.0", (region, total), [number])
        sum_of = reduced(one, chosen, :SUM)
        @printf("region %d: %.2f\n", i, sum_of)
        right &= sum_of == sum(totals[j] for j in 1:rows if sales[j].region == i)
    end
    all, most = reduced(one, total, :SUM), reduced(one, total, :MAX)
    @printf("all: %.2f\nthe dearest: %.2f\n", all, most)
    GridCall.copy_to_host(table, sales)
    s = sales[8]
    @printf("row 7: number %d, %.2f x %d = %.2f\n", s.number, s.price, s.quantity, s.total)
    right &= all == sum(totals) && most == maximum(totals) && s.total == totals[8]
    println("as on the host: ", right ? "yes" : "no")
end

main()
