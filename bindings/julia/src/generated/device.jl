# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.

"""
    device_count()

The number of devices, the CPU device included. A machine without a GPU, or without a driver, is no error.

May block.

Throws a `GridCallError`: `FORKED`, `EXITING`.
"""
function device_count()
    out_count = Ref{Int32}(0)
    @check LibGridCall.gc_device_get_count(out_count)
    return Int(out_count[])
end

"""
    device_by_index(index)

The device at an index.

- `index`: From 0, below `device_count`.

May block.

Throws a `GridCallError`: `OUT_OF_RANGE`, `FORKED`, `EXITING`.
"""
function device_by_index(index::Integer)
    out_device = Ref{Ptr{LibGridCall.gc_device}}(C_NULL)
    @check LibGridCall.gc_device_get_by_index(index, out_device)
    return Device(out_device[])
end

"""
    device_find(text)

The device that a text names: a kind ("gpu" or "cpu": the first of that kind; "gpu:1": the second), an index
("0"), a PCI bus id ("0000:65:00.0" in hexadecimal, the domain and the function optional) or a UUID
("GPU-8d2f...", or a beginning that no other device's has). It is what `GRIDCALL_DEVICE` holds. Case does not
matter.

- `text`: The name.

May block.

Throws a `GridCallError`: `NOT_FOUND`, `NO_DEVICE`, `DRIVER_UNAVAILABLE`, `FORKED`, `EXITING`.
"""
function device_find(text::AbstractString)
    out_device = Ref{Ptr{LibGridCall.gc_device}}(C_NULL)
    @check LibGridCall.gc_device_find(text, out_device)
    return Device(out_device[])
end

"""
    index(device)

The index of a device, as `device_by_index` takes it.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function index(device::Device)
    out_index = Ref{Int32}(0)
    @check LibGridCall.gc_device_get_index(device, out_index)
    return Int(out_index[])
end

"""
    kind(device)

Whether a device is a GPU or the CPU device.

Throws a `GridCallError`: `INVALID_ARGUMENT`, `INVALID_HANDLE`.
"""
function kind(device::Device)
    out_kind = Ref{Int32}(0)
    @check LibGridCall.gc_device_get_kind(device, out_kind)
    return DeviceKind(out_kind[])
end

"""
    name(device)

The name of a device, "NVIDIA H200".

Throws a `GridCallError`: `DRIVER`, `FORKED`, `EXITING`.
"""
function name(device::Device)
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_device_get_name(device, buffer, capacity, needed, out_error)
    return read_text(call)
end

"""
    pci_bus_id(device)

The PCI bus id of a device, "0000:65:00.0". Only on a GPU: the CPU device returns UNSUPPORTED.

Throws a `GridCallError`: `UNSUPPORTED`, `DRIVER`, `FORKED`, `EXITING`.
"""
function pci_bus_id(device::Device)
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_device_get_pci_bus_id(device, buffer, capacity, needed, out_error)
    return read_text(call)
end

"""
    uuid(device)

The UUID of a device: 16 bytes that name it across processes and reboots.

Throws a `GridCallError`: `UNSUPPORTED`, `DRIVER`, `FORKED`, `EXITING`.
"""
function uuid(device::Device)
    out_uuid = Ref{NTuple{16,UInt8}}()
    GC.@preserve out_uuid @check LibGridCall.gc_device_get_uuid(
        device, Base.unsafe_convert(Ptr{NTuple{16,UInt8}}, out_uuid)
    )
    return out_uuid[]
end

"""
    compute_capability(device)

The compute capability: 9 and 0 for sm_90. The CPU device returns that whose features it offers.

Returns: The major number. The minor number.

Throws a `GridCallError`: `DRIVER`, `FORKED`, `EXITING`.
"""
function compute_capability(device::Device)
    out_major = Ref{Int32}(0)
    out_minor = Ref{Int32}(0)
    @check LibGridCall.gc_device_get_compute_capability(device, out_major, out_minor)
    return (Int(out_major[]), Int(out_minor[]))
end

"""
    total_memory(device)

All memory of a device.

Throws a `GridCallError`: `DRIVER`, `FORKED`, `EXITING`.
"""
function total_memory(device::Device)
    out_size = Ref{UInt64}(0)
    @check LibGridCall.gc_device_get_total_memory(device, out_size)
    return Int(out_size[])
end

"""
    attribute(device, attribute)

One attribute of a device. `NOT_FOUND` if the driver does not know the number.

Returns: Its value; the unit stands with each attribute.

Throws a `GridCallError`: `NOT_FOUND`, `DRIVER`, `FORKED`, `EXITING`.
"""
function attribute(device::Device, attribute::Union{DeviceAttribute,Integer,Symbol})
    out_value = Ref{Int32}(0)
    @check LibGridCall.gc_device_get_attribute(device, code(DeviceAttribute, attribute), out_value)
    return Int(out_value[])
end

"""
    attributes(device)

Every attribute that this library names and this device knows.

Returns: The attributes, by rising number.

Throws a `GridCallError`: `DRIVER`, `FORKED`, `EXITING`.
"""
function attributes(device::Device)
    call(buffer, capacity, needed, out_error) =
        LibGridCall.gc_device_get_attributes(device, buffer, capacity, needed, out_error)
    return map(DeviceAttributeEntry, read_items(LibGridCall.gc_device_attribute_entry, call))
end

"""
    device_attribute_name(attribute)

The name of an attribute, "WARP_SIZE"; "" for one this library does not name. Static; never released.
"""
device_attribute_name(
    attribute::Union{DeviceAttribute,Integer,Symbol}
) = unsafe_string(LibGridCall.gc_device_attribute_name(code(DeviceAttribute, attribute)))

"""
    device_attribute_from_name(name)

The attribute of a name: "WARP_SIZE", "warp_size" or "CU_DEVICE_ATTRIBUTE_WARP_SIZE"; PyCUDA's older names too
(`SHARED_MEMORY_PER_BLOCK`, `REGISTERS_PER_BLOCK`, `MAXIMUM_TEXTURE2D_ARRAY_*`).

Throws a `GridCallError`: `NOT_FOUND`.
"""
function device_attribute_from_name(name::AbstractString)
    out_attribute = Ref{Int32}(0)
    @check LibGridCall.gc_device_attribute_from_name(name, out_attribute)
    return DeviceAttribute(out_attribute[])
end

"""
    device_default(fallback)

The device that the user chose: by the environment variable `GRIDCALL_DEVICE`, else `CUDA_DEVICE`, else the
file ~/.cuda-device or ~/.cuda_device; else the one at an index. It makes no context, and does not ask whether
one can be made.

- `fallback`: The index where the user chose none, below `device_count`.

May block.

Throws a `GridCallError`: `NO_DEVICE`, `OUT_OF_RANGE`, `DRIVER_UNAVAILABLE`, `FORKED`, `EXITING`.
"""
function device_default(fallback::Integer)
    out_device = Ref{Ptr{LibGridCall.gc_device}}(C_NULL)
    @check LibGridCall.gc_device_get_default(fallback, out_device)
    return Device(out_device[])
end

"""
    can_access_peer(device, peer)

Whether kernels on a device can use memory of another one, once `enable_peer_access` allows it.

- `peer`: The device whose memory.

Returns: `true` if they can, else `false`.

Throws a `GridCallError`: `DRIVER`, `FORKED`, `EXITING`.
"""
function can_access_peer(device::Device, peer::Device)
    out_can = Ref{Int32}(0)
    @check LibGridCall.gc_device_can_access_peer(device, peer, out_can)
    return out_can[] != 0
end
