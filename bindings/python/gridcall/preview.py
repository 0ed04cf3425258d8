# SPDX-License-Identifier: Apache-2.0
# Generated from bindings/api/; edit the spec, then run scripts/generate.
"""Previews: they may change or go in any release."""

# ruff: noqa: UP014
from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, IntFlag
from typing import NamedTuple

from ._call import Buffer, Record, call, register
from ._classes import Context, Device, Mem, Module, ModuleFlags, NdArray, Object, Pool, Prepared, Reduction, ScalarType, Stream

PipeAttribute = IntEnum("PipeAttribute", {"PACKET_SIZE": 100001, "MAX_PACKETS": 100002})
RandomDistribution = IntEnum("RandomDistribution", {"UNIFORM": 1, "NORMAL": 2, "LOG_NORMAL": 3, "POISSON": 4, "INTEGERS": 5})
RandomGenerator = IntEnum("RandomGenerator", {"PHILOX": 0, "XORWOW": 1, "MRG32K3A": 2, "SOBOL32": 3})
SortFlags = IntFlag("SortFlags", {"DESCENDING": 0x1})
ScanFlags = IntFlag("ScanFlags", {"EXCLUSIVE": 0x1})
SearchFlags = IntFlag("SearchFlags", {"RIGHT": 0x1})
IndexFlags = IntFlag("IndexFlags", {"WRAP": 0x1, "CLIP": 0x2, "ADD": 0x4})
MatmulFlags = IntFlag("MatmulFlags", {"TF32": 0x1, "OWN_KERNEL": 0x2})
FftNorm = IntEnum("FftNorm", {"BACKWARD": 0, "ORTHO": 1, "FORWARD": 2})
FftFlags = IntFlag("FftFlags", {"INVERSE": 0x1, "OWN_KERNEL": 0x2})
CommReduction = IntEnum("CommReduction", {"SUM": 0, "PROD": 1, "MAX": 2, "MIN": 3, "AVG": 4, "SCALED_SUM": 100001})
CommOperation = IntEnum("CommOperation", {
    "ALL_REDUCE": 1, "REDUCE": 2, "BROADCAST": 3, "ALL_GATHER": 4, "REDUCE_SCATTER": 5, "ALL_TO_ALL": 6, "GATHER": 7, "SCATTER": 8, "SEND": 9,
    "RECV": 10, "BARRIER": 11
})
CommEngine = IntEnum("CommEngine", {"NONE": 0, "NCCL": 1, "MPI": 2})
CommState = IntEnum("CommState", {"READY": 1, "FINALIZED": 2, "ABORTED": 3, "FAILED": 4})
CommAttribute = IntEnum("CommAttribute", {
    "RANK": 100001, "COUNT": 100002, "ENGINE": 100003, "ENGINE_VERSION": 100004, "STATE": 100005, "OPERATIONS_STARTED": 100006,
    "OPERATIONS_DONE": 100007, "ERROR_STATUS": 100008, "LOCAL_RANK": 100009, "LOCAL_COUNT": 100010, "DEVICE_MEMORY": 100011
})
CommFlags = IntFlag("CommFlags", {"CHECKED": 0x1, "UNCHECKED": 0x2, "SHARE": 0x4})
ProfilerOutput = IntEnum("ProfilerOutput", {"TRACE_EVENTS": 1, "KEY_VALUE_PAIR": 2, "CSV": 3})
LogLevel = IntEnum("LogLevel", {"INFO": 1, "DEBUG": 2})
OccupancyLimit = IntEnum("OccupancyLimit", {"DEVICE": 1, "WARPS": 2, "REGISTERS": 3, "SHARED_MEMORY": 4})
LogRecord = NamedTuple("LogRecord", [("time_nanoseconds", "int"), ("lost", "int"), ("component", "str"), ("level", "LogLevel"), ("message", "str")])
DeviceData = NamedTuple("DeviceData", [
    ("max_threads", "int"), ("warp_size", "int"), ("warps_per_mp", "int"), ("thread_blocks_per_mp", "int"), ("registers_per_mp", "int"),
    ("registers_per_block", "int"), ("registers_per_thread", "int"), ("register_alloc_unit", "int"), ("register_partitions", "int"),
    ("shared_memory_per_mp", "int"), ("shared_memory_per_block", "int"), ("system_shared", "int"), ("smem_granularity", "int"),
    ("smem_alloc_granularity", "int")
])
OccupancyRecord = NamedTuple("OccupancyRecord", [
    ("thread_blocks_per_mp", "int"), ("limited_by", "OccupancyLimit"), ("warps_per_mp", "int"), ("occupancy", "float")
])


class Pipe(Object):
    """A queue of packets between kernels. It holds its context."""
    _kind, _release = "pipe", "gc_pipe_release"

    def __new__(cls, packet_size: int, max_packets: int, *, context: Context | None = None) -> Pipe:
        """Makes an empty pipe."""
        return call("gc_pipe_create", locals())

    def attribute(self, attribute: PipeAttribute | int | str) -> int:
        """One attribute of a pipe."""
        return call("gc_pipe_get_attribute", locals())


class Comm(Object):
    """One rank of a communicator. It holds its context."""
    _kind, _release = "comm", "gc_comm_release"

    @staticmethod
    def create_id(*, context: Context | None = None) -> bytes:
        """An id for the ranks of a new communicator: 256 bytes, which one rank makes and any channel carries to the others. May block."""
        return call("gc_comm_create_id", locals())

    def __new__(
        cls, rank: int, count: int, *, context: Context | None = None, id: Buffer | None = None, flags: CommFlags | int | str = 0,
        create_timeout_nanoseconds: int = 0, timeout_nanoseconds: int = 0, name: str | None = None, min_blocks: int = 0, max_blocks: int = 0
    ) -> Comm:
        """Makes this rank of a communicator, and waits for the others: each calls it with the same id and count and its own rank. May block."""
        return call("gc_comm_create", locals())

    @staticmethod
    def create_many(
        contexts: Sequence[Context], ranks: Sequence[int], count: int, *, id: Buffer | None = None, flags: CommFlags | int | str = 0,
        create_timeout_nanoseconds: int = 0, timeout_nanoseconds: int = 0, name: str | None = None, min_blocks: int = 0, max_blocks: int = 0
    ) -> list[Comm]:
        """Makes several ranks of a communicator in one call, one for each context, and waits for the others: for a process with several GPUs. May
        block."""
        return call("gc_comm_create_many", locals())

    @staticmethod
    def from_environment(
        *, context: Context | None = None, flags: CommFlags | int | str = 0, create_timeout_nanoseconds: int = 0, timeout_nanoseconds: int = 0,
        name: str | None = None, min_blocks: int = 0, max_blocks: int = 0
    ) -> Comm:
        """Makes this process's rank from what a launcher set: mpirun, srun, torchrun, or `GRIDCALL_COMM_RANK` and `GRIDCALL_COMM_COUNT`. May
        block."""
        return call("gc_comm_from_environment", locals())

    def split(
        self, color: int, key: int, *, flags: CommFlags | int | str = 0, create_timeout_nanoseconds: int = 0, timeout_nanoseconds: int = 0,
        name: str | None = None, min_blocks: int = 0, max_blocks: int = 0
    ) -> Comm | None:
        """Parts the ranks: those that pass the same color make a communicator of their own, in the order of their keys, then of their ranks. May
        block."""
        return call("gc_comm_split", locals())

    def attribute(self, attribute: CommAttribute | int | str) -> int:
        """An attribute of a communicator, also of one that failed."""
        return call("gc_comm_get_attribute", locals())

    def query(self) -> bool:
        """Whether all operations that were queued are done."""
        return call("gc_comm_query", locals())

    def all_reduce(
        self, dst: Mem, dst_offset: int, src: Mem, src_offset: int, count: int, scalar_type: ScalarType | int | str,
        reduction: CommReduction | int | str, *, stream: Stream | None = None
    ) -> None:
        """Queues: every rank's `dst` gets the elements of all ranks' `src`, combined."""
        return call("gc_comm_all_reduce", locals())

    def reduce(
        self, dst_offset: int, src: Mem, src_offset: int, count: int, scalar_type: ScalarType | int | str, reduction: CommReduction | int | str,
        root: int, *, dst: Mem | None = None, stream: Stream | None = None
    ) -> None:
        """Queues: the root's `dst` gets the elements of all ranks' `src`, combined."""
        return call("gc_comm_reduce", locals())

    def broadcast(
        self, dst: Mem, dst_offset: int, src_offset: int, count: int, scalar_type: ScalarType | int | str, root: int, *, src: Mem | None = None,
        stream: Stream | None = None
    ) -> None:
        """Queues: every rank's `dst` gets the root's `src`."""
        return call("gc_comm_broadcast", locals())

    def all_gather(
        self, dst: Mem, dst_offset: int, src: Mem, src_offset: int, count: int, scalar_type: ScalarType | int | str, *, stream: Stream | None = None
    ) -> None:
        """Queues: every `dst` gets `count` elements of each rank, in their order."""
        return call("gc_comm_all_gather", locals())

    def reduce_scatter(
        self, dst: Mem, dst_offset: int, src: Mem, src_offset: int, count: int, scalar_type: ScalarType | int | str,
        reduction: CommReduction | int | str, *, stream: Stream | None = None
    ) -> None:
        """Queues: the ranks' `src` are combined, and each rank's `dst` gets its `count` elements of the result."""
        return call("gc_comm_reduce_scatter", locals())

    def all_to_all(
        self, dst: Mem, dst_offset: int, src: Mem, src_offset: int, count: int, scalar_type: ScalarType | int | str, *, stream: Stream | None = None
    ) -> None:
        """Queues: rank i's `count` elements at place j of `src` become rank j's at place i of `dst`."""
        return call("gc_comm_all_to_all", locals())

    def gather(
        self, dst_offset: int, src: Mem, src_offset: int, count: int, scalar_type: ScalarType | int | str, root: int, *, dst: Mem | None = None,
        stream: Stream | None = None
    ) -> None:
        """Queues: the root's `dst` gets `count` elements of each rank, in the order of ranks."""
        return call("gc_comm_gather", locals())

    def scatter(
        self, dst: Mem, dst_offset: int, src_offset: int, count: int, scalar_type: ScalarType | int | str, root: int, *, src: Mem | None = None,
        stream: Stream | None = None
    ) -> None:
        """Queues: each rank's `dst` gets its `count` elements of the root's `src`."""
        return call("gc_comm_scatter", locals())

    def send(self, src: Mem, src_offset: int, count: int, scalar_type: ScalarType | int | str, peer: int, *, stream: Stream | None = None) -> None:
        """Queues: the elements go to a rank that calls `preview.Comm.recv`."""
        return call("gc_comm_send", locals())

    def recv(self, dst: Mem, dst_offset: int, count: int, scalar_type: ScalarType | int | str, peer: int, *, stream: Stream | None = None) -> None:
        """Queues: elements come from another rank, which calls `preview.Comm.send`."""
        return call("gc_comm_recv", locals())

    def barrier(self, *, stream: Stream | None = None) -> None:
        """Queues: work behind it on the stream starts on no rank before all ranks' streams have come there."""
        return call("gc_comm_barrier", locals())

    @staticmethod
    def launch_group(ops: Sequence[Record]) -> None:
        """Queues several operations as one: exchanges of SEND and RECV, and one operation on several GPUs of this process, each with its own
        communicator."""
        return call("gc_comm_launch_group", locals())

    def finalize(self, timeout_nanoseconds: int) -> bool:
        """The orderly end, which all ranks call: waits until what was queued is done everywhere, and gives back what the communicator used. May
        block."""
        return call("gc_comm_finalize", locals())

    @staticmethod
    def abort(comms: Sequence[Comm]) -> None:
        """Ends communicators at once, in this process alone: what they have queued ends without result, and calls that wait for it return
        COMM_ABORTED. May block."""
        return call("gc_comm_abort", locals())


class Log(Object):
    """A queue of log records."""
    _kind, _release = "log", "gc_log_release"

    def __new__(cls, level: LogLevel | int | str) -> Log:
        """Makes a log, which gets the process's records from now on."""
        return call("gc_log_create", locals())

    def read(self, timeout_nanoseconds: int) -> tuple[LogRecord, bool]:
        """Takes the oldest record, and waits for one at most for a time. May block."""
        return call("gc_log_read", locals())

    @property
    def descriptor(self) -> int:
        """A file descriptor for poll, select, epoll and the event loops made of them: readable while there is a record."""
        return call("gc_log_get_descriptor", locals())


def module_link(
    inputs: Sequence[Record], *, context: Context | None = None, flags: ModuleFlags | int | str = 0, arch: str | None = None,
    max_registers: int = 0, threads_per_block: int = 0, optimization_level: int = 0
) -> Module:
    """Links relocatable code of several sources and loads it: functions and `extern` variables of one source are those that another defines. May
    block."""
    return call("gc_module_link", locals())


def ndarray_transform_reduce(
    outputs: Sequence[NdArray], expression: str, inputs: Sequence[NdArray], scalars: Sequence[Record], reductions: Sequence[Reduction | int | str],
    axes: Sequence[int], *, combine: str | None = None, neutral: str | None = None, preamble: str | None = None, stream: Stream | None = None
) -> None:
    """Combines the values of expressions along some dimensions, or all, queued on a stream: SUM of "a * b" is a dot product, ARG_MIN of "fabs(a - x)"
    the place of the element nearest to x. May block."""
    return call("gc_ndarray_transform_reduce", locals())


def ndarray_transform(
    outputs: Sequence[NdArray], expression: str, inputs: Sequence[NdArray], scalars: Sequence[Record], *, preamble: str | None = None,
    input_names: Sequence[str] = (), scalar_names: Sequence[str] = (), stream: Stream | None = None
) -> None:
    """Computes an expression for each of several ndarrays, in one pass over the inputs, queued on a stream: "a + b; a - b" for two. May block."""
    return call("gc_ndarray_transform", locals())


def prepared_from_expression(
    outputs: Sequence[NdArray], expression: str, inputs: Sequence[NdArray], scalars: Sequence[Record], *, preamble: str | None = None,
    input_names: Sequence[str] = (), scalar_names: Sequence[str] = ()
) -> Prepared:
    """Checks and compiles what `preview.ndarray_transform` computes, once, for a loop: `Prepared.launch_with` queues it, at the cost of a prepared
    launch, on any stream of the ndarrays' context, also while a graph captures it. May block."""
    return call("gc_prepared_from_expression", locals())


def ndarray_fill_random(
    ndarray: NdArray, *, distribution: RandomDistribution | int | str = 0, generator: RandomGenerator | int | str = 0, seed: int = 0,
    offset: int = 0, a: float = 0, b: float = 0, dimension: int = 0, stream: Stream | None = None
) -> None:
    """Fills an ndarray with random numbers, queued on a stream. May block."""
    return call("gc_ndarray_fill_random", locals())


def ndarray_sort(
    ndarray: NdArray, src: NdArray, *, flags: SortFlags | int | str = 0, axis: int = 0, values: NdArray | None = None,
    values_src: NdArray | None = None, pool: Pool | None = None, segments: NdArray | None = None, stream: Stream | None = None
) -> None:
    """Sorts an ndarray along a dimension, queued on a stream. May block."""
    return call("gc_ndarray_sort", locals())


def ndarray_scan(
    ndarray: NdArray, src: NdArray, reduction: Reduction | int | str, *, flags: ScanFlags | int | str = 0, axis: int = 0, pool: Pool | None = None,
    segments: NdArray | None = None, combine: str | None = None, neutral: str | None = None, preamble: str | None = None, map: str | None = None,
    output: str | None = None, b: NdArray | None = None, c: NdArray | None = None, d: NdArray | None = None, stream: Stream | None = None
) -> None:
    """Combines each element of an ndarray with all before it along a dimension, queued on a stream: SUM gives running sums. May block."""
    return call("gc_ndarray_scan", locals())


def ndarray_select(
    ndarray: NdArray, mask: NdArray, *, src: NdArray | None = None, count: NdArray | None = None, pool: Pool | None = None,
    stream: Stream | None = None
) -> None:
    """Moves the elements whose mask is true to the front of an ndarray, in C's order, queued on a stream. May block."""
    return call("gc_ndarray_select", locals())


def ndarray_reduce_by_key(
    keys: NdArray, src_keys: NdArray, reduction: Reduction | int | str, *, values: NdArray | None = None, src_values: NdArray | None = None,
    count: NdArray | None = None, pool: Pool | None = None, stream: Stream | None = None
) -> None:
    """Makes one key of each run of equal keys that follow each other in C's order, and combines the values of the run, queued on a stream. May
    block."""
    return call("gc_ndarray_reduce_by_key", locals())


def ndarray_histogram(
    counts: NdArray, src: NdArray, *, lower: float = 0, upper: float = 0, edges: NdArray | None = None, weights: NdArray | None = None,
    pool: Pool | None = None, stream: Stream | None = None
) -> None:
    """Counts the elements in each bin, or adds their weights up, queued on a stream. May block."""
    return call("gc_ndarray_histogram", locals())


def ndarray_search(ndarray: NdArray, sorted: NdArray, values: NdArray, *, flags: SearchFlags | int | str = 0, stream: Stream | None = None) -> None:
    """Finds where each value would be in a sorted ndarray, queued on a stream: the place of the first element that is not less than it, as NumPy's
    searchsorted. May block."""
    return call("gc_ndarray_search", locals())


def ndarray_take(
    ndarray: NdArray, src: NdArray, indices: NdArray, *, flags: IndexFlags | int | str = 0, axis: int = 0, stream: Stream | None = None
) -> None:
    """Takes elements of a dimension by their indices, queued on a stream: NumPy's take. May block."""
    return call("gc_ndarray_take", locals())


def ndarray_put(
    ndarray: NdArray, indices: NdArray, values: NdArray, *, flags: IndexFlags | int | str = 0, axis: int = 0, stream: Stream | None = None
) -> None:
    """Puts values to elements of a dimension by their indices, queued on a stream: row `indices`[i] of the ndarray becomes row i of `values`. May
    block."""
    return call("gc_ndarray_put", locals())


def ndarray_matmul(
    ndarray: NdArray, left: NdArray, right: NdArray, *, flags: MatmulFlags | int | str = 0, pool: Pool | None = None, stream: Stream | None = None
) -> None:
    """Multiplies two ndarrays as NumPy's matmul does, queued on a stream. May block."""
    return call("gc_ndarray_matmul", locals())


def ndarray_sparse_matmul(
    ndarray: NdArray, row_offsets: NdArray, columns: NdArray, values: NdArray, right: NdArray, *, pool: Pool | None = None,
    stream: Stream | None = None
) -> None:
    """Multiplies a sparse matrix and a vector or a matrix, queued on a stream. May block."""
    return call("gc_ndarray_sparse_matmul", locals())


def ndarray_solve(x: NdArray, a: NdArray, b: NdArray, *, info: NdArray | None = None, pool: Pool | None = None, stream: Stream | None = None) -> None:
    """Solves a @ x = b by Gaussian elimination with partial pivoting, as numpy.linalg.solve does, queued on a stream. May block."""
    return call("gc_ndarray_solve", locals())


def ndarray_cholesky(ndarray: NdArray, a: NdArray, *, info: NdArray | None = None, pool: Pool | None = None, stream: Stream | None = None) -> None:
    """Computes the lower triangular L with L @ L^H = a, as numpy.linalg.cholesky does, queued on a stream. May block."""
    return call("gc_ndarray_cholesky", locals())


def ndarray_qr(q: NdArray, r: NdArray, a: NdArray, *, info: NdArray | None = None, pool: Pool | None = None, stream: Stream | None = None) -> None:
    """Computes a = q @ r, the columns of q being orthonormal and r upper triangular, as numpy.linalg.qr does in its reduced form, queued on a stream.
    May block."""
    return call("gc_ndarray_qr", locals())


def ndarray_svd(
    values: NdArray, a: NdArray, *, u: NdArray | None = None, vt: NdArray | None = None, info: NdArray | None = None, pool: Pool | None = None,
    stream: Stream | None = None
) -> None:
    """Computes the singular values of matrices, in descending order, and the vectors of the reduced form, as numpy.linalg.svd does with
    full_matrices=False, queued on a stream: a = u @ diag(values) @ vt. May block."""
    return call("gc_ndarray_svd", locals())


def ndarray_eigh(
    values: NdArray, a: NdArray, *, vectors: NdArray | None = None, info: NdArray | None = None, pool: Pool | None = None,
    stream: Stream | None = None
) -> None:
    """Computes the eigenvalues of symmetric or Hermitian matrices, in ascending order, and their vectors, as numpy.linalg.eigh does, queued on a
    stream: a @ vectors = vectors @ diag(values). May block."""
    return call("gc_ndarray_eigh", locals())


def ndarray_fft(
    ndarray: NdArray, src: NdArray, *, flags: FftFlags | int | str = 0, norm: FftNorm | int | str = 0, axes: Sequence[int] = (),
    pool: Pool | None = None, stream: Stream | None = None
) -> None:
    """Computes the discrete Fourier transform of an ndarray, NumPy's fftn, queued on a stream; other dimensions are a batch. May block."""
    return call("gc_ndarray_fft", locals())


def context_comm_engine(context: Context) -> str:
    """The engine of communicators of a context, "NCCL 2.18.3" or "Open MPI 4.1.4, rank 2 of 4, started by mpirun"; if there is nothing, where it was
    looked for and what to install. May block."""
    return call("gc_context_get_comm_engine", locals())


def profiler_initialize(
    context: Context, *, output: ProfilerOutput | int | str = 0, capacity: int = 0, output_file: str | None = None, config_file: str | None = None
) -> None:
    """Gives the context a profiler, which is not started yet, and makes its file."""
    return call("gc_profiler_initialize", locals())


def profiler_start(context: Context) -> None:
    """Records launches, copies and fills of the context from now on. May block."""
    return call("gc_profiler_start", locals())


def profiler_stop(context: Context) -> None:
    """Stops recording, waits for what was recorded, and completes the file; also tells NVIDIA's profilers to stop (cuProfilerStop). May block."""
    return call("gc_profiler_stop", locals())


def device_data(device: Device) -> DeviceData:
    """The limits of the blocks of a device's multiprocessors: from its attributes and its compute capability."""
    return call("gc_device_get_data", locals())


def device_alignment(device: Device, word_size: int, size: int) -> tuple[int, int]:
    """The alignment with which each warp reads whole lines of memory: the bytes that a warp reads if each thread reads a word, up to a line of 128
    bytes; and a size rounded up to it."""
    return call("gc_device_get_alignment", locals())


def device_data_occupancy(data: Record, threads: int, shared_size: int, registers: int) -> OccupancyRecord:
    """The number of blocks of a shape that are resident on a multiprocessor, and what limits them; no device is asked."""
    return call("gc_device_data_get_occupancy", locals())


def context_clear_memo(*, context: Context | None = None) -> None:
    """Drops all that `gc_context_set_memo` keeps for a context, or for every context."""
    return call("gc_context_clear_memo", locals())


def context_defer_cleanup(context: Context, defers: bool) -> None:
    """Defers giving back what is released in a context, so that no call takes time for that."""
    return call("gc_context_defer_cleanup", locals())


register(globals())
