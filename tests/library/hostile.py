"""A simulator that answers nonsense: whatever it sends, a controller ends by itself with a clear error."""

import os
import random
import signal
import socket
import struct
import subprocess
import threading

import calls
import languages
from everything import PATIENCE, compile_controller

ROUNDS = 100
# Seconds after which the simulator goes away: a controller that expects more
# bytes than there are waits for them. One that is slow finds the simulator gone,
# which it has to survive as well.
SILENCE = 2
DEVICES = [(49, b"light"), (42, b"distance"), (47, b"led"), (57, b"motor"), (52, b"position")]


def text(value):
    return value + b"\0"


def configuration():
    """What a simulator says first, as it should be."""
    message = struct.pack("<HB", 0, 0) + text(b"robot") + text(b"R2023b") + struct.pack("<BBHHd", 1, 1, len(DEVICES) + 1, 34, 0.0)
    for kind, name in DEVICES:
        message += struct.pack("<H", kind) + text(name) + text(b"")
    message += struct.pack("<d", 32.0) + text(b"/project") + text(b"/world.wbt") + text(b"model")
    message += text(b"") * 2 + text(b"everything") + text(b"data") + struct.pack("<BBi", 0, 0, 2)
    message += struct.pack("<HBiiBB", 0, 0, 3, 0, 0, 0) + text(b"Robot") + text(b"SELF")
    table = struct.pack("<6d", 0, 0, 0, 10, 1000, 0)
    message += struct.pack("<HBi", 1, 0, 2) + table
    return message


def packet(delay, messages):
    return struct.pack("<Ii", 8 + len(messages), delay) + messages


def mutated(data, dice):
    """Bytes changed, cut, repeated or put between."""
    data = bytearray(data)
    for _ in range(dice.randint(1, 4)):
        place = dice.randrange(len(data) + 1) if data else 0
        kind = dice.randrange(5)
        if kind == 0 and place < len(data):
            data[place] = dice.randrange(256)
        elif kind == 1 and place + 4 <= len(data):
            data[place : place + 4] = struct.pack("<I", dice.choice([0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF]))
        elif kind == 2:
            del data[place:]
        elif kind == 3:
            data[place:place] = dice.randbytes(dice.randint(1, 40))
        else:
            data += data[place : place + 30]
    return bytes(data)


def answers(dice):
    """First a configuration that is right in half of the rounds, then steps that are not."""
    first = configuration()
    while True:
        # mostly nothing new, so that nonsense meets all parts of a program
        choice = dice.randrange(30)
        if first is not None:
            right = dice.random() < 0.5
            body = first if right else mutated(first, dice)
            whole = packet(0, body)
            yield whole if right or choice else mutated(whole, dice)
            first = None
        elif choice < 2:
            # a plausible message: a tag, a kind, and anything
            body = struct.pack("<HB", dice.randrange(7), dice.randrange(100)) + dice.randbytes(dice.randint(0, 64))
            yield packet(dice.choice([0, 0, 0, -1]), body)
        elif choice == 2:
            yield mutated(packet(0, struct.pack("<HBd", 1, 0, 5.0)), dice)
        elif choice == 3:
            yield dice.randbytes(dice.randint(1, 200))
        else:
            yield packet(0, b"")


def serve(listener, dice):
    try:
        connection, _ = listener.accept()
        connection.settimeout(SILENCE)
        with connection:
            for count, answer in enumerate(answers(dice)):
                if count > 400 or not connection.recv(65536):
                    return
                connection.sendall(answer)
    except OSError:
        pass


def one_round(program, scratch, environment, seed):
    """The status and the words of a controller that meets one such simulator."""
    folder = scratch / "instance/ipc/robot"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "intern"
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        listener.settimeout(PATIENCE)
        simulator = threading.Thread(target=serve, args=(listener, random.Random(seed)))
        simulator.start()
        ended = subprocess.run(program, capture_output=True, env=environment, timeout=PATIENCE, check=False)
        simulator.join()
    return ended.returncode, ended.stderr.decode(errors="replace")


def check(home, scratch):
    folder = scratch / "everything"
    folder.mkdir()
    source = folder / "everything.c"
    source.write_text(languages.C().write(calls.SUPERVISOR), encoding="utf-8")
    compile_controller(home, folder, source)
    environment = dict(
        os.environ,
        WEBOTS_ROBOT_NAME="robot",
        WEBOTS_INSTANCE_PATH=f"{scratch}/instance/",
        LD_LIBRARY_PATH=f"{home}/lib/controller",
    )
    refused = 0
    for seed in range(ROUNDS):
        status, words = one_round(folder / "everything", scratch, environment, seed)
        assert status >= 0, f"seed {seed}: the controller was ended by {signal.Signals(-status).name}: {words[-2000:]}"
        assert "panicked" not in words, f"seed {seed}: {words[-2000:]}"
        if status != 0:
            refused += 1
            assert words.strip(), f"seed {seed}: status {status} without a word"
    assert refused > ROUNDS // 2, f"only {refused} of {ROUNDS} were refused: the simulator is not hostile enough"
    return f"{ROUNDS} hostile simulators, {refused} refused with an error, no signal"
