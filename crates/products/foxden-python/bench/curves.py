"""Learns the environments that come with Foxden and draws their learning curves as a picture:

    PYTHONPATH=target/python-release python3 crates/products/foxden-python/bench/curves.py \
        docs/guide/images/learning.svg
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import foxden.gym

GENERATIONS = {"Reach": 30}
POPULATION = {"DriveToLight": 24}
WIDTH, HEIGHT, COLUMNS = 240, 150, 3
HIDDEN = {"SwingUp": 8}
EPISODES = {"Reach": 4}


def panel(name: str, curve: list[float], seconds: float, at: int) -> str:
    """One curve with its frame, as elements of SVG."""
    left, top = at % COLUMNS * WIDTH + 10, at // COLUMNS * HEIGHT + 10
    low, high = min(curve), max(curve)
    scale = (HEIGHT - 60) / ((high - low) or 1)
    points = " ".join(
        f"{left + 10 + (WIDTH - 40) * k / (len(curve) - 1):.1f},"
        f"{top + HEIGHT - 30 - (value - low) * scale:.1f}"
        for k, value in enumerate(curve)
    )
    return (
        f'<rect x="{left}" y="{top}" width="{WIDTH - 20}" height="{HEIGHT - 20}" '
        'fill="#fff" stroke="#bbb"/>'
        f'<text x="{left + 8}" y="{top + 16}" font-weight="bold">{name}</text>'
        f'<text x="{left + 8}" y="{top + 30}" fill="#666">'
        f"{low:.3g} to {high:.3g}, {seconds:.0f} s of CPU</text>"
        f'<polyline points="{points}" fill="none" stroke="#d9691e" stroke-width="2"/>'
    )


def main() -> None:
    panels = []
    for at, name in enumerate(foxden.gym.ENVIRONMENTS):
        start = time.process_time()
        _, curve = foxden.gym.evolve(
            foxden.gym.task(name),
            generations=GENERATIONS.get(name, 15),
            population=POPULATION.get(name, 64),
            hidden=HIDDEN.get(name, 0),
            episodes=EPISODES.get(name, 2),
            seed=1,
        )
        seconds = time.process_time() - start
        print(f"{name}: {curve[0]:.3g} to {max(curve):.3g} in {seconds:.1f} s", flush=True)
        panels.append(panel(name, curve, seconds, at))
    start = time.process_time()
    _, curve = foxden.gym.learn_table(foxden.gym.ToolChange(), episodes=60, seed=1)
    panels.append(panel("ToolChange", curve, time.process_time() - start, len(panels)))
    rows = -(-len(panels) // COLUMNS)
    Path(sys.argv[1]).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{COLUMNS * WIDTH}" '
        f'height="{rows * HEIGHT}" font-family="sans-serif" font-size="11">'
        f'<rect width="100%" height="100%" fill="#f6f6f4"/>{"".join(panels)}</svg>\n'
    )


main()
