"""Sends some megabytes over a link between two network namespaces, and asks for an answer at the end.

usage: send_over_link.py clean|loss|reorder SEED MEGABYTES. Needs the right to make network namespaces.
"""
import ctypes
import fcntl
import heapq
import os
import random
import select
import socket
import struct
import sys
import threading
import time

CLONE_NEWNET = 0x40000000
TUNSETIFF = 0x400454CA
IFF_TUN, IFF_NO_PI, IFF_UP = 1, 0x1000, 1
SIOCSIFFLAGS, SIOCSIFADDR, SIOCSIFNETMASK, SIOCSIFTXQLEN = 0x8914, 0x8916, 0x891C, 0x8943

kind, seed, megabytes = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
chance = random.Random(seed)
libc = ctypes.CDLL(None, use_errno=True)


def open_end(address: str) -> int:
    """Moves this thread to a namespace of its own. Its packets are read from the descriptor."""
    if libc.unshare(CLONE_NEWNET) != 0:
        sys.exit(f"unshare: {os.strerror(ctypes.get_errno())}")
    end = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(end, TUNSETIFF, struct.pack("16sH22x", b"link", IFF_TUN | IFF_NO_PI))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        for request, text in ((SIOCSIFADDR, address), (SIOCSIFNETMASK, "255.255.255.0")):
            place = struct.pack("=HH4s8x", socket.AF_INET, 0, socket.inet_aton(text))
            fcntl.ioctl(any_socket, request, struct.pack("16s16s8x", b"link", place))
        # Long enough that no packet is lost by itself.
        fcntl.ioctl(any_socket, SIOCSIFTXQLEN, struct.pack("16si20x", b"link", 20_000))
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sH22x", b"link", IFF_UP))
    return end


def carry(left: int, right: int) -> None:
    """One packet in 50 from right to left is lost, or comes 4 ms late, behind those that left after it."""
    late: list[tuple[float, bytes]] = []
    while True:
        wait = max(0, late[0][0] - time.monotonic()) if late else None
        readable, _, _ = select.select([left, right], [], [], wait)
        while late and late[0][0] <= time.monotonic():
            os.write(left, heapq.heappop(late)[1])
        for end in readable:
            packet = os.read(end, 65536)
            is_hit = end == right and len(packet) > 1000 and chance.random() < 0.02
            if is_hit and kind == "reorder":
                heapq.heappush(late, (time.monotonic() + 0.004, packet))
            elif not is_hit or kind == "clean":
                os.write(left if end == right else right, packet)


def serve(server: socket.socket) -> None:
    connection, _ = server.accept()
    with connection:
        while connection.recv(1 << 20):
            pass
        connection.sendall(b"ok")


left = open_end("10.77.0.1")
server = socket.create_server(("10.77.0.1", 7777))
threading.Thread(target=serve, args=(server,), daemon=True).start()
right = open_end("10.77.0.2")
threading.Thread(target=carry, args=(left, right), daemon=True).start()
with socket.create_connection(("10.77.0.1", 7777)) as client:
    for _ in range(megabytes):
        client.sendall(bytes(1 << 20))
    client.shutdown(socket.SHUT_WR)
    assert client.recv(2) == b"ok"
    assert client.recv(1) == b""
# The last acknowledgements still have to cross the link, which ends with this process.
time.sleep(0.05)
