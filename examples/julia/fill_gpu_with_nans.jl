# SPDX-License-Identifier: Apache-2.0
#
# Fills memory with NaN, to find who reads what nobody wrote: half of what is free, but 64 MiB at most.

using GridCall

function main()
    free, _ = GridCall.memory_info(default_context())
    n = min(free ÷ 2, 64 << 20) ÷ 4
    a = fill!(DeviceArray{Float32}(undef, n), NaN32)
    println("filled ", sizeof(a), " bytes with ", string(reinterpret(UInt32, NaN32), base = 16, pad = 8))
    println("NaN: ", count(isnan, Array(a)), " of ", n)
end

main()
