# SPDX-License-Identifier: Apache-2.0
"""The execution tests of gcc (gcc.c-torture/execute) as programs of a thread. What calls abort() in them notes so and goes
on; some constants have another value in each thread, so that what threads note differs, and the ways that they go."""

import random
import re

from program import Program

# Features that a thread on a device does not have, or that belong to the whole program and not to one thread.
UNSUITABLE = re.compile(r"\b(?:asm|__asm__|__asm|setjmp|longjmp|va_list|va_start|__builtin_va|alloca|__builtin_alloca|\w*malloc|\w*calloc|free|realloc|"
                   r"\w*printf|\w*puts|\w*putchar|FILE|signal|sigaction|complex|_Complex|__complex__|__label__|long double|__float128|"
                   r"__builtin_return_address|__builtin_frame_address|__builtin_apply|vector_size|mode|_Decimal\w+|thread|pthread\w*|"
                   r"__builtin_longjmp|__builtin_setjmp|atexit|getenv|mmap|register\s+\w+\s+asm|noreturn|__builtin_unreachable|"
                   r"scalar_storage_order|alias|weak|section|constructor|goto\s*\*|volatile\s+struct)\b|goto\s*\*|&&\s*\w+\s*[;,}]")
COMMENTS = re.compile(r"/\*.*?\*/|//[^\n]*|(\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')", re.DOTALL)
# Attributes for the compiler, without which a function is the same.
ATTRIBUTES = re.compile(r"__attribute__\s*\(\(\s*(?:__)?(?:noinline|noclone|noipa|unused|used|const|pure|optimize|always_inline|nothrow|hot|cold)"
                        r"(?:__)?(?:\s*\([^()]*\))?(?:\s*,\s*(?:__)?(?:noinline|noclone|noipa|unused|used|optimize|nothrow)(?:__)?(?:\s*\([^()]*\))?)*\s*\)\)")
LITERAL = re.compile(r"(?<![\w.\"'\[])\b([1-9]\d{0,4})\b(?![\w.\"'\]:])")
MOST = 6000  # bytes; what is longer is compiled too slowly

# The functions of the C library that programs call, and their exits. `program_see` notes values for a comparison.
LIBRARY = r"""
#define __builtin_strlen strlen
#define __builtin_strcmp strcmp
#define __builtin_strncmp strncmp
#define __builtin_strcpy strcpy
#define __builtin_strcat strcat
#define __builtin_strchr strchr
#define __builtin_memcmp memcmp
#define __builtin_memset memset
#define __builtin_memcpy memcpy
#define __builtin_abs abs
#define _Bool bool
#define INT_MIN INT32_MIN
#define UINT_MAX UINT32_MAX
#define LONG_MAX INT64_MAX
#define LONG_MIN INT64_MIN
#define ULONG_MAX UINT64_MAX
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-9223372036854775807LL - 1)
#define ULLONG_MAX 18446744073709551615ULL
#define SHRT_MAX INT16_MAX
#define SHRT_MIN INT16_MIN
#define USHRT_MAX UINT16_MAX
#define UCHAR_MAX UINT8_MAX
#define SCHAR_MIN INT8_MIN
#define CHAR_MAX INT8_MAX
#define CHAR_MIN INT8_MIN
template <typename T> struct Seen { static constexpr int kind = 0; };
template <> struct Seen<int> { static constexpr int kind = 1; };
template <> struct Seen<unsigned> { static constexpr int kind = 1; };
template <> struct Seen<long> { static constexpr int kind = 1; };
template <> struct Seen<unsigned long> { static constexpr int kind = 1; };
template <> struct Seen<long long> { static constexpr int kind = 1; };
template <> struct Seen<unsigned long long> { static constexpr int kind = 1; };
template <> struct Seen<short> { static constexpr int kind = 1; };
template <> struct Seen<unsigned short> { static constexpr int kind = 1; };
template <> struct Seen<char> { static constexpr int kind = 1; };
template <> struct Seen<signed char> { static constexpr int kind = 1; };
template <> struct Seen<unsigned char> { static constexpr int kind = 1; };
struct Library : Notes {
  uint32_t program_thread = 0, program_zero = 0;
  template <typename T> T program_see(T value) {
    if constexpr (Seen<T>::kind == 1) program_note((uint64_t)value);
    return value;
  }
  void program_abort(int line) { program_note(0xab0000u + line); }
  void program_exit(int status) { program_note(0xe000000u + status); }
  static unsigned long strlen(const char *s) { unsigned long n = 0; while (s[n]) ++n; return n; }
  static int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) ++a, ++b;
    return *(const unsigned char *)a - *(const unsigned char *)b;
  }
  static int strncmp(const char *a, const char *b, unsigned long n) {
    for (; n; ++a, ++b, --n) if (*a != *b || !*a) return *(const unsigned char *)a - *(const unsigned char *)b;
    return 0;
  }
  static char *strcpy(char *to, const char *from) { char *at = to; while ((*at++ = *from++)) {} return to; }
  static char *strcat(char *to, const char *from) { strcpy(to + strlen(to), from); return to; }
  static const char *strchr(const char *s, int c) { for (;; ++s) { if (*s == (char)c) return s; if (!*s) return 0; } }
  static int memcmp(const void *a, const void *b, unsigned long n) {
    for (unsigned long i = 0; i < n; ++i) {
      const int d = ((const unsigned char *)a)[i] - ((const unsigned char *)b)[i];
      if (d) return d;
    }
    return 0;
  }
  static void *memset(void *to, int c, unsigned long n) { for (unsigned long i = 0; i < n; ++i) ((char *)to)[i] = (char)c; return to; }
  static void *memcpy(void *to, const void *from, unsigned long n) {
    for (unsigned long i = 0; i < n; ++i) ((char *)to)[i] = ((const char *)from)[i];
    return to;
  }
  static int abs(int x) { return x < 0 ? -x : x; }
};
"""


def chunks(text):
    """The declarations and definitions at the top of a file, each with the text before it."""
    result, begin, depth, at = [], 0, 0, 0
    while at < len(text):
        c = text[at]
        if c in "\"'":
            end = at + 1
            while end < len(text) and text[end] != c:
                end += 2 if text[end] == "\\" else 1
            at = end
        elif c == "#" and text[:at].rstrip(" \t").endswith(("\n", "")) and text[text.rfind("\n", 0, at) + 1:at].strip() == "":
            end = at
            while (end := text.find("\n", end)) >= 0 and text[end - 1] == "\\":
                end += 1
            end = len(text) if end < 0 else end
            if depth == 0:
                result.append(text[begin:end + 1])
                begin = end + 1
            at = end
        elif c in "({":
            depth += 1
        elif c in ")}":
            depth -= 1
            if depth == 0 and c == "}" and is_definition(text[begin:at]):
                result.append(text[begin:at + 1])
                begin = at + 1
        elif c == ";" and depth == 0:
            result.append(text[begin:at + 1])
            begin = at + 1
        at += 1
    return result


def is_definition(text):
    """Returns whether a chunk that ends with a brace is a function."""
    head = text.partition("{")[0]
    return ")" in head and "=" not in head


def name_of(head):
    match = re.search(r"(\w+)\s*\(", head)
    return match[1] if match else ""


def count_elements(text):
    depth, count, last = 0, 1, ""
    for c in re.sub(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", "x", text):
        if c in "({":
            depth += 1
        elif c in ")}":
            depth -= 1
        elif c == "," and depth == 0:
            count, last = count + 1, ""
            continue
        if not c.isspace():
            last += c
    return count if last else count - 1


def sized(chunk):
    """An array's size, where its initializer determines it: a member has to name it."""
    match = re.search(r"(\w+)\s*\[\s*\]((?:\s*\[[^\]]*\])*)\s*=\s*(.*);\s*$", chunk, re.DOTALL)
    if not match:
        return chunk
    value = match[3].strip()
    if value.startswith("{"):
        size = count_elements(value[1:value.rstrip().rfind("}")])
    elif re.fullmatch(r"\"(?:\\.|[^\"\\])*\"", value):
        size = len(re.sub(r"\\(?:[0-7]{1,3}|x[0-9a-fA-F]+|.)", "x", value[1:-1])) + 1
    else:
        return chunk
    return chunk[:match.start()] + f"{match[1]}[{size}]{match[2]} = {value};"


def see(body):
    """`if (a != b) abort ();`: what a was is noted."""
    return re.sub(r"if\s*\(((?:[^()!=<>&|?;]|\((?:[^()]|\([^()]*\))*\))+?)(!=|==|<|>)((?:[^()&|?;]|\((?:[^()]|\([^()]*\))*\))+)\)(\s*(?:\{\s*)?)abort",
                  r"if (program_see(\1)\2\3)\4abort", body)


def perturb(body, rng):
    """Some constants, each thread's own, or what no compiler knows."""
    places = [match for match in LITERAL.finditer(body) if not re.search(r"\bcase\s*$|#[^\n]*$|\benum\b[^;]*$|,\s*$", body[max(0, match.start() - 60):match.start()])]
    chosen = rng.sample(places, min(len(places), rng.randint(1, 4)))
    forms = ("({k} + (int)(program_thread & 1u))", "({k} + (int)(program_thread >> 3))", "({k} ^ (int)(program_thread & 3u))",
             "({k} + (int)(program_thread == 5u))", "({k} + (int)program_zero)", "({k} ^ (int)program_zero)")
    for match in sorted(chosen, key=lambda each: -each.start()):
        body = body[:match.start()] + rng.choice(forms).format(k=match[1]) + body[match.end():]
    return body


def wrap(name, text, rng):
    """None where it cannot be one thread's."""
    if len(text) > MOST or UNSUITABLE.search(text):
        return None
    text = ATTRIBUTES.sub(" ", COMMENTS.sub(lambda match: match[1] or " ", text))
    parts = [part.strip() for part in chunks(text)]
    defined = {name_of(part.partition("{")[0]) for part in parts if part.endswith("}") and is_definition(part)}
    macros, members, main, scalars = [], [], None, []
    for part in parts:
        if part.startswith("#"):
            if part.startswith("#include"):
                continue
            if match := re.match(r"#\s*define\s+(\w+)", part):
                macros.append(match[1])
            members.append("\n" + part + "\n")
            continue
        part = re.sub(r"^(?:(?:static|extern|inline|__inline__|__inline|register|__extension__)\s+)+", "", part)
        if re.search(r"\bstatic\b|\bextern\b", part):
            return None  # a variable that all calls share
        if part.endswith("}") and is_definition(part):
            head, _, rest = part.partition("{")
            if re.match(r"\w+\s*\(", head):
                head = "int " + head
            if name_of(head) == "main":
                head = "int program_main () "
                rest = rest[:rest.rfind("}")] + "return 0; }"
            members.append(head + "{" + perturb(see(rest), rng))
            main = main or name_of(head) == "program_main"
        elif "(" in part and "=" not in part and "{" not in part and (name_of(part) in defined or name_of(part) in ("abort", "exit") or "typedef" not in part):
            continue  # a declaration of a function
        else:
            if match := re.fullmatch(r"(?:volatile\s+)?(?:unsigned\s+|signed\s+)?(?:int|long|short|char|long long)\s+(\w+)\s*(?:=[^,{]*)?;", part):
                scalars.append(match[1])
            members.append(sized(part))
    if not main:
        return None
    notes = "".join(f"    program_note((uint64_t){scalar});\n" for scalar in scalars)
    undo = "".join(f"#undef {macro}\n" for macro in macros)
    body = "\n".join(members)
    return Program(name, f"#define abort() program_abort(__LINE__)\n#define __builtin_abort() program_abort(__LINE__)\n#define exit(status) program_exit(status)\n"
                         f"struct {name} : Library {{\n{body}\n  uint32_t run(uint32_t thread, uint32_t zero) {{\n"
                         f"    program_thread = thread;\n    program_zero = zero;\n    program_note((uint64_t)program_main());\n{notes}    return program_sum;\n  }}\n}};\n"
                         f"#undef abort\n#undef __builtin_abort\n#undef exit\n{undo}", rng.random() < 0.5)


def both(name, one, other, rng):
    """Some threads run one program, the rest the other."""
    test = rng.choice(("thread < 9u", "(thread & 1u) != 0u", "thread == 5u", "thread / 32u == 0u", "(thread & 3u) == 2u"))
    return Program(name, f"{one.text}{other.text}struct {name} : Library {{\n  uint32_t run(uint32_t thread, uint32_t zero) {{\n    if ({test}) return {one.name}().run(thread, zero);\n"
                         f"    return {other.name}().run(thread, zero);\n  }}\n}};\n", one.lane_zero)


def generate(folder, seed):
    """None where the test that was drawn is none of one thread."""
    rng = random.Random(seed)
    tests = sorted(folder.glob("*.c"))

    def draw(name):
        return wrap(name, rng.choice(tests).read_text(encoding="latin-1"), rng)

    if rng.random() < 0.8:
        return draw(f"t{seed}")
    one, other = draw(f"t{seed}a"), draw(f"t{seed}b")
    return one and other and both(f"t{seed}", one, other, rng)
