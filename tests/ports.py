"""Free ports for programs that a test starts."""

import random
import socket


def free_port() -> int:
    """A port nobody listens on, below those that the system hands out for outgoing connections."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
