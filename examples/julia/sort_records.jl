# SPDX-License-Identifier: Apache-2.0
#
# Sorts a table of records by one of their fields: the field is an array, and the records move along with it.

using GridCall
using GridCall.Preview: ndarray_sort
using Printf

struct Reading
    sensor::UInt32
    value::Float32
    time::UInt64
end

function random_readings(n)
    x = UInt32(1)
    readings = Vector{Reading}(undef, n)
    for i in 1:n
        x = x * 0x0019660d + 0x3c6ef35f
        readings[i] = Reading(x >> 8 & 1023, Float32(x >> 20) / 8, 999 + i)
    end
    return readings
end

function main()
    count = 100000
    readings = random_readings(count)
    context = Context()
    types = (sensor = :UINT32, value = :FLOAT32, time = :UINT64)
    entries = [(String(name), nothing, fieldoffset(Reading, i), 1, GridCall.code(GridCall.ScalarType, types[name]))
               for (i, name) in enumerate(fieldnames(Reading))]
    record = GridCall.dtype_create(entries, sizeof(Reading))
    table = GridCall.ndarray_from_host(context, readings; record = record, shape = (count,))
    sorted = GridCall.ndarray_create(context; record = record, shape = (count,))
    keys = GridCall.ndarray_create(context; scalar_type = :UINT32, shape = (count,))
    ndarray_sort(keys, GridCall.field(table, "sensor"); values = sorted, values_src = table)

    GridCall.copy_to_host(sorted, readings)
    right = all(i -> (readings[i-1].sensor, readings[i-1].time) < (readings[i].sensor, readings[i].time), 2:count)
    println(count, " readings of ", sizeof(Reading), " bytes")
    for i in 0:33333:count-1
        r = readings[i+1]
        @printf("%d: sensor %d at %d: %.3f\n", i, r.sensor, r.time, r.value)
    end
    println("by sensor, and by time for each: ", right ? "yes" : "no")
end

main()
