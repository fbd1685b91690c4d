"""A controller's bytes: what the tests' controllers begin with."""
import os, socket, struct, sys

print("my number is", os.getpid(), flush=True)
connection = socket.socket(socket.AF_UNIX)
connection.connect(os.environ["WEBOTS_INSTANCE_PATH"] + "ipc/" + os.environ["WEBOTS_ROBOT_NAME"] + "/intern")

def receive(count):
    data = b""
    while len(data) < count:
        piece = connection.recv(count - len(data))
        if not piece:
            sys.exit(1)
        data += piece
    return data

def request(milliseconds, body=b""):
    """The answer's messages; ends when the simulation does."""
    connection.sendall(struct.pack("<II", 8 + len(body), milliseconds) + body)
    size, delay = struct.unpack("<Ii", receive(8))
    messages = receive(size - 8)
    if messages.startswith(b"\0\0\2"):
        sys.exit(0)
    return messages

def supervise(message):
    return request(0, struct.pack("<Hi", 0, len(message)) + message)

request(0, bytes.fromhex("000003000000230000"))
