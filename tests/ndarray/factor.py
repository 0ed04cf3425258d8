#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Solve, Cholesky, QR, SVD and eigh of ndarrays on whatever device GRIDCALL_DEVICE names: random shapes, batches, views of any strides, matrices that
fail, by the LAPACK that is found, and on the CPU device by others of this machine and by the library's own kernel. `factor.py [--cases N] [--seed N]`.

Results are held to bounds of the error analysis: residuals of c n eps |A|, factors that are orthonormal within c n eps, and where the definition
leaves no choice, singular values and eigenvalues, NumPy's within c n eps |A|."""

import argparse
import ctypes as c
import glob
import os
import subprocess
import sys

sys.dont_write_bytecode = True
import gridcall_ctypes as g  # noqa: E402
from effort import effort, effort_seed, part  # noqa: E402
from gridcall_ctypes import np  # noqa: E402
from matmul import Case, is_gpu  # noqa: E402
from tap import Skip, Tap  # noqa: E402

TYPES = ["float32", "float64", "complex64", "complex128"]
SIDES = [0, 1, 1, 2, 3, 5, 8, 17, 33, 50]
CONSTANT = 20  # c of the bounds


class Options(c.Structure):
    _fields_ = [("struct_size", c.c_size_t), ("info", c.c_void_p), ("pool", c.c_void_p)]


def wide(array):
    return array.astype("complex128" if np.iscomplexobj(array) else "float64")


def eps_of(dtype):
    return float(np.finfo(dtype).eps)


def norm(array):
    """The Frobenius norm of each matrix."""
    return np.sqrt((abs(wide(array)) ** 2).sum(axis=(-2, -1)))


def adjoint(array):
    return np.swapaxes(array, -1, -2).conj()


def random_matrices(random, dtype, shape):
    made = random.standard_normal(shape) + (1j * random.standard_normal(shape) if "complex" in dtype else 0)
    return made.astype(dtype)


def real_type(dtype):
    return {"complex64": "float32", "complex128": "float64"}.get(dtype, dtype)


class Call:
    """A call over views of any strides; what it wrote, and the info."""

    def __init__(self, library, random):
        self.case, self.library, self.random = Case(library, random), library, random

    def __call__(self, name, results, operands, batch, info=True):
        """`results`: type and shape of each, or None; the info comes last."""
        case, made = self.case, []
        handles = [case.view(each.dtype.name, each.shape, each)[0] for each in operands]
        for each in results:
            made.append(case.view(*each, None) if each else None)
        infos = case.view("int32", batch, None) if info else None
        options = Options(c.sizeof(Options), infos[0] if infos else None, None)
        try:
            self.library.call(name, *(each[0] if each else None for each in made), *handles, c.byref(options) if infos else None, None)
            return [self.read(each) for each in made + ([infos] if infos else [])]
        finally:
            case.release()

    def read(self, view):
        if view is None:
            return None
        _, base, whole, index, axes = view
        got = np.empty_like(whole)
        self.library.read(base, got)
        written = got[index].transpose(axes).copy()
        got[index] = 7
        if not (got == 7).all():
            raise AssertionError("wrote between the elements")
        return written


def above(error, bound, where):
    wrong = ~(error <= bound)
    return f"{where}: {np.max(error[wrong])} is above the bound {np.min(bound[wrong] if np.ndim(bound) else bound)}" if wrong.any() else None


def check_solve(call, random, dtype, batch, m, n):
    is_vector = random.random() < 0.3
    a_batch = tuple(1 if random.random() < 0.2 else each for each in batch[int(random.integers(0, len(batch) + 1)) if random.random() < 0.3 else 0:])
    a = random_matrices(random, dtype, a_batch + (m, m))
    least, is_denormal = float(np.finfo(dtype).smallest_subnormal), random.random() < 0.2
    b = random_matrices(random, dtype, (m,) if is_vector else batch + (m, n)) * np.array(2**12 * least if is_denormal else 1, real_type(dtype))
    whole = np.broadcast_shapes(a_batch, () if is_vector else batch)
    x, info = call("gc_ndarray_solve", [(dtype, whole + ((m,) if is_vector else (m, n)))], [a, b], whole)
    if info.any():
        return f"info {info}"
    up = 1 if not is_denormal else 2.0**600 if dtype in ("float64", "complex128") else 2.0**100  # squares of denormal numbers would be 0
    columns, right = (up * wide(each) for each in ((x[..., None], b[:, None]) if is_vector else (x, b)))
    # Higham, Accuracy and Stability of Numerical Algorithms, theorem 9.4 and the growth of these random matrices.
    bound = CONSTANT * max(m, 1) * eps_of(dtype) * (norm(a) * norm(columns) + norm(right))
    # Each denormal number is rounded by the least one at most.
    bound = bound + CONSTANT * max(m, 1) * up * least * norm(a)
    return above(norm(wide(a) @ columns - right), bound, f"residual of x {x.shape}")


def check_cholesky(call, random, dtype, batch, m, _):
    made = random_matrices(random, dtype, batch + (m, m))
    a = (made @ adjoint(made) + m * np.eye(m)).astype(dtype)
    lower = np.tril(a) + np.triu(np.full_like(a, 9), 1)  # the upper triangle is not read
    factor, info = call("gc_ndarray_cholesky", [(dtype, a.shape)], [lower], batch)
    if info.any() or np.triu(factor, 1).any():
        return f"info {info}, or not lower triangular"
    hermitian = np.tril(a) + adjoint(np.tril(a, -1))
    return above(norm(wide(factor) @ adjoint(wide(factor)) - hermitian), CONSTANT * max(m, 1) * eps_of(dtype) * norm(a), "residual of L")


def orthonormal(q, dtype, where):
    k = q.shape[-1]
    return above(norm(adjoint(wide(q)) @ wide(q) - np.eye(k)), np.full(q.shape[:-2], CONSTANT * max(q.shape[-2:] + (1,)) * eps_of(dtype)), where)


def check_qr(call, random, dtype, batch, m, n):
    a, k = random_matrices(random, dtype, batch + (m, n)), min(m, n)
    least, up = float(np.finfo(dtype).smallest_subnormal), 1.0
    if random.random() < 0.2:
        a, up = (a * np.array(2**6 * least, real_type(dtype))).astype(dtype), 1 / least if real_type(dtype) == "float32" else 2.0**1000
    q, r, info = call("gc_ndarray_qr", [(dtype, batch + (m, k)), (dtype, batch + (k, n))], [a], batch)
    if info.any() or np.tril(r, -1).any():
        return f"info {info}, or not upper triangular"
    bound = CONSTANT * max(m, n, 1) * (eps_of(dtype) * norm(up * wide(a)) + up * least)
    return above(norm(wide(q) @ (up * wide(r)) - up * wide(a)), bound, "residual of q r") or orthonormal(q, dtype, "q")


def check_svd(call, random, dtype, batch, m, n):
    a, k = random_matrices(random, dtype, batch + (m, n)), min(m, n)
    if random.random() < 0.3 and n > 1:
        a[..., 0] = a[..., -1]  # not of full rank
    if random.random() < 0.2:
        a = (a * np.geomspace(1, 1e-12, n)).astype(dtype)  # columns of any length
    both = random.random() < 0.7
    s, u, vt, info = call("gc_ndarray_svd", [(real_type(dtype), batch + (k,)), (dtype, batch + (m, k)) if both else None,
                                             (dtype, batch + (k, n)) if both else None], [a], batch)
    size = CONSTANT * max(m, n, 1) * eps_of(dtype)
    if info.any() or (np.diff(s) > 0).any():
        return f"info {info}, or not in descending order"
    if k:
        wrong = above(abs(s - np.linalg.svd(wide(a), compute_uv=False)), size * norm(a)[..., None], "singular values")
        if wrong or not both:
            return wrong
    return both and (above(norm(wide(u) * s[..., None, :] @ wide(vt) - a), size * norm(a), "residual of u s vt") or
                     orthonormal(u, dtype, "u") or orthonormal(adjoint(vt), dtype, "vt"))


def check_eigh(call, random, dtype, batch, m, _, is_large=False):
    made = random_matrices(random, dtype, batch + (m, m))
    if is_large or (not is_gpu(call.library) and random.random() < 0.1):  # LAPACK alone fails to converge with many of these
        made[..., :-1, :] = 0
        made[..., -1, :] = made[..., -1:, -1] * np.array(2.0**100, real_type(dtype))
    a = (made + adjoint(made)).astype(dtype)
    lower = np.tril(a) + np.triu(np.full_like(a, 9 if is_gpu(call.library) else np.nan), 1)  # the upper triangle is not read
    both = random.random() < 0.7
    w, v, info = call("gc_ndarray_eigh", [(real_type(dtype), batch + (m,)), (dtype, a.shape) if both else None], [lower], batch)
    size = CONSTANT * max(m, 1) * eps_of(dtype)
    if info.any() or (np.diff(w) < 0).any():
        return f"info {info}, or not in ascending order"
    if m:
        wrong = above(abs(w - np.linalg.eigvalsh(wide(a))), size * norm(a)[..., None], "eigenvalues")
        if wrong or not both:
            return wrong
    return both and (above(norm(wide(a) @ wide(v) - wide(v) * w[..., None, :]), size * norm(a), "residual of v") or orthonormal(v, dtype, "v"))


CHECKS = {"solve": check_solve, "cholesky": check_cholesky, "qr": check_qr, "svd": check_svd, "eigh": check_eigh}
OWN = ("solve", "cholesky", "qr", "svd")  # the library's kernels have these


def random_cases(library, names, seed, cases):
    wrong, random = [], np.random.default_rng(seed)
    for _ in range(cases):
        name, dtype = str(random.choice(names)), str(random.choice(TYPES))
        m, n = (int(random.choice(SIDES)) for _ in range(2))
        batch = tuple(int(random.choice([1, 2, 3])) for _ in range(int(random.choice([0, 0, 1, 2]))))
        with np.errstate(all="ignore"):
            found = CHECKS[name](Call(library, random), random, dtype, batch, m, n)
        if found:
            wrong.append(f"{name} {dtype} {batch} {m} {n}: {found}")
    return wrong


def large(library, names):
    """LAPACKs take other ways: OpenBLAS threads, with some MiB of a stack."""
    random = np.random.default_rng(6)
    found = [(name, CHECKS[name](Call(library, random), random, "float32", (), 600, 500)) for name in names]
    for dtype in part(TYPES, 2):
        for name, batch, m, n in [("svd", (2,), 150, 140), ("svd", (), 130, 300), ("svd", (), 300, 60), ("qr", (4,), 200, 250), ("eigh", (3,), 70, 70),
                                  ("solve", (5,), 150, 3), ("solve", (), 150, 140), ("solve", (2,), 300, 290), ("qr", (), 67, 61), ("cholesky", (5,), 150, 0)]:
            if name in names:
                found.append((f"{name} {dtype} {batch} {m} {n}", CHECKS[name](Call(library, random), random, dtype, batch, m, n)))
    return [f"{name}: {each}" for name, each in found if each]


def failing(library, names):
    """The second of three matrices fails: its results are NaN, its info says so, and the others are as if alone. Large ones are factorized by blocks."""
    wrong, random = [], np.random.default_rng(3)
    for side, at in ((23, 17), (256, 40), (300, 290), (600, 500)) if "cholesky" in names and not is_gpu(library) else ():
        for place, value in (((at, at), -1), ((at, 5), np.nan), ((at, at), np.nan), ((at, 5), np.inf)):
            a = np.eye(side, dtype="float32")
            a[place] = value
            _, info = Call(library, random)("gc_ndarray_cholesky", [("float32", a.shape)], [a], ())
            if info != at + 1:
                wrong.append(f"cholesky of {side}, {value} in row {at}: info {info}")
    for dtype in ("float32", "complex64") if "eigh" in names and not is_gpu(library) else ():
        for side, sides in ((1, 1), (2, 1), (5, 3), (40, 500), (200, 300)):  # by LAPACK; the inverse of such a pivot overflows
            a, b = (random_matrices(random, dtype, (side, each)) * np.float32(2e-39) for each in (side, sides))
            x, info = Call(library, random)("gc_ndarray_solve", [(dtype, b.shape)], [a, b], ())
            bound = CONSTANT * side * eps_of(dtype) * (norm(a) * norm(x) + norm(b))
            found = above(norm(wide(a) @ wide(x) - wide(b)), bound, f"solve {dtype} {a.shape} of least numbers, info {info}")
            wrong += [found] if found else []
        found = check_eigh(Call(library, random), random, dtype, (30,), 17, 17, is_large=True)
        wrong += [f"eigh {dtype} of large numbers: {found}"] if found else []
    for dtype, side in ((dtype, side) for dtype in part(TYPES, 4) for side in (40, 210)):  # rounding makes no pivot of the zero
        a = np.triu(random_matrices(random, dtype, (side, side)))
        a[side // 2, side // 2] = 0
        x, info = Call(library, random)("gc_ndarray_solve", [(dtype, a.shape)], [a, random_matrices(random, dtype, (side, side))], ())
        if info != side // 2 + 1 or not np.isnan(x).all():
            wrong.append(f"solve {dtype} of a singular triangle of {side}: info {info}")
    for dtype in part(TYPES, 4):
        good = random_matrices(random, dtype, (3, 6, 6))
        positive = (good @ adjoint(good) + 6 * np.eye(6)).astype(dtype)
        singular, indefinite, bad = good.copy(), positive.copy(), positive.copy()
        singular[1, :, 4] = 0
        indefinite[1, 3, 3] = -1
        bad[1, 2, 1] = np.nan
        right, vector = random_matrices(random, dtype, (3, 6, 2)), (real_type(dtype), (3, 6))
        square = (dtype, (3, 6, 6))
        for name, results, operands, info in (("solve", [(dtype, (3, 6, 2))], [singular, right], 5), ("cholesky", [square], [indefinite], 4),
                                              ("cholesky", [square], [bad], 3),
                                              ("svd", [vector, square, square], [bad], None), ("eigh", [vector, square], [bad], None)):
            if name not in names:
                continue
            for wants_info in (True, False):
                got = Call(library, random)("gc_ndarray_" + name, results, operands, (3,), wants_info)
                if wants_info:
                    infos = got.pop()
                    if infos[0] or infos[2] or (infos[1] == 0 if info is None else infos[1] != info):
                        wrong.append(f"{name} {dtype}: info {infos}")
                for each in got:
                    at = np.isnan(each.reshape(3, -1))
                    lower = name == "cholesky"
                    if not (at[1].all() or (lower and at[1].any())) or at[0].any() or at[2].any():
                        wrong.append(f"{name} {dtype}: NaN in {at.any(axis=1)}")
    return wrong


def in_place(library):
    """Results over the operands."""
    random = np.random.default_rng(4)
    a = random_matrices(random, "float64", (5, 5))
    handle = library.from_host(a)
    library.call("gc_ndarray_solve", handle, handle, handle, None, None)
    got = np.empty_like(a)
    library.read(handle, got)
    library.release(handle)
    wrong = above(norm(got - np.eye(5)), np.array(CONSTANT * 5 * eps_of("float64") * np.linalg.cond(a)), "a^-1 a")
    made = random_matrices(random, "float64", (4, 9, 9))
    positive = made @ adjoint(made) + 9 * np.eye(9)
    for shift in (0, 1):  # each result lies where the next matrix is read
        handle = library.from_host(positive)
        from_, to = (library.make("gc_ndarray_slice", handle, g.numbers(g.Slice, [g.Slice(at, at + 3, 1)]), c.c_size_t(1)) for at in (0, shift))
        library.call("gc_ndarray_cholesky", to, from_, None, None)
        got = np.empty_like(positive)
        library.read(handle, got)
        for each in (handle, from_, to):
            library.release(each)
        if not np.allclose(got[shift:shift + 3], np.linalg.cholesky(positive[:3]), rtol=1e-12, atol=1e-12):
            wrong = wrong or f"L over a, {shift} matrices on"
    return wrong


def refused(library):
    """Without a LAPACK the message says what to install."""
    a = library.from_host(np.eye(3))
    w = library.create("float64", (3,))
    try:
        library.call("gc_ndarray_eigh", w, None, a, None, None)
    except g.GridcallError as error:
        return None if error.status == "UNSUPPORTED" and "install" in str(error) else str(error)
    return "no error"


def by_another(arguments, path, variable="GRIDCALL_BLAS"):
    run = subprocess.run([sys.executable, os.path.abspath(__file__), "--library", arguments.library, "--child", "--cases", str(arguments.cases // 3),
                          "--seed", str(arguments.seed + 1)], env=os.environ | {variable: path}, capture_output=True, text=True)
    return None if run.returncode == 0 else run.stdout + run.stderr


def has_lapack(library):
    try:
        library.call("gc_ndarray_eigh", library.create("float64", (3,)), None, library.from_host(np.eye(3)), None, None)
    except g.GridcallError as error:
        if error.status != "UNSUPPORTED":
            raise
        return False
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library")
    parser.add_argument("--cases", type=int, default=effort(16, 600))
    parser.add_argument("--seed", type=int, default=effort_seed())
    parser.add_argument("--child", action="store_true")
    arguments = parser.parse_args()
    library, tap = g.Library(arguments.library), Tap()
    print(f"# seed {arguments.seed}")
    names = list(CHECKS) if has_lapack(library) else list(OWN)
    tap.case(f"random matrices: {' '.join(names)}", lambda: random_cases(library, names, arguments.seed, arguments.cases))
    tap.case("large matrices", lambda: large(library, names))
    tap.case("matrices that fail", lambda: failing(library, names))
    if os.environ.get("GRIDCALL_BLAS" if not is_gpu(library) else "GRIDCALL_CUSOLVER") == "none":
        tap.case("the others are refused", lambda: refused(library))
    if not arguments.child:
        tap.case("in place", lambda: in_place(library))

        def found():
            if len(names) == len(OWN):
                raise Skip("no LAPACK")
        tap.case("a LAPACK is found", found)
        if not is_gpu(library):  # GRIDCALL_BLAS is for the CPU device
            tap.case("by the library's kernel", lambda: by_another(arguments, "none"))
            for target in ["x86-64-v3", "x86-64-v2"] if len(names) != len(OWN) else []:  # LAPACK with vectors of AVX2, and without
                tap.case(f"on {target}", lambda target=target: by_another(arguments, target, "GRIDCALL_CPU_TARGET"))
            for path in ["liblapack.so.3", *glob.glob(os.path.join(os.path.dirname(np.__file__), "../numpy.libs/*openblas64*.so"))]:
                tap.case(f"by {os.path.basename(path)}", lambda path=path: by_another(arguments, path))
    tap.end()


if __name__ == "__main__":
    main()
