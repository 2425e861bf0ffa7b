"""Marks spans in a test, for Perigee.

Under Perigee, the environment variable PERIGEE_SOCKET names the collector. Without it everything here
does nothing, so the marks can stay in the test::

    from perigee import annotate, profile

    with profile("upload"):
        annotate("num_files", 10000)
        upload(files)
"""

import contextvars
import json
import math
import os
import re
import socket
import threading
import time

__all__ = ["PerigeeError", "annotate", "profile"]

_NAME_LENGTH = 200
_KEY_LENGTH = 64
_VALUE_LENGTH = 256
_ANNOTATIONS_PER_SPAN = 16
_KEY = re.compile(r"(?!__proto__\Z)[A-Za-z_][A-Za-z0-9_.-]*\Z")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
_RESERVED = frozenset(
    "after annotations before branch commit host kind metric occurrences order outcome parent "
    "platform repeat repository series shard side source span suite test time timestamp unit "
    "value".split()
)


class PerigeeError(ValueError):
    """A span or an annotation that is not allowed, or whose measurement was refused."""


class _Connection:
    """One connection of one process; threads take turns."""

    def __init__(self, path):
        self.pid = os.getpid()
        self._lock = threading.Lock()
        self._last_id = 0
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._rest = b""
        try:
            self._socket.connect(path)
            self.open = True
        except OSError:
            self.open = False
            self._socket.close()

    def next_id(self):
        with self._lock:
            self._last_id += 1
            return self._last_id

    def request(self, message):
        """Sends a message and waits for the answer. Raises PerigeeError when it is refused."""
        line = json.dumps(message, allow_nan=False).encode() + b"\n"
        with self._lock:
            if not self.open:
                return
            try:
                self._socket.sendall(line)
                answer = self._receive()
            except OSError:
                answer = b""
            if not answer:
                # The collector is gone: the test goes on without it.
                self.open = False
                self._socket.close()
                return
        if not answer.startswith(b'{"ok":true'):
            raise PerigeeError("Perigee: " + json.loads(answer).get("error", "refused"))

    def _receive(self):
        while b"\n" not in self._rest:
            chunk = self._socket.recv(65536)
            if not chunk:
                return b""
            self._rest += chunk
        answer, self._rest = self._rest.split(b"\n", 1)
        return answer


# The environment is the one way to learn of the collector: read once, when the test loads.
_path = os.environ.get("PERIGEE_SOCKET")
_current = contextvars.ContextVar("perigee_span", default=None)
_connection = None
_connection_lock = threading.Lock()


def _connect():
    """The connection of this process; a forked child makes its own."""
    global _connection
    connection = _connection
    if connection is not None and connection.pid == os.getpid():
        return connection
    with _connection_lock:
        if _connection is None or _connection.pid != os.getpid():
            _connection = _Connection(_path)
        return _connection


def _renew_lock():
    # Another thread may have held it when the process was forked.
    global _connection_lock
    _connection_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)


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
        if _path is None:
            return self
        if not isinstance(self._name, str) or not 1 <= len(self._name) <= _NAME_LENGTH:
            raise PerigeeError("Perigee: the name of a span is text of 1 to 200 characters")
        if _CONTROL.search(self._name):
            raise PerigeeError("Perigee: the name of a span holds no control characters")
        if self._connection is not None:
            raise PerigeeError("Perigee: this span runs already: call profile() anew for each")
        connection = _connect()
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
    if _path is None:
        return
    _check(key, value)
    span = _current.get()
    if span is None:
        if _connect().open:
            raise PerigeeError(
                'Perigee: annotate("%s", ...) was called outside a span: '
                "call it in a profile() block" % key
            )
        return
    annotations = span._annotations
    if key not in annotations and len(annotations) >= _ANNOTATIONS_PER_SPAN:
        raise PerigeeError(
            "Perigee: a span has at most %d annotations" % _ANNOTATIONS_PER_SPAN
        )
    annotations[key] = value


def _check(key, value):
    if not isinstance(key, str) or len(key) > _KEY_LENGTH:
        raise PerigeeError("Perigee: an annotation key is text of at most 64 characters")
    if not _KEY.match(key):
        raise PerigeeError(
            'Perigee: the annotation key "%s" is not allowed: '
            "a letter or _ first, then letters, digits, _ . -" % key
        )
    if key in _RESERVED:
        raise PerigeeError(
            'Perigee: the annotation key "%s" is reserved: choose another one' % key
        )
    if isinstance(value, str):
        if len(value) > _VALUE_LENGTH:
            raise PerigeeError(
                'Perigee: the value of annotation "%s" has %d characters, at most %d are allowed'
                % (key, len(value), _VALUE_LENGTH)
            )
    elif not isinstance(value, (bool, int, float)) or not math.isfinite(value):
        raise PerigeeError(
            'Perigee: the value of annotation "%s" is neither text, a finite number, '
            "True nor False" % key
        )


def _leave(token):
    try:
        _current.reset(token)
    except ValueError:
        # The block ended in another context, as generators can do.
        _current.set(None)


def _read_switches():
    import resource

    own = resource.getrusage(resource.RUSAGE_SELF)
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "voluntary": own.ru_nvcsw + children.ru_nvcsw,
        "involuntary": own.ru_nivcsw + children.ru_nivcsw,
    }
