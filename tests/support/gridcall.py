# SPDX-License-Identifier: Apache-2.0
"""gridcall.h by ctypes, from the spec in bindings/api: every function, struct and constant of it.

A function is called with its inputs in C's order and returns what it gives out: nothing, a value, or a tuple. Texts and lists
out are asked for twice, as C has it. A failure is a GridcallError. Handles are numbers; 0 and None are none.
"""

import ctypes as c
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bindings/gen"))
import loader

SCALARS = {"uint8_t": c.c_uint8, "uint16_t": c.c_uint16, "uint32_t": c.c_uint32, "uint64_t": c.c_uint64, "int32_t": c.c_int32,
           "int64_t": c.c_int64, "size_t": c.c_size_t, "float": c.c_float, "double": c.c_double, "char": c.c_char}


class GridcallError(Exception):
    def __init__(self, status, name, text):
        super().__init__(text)
        self.status, self.name = status, name


class Library:
    def __init__(self, path=None):
        self.c = c.CDLL(path or os.environ.get("GRIDCALL_LIBRARY", "libgridcall.so.0"))
        self.model = loader.load(ROOT / "bindings/api")
        self.functions = {function.name: function for function in self.model.functions}
        groups = [*self.model.enums.values(), *self.model.flags.values()]
        self.constants = {value.constant.removeprefix("GRIDCALL_"): value.value for group in groups for value in group.values}
        self.types = dict(SCALARS)
        self.types.update({f"gc_{name}": c.c_int32 for name in self.model.enums})
        self.types.update({f"gc_{name}": c.c_uint64 for name in self.model.flags})
        for struct in self.model.structs.values():
            self.add_struct(struct)

    def add_struct(self, struct):
        if struct.c_type in self.types:
            return
        fields = []
        for field in struct.fields:
            if field.type.kind == "struct":
                self.add_struct(self.model.structs[field.type.name])
            kind = self.type_of(field.c_decl, exact=True)
            fields.append((field.name, kind * field.count if field.count else kind))
        made = type(struct.c_type, (c.Structure,), {"_fields_": fields})
        if c.sizeof(made) != struct.size:
            raise TypeError(f"{struct.c_type} has {c.sizeof(made)} bytes here, and {struct.size} in C")
        self.types[struct.c_type] = made

    def type_of(self, declaration, exact=False):
        """The ctypes type of a C declaration. Pointers to arrays and structs are plain addresses unless `exact`."""
        words = declaration.replace("const", "").replace(" ", "")
        if words == "char*":
            return c.c_char_p
        if not words.endswith("*"):
            return self.types[words]
        if exact and words == "char**":
            return c.POINTER(c.c_char_p)
        return c.POINTER(self.types[words[:-1]]) if exact and words[:-1] in self.types else c.c_void_p

    def struct(self, name, /, **fields):
        made = self.types[f"gc_{name}"]
        if made._fields_[0][0] == "struct_size":
            fields["struct_size"] = c.sizeof(made)
        result = made(**{key: getattr(value, "_as_parameter_", value) for key, value in fields.items()})
        result.held = fields  # objects that own a handle live as long as the struct that names it
        return result

    def array(self, kind, values):
        """An array for a pair of pointer and count; None where there is nothing."""
        return (kind * len(values))(*values) if values else None

    def fail(self, name, status, error):
        text = self.c.gc_error_text
        text.restype, text.argtypes = c.c_char_p, [c.c_void_p]
        message = (text(error) or b"").decode(errors="replace") if error else ""
        self.c.gc_error_release(error)
        raise GridcallError(status, name, message or f"{name}: status {status}")

    def __getattr__(self, name):
        """The function gc_`name`."""
        function = self.functions.get(f"gc_{name}")
        if function is None:
            raise AttributeError(f"gridcall.h has no gc_{name}")
        made = self.caller(function)
        setattr(self, name, made)
        return made

    def caller(self, function):
        raw = getattr(self.c, function.name)
        raw.restype = c.c_int32 if function.fallible else None if function.returns.kind == "void" else self.type_of(function.c_returns)
        parameters = function.c_params
        raw.argtypes = [c.c_void_p if p.suffix or p.role in ("out", "buffer", "needed", "error") else self.type_of(p.decl) for p in parameters]
        if not function.fallible:
            return raw
        given = [param for param in function.params if param.out and param.out != "bytes"]  # `bytes` is a buffer of the caller's
        outs = [p for param in given for p in param.c]
        if any(p.role == "buffer" for p in outs):
            return self.asker(function, raw, outs)
        made = [self.types.get(p.decl.removesuffix("*"), c.c_void_p) for p in outs]
        made = [kind * int(p.suffix[1:-1]) if p.suffix else kind for kind, p in zip(made, outs)]
        filled = [param.type.kind == "struct" for param in given]

        def call(*inputs):
            if len(inputs) + len(made) + 1 != len(parameters):  # ctypes lets more pass
                raise TypeError(f"{function.name} has {len(parameters) - len(made) - 1} inputs, and {len(inputs)} are given")
            error = c.c_void_p()
            results = [kind() for kind in made]
            for result, is_struct in zip(results, filled):
                if is_struct and hasattr(result, "struct_size"):
                    result.struct_size = c.sizeof(result)
            status = raw(*inputs, *[c.byref(each) for each in results], c.byref(error))
            if status:
                self.fail(function.name, status, error)
            values = [each if not hasattr(each, "value") else each.value for each in results]
            return values[0] if len(values) == 1 else tuple(values) if values else None
        return call

    def asker(self, function, raw, outs):
        """For a function that gives a text or a list."""
        element = self.types[outs[0].decl.removesuffix("*")]

        def call(*inputs):
            error, needed = c.c_void_p(), c.c_size_t()
            status = raw(*inputs, None, 0, c.byref(needed), c.byref(error))
            if status:
                self.fail(function.name, status, error)
            buffer = (element * needed.value)()
            status = raw(*inputs, buffer, needed.value, c.byref(needed), c.byref(error))
            if status:
                self.fail(function.name, status, error)
            if element is c.c_char:
                return buffer.value.decode()
            return bytes(buffer) if element is c.c_uint8 else list(buffer)
        return call
