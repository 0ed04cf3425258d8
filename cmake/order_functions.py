#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""order_functions.py PROGRAM OUTPUT SOURCE...

Writes the linker's names (`.text.` and the symbol) of the functions that PROGRAM runs while it compiles each SOURCE, in the order of their
first calls: a linker that puts them side by side spares a small compilation most page faults of a program of 50 MB of code. A breakpoint
at each function is removed by its first call. Where processes may not be traced, OUTPUT is empty.
"""

import ctypes
import os
import signal
import struct
import sys

TRACEME, CONT, GETREGS, SETREGS, SETOPTIONS, GETEVENTMSG = 0, 7, 12, 13, 0x4200, 0x4201
TRACEFORK, TRACEVFORK, TRACECLONE, EXITKILL = 2, 4, 8, 0x100000
WALL = 0x40000000
RIP = 16 * 8  # in user_regs_struct of x86-64
LOAD, SYMBOLS, FUNCTION = 1, 2, 2

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
libc.ptrace.restype = ctypes.c_long


def ptrace(request, process, data=0):
    if libc.ptrace(request, process, None, data) < 0:
        raise OSError(ctypes.get_errno(), "ptrace")


class Program:
    """The functions of an ELF file with a fixed address, and their bytes."""

    def __init__(self, path):
        with open(path, "rb") as file:
            image = file.read()
        section_at, = struct.unpack_from("<Q", image, 40)
        entry_size, count = struct.unpack_from("<HH", image, 58)
        sections = [struct.unpack_from("<IIQQQQIIQQ", image, section_at + i * entry_size) for i in range(count)]
        self.names = {}
        for _, kind, _, _, offset, size, link, _, _, _ in sections:
            if kind != SYMBOLS:
                continue
            text_at = sections[link][4]
            for name, info, _, index, value, _ in struct.iter_unpack("<IBBHQQ", image[offset:offset + size]):
                if info & 15 == FUNCTION and index and sections[index % 0xff00][8] > 1:
                    end = image.index(b"\0", text_at + name)
                    self.names.setdefault(value, []).append(image[text_at + name:end].decode())
        program_at, = struct.unpack_from("<Q", image, 32)
        entry_size, count = struct.unpack_from("<HH", image, 54)
        for i in range(count):
            kind, flags, offset, address, _, size, _, _ = struct.unpack_from("<IIQQQQQQ", image, program_at + i * entry_size)
            if kind == LOAD and flags & 1:
                self.address, self.code = address, image[offset:offset + size]


def write(process, address, data):
    memory = os.open(f"/proc/{process}/mem", os.O_WRONLY)
    try:
        os.pwrite(memory, data, address)
    finally:
        os.close(memory)


def trace(program, command, order):
    """Adds to `order` the addresses of functions that the command runs and that are not in it."""
    child = os.fork()
    if child == 0:
        try:
            os.dup2(os.open(os.devnull, os.O_RDWR), 1)
            ptrace(TRACEME, 0)
            os.execv(command[0], command)
        finally:
            os._exit(127)
    os.waitpid(child, 0)
    ptrace(SETOPTIONS, child, TRACEFORK | TRACEVFORK | TRACECLONE | EXITKILL)
    patched = bytearray(program.code)
    for address in program.names:
        offset = address - program.address
        if 0 <= offset < len(patched) and address not in order:
            patched[offset] = 0xcc
    write(child, program.address, patched)
    registers = ctypes.create_string_buffer(27 * 8)
    ptrace(CONT, child)
    while True:
        thread, status = os.waitpid(-1, WALL)
        if not os.WIFSTOPPED(status):
            if thread == child:
                return os.waitstatus_to_exitcode(status)
            continue
        stop = os.WSTOPSIG(status)
        if stop == signal.SIGTRAP and status >> 16 == 0:
            ptrace(GETREGS, thread, ctypes.addressof(registers))
            address = struct.unpack_from("<Q", registers, RIP)[0] - 1
            if address in program.names:
                order.setdefault(address)
                offset = address - program.address
                write(thread, address, program.code[offset:offset + 1])
                struct.pack_into("<Q", registers, RIP, address)
                ptrace(SETREGS, thread, ctypes.addressof(registers))
        ptrace(CONT, thread, 0 if stop in (signal.SIGTRAP, signal.SIGSTOP) else stop)


def main():
    path, output, *sources = sys.argv[1:]
    order = {}
    try:
        program = Program(path)
        for source in sources:
            if code := trace(program, [path, source], order):
                raise OSError(0, f"{source}: exit code {code}")
    except OSError as error:
        print(f"order_functions: no order, for the compiler could not be traced: {error}", file=sys.stderr)
        order = {}
    with open(output, "w", encoding="utf-8") as file:
        if order:
            file.write(".text.startup\n")
        # A constructor's section has the name of one of its symbols.
        for address in order:
            file.writelines(f".text.{name}\n" for name in program.names[address])


if __name__ == "__main__":
    main()
