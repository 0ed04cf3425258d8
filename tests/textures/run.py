# SPDX-License-Identifier: Apache-2.0
"""Reads of textures on a device beside the model's: run.py PROGRAM [SEED [CASES]] [--save FILE]. Prints TAP; a case is a group of
formats. --save keeps what the device returned, for --against FILE, which compares with that in place of the model."""

import argparse
import hashlib
import lzma
import math
import random
import struct
import subprocess
import sys

import model

OPS = {"1": 0, "2": 1, "3": 2, "1l": 3, "2l": 4, "2c": 5, "2cl": 6, "1L": 7, "2L": 8, "3L": 9, "2lL": 10, "f": 11, "g": 12}
SAMPLES = 48


def special_floats(rng):
    return rng.choice([0.0, -0.0, 1.0, float("inf"), float("-inf"), float("nan"), 1e-40, -1e-40, 3e38, 1e-30])


def texel(rng, fmt, wild):
    letter, kind, bits = model.FORMATS[fmt]
    if kind == "u":
        return rng.getrandbits(bits)
    if kind == "s":
        return rng.choice([-(1 << (bits - 1)), (1 << (bits - 1)) - 1, 0]) if rng.random() < 0.1 else \
            rng.randrange(-(1 << (bits - 1)), 1 << (bits - 1))
    if bits == 16:
        return rng.getrandbits(16) if wild else struct.unpack("<H", struct.pack("<e", rng.uniform(-100, 100)))[0]
    if wild and rng.random() < 0.1:
        return model.bits_of(special_floats(rng))
    if wild:
        return rng.getrandbits(1) << 31 | rng.randrange(90, 165) << 23 | rng.getrandbits(23)
    return model.bits_of(rng.uniform(-10, 10))


def coordinate(rng, size, normalized):
    kind = rng.random()
    if kind < 0.05:
        return special_floats(rng)
    value = rng.uniform(-1.5 * size, 2.5 * size)
    if kind < 0.4:  # near edges, centres and ties
        value = rng.randrange(-3 * size, 4 * size) / rng.choice([1, 2, 4, 256, 512]) + rng.choice([0, 1 / 512, -1 / 512, 1e-6])
    return model.f32(value / size if normalized else value)


def make_case(rng, fmt):
    kind = rng.choice(["1", "2", "2", "2", "3", "1l", "2l", "2c", "2cl", "2L", "3L", "2lL", "1L", "f", "g", "pitch"])
    op = "2" if kind == "pitch" else kind
    extent = lambda: rng.choice([1, 2, 3, 5, 8, 13])
    case = dict(format=fmt, channels=rng.choice([1, 2, 4]), width=extent(), height=0, depth=0, levels=0, array_flags=0, source=0)
    if op[0] in "23g":
        case["height"] = extent()
    if op[0] == "3":
        case["depth"] = extent()
    if "l" in op:
        case["array_flags"] |= model.LAYERED
        case["depth"] = rng.choice([1, 3])
    if "c" in op:
        case["array_flags"] |= model.CUBEMAP
        case["height"] = case["width"]
        case["depth"] = 6 * (case["depth"] or 1)
    if op == "g":
        case["array_flags"] |= model.GATHER
    if "L" in op:
        has = [case["width"], case["height"]] + ([] if "l" in op else [case["depth"]])
        case["levels"] = rng.randint(1, max(has).bit_length())
    if kind == "pitch":
        case["source"] = 2
    if op == "f":
        case["source"] = 1
    normalized = op != "f" and (case["levels"] > 0 or "c" in op or rng.random() < 0.6)
    is_element = rng.random() < 0.3
    case["flags"] = model.READ_AS_INTEGER if is_element else 0
    if fmt == 1 and not is_element and rng.random() < 0.15:
        case["flags"] |= model.SRGB
    case["sampling"] = model.NORMALIZED if normalized else 0
    case["address"] = [rng.randrange(4) for _ in range(3)]
    case["linear"] = int(op != "f" and rng.random() < 0.65)
    case["mip_linear"] = int(case["levels"] > 0 and rng.random() < 0.5)
    case["bias"] = rng.choice([0.0, 0.25, -0.7, 1.5]) if case["levels"] else 0.0
    case["min_level"] = rng.choice([0.0, 0.5]) if case["levels"] else 0.0
    case["max_level"] = rng.choice([8.0, 1.25]) if case["levels"] else 0.0
    case["border"] = [model.f32(rng.choice([0, 1, 0.5, 0.75, -0.3, 7, 1e6, rng.uniform(-2, 2)])) for _ in range(4)]
    if "c" in op:
        case["address"] = [model.CLAMP] * 3
    count = 0
    for level in range(max(case["levels"], 1)):
        w, h, d = (max(model.halved(case[k], level), 1) for k in ("width", "height", "depth"))
        if case["array_flags"] & (model.LAYERED | model.CUBEMAP):
            d = case["depth"]
        count += w * h * d * case["channels"]
    wild = rng.random() < 0.4
    case["texels"] = [texel(rng, fmt, wild) for _ in range(count)]
    case["op"] = op
    samples = []
    for _ in range(SAMPLES):
        if "c" in op:
            # away from edges of faces, where a GPU's division differs
            x, y, z = (model.f32(rng.uniform(-1, 1)) for _ in range(3))
        else:
            x = coordinate(rng, case["width"], normalized)
            y = coordinate(rng, case["height"] or 1, normalized)
            z = coordinate(rng, case["depth"] or 1, normalized)
        layer = rng.choice([-1, 0, 1, 2, 7]) if "l" in op else rng.randrange(-2, case["width"] + 2) if op == "f" else \
            rng.randrange(4) if op == "g" else 0
        level = model.f32(rng.uniform(-1, 5)) if "L" in op else 0.0
        samples.append((x, y, z, layer, level))
    case["samples"] = samples
    return case


def line_of(case):
    """The case as the program reads it, one line of hexadecimal numbers."""
    is_signed_element = model.FORMATS[case["format"]][1] == "s"
    texture = model.Texture(case)
    result = 2 if texture.element_read and is_signed_element else 1 if texture.element_read else 0
    words = [case[k] for k in ("source", "format", "channels", "width", "height", "depth", "levels", "array_flags", "flags", "sampling")]
    words += case["address"] + [case["linear"], case["mip_linear"]]
    words += [model.bits_of(case[k]) for k in ("bias", "min_level", "max_level")] + [model.bits_of(c) for c in case["border"]]
    words += [OPS[case["op"]], result, len(case["samples"])]
    letter, _, _ = model.FORMATS[case["format"]]
    texels = struct.pack(f"<{len(case['texels'])}{letter}", *case["texels"])
    samples = b"".join(struct.pack("<3fif", *s) for s in case["samples"])
    return " ".join(f"{w:x}" for w in words) + f"\n{texels.hex()}\n{samples.hex()}\n"


def tolerance(case):
    """The error where the measurement is not reproduced bit for bit, as an absolute difference; None: everything is."""
    if case["flags"] & model.SRGB and (case["linear"] or case["mip_linear"]):
        return 0.004
    if case["format"] == 8 and (case["linear"] or case["mip_linear"]):
        return 1.5 / 32767
    if "c" in case["op"]:
        return math.inf  # places at edges of texels
    return None


def same(case, got, want):
    if got == want:
        return True
    allowed = tolerance(case)
    if allowed is None:
        return False
    if allowed == math.inf:
        return False
    return abs(model.float_of(got) - model.float_of(want)) <= allowed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("count", type=int, nargs="?", default=40)
    parser.add_argument("--save")
    parser.add_argument("--against")
    arguments = parser.parse_args()
    program, count = arguments.program, arguments.count
    rng = random.Random(arguments.seed)
    cases = [make_case(rng, fmt) for fmt in model.FORMATS for _ in range(count)]
    cases_text = "".join(map(line_of, cases))
    done = subprocess.run([program], input=cases_text, capture_output=True, text=True, check=False)
    if done.returncode == 77:
        print("1..0 # SKIP no such device here")
        return 0
    lines = done.stdout.splitlines()
    digest = hashlib.sha256(cases_text.encode()).digest()
    if arguments.save:
        with lzma.open(arguments.save, "wb") as file:
            file.write(digest + bytes.fromhex("".join(lines)))
    recorded = b""
    if arguments.against:
        with lzma.open(arguments.against) as file:
            recorded = file.read()
        if recorded[:len(digest)] != digest:
            print(f"1..1\nnot ok 1 - {arguments.against} was recorded of other cases: pass its seed and count, or record it again")
            return 1
        recorded = recorded[len(digest):]
    print(f"1..{len(model.FORMATS)}")
    failed = 0
    for number, fmt in enumerate(model.FORMATS):
        wrong, total, cubes_off, cubes, notes = 0, 0, 0, 0, []
        for index, case in enumerate(cases):
            if case["format"] != fmt:
                continue
            if index >= len(lines):
                wrong += 1
                notes.append(f"no answer to case {index}: {done.stderr.strip()[-300:]}")
                break
            texture = model.Texture(case)
            got = struct.unpack(f"<{SAMPLES * 4}I", bytes.fromhex(lines[index]))
            answers = struct.unpack_from(f"<{SAMPLES * 4}I", recorded, index * SAMPLES * 16) if recorded else ()
            for i, sample in enumerate(case["samples"]):
                want = answers[i * 4:i * 4 + 4] or texture.read(case["op"], *sample)
                have = list(got[i * 4:i * 4 + 4])
                total += 1
                is_same = all(same(case, a, b & 0xFFFFFFFF) for a, b in zip(have, want, strict=True))
                if "c" in case["op"]:
                    cubes += 1
                    cubes_off += not is_same
                elif not is_same:
                    wrong += 1
                    if len(notes) < 8:
                        small = {k: v for k, v in case.items() if k not in ("texels", "samples")}
                        notes.append(f"{sample}: {[hex(v) for v in have]}, the model says {[hex(v & 0xFFFFFFFF) for v in want]}; {small}")
        if cubes_off > 2:
            wrong += 1
            notes.append(f"{cubes_off} of {cubes} reads of cube maps differ")
        failed += wrong != 0
        print(f"{'not ok' if wrong else 'ok'} {number + 1} - format {fmt}: {total} reads, {wrong} differ; of {cubes} in cubes {cubes_off}")
        for note in notes:
            print("# " + note)
    if done.returncode != 0:
        print("# " + done.stderr.strip()[-1000:])
    return 1 if failed or done.returncode != 0 else 0


if __name__ == "__main__":
    sys.exit(main())
