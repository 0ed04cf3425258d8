# SPDX-License-Identifier: Apache-2.0
#
# What is known of a device. Without an argument: the names of its limits, which every device has. With --all:
# everything, with its values, of every device.

using GridCall

attribute_name(entry) = GridCall.device_attribute_name(entry.attribute)

function dump_device(device)
    println("device ", GridCall.index(device), ": ", GridCall.name(device))
    println("  compute capability: ", join(GridCall.compute_capability(device), "."))
    println("  total memory: ", GridCall.total_memory(device) ÷ 1024, " KB")
    for entry in GridCall.attributes(device)
        println("  ", attribute_name(entry), ": ", entry.value)
    end
end

function main()
    if "--all" in ARGS
        println("devices: ", length(devices()))
        foreach(dump_device, devices())
        return
    end
    for entry in GridCall.attributes(GridCall.device(default_context()))
        startswith(attribute_name(entry), "MAX_") && println(attribute_name(entry))
    end
end

main()
