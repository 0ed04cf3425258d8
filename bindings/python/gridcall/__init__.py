# SPDX-License-Identifier: Apache-2.0
"""GPU compute through the C API of gridcall; on a machine without a GPU its CPU device runs the same kernels.

    import gridcall as gc
    twice = gc.Module("__global__ void twice(float *x, int n) { ... }").kernel("twice")
    x = gc.array([1, 2, 3], "float32")
    twice[1, 32](x, 3)
    print(x.to_host())
"""

from . import raw
from ._arrays import apply, array, empty, from_dlpack, zeros
from ._classes import *  # noqa: F403
from ._classes import Device
from ._errors import CompileError, Error, LaunchError, LogicError, MemoryError, RuntimeError  # noqa: A004
from ._launch import In, InOut, Launch, Out
from ._log import LogForwarder, forward_log
from ._table import VERSION as __version__


def devices() -> "list[Device]":
    """Every device: GPUs, then the CPU device."""
    return [Device.by_index(i) for i in range(Device.count())]


__all__ = [name for name in dir() if not name.startswith("_") and name not in ("MemoryError", "RuntimeError")]
__all__ += ["__version__"]
_ = (raw, apply, array, empty, from_dlpack, zeros, CompileError, Error, LaunchError, LogicError, MemoryError, RuntimeError, In, InOut, Launch, Out, LogForwarder, forward_log)
