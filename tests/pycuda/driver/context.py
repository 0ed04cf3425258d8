# SPDX-License-Identifier: Apache-2.0
"""Devices, contexts and their stack, streams, events, the profiler."""

import os
import threading

from .base import K, LogicError, Object, gc, options
from .constants import compute_mode, device_attribute

VERSION = (11, 8, 0)  # from 12 on PyCUDA skips what it has of texture references


def get_version():
    return VERSION


def get_driver_version():
    return VERSION[0] * 1000 + VERSION[1] * 10


def init(flags=0):
    if flags:
        raise LogicError("init: flags are not 0")
    Device.count()


def devices():
    """The devices of the kind that GRIDCALL_DEVICE says: else the test would take a machine's first GPU."""
    kind = K["DEVICE_KIND_GPU" if os.environ.get("GRIDCALL_DEVICE") == "gpu" else "DEVICE_KIND_CPU"]
    every = [gc.device_get_by_index(index) for index in range(gc.device_get_count())]
    return [each for each in every if gc.device_get_kind(each) == kind]


class Device:
    _as_parameter_ = property(lambda self: self._handle)

    def __init__(self, which):
        if isinstance(which, str):
            self._handle = gc.device_find(which.encode())
            return
        every = devices()
        if not 0 <= which < len(every):
            raise LogicError(f"there is no device {which}: there are {len(every)}")
        self._handle = every[which]

    @classmethod
    def of(cls, handle):
        made = cls.__new__(cls)
        made._handle = handle
        return made

    @staticmethod
    def count():
        return len(devices())

    def name(self):
        return gc.device_get_name(self)

    def pci_bus_id(self):
        return gc.device_get_pci_bus_id(self)

    def compute_capability(self):
        return gc.device_get_compute_capability(self)

    def total_memory(self):
        return gc.device_get_total_memory(self)

    def get_attribute(self, attribute):
        value = gc.device_get_attribute(self, attribute)
        return compute_mode(value) if attribute == device_attribute.COMPUTE_MODE else value

    def can_access_peer(self, other):
        return gc.device_can_access_peer(self, other)

    def __eq__(self, other):
        return self._handle == other._handle

    def __hash__(self):
        return hash(self._handle)

    def make_context(self, flags=0):
        made = Context(gc.context_create(self, options("context", sched=flags & 7, flags=flags & ~7)))
        made.push()
        return made

    def retain_primary_context(self):
        return Context(gc.context_get_primary(self, None))


class Stack(threading.local):
    """PyCUDA's own stack of a thread. The driver's has its top alone, so that a context can be pushed that is further down."""

    def __init__(self):
        self.contexts = []


stack = Stack()


def current():
    context = Context.get_current()
    if context is None:
        raise LogicError("no context is current in this thread")
    return context


class Context(Object):
    release = "context_release"

    def push(self):
        if not self._handle:
            raise LogicError("the context was detached")
        above = Context.get_current()
        if above is not None:
            gc.context_pop(above)
        gc.context_push(self)
        stack.contexts.append(self)

    @staticmethod
    def pop():
        gc.context_pop(current())
        stack.contexts.pop()
        below = Context.get_current()
        if below is not None:
            gc.context_push(below)

    def detach(self):
        if not self._handle:
            raise LogicError("the context was detached already")
        while Context.get_current() is self:
            Context.pop()
        # Entries further down the stack are passed over from now on, as PyCUDA has it.
        self.__del__()

    @staticmethod
    def attach(flags=0):
        made = Context(gc.context_get_current())
        stack.contexts.append(made)
        return made

    @staticmethod
    def get_current():
        while stack.contexts and not stack.contexts[-1]._handle:
            stack.contexts.pop()
        return stack.contexts[-1] if stack.contexts else None

    @staticmethod
    def get_device():
        return Device.of(gc.context_get_device(current()))

    @staticmethod
    def synchronize():
        gc.context_synchronize(current())

    @staticmethod
    def get_limit(which):
        return gc.context_get_attribute(current(), which)

    @staticmethod
    def set_limit(which, value):
        gc.context_set_attribute(current(), which, value)

    @staticmethod
    def get_cache_config():
        return gc.context_get_attribute(current(), K["CONTEXT_ATTRIBUTE_CACHE_CONFIG"])

    @staticmethod
    def set_cache_config(value):
        gc.context_set_attribute(current(), K["CONTEXT_ATTRIBUTE_CACHE_CONFIG"], value)

    @staticmethod
    def get_shared_config():
        return gc.context_get_attribute(current(), K["CONTEXT_ATTRIBUTE_SHARED_CONFIG"])

    @staticmethod
    def set_shared_config(value):
        gc.context_set_attribute(current(), K["CONTEXT_ATTRIBUTE_SHARED_CONFIG"], value)

    def get_api_version(self):
        return gc.context_get_attribute(self, K["CONTEXT_ATTRIBUTE_API_VERSION"])

    @staticmethod
    def enable_peer_access(peer, flags=0):
        gc.context_enable_peer_access(current(), peer)

    @staticmethod
    def disable_peer_access(peer):
        gc.context_disable_peer_access(current(), peer)

    @property
    def handle(self):
        return self.native


class Stream(Object):
    release = "stream_release"

    def __init__(self, flags=0):
        super().__init__(gc.stream_create(current(), options("stream", flags=flags)))

    def synchronize(self):
        gc.stream_synchronize(self)

    def is_done(self):
        return bool(gc.stream_query(self))

    def wait_for_event(self, event):
        gc.stream_wait_event(self, event)

    @property
    def handle(self):
        return self.native


class Event(Object):
    release = "event_release"

    def __init__(self, flags=0):
        super().__init__(gc.event_create(current(), options("event", flags=flags)))

    def record(self, stream=None):
        gc.event_record(self, stream)
        return self

    def synchronize(self):
        gc.event_synchronize(self)
        return self

    def query(self):
        return bool(gc.event_query(self))

    def time_since(self, start):
        return gc.event_get_elapsed(start, self) * 1e-6

    def time_till(self, end):
        return gc.event_get_elapsed(self, end) * 1e-6

    def ipc_handle(self):
        return bytearray(gc.event_get_ipc_handle(self))

    @staticmethod
    def from_ipc_handle(handle):
        made = Event.__new__(Event)
        made._handle = gc.event_open_ipc(current(), bytes(handle), len(handle))
        return made


def initialize_profiler(config_file, output_file, output_mode):
    kinds = [K["PROFILER_OUTPUT_KEY_VALUE_PAIR"], K["PROFILER_OUTPUT_CSV"]]
    gc.profiler_initialize(current(), options("profiler", output=kinds[output_mode], output_file=output_file.encode(),
                                                     config_file=config_file.encode() if config_file else None))


def start_profiler():
    gc.profiler_start(current())


def stop_profiler():
    gc.profiler_stop(current())


def have_gl_ext():
    return False


__all__ = ["Context", "Device", "Event", "Stream", "get_driver_version", "get_version", "have_gl_ext", "init",
           "initialize_profiler", "start_profiler", "stop_profiler"]
