# SPDX-License-Identifier: Apache-2.0
"""The CPU device with checks on: sources, memory of every kind for arguments, launches, and the reports that they made. One process has one
list of checks, GRIDCALL_CPU_CHECK where it is set, else all."""

import ctypes as c
import json
import os
import re
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "support")]
sys.dont_write_bytecode = True
if "GRIDCALL_CPU_CHECK_FILE" not in os.environ:
    TEMPORARY = tempfile.NamedTemporaryFile(prefix="gridcall-check-", suffix=".json")  # noqa: SIM115 - until the process ends
    os.environ["GRIDCALL_CPU_CHECK_FILE"] = TEMPORARY.name
os.environ["GRIDCALL_DEVICE"] = "cpu"
os.environ.setdefault("GRIDCALL_CPU_CHECK", "all")
import gridcall  # noqa: E402


def paths(value, path=()):
    """(key of gc_error_report, text) of each value of a report's JSON."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not isinstance(value, dict):
        yield ".".join(map(str, path)), str(len(value) if isinstance(value, list) else value)
    for key, part in parts:
        yield from paths(part, (*path, key))


class Library(gridcall.Library):
    """Keeps the reports of the last error, whose values are also asked one by one."""

    told = ()

    def fail(self, name, status, error):
        self.told = []
        while line := self.error_report(error, len(self.told), None):
            report = json.loads(line)
            for key, text in paths(report):
                said = self.error_report(error, len(self.told), key.encode()).decode()
                assert said == text, f"gc_error_report says {key} = {said}, its JSON {text}"
            self.told.append(report)
        super().fail(name, status, error)


class Device:
    def __init__(self):
        self.g = Library()
        self.context = self.g.context_get_default()
        self.pool = self.g.pool_create(self.context, None)
        self.constant = self.g.constants
        self.read = 0

    def module(self, name, text, checks=None, instances=(), more=()):
        """With `checks` in place of the process's."""
        options = [f"--cpu-check={checks}".encode()] * bool(checks) + [each.encode() for each in more]
        instances = [each.encode() for each in instances]
        return self.g.module_from_source(self.context, text.encode(), len(text.encode()), c.byref(self.g.struct(
            "compile_options", name=name.encode(), flags=self.constant["COMPILE_NO_TIERING"],
            options=self.g.array(c.c_char_p, options), option_count=len(options),
            instances=self.g.array(c.c_char_p, instances), instance_count=len(instances))))

    def fill(self, mem, size, data=None):
        if data is not None:
            self.g.memcpy_htod(mem, 0, data, len(data), None)
        elif size:
            self.g.memset(mem, 0, b"\0", 1, size, None)
        return mem

    def placed(self, place, size):
        return self.g.mem_create(self.context, c.byref(self.g.struct("mem_options", place=self.constant[f"MEM_PLACE_{place}"], size=size)))

    def address(self, mem):
        return self.g.mem_get_address(mem)

    def argument(self, text, held):
        """A gc_arg; what must live as long goes to `held`."""
        kind, _, rest = text.partition(":")
        numbers = [int(n) for n in re.findall(r"\d+", rest)]
        mem, scalar = None, None
        if kind in ("a", "new", "part"):
            mem = self.g.mem_alloc(self.context, numbers[0])
            self.fill(mem, {"a": numbers[0], "new": 0, "part": numbers[-1]}[kind])
        elif kind == "pool":
            mem = self.fill(self.g.pool_alloc(self.pool, numbers[0], None), numbers[0])
        elif kind == "recycled":  # what a pool hands out again, with another's bytes in it
            self.g.mem_release(self.fill(self.g.pool_alloc(self.pool, numbers[0], None), numbers[0]))
            self.g.context_synchronize(self.context)
            mem = self.g.pool_alloc(self.pool, numbers[0], None)
        elif kind == "sub":
            whole = self.fill(self.g.mem_alloc(self.context, numbers[0]), numbers[0])
            held.append(whole)
            mem = self.g.mem_create_sub_region(whole, numbers[1], numbers[2], 0)
        elif kind in ("locked", "managed"):
            mem = self.fill(self.placed({"locked": "HOST", "managed": "MANAGED"}[kind], numbers[0]), numbers[0])
        elif kind == "copied":  # by the device, from memory that the host wrote
            source = self.fill(self.g.mem_alloc(self.context, numbers[0]), numbers[0])
            mem = self.g.mem_alloc(self.context, numbers[0])
            self.g.memcpy(mem, 0, source, 0, numbers[0], None)
            held.append(source)
        elif kind == "box":
            inner = self.fill(self.g.mem_alloc(self.context, numbers[0]), numbers[0])
            held.append(inner)
            mem = self.fill(self.g.mem_alloc(self.context, 8), 8, self.address(inner).to_bytes(8, "little"))
        elif kind == "list":  # each element is the index of the next
            mem = self.fill(self.g.mem_alloc(self.context, 4 * numbers[0]), 0, b"".join((i + 1).to_bytes(4, "little") for i in range(numbers[0])))
        elif kind in ("freed", "poolfreed"):
            gone = self.g.mem_alloc(self.context, numbers[0]) if kind == "freed" else self.g.pool_alloc(self.pool, numbers[0], None)
            self.fill(gone, numbers[0])
            scalar = self.address(gone), 8
            self.g.context_synchronize(self.context)
            self.g.mem_free(gone)
        elif kind == "host":
            held.append(c.create_string_buffer(numbers[0]))
            scalar = c.addressof(held[-1]), 8
        elif kind == "null":
            scalar = 0, 8
        elif kind == "surface":
            array = self.g.array_create(self.context, c.byref(self.g.struct(
                "array_options", flags=self.constant["ARRAY_SURFACE_LDST"], width=numbers[0], height=numbers[1],
                format=self.constant["ARRAY_FORMAT_SIGNED_INT32"], channels=1)))
            surface = self.g.surface_create(array)
            self.g.array_release(array)
            held.append(lambda: self.g.surface_release(surface))
            return self.g.struct("arg", kind=self.constant["ARG_KIND_SURFACE"], object=surface)
        elif kind == "struct":
            value = (c.c_int32 * len(numbers))(*numbers)
            held.append(value)
            return self.g.struct("arg", kind=self.constant["ARG_KIND_VALUE"], size=c.sizeof(value), object=c.addressof(value))
        else:
            scalar = (int(text[:-1]), 8) if text.endswith("L") else (int(text), 4)
        if scalar:
            return self.g.struct("arg", kind=self.constant["ARG_KIND_SCALAR"], size=scalar[1], bits=scalar[0] & (1 << 8 * scalar[1]) - 1)
        held.append(mem)
        return self.g.struct("arg", kind=self.constant["ARG_KIND_MEM"], size=8, object=mem)

    def reports(self):
        """The lines that were written since the last call."""
        path = Path(os.environ["GRIDCALL_CPU_CHECK_FILE"])
        if not path.exists():
            return []
        with path.open() as file:
            file.seek(self.read)
            lines = file.readlines()
            self.read = file.tell()
        return [json.loads(line) for line in lines]

    def launch(self, module, name, grid, block, arguments, shared=0, flags=0):
        """Waits for its end. Returns the reports, the name of the status, and the text of the failure."""
        kernel, held = self.g.module_get_kernel(module, name.encode()), []
        given = [self.argument(text, held) if isinstance(text, str) else text for text in arguments]
        shape = {f"{what}_{axis}": size for what, sizes in (("grid", grid), ("block", block)) for axis, size in zip("xyz", sizes)}
        config = self.g.struct("launch_config", shared_size=shared, flags=flags, **shape)
        self.g.context_synchronize(self.context)
        self.reports()
        status, message, self.g.told = 0, "", []
        try:
            self.g.launch(kernel, c.byref(config), self.g.array(self.g.types["gc_arg"], given), len(given), None)
            self.g.context_synchronize(self.context)
        except gridcall.GridcallError as error:
            status, message = error.status, str(error)
        for each in held:
            if isinstance(each, int):
                self.g.mem_release(each)
            elif callable(each):
                each()
        self.g.kernel_release(kernel)
        names = [name for name, value in self.constant.items() if value == status and name.startswith("ERROR_")] if status else ["OK"]
        reports = self.reports()
        failed = [each for each in reports if "severity" not in each]
        assert self.g.told == failed, f"the error has {len(self.g.told)} reports, the file {len(failed)}"
        return reports, names[0].removeprefix("ERROR_"), message
