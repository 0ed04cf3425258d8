# SPDX-License-Identifier: Apache-2.0
"""Arrays, texture and surface references."""

from .base import K, LogicError, Object, gc, library, options
from .constants import TRSF_NORMALIZED_COORDINATES, TRSF_READ_AS_INTEGER, address_mode, array_format, device_attribute, filter_mode
from .context import Context, current
from .memory import Wrapped, address_of


class ArrayDescriptor:
    def __init__(self, width=0, height=0, format=array_format.UNSIGNED_INT8, num_channels=0):
        self.width, self.height, self.format, self.num_channels = width, height, format, num_channels


class ArrayDescriptor3D(ArrayDescriptor):
    def __init__(self, width=0, height=0, format=array_format.UNSIGNED_INT8, num_channels=0, depth=0, flags=0):
        super().__init__(width, height, format, num_channels)
        self.depth, self.flags = depth, flags


class Array(Object):
    release = "array_release"

    def __init__(self, descr):
        super().__init__(gc.array_create(current(), options(
            "array", width=descr.width, height=descr.height, depth=getattr(descr, "depth", 0), format=descr.format,
            channels=descr.num_channels, flags=getattr(descr, "flags", 0))))

    @classmethod
    def of(cls, handle):
        made = cls.__new__(cls)
        made._handle = handle
        return made

    def free(self):
        self.__del__()

    def _ask(self, *names):
        return [gc.array_get_attribute(self, K[f"ARRAY_ATTRIBUTE_{name}"]) for name in names]

    def get_descriptor(self):
        width, height, channel, count = self._ask("WIDTH", "HEIGHT", "FORMAT", "CHANNELS")
        return ArrayDescriptor(width, height, array_format(channel), count)

    def get_descriptor_3d(self):
        width, height, channel, count, depth, flags = self._ask("WIDTH", "HEIGHT", "FORMAT", "CHANNELS", "DEPTH", "FLAGS")
        return ArrayDescriptor3D(width, height, array_format(channel), count, depth, flags)

    @property
    def handle(self):
        return self.native


class Reference:
    """A name in a module. What it is bound to reaches the module with the next launch, on that launch's stream."""

    def __init__(self, name=None):
        self._name, self._changed = name, False

    def bind(self, module, stream):
        if self._changed:
            bound = self._make()
            getattr(gc, f"module_bind_{bound.kind}")(module, self._name.encode(), bound, stream)
            self._changed = False  # the module holds it


class Texture(Object):
    release, kind = "texture_release", "texture"


class Surface(Object):
    release, kind = "surface_release", "surface"


class TextureReference(Reference):
    def __init__(self, name=None):
        super().__init__(name)
        self._array = self._linear = None
        self._format, self._channels = array_format.FLOAT, 1
        self._modes, self._filter = [address_mode.CLAMP] * 3, filter_mode.POINT
        # The read mode of the declaration, which gridcall does not tell: elements, as cudaReadModeElementType has it.
        self._flags = TRSF_READ_AS_INTEGER

    def _make(self):
        x, y, z = self._modes
        sampling = library.struct("sampling", address_x=x, address_y=y, address_z=z, filter=self._filter,
                                  flags=K["SAMPLING_NORMALIZED_COORDINATES"] if self._flags & TRSF_NORMALIZED_COORDINATES else 0)
        flags = K["TEXTURE_READ_AS_INTEGER"] if self._flags & TRSF_READ_AS_INTEGER else 0
        if self._array is not None:
            what = {"array": self._array}
        elif self._linear is not None:
            mem, fields = self._linear
            what = {"mem": mem, "format": self._format, "channels": self._channels, **fields}
            if not fields.get("height"):
                what["width"] = fields["width"] // element_size(self._format, self._channels)
                flags |= K["TEXTURE_ALLOW_OFFSET"]
        else:
            raise LogicError(f"nothing is bound to texture reference {self._name}")
        return Texture(gc.texture_create(current(), options("texture", flags=flags, sampling=sampling, **what)))

    def set_array(self, array):
        self._array, self._linear, self._changed = array, None, True

    def set_address(self, devptr, bytes, allow_offset=False):
        # A texture begins at a multiple of the alignment, inside of its memory: what lies before it is wrapped too.
        before = address_of(devptr) % Context.get_device().get_attribute(device_attribute.TEXTURE_ALIGNMENT)
        mem = Wrapped(address_of(devptr) - before, before + bytes)
        self._array, self._linear, self._changed = None, (mem, {"width": bytes, "offset": before}), True
        offset = gc.texture_get_attribute(self._make(), K["TEXTURE_ATTRIBUTE_OFFSET"])
        if offset and not allow_offset:
            raise LogicError("texture binding resulted in offset, but allow_offset was false")
        return offset

    def set_address_2d(self, devptr, descr, pitch):
        self.set_format(descr.format, descr.num_channels)
        row = descr.width * element_size(descr.format, descr.num_channels)
        self._array, self._changed = None, True
        self._linear = (Wrapped(devptr, pitch * (descr.height - 1) + row), {"width": descr.width, "height": descr.height, "row_pitch": pitch})

    def set_format(self, format, num_components):
        self._format, self._channels, self._changed = format, num_components, True

    def set_address_mode(self, dim, am):
        self._modes[dim], self._changed = am, True

    def set_filter_mode(self, mode):
        self._filter, self._changed = mode, True

    def set_flags(self, flags):
        self._flags, self._changed = flags, True

    def get_address(self):
        if self._linear is None:
            raise LogicError("no address is set")
        mem, fields = self._linear
        return gc.mem_get_address(mem) + fields.get("offset", 0)

    def get_array(self):
        if self._array is None:
            raise LogicError("no array is set")
        return self._array

    def get_address_mode(self, dim):
        return self._modes[dim]

    def get_filter_mode(self):
        return self._filter

    def get_format(self):
        return self._format, self._channels

    def get_flags(self):
        return self._flags


class SurfaceReference(Reference):
    _array = None

    def _make(self):
        return Surface(gc.surface_create(self._array))

    def set_array(self, array, flags=0):
        self._array, self._changed = array, True

    def get_array(self):
        if self._array is None:
            raise LogicError("no array is set")
        return self._array


def element_size(format, channels):
    return {8: 1, 9: 2, 10: 4, 1: 1, 2: 2, 3: 4, 16: 2, 32: 4}[int(format)] * channels


__all__ = ["Array", "ArrayDescriptor", "ArrayDescriptor3D", "SurfaceReference", "TextureReference"]
