"""The connection to the collector that PERIGEE_SOCKET names."""

import json
import os
import socket
import threading

from ._rules import PerigeeError


# As it is before a test that must not reach the network takes it away.
_SOCKETS = (socket.socket,)


class Connection:
    """One connection of one process; threads take turns."""

    def __init__(self, path):
        self.pid = os.getpid()
        self._lock = threading.Lock()
        self._last_id = 0
        self._socket = _SOCKETS[0](socket.AF_UNIX, socket.SOCK_STREAM)
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
                answer = self._receive(message["id"])
            except OSError:
                answer = None
            if answer is None:
                # The collector is gone: the test goes on without it.
                self.open = False
                self._socket.close()
                return
        if not answer["ok"]:
            raise PerigeeError("Perigee: " + answer.get("error", "refused"))

    def _receive(self, message_id):
        """The answer to this message, or None when the collector is gone.

        The answer to an earlier one may come first: a signal handler that raises, as those of time
        limits do, can end the waiting for it.
        """
        while True:
            while b"\n" not in self._rest:
                chunk = self._socket.recv(65536)
                if not chunk:
                    return None
                self._rest += chunk
            line, self._rest = self._rest.split(b"\n", 1)
            answer = json.loads(line)
            if answer.get("id", message_id) == message_id:
                return answer


# The environment is the one way to learn of the collector: read once, when the test loads.
path = os.environ.get("PERIGEE_SOCKET")
# The span of another process in which this one runs.
outer = os.environ.get("PERIGEE_SPAN")
# Instructions are counted: messages are the same each time. Numbers of other lengths would move what the test allocates
# after them, and so what it executes.
is_counted = os.environ.get("PERIGEE_COUNTED") == "1"
_connection = None
_connection_lock = threading.Lock()


def connect():
    """The connection of this process; a forked child makes its own."""
    global _connection
    connection = _connection
    if connection is not None and connection.pid == os.getpid():
        return connection
    with _connection_lock:
        if _connection is None or _connection.pid != os.getpid():
            _connection = Connection(path)
        return _connection


def _renew_lock():
    # Another thread may have held it when the process was forked.
    global _connection_lock
    _connection_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_lock)
