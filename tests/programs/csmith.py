# SPDX-License-Identifier: Apache-2.0
"""Programs of csmith, a generator of C programs without undefined behaviour. Some of the variables that a program begins
with get a value of each thread's own, so that its threads go different ways here and there."""

import random
import re
import subprocess
import tempfile

from slowdown import limit

from program import Program

# The constructs that one thread's code can have, at a size that is compiled in a second.
OPTIONS = ("--lang-cpp --cpp11 --no-volatiles --no-volatile-pointers --no-argc --no-packed-struct --no-float "
           "--max-array-dim 2 --max-array-len-per-dim 5 --max-expr-complexity 4 --max-struct-fields 4 --max-union-fields 3").split()

SCALAR = re.compile(r"^static (u?int(?:8|16|32|64)_t) (g_\d+) = ", re.MULTILINE)

CHANGES = ("{g} ^= (({t})(thread & 1u));", "{g} = ({t})({g} + thread);", "{g} = ({t})(thread & 3u);", "{g} ^= ({t})(thread * 0x9e3779b1u >> 28);",
           "{g} = ({t})({g} + (thread >> 3));", "{g} = ({t})thread;", "if (thread == 5u) {g} = 0;", "{g} = ({t})(thread < 9u);")


def safe_math(path):
    """The functions that a program of csmith calls for arithmetic."""
    text = path.read_text(encoding="latin-1")
    macros = ("#define STATIC static inline\n#define FUNC_NAME(name) safe_##name\n#define LOG_INDEX\n#define LOG_EXEC\n"
              "#define UNDEFINED(value) (value)\n#define NO_FLOAT 1\n")
    # The functions of floating point follow the last one of integers.
    end = text.find("FUNC_NAME(add_func_float_f_f)")
    if end >= 0:
        text = text[:text.rfind("STATIC", 0, end)]
    still_open = len(re.findall(r"^\s*#\s*if", text, re.MULTILINE)) - len(re.findall(r"^\s*#\s*endif", text, re.MULTILINE))
    return macros + text + "\n#endif" * still_open + "\n"


def generate(csmith, seed):
    rng = random.Random(seed)
    size = ["--max-funcs", str(rng.randint(1, 4)), "--max-block-depth", str(rng.randint(2, 4)), "--max-block-size", str(rng.randint(2, 4)),
            "--max-pointer-depth", str(rng.randint(1, 2))]
    switches = [name for name in ("--no-unions", "--no-structs", "--no-bitfields", "--no-pointers", "--no-jumps") if rng.random() < 0.35]
    with tempfile.TemporaryDirectory() as folder:  # it writes a file of its own to where it runs
        result = subprocess.run([csmith, *OPTIONS, *size, *switches, "--seed", str(seed)], capture_output=True, text=True, timeout=limit(20), cwd=folder)
    return wrap(f"c{seed}", result.stdout, rng)


def wrap(name, text, rng):
    """As a struct, whose member functions may be in any order and see its members by their plain names."""
    head, _, functions = text.partition("/* --- FUNCTIONS --- */")
    head = head.partition("/* --- FORWARD DECLARATIONS --- */")[0]
    functions, _, main = functions.partition("int main (void)")
    head = re.sub(r"^#.*$|^static long __undefined;$", "", head, flags=re.MULTILINE)
    checks = main.partition("func_1();")[2].partition("platform_main_end")[0]
    checks = re.sub(r"transparent_crc\(([^;]*), \"[^;]*\", print_hash_value\);", r"program_note((uint64_t)(\1));", checks)
    checks = re.sub(r"if \(print_hash_value\) printf[^;]*;", "", checks)
    scalars = SCALAR.findall(head)
    changes = ""
    for kind, variable in rng.sample(scalars, min(len(scalars), rng.randint(1, 4))):
        changes += "    " + rng.choice(CHANGES).format(g=variable, t=kind) + "\n"
    plain = re.compile(r"^static ", re.MULTILINE)
    return Program(name, f"struct {name} : Notes {{\n{plain.sub('', head)}\n{plain.sub('', functions)}\n"
                         f"  uint32_t run(uint32_t thread, uint32_t) {{\n    int i = 0, j = 0, k = 0;\n{changes}    func_1();\n{checks}\n"
                         f"    return program_sum + i + j + k;\n  }}\n}};\n")
