# SPDX-License-Identifier: Apache-2.0
"""Waiting in asyncio: streams post tokens to a completion, whose descriptor the event loop watches."""

from __future__ import annotations

import asyncio
import weakref
from typing import Any

_waiters: weakref.WeakKeyDictionary[Any, Waiter] = weakref.WeakKeyDictionary()


class Waiter:
    """The tokens that streams have still to post to one event loop. The loop watches the descriptor while there are some."""

    def __init__(self) -> None:
        from ._classes import Completion

        self.completion = Completion()
        self.descriptor = self.completion.descriptor
        self.pending: dict[int, asyncio.Future[None]] = {}
        self.last = 0
        self.timer: Any = None

    def add(self, loop: Any, stream: Any) -> asyncio.Future[None]:
        self.last += 1
        stream.notify(self.completion, self.last)
        reached = loop.create_future()
        if not self.pending:
            loop.add_reader(self.descriptor, self.take, loop)
            self.look(loop)
        self.pending[self.last] = reached
        return reached

    def look(self, loop: Any) -> None:
        """A lost GPU posts nothing: the library notices when it is asked."""
        self.timer = loop.call_later(1, lambda: (self.look(loop), self.take(loop)))

    def take(self, loop: Any) -> None:
        while True:
            token, done = self.completion.wait(0)
            if not done:
                break
            reached = self.pending.pop(token, None)
            if reached and not reached.done():
                reached.set_result(None)
        if not self.pending:
            loop.remove_reader(self.descriptor)
            self.timer.cancel()


class StreamMixin:
    async def wait(self) -> None:
        """Waits until the work queued on the stream so far is done, and raises the fault of that work; the event loop goes on meanwhile.
        `synchronize` holds the thread."""
        from ._classes import Event

        loop = asyncio.get_running_loop()
        waiter = _waiters.get(loop)
        if waiter is None:
            waiter = _waiters[loop] = Waiter()
        with self.context() as context, Event(context=context) as behind:
            behind.record(stream=self)  # it knows of the fault
            await waiter.add(loop, self)
            behind.synchronize()
