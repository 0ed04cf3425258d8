# SPDX-License-Identifier: Apache-2.0
"""Calls a function of the table with Python's values: by the type of each parameter, so that nothing here grows with the API."""

from __future__ import annotations

import builtins
import ctypes
import difflib
import re
import warnings
import weakref
from collections.abc import Mapping, Sequence
from enum import IntFlag
from typing import Any, Union

from . import raw
from ._arrays import scalar
from ._buffer import HostBuffer, one, wrong
from ._errors import error_of

Buffer = Any  # what has the buffer protocol, or NumPy's __array_interface__
Record = Union[Mapping[str, Any], Sequence[Any], Any]  # noqa: UP007 (Python 3.9); a struct: a dict of its fields, or these in their order

codes: dict[str, Any] = {}  # the spec's name of an enum or of flags: the class
constants: dict[str, int] = {}  # C's names
handles: dict[str, Any] = {}
results: dict[str, Any] = {}
LIMITS = {"u8": (0, 0xFF), "u16": (0, 0xFFFF), "u32": (0, 0xFFFFFFFF), "u64": (0, 2**64 - 1), "size": (0, 2**64 - 1),
          "i32": (-(2**31), 2**31 - 1), "i64": (-(2**63), 2**63 - 1)}
OUT_OF_RANGE = 102


def register(names: dict[str, Any], **prefixes: str) -> None:
    """Takes what a generated module defines, which is what `import *` gets of it."""
    names["__all__"] = [name for name, each in names.items() if name[0] != "_" and getattr(each, "__module__", "") == names["__name__"]]
    for name, each in list(names.items()):
        if not isinstance(each, type) or each.__module__ != names["__name__"]:
            continue
        spec_name = getattr(each, "_kind", "") or re.sub(r"(?<=.)([A-Z])", r"_\1", name).lower()
        if issubclass(each, Handle):
            handles[spec_name] = each
        elif issubclass(each, tuple):
            results[spec_name] = each
        else:
            codes[spec_name] = each
            prefix = "" if name == "Status" else prefixes.get(spec_name, re.sub("_flags$", "", spec_name).upper()) + "_"
            for member, value in each.__members__.items():
                error = "ERROR_" * (name == "Status" and member != "OK")
                constants[f"GRIDCALL_{prefix}{error}{member}"] = int(value)


def code(name: str, value: int) -> Any:
    """The constant of a number; the number, where this version has no name for it."""
    try:
        return codes[name](value)
    except ValueError:
        return value


def deprecated(name: str, text: str) -> None:
    warnings.warn(f"{name} is deprecated {text}", DeprecationWarning, stacklevel=3)


def _release(name: str, pointer: int) -> None:
    getattr(raw, name)(pointer)


class Handle:
    """An object of the library. `close` or `with` releases it; else it is released when nothing refers to it, at the latest when the interpreter
    exits; in any order with others, from any thread."""

    _kind = _release = ""
    _pointer = 0

    def __new__(cls, *_: Any, **__: Any) -> Any:
        raise TypeError(f"{cls.__name__} is not called: other objects make one, as module.kernel(name) does")

    @classmethod
    def _of(cls, pointer: int) -> Any:
        """The object of a pointer, which it owns."""
        self = object.__new__(cls)
        self._pointer = pointer
        if cls._release and pointer:
            self._finalizer = weakref.finalize(self, _release, cls._release, pointer)
        return self

    @property
    def _as_parameter_(self) -> ctypes.c_void_p:
        return ctypes.c_void_p(self._pointer)

    @property
    def closed(self) -> bool:
        """Whether it was released."""
        return bool(self._release) and not (self._pointer and self._finalizer.alive)

    def close(self) -> None:
        """Releases it; once more does nothing."""
        if self._release and self._pointer:
            self._finalizer()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<gridcall.{type(self).__name__} {self._pointer:#x}{' closed' * self.closed}>"

    def __reduce_ex__(self, protocol: Any) -> Any:
        of_host = ": pass x.to_host() in its place" if hasattr(self, "to_host") else ", and belongs to this process: make another"
        raise TypeError(f"{one(type(self).__name__)} cannot be pickled or copied by `copy`{of_host}")


def number(name: str, kind: str, value: Any) -> Any:
    if kind == "bool":
        return int(bool(value))
    if kind in ("f32", "f64"):
        try:
            return float(value)
        except (TypeError, ValueError):
            raise wrong(name, value, "a float") from None
    try:
        value = value.__index__()
    except (AttributeError, TypeError):
        raise wrong(name, value, "an int") from None
    least, most = LIMITS[kind]
    if not least <= value <= most:
        raise OverflowError(f"`{name}` is {value}: pass a number from {least} to {most}")
    return value


def constant(name: str, word: raw.Word, value: Any) -> int:
    """The number of a constant: itself, or of its name as text; of flags also several, "A|B"."""
    kind = codes[word.type]
    if isinstance(value, str):
        total = 0
        for part in value.split("|") if issubclass(kind, IntFlag) else [value]:
            try:
                total |= kind[part.strip().upper()]
            except KeyError:
                near = difflib.get_close_matches(part.strip().upper(), kind.__members__, 8) if len(kind.__members__) > 20 else kind.__members__
                names = f"pass one of {', '.join(near)}" if near else f"list(gridcall.{kind.__name__}) has what to pass"
                raise ValueError(f"`{name}` is {part.strip()!r}, which is no {kind.__name__}: {names}") from None
        return total
    if not hasattr(value, "__index__"):
        raise wrong(name, value, f"{one(kind.__name__)}, its name or number")
    return number(name, "u64" if word.code == "~" else "i32", value)


class Arguments:
    """C's arguments of one call, and what they point to."""

    def __init__(self) -> None:
        self.keep: list[Any] = []
        self.values: list[Any] = []
        self.lengths: dict[str, int] = {}  # of buffers and arrays

    def text(self, name: str, value: Any) -> bytes:
        if hasattr(value, "__fspath__"):
            value = value.__fspath__()
        if not isinstance(value, str):
            raise wrong(name, value, "a str")
        if "\0" in value:
            raise ValueError(f"`{name}` has a NUL character inside, where it would end: take it out")
        return value.encode()

    def one(self, name: str, word: raw.Word, value: Any, writable: bool = False) -> Any:
        """The C value of one value."""
        kind = word.type
        if word.code == "@" or kind == "any":
            if value is None and word.nullable:
                return 0
            if not isinstance(value, Handle):
                wanted = one(handles[kind].__name__) if kind in handles else "a handle"
                if value is not None and kind == "mem" and type(value).__name__ in ("ndarray", "array", "bytes", "bytearray", "memoryview"):
                    wanted = "a Mem: Mem.from_host(x) copies host memory"
                raise wrong(name, value, wanted + (", or None" * word.nullable))
            self.keep.append(value)
            return value._pointer
        if word.code in ("=", "~"):
            return constant(name, word, value)
        if word.code == "&":
            return self.struct(name, kind, value, writable)
        if kind == "str":
            return None if value is None and word.nullable else self.text(name, value)
        return number(name, kind, value)

    def several(self, name: str, word: raw.Word, values: Any) -> tuple[Any, int]:
        """An array, and its length."""
        if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
            raise wrong(name, values, "a list")
        items = [self.one(f"{name}[{i}]", word, value) for i, value in enumerate(values)]
        made = (word.element * len(items))(*items)
        self.keep.append(made)
        return made, len(items)

    def buffer(self, name: str, value: Any, writable: bool) -> HostBuffer:
        made = HostBuffer(name, value, writable)
        self.keep.append(made)
        return made

    def struct(self, name: str, kind: str, value: Any, writable: bool = False) -> Any:
        """A struct of a dict of its fields, of these in their order, or of the first alone."""
        made = raw.struct(kind)()
        fields = [f for f in raw.words(kind) if f.name not in ("struct_size", "reserved") and not f.length_of]
        if value is None:
            return made
        if isinstance(value, raw.struct(kind)):
            self.keep.append(value)
            return value
        if kind == "scalar" and (isinstance(value, str) or not isinstance(value, (Mapping, Sequence))):
            value = scalar(name, value)
        if not isinstance(value, Mapping):
            if isinstance(value, (str, bytes)) or not isinstance(value, Sequence):
                value = (value,)
            if len(value) > len(fields):
                raise ValueError(f"`{name}` has {len(value)} values, and these fields: {', '.join(f.name for f in fields)}")
            value = {f.name: each for f, each in zip(fields, value)}
        if unknown := set(value) - {f.name for f in fields}:
            raise ValueError(f"`{name}` has no field {sorted(unknown)[0]!r}: pass {', '.join(f.name for f in fields)}")
        for f in fields:
            if f.name in value:
                self.set(made, f, f"{name}.{f.name}", value[f.name], writable)
        return made

    def set(self, made: Any, f: raw.Word, name: str, value: Any, writable: bool) -> None:
        if f.type == "bytes":
            if value is None:
                return
            buffer = self.buffer(name, value, f.writable == "!" or f.writable == "%" and writable)
            setattr(made, f.name, buffer.address)
            setattr(made, self.length(made, f), buffer.size)
        elif f.array:
            items, count = self.several(name, f, value)
            setattr(made, f.name, ctypes.addressof(items) if count else None)
            setattr(made, self.length(made, f), count)
        elif f.count and f.type == "char":
            text = self.text(name, value)
            if len(text) >= f.count:
                raise ValueError(f"`{name}` has {len(text)} bytes, and {f.count - 1} fit: pass a shorter text")
            setattr(made, f.name, text)
        elif f.count:
            if len(value) > f.count:
                raise ValueError(f"`{name}` has {len(value)} values, and {f.count} fit")
            getattr(made, f.name)[: len(value)] = [self.one(name, f, each) for each in value]
        else:
            setattr(made, f.name, self.one(name, f, value, f.writable == "!"))

    @staticmethod
    def length(made: Any, f: raw.Word) -> str:
        return next(each.name for each in raw.words(type(made).__name__[3:]) if each.length_of == f.name)

    def options(self, word: raw.Word, values: dict[str, Any]) -> Any:
        """A struct whose fields are keyword arguments; None if all are left out and None is allowed."""
        given = {f.name: values[f.key] for f in raw.words(word.type) if f.key in values and f.name not in ("struct_size", "reserved") and
                 not f.length_of and not (values[f.key] is None or isinstance(values[f.key], (int, str, tuple)) and not values[f.key])}
        if not given and word.nullable:
            return None
        made = raw.struct(word.type)()
        for f in raw.words(word.type):
            if f.name in given:
                self.set(made, f, f.name, given[f.name], False)
        return made


def of_c(word: raw.Word, value: Any) -> Any:
    """A value that C gives, as Python has it."""
    if word.code == "&":
        return record(word.type, value)
    if word.code in ("=", "~"):
        return code(word.type, value)
    if word.code == "@":
        return handles[word.type]._of(value) if value else None
    if word.type in ("str", "char"):
        return (value or b"").decode(errors="replace")
    return value != 0 if word.type == "bool" else value


def record(kind: str, made: Any) -> Any:
    values = []
    for f in raw.words(kind):
        if f.name not in ("struct_size", "reserved"):
            value = getattr(made, f.name)
            values.append(tuple(of_c(f, each) for each in value) if f.count and f.type != "char" else of_c(f, value))
    return results[kind](*values)


def default_context() -> Any:
    from ._classes import Context

    return Context.default()


def call(name: str, values: dict[str, Any]) -> Any:
    """Calls a function. `values` are the arguments by their names, as `locals()` has them in a method."""
    result, parameters, function = raw.FUNCTIONS[name][0], raw.words(name), getattr(raw, name)
    args = Arguments()
    put, outs, grown = args.values.append, [], []
    for word in parameters:
        if word.out and word.type != "bytes":
            if word.array or word.type == "str":
                outs.append((word, len(args.values)))
                grown.append((word, len(args.values)))
                args.values += [None, 256 if word.type in ("str", "u8") else 16, ctypes.byref(needed := ctypes.c_size_t())]
                args.keep.append(needed)
            else:
                count = word.count or (args.lengths[word.of] if word.of else 0)
                made = (word.element * count)() if count or word.of else word.element()
                outs.append((word, made))
                put(made if count or word.of else ctypes.byref(made))
            continue
        if word.length_of:
            put(args.lengths[word.length_of])
            continue
        key = "self" if word.key not in values else word.key
        if word.options:
            made = args.options(word, values)
            args.keep.append(made)
            put(None if made is None else ctypes.byref(made))
            continue
        value = values[key]
        if word.type == "context" and not word.nullable and value is None:
            value = default_context()
        if word.array:
            made, count = args.several(word.name, word, value)
            args.values += [made if count else None, count]
            args.lengths[word.name] = count
        elif word.type == "bytes":
            buffer = args.buffer(word.name, value, word.out) if value is not None or not word.nullable else None
            put(buffer.address if buffer else None)
            size = buffer.size if buffer else 0
            args.lengths[word.name] = size
            if not word.out or word.count == -1:
                put(size)
        elif word.type == "text":
            if not isinstance(value, str):
                raise wrong(word.name, value, "a str")
            text = value.encode()
            args.values += [ctypes.c_char_p(text), len(text)]
        elif word.code == "&":
            made = None if value is None and word.nullable else args.struct(word.name, word.type, value)
            args.keep.append(made)
            put(None if made is None else ctypes.byref(made))
        else:
            put(args.one(word.name, word, value))
    if result != "-":
        return of_c(raw.result_of(name), function(*args.values)) if result != "void" else function(*args.values)
    while True:
        for word, at in grown:
            kind = ctypes.c_char if word.type == "str" else word.element
            items = (kind * args.values[at + 1])()
            if word.code == "&" and raw.STRUCTS[word.type][0].startswith("struct_size"):
                for item in items:
                    item.struct_size = ctypes.sizeof(kind)
            args.values[at] = items
        error = ctypes.c_void_p()
        status = function(*args.values, ctypes.byref(error))
        if status == OUT_OF_RANGE and any(args.values[at + 2]._obj.value > args.values[at + 1] for _, at in grown):
            raw.gc_error_release(error)
            for _, at in grown:
                args.values[at + 1] = max(args.values[at + 1], args.values[at + 2]._obj.value)
            continue
        break
    if status:
        raise error_of(status, error)
    found = [out_of_c(word, args.values[made] if isinstance(made, int) else made, args.values[made + 2]._obj.value if isinstance(made, int) else 0)
             for word, made in outs]
    return None if not found else found[0] if len(found) == 1 else tuple(found)


def out_of_c(word: raw.Word, made: Any, count: int) -> Any:
    if word.type == "str":
        return made.value.decode(errors="replace")
    if word.count or word.array and word.type == "u8":
        return builtins.bytes(made)[: word.count or count]
    if word.array:
        items = [of_c(word, made[i]) for i in range(count)]
        return items if word.code else tuple(items)
    if word.of:
        return [of_c(word, each) for each in made]
    if word.code == "&":
        return record(word.type, made)
    value = of_c(word, made.value)
    # Some attributes are negative in two's complement.
    return value - 2**64 if word.type == "u64" and word.name == "out_value" and value >= 2**63 else value
