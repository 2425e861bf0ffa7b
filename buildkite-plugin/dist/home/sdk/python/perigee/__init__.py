"""Marks spans in a test and records numbers, for Perigee.

Under Perigee, the environment variable PERIGEE_SOCKET names the collector. Without it everything here
does nothing, so the marks can stay in the test::

    from perigee import annotate, profile, record

    with profile("upload"):
        annotate("num_files", 10000)
        upload(files)
        record("throughput", speed, unit="MB/s")
"""

import atexit
import contextvars
import os
import sys

from ._clock import read_clock, read_switches
from ._connection import connect, is_counted, outer, path
from ._numbers import LARGEST, NumberBuffer
from ._rules import ANNOTATIONS_PER_SPAN, PerigeeError, check_annotation, check_name

__all__ = ["PerigeeError", "annotate", "profile", "record"]

_current = contextvars.ContextVar("perigee_span", default=None)
# The connection by which the open spans of this process know each other.
_own = object()
_is_forked = False
_case = None
_of_whole_test = None


class profile:  # noqa: N801 - reads like a statement: with profile("upload")
    """Measures the block below it as a span; works as `with` and as `async with`.

    Spans may be nested and may run side by side in threads and tasks. Raises PerigeeError when the name
    is not text of 1 to 200 characters, and at the end when the measurement was refused.
    """

    __slots__ = ("_name", "_connection", "_id", "_annotations", "_numbers", "_parent", "_start", "_of_case")

    def __init__(self, name):
        self._name = name
        self._connection = None
        # Where it is a test case: which one, and whether it failed as it should.
        self._of_case = {}

    def __enter__(self):
        if path is None:
            return self
        check_name(self._name)
        if self._connection is not None:
            raise PerigeeError("Perigee: this span runs already: call profile() anew for each")
        connection = connect()
        if not connection.open:
            return self
        global _own
        parent = _innermost()
        message = {
            "op": "begin",
            "id": connection.next_id(),
            "span": self._name,
        }
        if not is_counted:
            message.update(pid=connection.pid, switches=read_switches())
        message.update(self._of_case)
        if parent is not None:
            message["parent"] = parent._id
        elif outer is not None:
            message["parent"] = outer
        self._id = message["id"]
        self._annotations = {}
        self._numbers = NumberBuffer()
        connection.request(message)
        self._connection = _own = connection
        self._parent = parent
        _current.set(self)
        self._start = read_clock()
        return self

    def __exit__(self, error_type, error, traceback):
        connection = self._connection
        if connection is None:
            return False
        latency_ns = 1 if is_counted else read_clock() - self._start
        self._connection = None
        # Otherwise it ends before one that began in it, or in another thread or task, and is passed over there.
        if _current.get() is self:
            _current.set(self._parent)
        if connection.pid != os.getpid():
            # A child that was forked inside the span: its parent ends it.
            return False
        message = {"op": "end", "id": self._id, "latencyNs": latency_ns}
        if error_type is None:
            message["annotations"] = self._annotations
            if not is_counted:
                message["switches"] = read_switches()
            message.update(self._of_case)
        else:
            message["failed"] = True
        try:
            connection.request(message)
            if error_type is None and self._numbers:
                # Afterwards, so that neither clock counts it.
                span = {"span": self._name, "annotations": self._annotations}
                span.update(self._of_case)
                self._numbers.send(connection, span)
        finally:
            self._numbers.forget()
        return False

    async def __aenter__(self):
        return self.__enter__()

    async def __aexit__(self, error_type, error, traceback):
        return self.__exit__(error_type, error, traceback)


def annotate(key, value):
    """Annotates the innermost span that runs: the results are sliced by key and value.

    The key is a letter or _ first, then letters, digits, `_`, `.`, `-`, at most 64, and not reserved; the
    value is text of at most 256 characters, a finite number, True or False. Raises PerigeeError otherwise,
    and outside a span.
    """
    if path is None:
        return
    check_annotation(key, value)
    span = _innermost()
    if span is None:
        if connect().open:
            raise PerigeeError(
                'Perigee: annotate("%s", ...) was called outside a span: '
                "call it in a profile() block" % key
            )
        return
    annotations = span._annotations
    if key not in annotations and len(annotations) >= ANNOTATIONS_PER_SPAN:
        raise PerigeeError(
            "Perigee: a span has at most %d annotations" % ANNOTATIONS_PER_SPAN
        )
    annotations[key] = value


def record(name, value, unit=None, direction=None):
    """Records a number of the innermost span that runs, or of the whole test outside spans.

    One value is the number itself, and several are their mean; from 100 values on, and for a list or
    {"values": [...], "counts": [...]}, they are a distribution, of which Perigee judges p50, p90, p99 and
    max. `metrics` in perigee.yml can say otherwise.

    The name has small letters, digits and _, with dots between words. A value is finite, 0 or more. The
    unit is a time (ns, us, ms, s), bytes (B, kB, MB, KiB, MiB) or any other, e.g. "ops/s"; the direction
    is "lower" or "higher", and by itself higher for a unit that ends in /s. Both are said once. Raises
    PerigeeError for what is not allowed.
    """
    if path is None:
        return
    span = _current.get()
    if span is None or span._connection is not _own:
        span = _innermost()
    if span is None and _is_child():
        _send_alone(name, value, unit, direction)
        return
    numbers = _numbers_of_whole_test() if span is None else span._numbers
    kept = numbers.get(name)
    # What keep() finds out each time; this is what a test calls a hundred thousand times.
    if (
        kept is not None
        and unit is kept.unit
        and direction is kept.direction
        and (value.__class__ is float or value.__class__ is int)
        and 0 <= value <= LARGEST
    ):
        values = kept.values
        if len(values) < kept.room:
            values.append(value)
            return
    numbers.keep(name, value, unit, direction)


def _innermost():
    """The innermost span that has not ended, and that this process began."""
    span = _current.get()
    while span is not None and span._connection is not _own:
        span = span._parent
    if span is None and _case is not None and _case._connection is _own:
        return _case
    return span


def run_case(span):
    """Test runners may call a test in a context of its own, as unittest does: then this test case is the one."""
    global _case
    _case = span


def _is_child():
    """Whether it was forked, or is one of multiprocessing: these end without a word, as by terminate()."""
    if _is_forked:
        return True
    processes = sys.modules.get("multiprocessing.process")
    return processes is not None and processes.parent_process() is not None


def _send_alone(name, value, unit, direction):
    numbers = NumberBuffer()
    numbers.keep(name, value, unit, direction)
    try:
        if connect().open:
            numbers.send(connect(), _of_outer())
    finally:
        numbers.forget()


def _of_outer():
    return {} if outer is None else {"parent": outer}


def _numbers_of_whole_test():
    """Sent when the process ends."""
    global _of_whole_test
    if _of_whole_test is None:
        _of_whole_test = NumberBuffer()
        atexit.register(_send_whole_test, os.getpid())
    return _of_whole_test


def _send_whole_test(pid):
    if pid == os.getpid() and _of_whole_test and connect().open:
        _of_whole_test.send(connect(), _of_outer())


def _begin_child():
    # What the parent has begun and recorded is its own to end and to send.
    global _of_whole_test, _own, _is_forked
    _of_whole_test = None
    _own = object()
    _is_forked = True


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_child)
