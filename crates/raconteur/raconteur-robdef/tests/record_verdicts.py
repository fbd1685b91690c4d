"""Asks the genuine parser what it thinks of every case of the corpus.

Run with a Python that has the package `robotraconteur`:

    python record_verdicts.py corpus/*.txt

Each case is `>>> title`, a line `genuine: accept` or `genuine: refuse`, maybe
`ours: ...` with the reason for a difference, and the text. Several definitions
in one case are separated by `---`. The signs U+240D, U+240C and U+2403 stand
for carriage return, form feed, and "no line feed here".
"""

import sys

import RobotRaconteur as RR


def verdict(text):
    text = text.replace("\u2403\n", "").replace("\u240d", "\r").replace("\u240c", "\f")
    node = RR.RobotRaconteurNode()
    node.Init()
    try:
        node.RegisterServiceTypes(text.split("\n---\n"))
        return "accept"
    except Exception:
        return "refuse"
    finally:
        node.Shutdown()


def main():
    for path in sys.argv[1:]:
        with open(path, newline="", encoding="utf-8") as file:
            cases = file.read().split(">>> ")[1:]
        with open(path, "w", newline="", encoding="utf-8") as file:
            for case in cases:
                title, text = case.split("\n", 1)
                notes = []
                while text.startswith(("genuine: ", "ours: ")):
                    note, text = text.split("\n", 1)
                    if note.startswith("ours: "):
                        notes.append(note + "\n")
                file.write(f">>> {title}\ngenuine: {verdict(text)}\n{''.join(notes)}{text}")


main()
