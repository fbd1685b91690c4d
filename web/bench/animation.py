"""Puts the frames of `situations.mjs --only animation` together: animation.py FOLDER FILE.webp (needs Pillow)"""

import pathlib
import sys

from PIL import Image

FOLDER, FILE = pathlib.Path(sys.argv[1]), sys.argv[2]
frames = [Image.open(path).convert("RGB") for path in sorted(FOLDER.glob("frame-*.png"))]
frames[0].save(FILE, save_all=True, append_images=frames[1:], duration=180, loop=0, quality=60, method=6)
