#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs tests/bindings/scenario.txt through the Python binding; the README there tells the rules. The types of parameters are those of the
package's table; operations.py, which is generated, says which method calls a function."""

import os
import struct
import sys

import gridcall as gc
from gridcall import raw

sys.path.insert(0, os.path.dirname(os.environ["GRIDCALL_OPERATIONS"]))
from operations import OPERATIONS

FORMATS = {"i8": "b", "u8": "B", "i16": "h", "u16": "H", "i32": "i", "u32": "I", "i64": "q", "u64": "Q", "f32": "f", "f64": "d"}
objects, texts, kept = {}, {}, []
failure = None


def broken(text):
    sys.exit(f"scenario: {text}")


class Words:
    """The words of a line, one after the other."""

    def __init__(self, items):
        self.items, self.at = items, 0

    def next(self):
        if self.at == len(self.items):
            broken(f"word {self.at} is missing")
        self.at += 1
        return self.items[self.at - 1]

    def until(self, end):
        return iter(self.next, end)

    def end(self):
        if self.at < len(self.items):
            broken(f"'{self.items[self.at]}' is one word too many")


def as_text(word):
    if word == "-":
        return None
    if not word.startswith("@"):
        return word
    return texts[word[1:]] if word[1:] in texts else broken(f"no text has the name '{word[1:]}'")


def encode(kind, text):
    return struct.pack("<" + FORMATS[kind], float(text) if kind[0] == "f" else int(text))


def as_integer(word):
    """A number, or of TYPE(VALUE) the bits of that value."""
    text = as_text(word) or ""
    kind, bracket, value = text.partition("(")
    return int.from_bytes(encode(kind, value.removesuffix(")")), "little") if bracket else int(text)


def as_object(word):
    if word == "-":
        return None
    if word == "null":
        return gc.Object._of(0)
    return objects[word] if word in objects else broken(f"no handle has the name '{word}'")


def as_bytes(word):
    if word == "-":
        return None
    if word.startswith("@"):
        return as_text(word).encode()
    kind, _, values = word.partition(":")
    return bytes.fromhex(values) if kind == "hex" else b"".join(encode(kind, each) for each in values.split(",") if each)


def as_value(word, text):
    """The value that a word stands for, of a parameter or a field."""
    if word.code == "@" or word.type == "any":
        return as_object(text)
    if word.code in ("=", "~"):
        name = text.removeprefix("ERROR_") if word.type == "status" else text
        return name if name in gc._call.codes[word.type].__members__ else as_integer(text)
    if word.code == "&":
        return as_record(word.type, text)
    if word.type in ("bytes", "text", "str"):
        return as_bytes(text) if word.type == "bytes" else as_text(text)
    return float(as_text(text)) if word.type in ("f32", "f64") else as_integer(text)


def fields_of(kind):
    return [f for f in raw.words(kind) if f.name not in ("struct_size", "reserved") and not f.length_of and not f.writable]


def as_record(kind, text):
    """Fields between colons; the last takes the rest."""
    fields = fields_of(kind)
    return {f.name: as_value(f, part) for f, part in zip(fields, text.split(":", len(fields) - 1))}


def as_options(kind, words):
    """{ FIELD=WORD... }, or - for none."""
    first, options = words.next(), {}
    if first == "-":
        return None
    for each in words.until("}"):
        path, _, text = each.partition("=")
        *holders, name = path.split(".")
        place, inside = options, kind
        for holder in holders:
            place = place.setdefault(holder, {})
            inside = next(f.type for f in raw.words(inside) if f.name == holder)
        field = next((f for f in raw.words(inside) if f.name == name), None) or broken(f"there is no field '{path}'")
        value = as_value(field, text)
        if field.array:
            place.setdefault(name, []).append(value)
        else:
            place[name] = value
    return options


def show(word, value):
    if word.code == "@":
        return [("", "none" if value is None else value)]
    if word.type in ("f32", "f64"):
        return [("", f"{value:.3f}")]
    if word.code == "&":
        return [(f"{f.name}=", show(f, getattr(value, f.name))[0][1]) for f in fields_of(word.type)]
    if isinstance(value, bytes):
        return [("", value.hex())]
    return [("", value.replace("\n", "\\n") if isinstance(value, str) else str(int(value)))]


def run_operation(name, words):
    function, own = OPERATIONS[name]
    parameters, named, buffers = raw.words(name), {}, []
    for word in parameters:
        if word.length_of or word.out and word.type != "bytes":
            continue
        if word.out:
            kind, _, count = words.next().partition(":")
            named[word.key] = bytearray(struct.calcsize("<" + FORMATS[kind]) * as_integer(count))
            buffers.append((kind, named[word.key]))
        elif word.array:
            if words.next() != "[":
                broken("a list begins with [")
            named[word.key] = [as_value(word, each) for each in words.until("]")]
        elif word.options:
            named.update(as_options(word.type, words) or {})
        elif word.code == "&" and word.raw:
            named[word.key] = as_options(word.type, words)
        else:
            named[word.key] = as_value(word, words.next())
    words.end()
    arguments = [named.pop(own)] if own else []
    result = function(*arguments, **named)
    if buffers:
        kind, data = buffers[0]
        return [("", f"{value[0]:.3f}" if kind[0] == "f" else str(value[0])) for value in struct.iter_unpack("<" + FORMATS[kind], data)]
    outs = [word for word in parameters if word.out]
    if raw.FUNCTIONS[name][0] != "-":
        return show(raw.Word(f"x:{raw.FUNCTIONS[name][0]}"), result)
    if len(outs) == 1 and (outs[0].array or outs[0].of):
        return [each if outs[0].of else ("", ":".join(text for _, text in each)) for item in result for each in ([show(outs[0], item)] if outs[0].array else show(outs[0], item))]
    return [each for word, value in zip(outs, result if len(outs) > 1 else [result]) for each in show(word, value)]


def run_error(name, words):
    """An accessor of the last error."""
    if failure is None:
        broken("nothing has failed yet")
    field = name.removeprefix("gc_error_")
    if field == "note_count":
        value = len(failure.notes)
    elif field == "note":
        index = as_integer(words.next())
        value = failure.notes[index] if index < len(failure.notes) else ""
    else:
        value = getattr(failure, field)
    words.end()
    return [("", value.replace("\n", "\\n") if isinstance(value, str) else str(int(value)))]


def run_command(name, words):
    if name == "compare":
        a, op, b = as_text(words.next()), words.next(), as_text(words.next())
        results = [("", str(int({"==": lambda: a == b, "!=": lambda: a != b, "<": lambda: int(a) < int(b), "<=": lambda: int(a) <= int(b)}[op]())))]
    elif name == "contains":
        text, part = as_text(words.next()), as_text(words.next())
        results = [("", str(int(part in text)))]
    elif name.startswith("gc_error_"):
        return run_error(name, words)
    elif name.endswith("_release"):
        word = words.next()
        if word != "null":
            as_object(word).close()
        results = []
    elif name in OPERATIONS:
        return run_operation(name, words)
    else:
        broken(f"unknown command '{name}'")
    words.end()
    return results


def finish(results, names):
    if not names:
        return "= " + " ".join(label + text for label, text in results) if results else "ok"
    if len(names) != len(results):
        broken(f"{len(results)} results, but {len(names)} names")
    for name, (_, value) in zip(names, results):
        objects.pop(name, None)
        texts.pop(name, None)
        if isinstance(value, str):
            texts[name] = value
        else:
            objects[name] = value
            kept.append(value)
    return "ok"


def main():
    global failure
    texts.update(argument.split("=", 1) for argument in sys.argv[2:])
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = iter(file.read().split("\n"))
    for line in lines:
        if not line or line.startswith("#"):
            continue
        print(">", line)
        words = line.split(" ")
        if words[0] == "source" and len(words) == 2:
            texts[words[1]] = "".join(each + "\n" for each in iter(lambda: next(lines), "end"))
            print("ok")
            continue
        names = words[: words.index("=")] if "=" in words else []
        words = words[len(names) + bool(names) :]
        try:
            print(finish(run_command(words[0], Words(words[1:])), names))
        except gc.Error as error:
            failure = error
            print(f"! {gc.status_name(error.status)} {error.function}: {error.message}")


main()
