# SPDX-License-Identifier: Apache-2.0
"""The methods the classes have beside the functions of the API."""

from ._arrays import MappingMixin, MemMixin, NdArrayMixin
from ._launch import GraphMixin, KernelMixin, PreparedMixin
from ._wait import StreamMixin


class ContextMixin:
    """The primary context of a device (an object, "cpu", "gpu:1", an index), or the default one."""

    def __new__(cls, device: "object | None" = None):  # noqa: ANN204
        from ._classes import Context, Device

        if device is None:
            return Context.default()
        return Context.primary(Device(str(device)) if isinstance(device, (str, int)) else device)


__all__ = ["ContextMixin", "GraphMixin", "KernelMixin", "MappingMixin", "MemMixin", "NdArrayMixin", "PreparedMixin", "StreamMixin"]
