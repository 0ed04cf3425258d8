# SPDX-License-Identifier: Apache-2.0
"""pycuda._driver, PyCUDA's compiled module, in Python over gridcall's C ABI: a part for each noun."""

from . import array, base, constants, context, copy, curand, memory, module, pool

__all__ = []
for _part in (base, constants, context, memory, copy, array, module, pool, curand):
    globals().update({name: getattr(_part, name) for name in _part.__all__})
    __all__ += _part.__all__
