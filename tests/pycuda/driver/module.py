# SPDX-License-Identifier: Apache-2.0
"""Compiling, modules, functions. nvcc's place is taken by gc_program_compile."""

import ctypes as c
from pathlib import Path

from .array import SurfaceReference, TextureReference
from .base import Buffer, Error, GridcallError, K, LogicError, Object, gc, library, struct
from .constants import jit_option
from .context import VERSION, Context, current


def compile_plain(source, options, keep, nvcc, cache_dir, target="cubin"):
    """In the place of pycuda.compiler.compile_plain, which starts nvcc; its caller has made source and options ready.

    PyCUDA's pycuda-helpers.hpp has textures with compilers before CUDA 12 alone: this one says that it is one, as the driver does.
    """
    from pycuda.driver import CompileError

    words = [str(option).encode() for option in [*options, f"-D__CUDACC_VER_MAJOR__={VERSION[0]}"]]
    fields = {"options": library.array(c.c_char_p, words), "option_count": len(words), "name": b"kernel.cu"}
    if cache_dir is False:
        fields["flags"] = K["COMPILE_NO_CACHE"]
    source = source.encode()
    try:
        program = library.program_compile(Context.get_device(), source, len(source), struct("compile_options", **fields))
    except GridcallError as error:
        raise CompileError(f"gc_program_compile failed\n{error}", ["gc_program_compile", *options], stderr=str(error)) from error
    try:
        return gc.program_get_image(program)
    finally:
        library.program_release(program)


class Module(Object):
    release = "module_release"

    def __init__(self, handle):
        super().__init__(handle)
        self._references = {}

    def get_function(self, name):
        return Function(self, gc.module_get_kernel(self, name.encode()), name)

    def get_global(self, name):
        mem = gc.module_get_global(self, name.encode())
        try:
            return gc.mem_get_address(mem), gc.mem_get_size(mem)
        finally:
            library.mem_release(mem)

    def get_texref(self, name):
        return self._reference(name, TextureReference)

    def get_surfref(self, name):
        return self._reference(name, SurfaceReference)

    def _reference(self, name, kind):
        """The reference of that name, always the same one: as CUDA's, it is of the module."""
        if name not in self._references:
            self.get_global(name)  # else the name is found missing by the first launch
            self._references[name] = kind(name)
        return self._references[name]

    def bind_references(self, stream):
        for reference in self._references.values():
            reference.bind(self, stream)


def load_fields(options):
    """Fields of gc_module_options for PyCUDA's options of the driver's compiler."""
    fields = {}
    for key, value in options:
        name = {jit_option.MAX_REGISTERS: "max_registers", jit_option.THREADS_PER_BLOCK: "threads_per_block",
                jit_option.OPTIMIZATION_LEVEL: "optimization_level"}.get(key)
        if name:
            fields[name] = int(value)
        elif key == jit_option.TARGET:
            fields["arch"] = f"sm_{int(value)}".encode()
        elif key == jit_option.FALLBACK_STRATEGY:
            fields["flags"] = K["MODULE_PREFER_BINARY"] if value == 1 else 0
        elif key not in (jit_option.WALL_TIME, jit_option.TARGET_FROM_CUCONTEXT):
            raise LogicError(f"jit option {key!r} is not one of a program's")
    return fields


def load(message_handler, make):
    try:
        made = Module(make())
    except Error as error:
        if message_handler is not None:
            message_handler(False, "", str(error))
        raise
    if message_handler is not None:
        message_handler(True, gc.module_get_log(made), "")
    return made


def module_from_buffer(buffer, options=(), message_handler=None):
    image = Buffer(buffer)
    return load(message_handler, lambda: gc.module_from_buffer(current(), image.address, image.size, struct("module_options", **load_fields(options))))


def module_from_file(filename):
    return Module(gc.module_from_file(current(), str(filename).encode(), None))


class Linker:
    def __init__(self, message_handler=None, options=None, log_verbose=False):
        self._handler, self._inputs = message_handler, []
        self._fields = load_fields((options or {}).items() if hasattr(options, "items") else options or ())
        if log_verbose:
            self._fields["flags"] = self._fields.get("flags", 0) | K["MODULE_VERBOSE"]

    def add_data(self, data, input_type, name="unknown"):
        """The kind is seen in the data."""
        self._inputs.append((name, bytes(data, "utf-8") if isinstance(data, str) else bytes(data)))

    def add_file(self, filename, input_type):
        self.add_data(Path(filename).read_bytes(), input_type, str(filename))

    def link_module(self):
        inputs = [library.struct("link_input", name=name.encode(), image=c.cast(c.c_char_p(data), c.c_void_p), size=len(data)) for name, data in self._inputs]
        options = struct("module_options", **self._fields)
        return load(self._handler, lambda: gc.module_link(current(), options, library.array(library.types["gc_link_input"], inputs), len(inputs)))


class Function(Object):
    release = "kernel_release"

    def __init__(self, module, handle, name):
        super().__init__(handle)
        self._module, self._symbol, self._block, self._shared = module, name, None, 0
        self._args = None

    def _arguments(self):
        """The kernel's parameters as arguments that lie in a buffer, and that buffer's size."""
        if self._args is None:
            params = [gc.kernel_get_param(self, index) for index in range(gc.kernel_get_param_count(self))]
            args = [library.struct("arg", kind=K["ARG_KIND_BYTES"], size=each.size, bits=each.offset) for each in params]
            self._args = library.array(library.types["gc_arg"], args), len(args), max((each.offset + each.size for each in params), default=0)
        return self._args

    def _launch_kernel(self, grid_dim, block_dim, parameter_buffer, shared_mem_bytes, stream):
        if len(grid_dim) > 3 or len(block_dim) > 3:
            raise LogicError("a grid and a block have 3 dimensions at most")
        grid, block = [*map(int, grid_dim), 1, 1, 1], [*map(int, block_dim), 1, 1, 1]
        buffer, (args, count, size) = Buffer(parameter_buffer), self._arguments()
        if buffer.size != size:
            raise LogicError(f"{self._symbol} takes {size} bytes of parameters, and {buffer.size} are given")
        self._module.bind_references(stream)
        gc.launch(self, struct(
            "launch_config", grid_x=grid[0], grid_y=grid[1], grid_z=grid[2], block_x=block[0], block_y=block[1], block_z=block[2],
            shared_size=int(shared_mem_bytes), bytes=buffer.address, bytes_size=buffer.size), args, count, stream)

    def param_set_texref(self, reference):
        """Since CUDA 3.2 nothing is left to do: a module's references are bound by name."""

    def _set_block_shape(self, x, y, z):
        self._block = x, y, z

    def _set_shared_size(self, size):
        self._shared = size

    def get_attribute(self, attribute):
        return gc.kernel_get_attribute(self, attribute)

    def set_attribute(self, attribute, value):
        gc.kernel_set_attribute(self, attribute, value)

    def set_cache_config(self, value):
        gc.kernel_set_attribute(self, K["KERNEL_ATTRIBUTE_CACHE_CONFIG"], value)

    def set_shared_config(self, value):
        gc.kernel_set_attribute(self, K["KERNEL_ATTRIBUTE_SHARED_CONFIG"], value)


__all__ = ["Function", "Linker", "Module", "module_from_buffer", "module_from_file"]
