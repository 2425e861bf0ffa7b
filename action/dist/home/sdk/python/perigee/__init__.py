"""Marks spans in a test, for Perigee.

Under Perigee, the environment variable PERIGEE_SOCKET names the collector. Without it everything here
does nothing, so the marks can stay in the test::

    from perigee import annotate, profile

    with profile("upload"):
        annotate("num_files", 10000)
        upload(files)
"""

import contextvars
import os
import time

from ._connection import connect, path
from ._rules import ANNOTATIONS_PER_SPAN, PerigeeError, check_annotation, check_name

__all__ = ["PerigeeError", "annotate", "profile"]

_current = contextvars.ContextVar("perigee_span", default=None)


class profile:  # noqa: N801 - reads like a statement: with profile("upload")
    """Measures the block below it as a span; works as `with` and as `async with`.

    Spans may be nested and may run side by side in threads and tasks. Raises PerigeeError when the name
    is not text of 1 to 200 characters, and at the end when the measurement was refused.
    """

    __slots__ = ("_name", "_connection", "_id", "_annotations", "_token", "_start")

    def __init__(self, name):
        self._name = name
        self._connection = None

    def __enter__(self):
        if path is None:
            return self
        check_name(self._name)
        if self._connection is not None:
            raise PerigeeError("Perigee: this span runs already: call profile() anew for each")
        connection = connect()
        if not connection.open:
            return self
        parent = _current.get()
        message = {
            "op": "begin",
            "id": connection.next_id(),
            "span": self._name,
            "pid": connection.pid,
            "switches": _read_switches(),
        }
        if parent is not None and parent._connection is connection:
            message["parent"] = parent._id
        self._id = message["id"]
        self._annotations = {}
        connection.request(message)
        self._connection = connection
        self._token = _current.set(self)
        self._start = time.perf_counter_ns()
        return self

    def __exit__(self, error_type, error, traceback):
        connection = self._connection
        if connection is None:
            return False
        latency_ns = time.perf_counter_ns() - self._start
        self._connection = None
        _leave(self._token)
        if connection.pid != os.getpid():
            # A child that was forked inside the span: its parent ends it.
            return False
        message = {"op": "end", "id": self._id, "latencyNs": latency_ns}
        if error_type is None:
            message["annotations"] = self._annotations
            message["switches"] = _read_switches()
        else:
            message["failed"] = True
        connection.request(message)
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
    span = _current.get()
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


def _leave(token):
    try:
        _current.reset(token)
    except ValueError:
        # The block ended in another context, as generators can do.
        _current.set(None)


def _read_switches():
    import resource

    # Without the children: the collector reads theirs, and those that end would count twice.
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return {"voluntary": usage.ru_nvcsw, "involuntary": usage.ru_nivcsw}
