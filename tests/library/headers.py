"""Macros and inline functions of the C and C++ headers: each is used once, in a program that runs.

With the genuine headers at hand, whatever they define must be defined here too.
"""

import re
import subprocess

# The value of each macro in C. INFINITY, bool, true and false come with <webots/types.h>.
VALUES = [
    ("types.h", "INFINITY > 1e308", "1"),
    ("types.h", "sizeof(bool)", "1"),
    ("types.h", "true + false", "1"),
    ("types.h", "WB_ANGULAR", "0"),
    ("emitter.h", "WB_CHANNEL_BROADCAST", "-1"),
    ("receiver.h", "WB_CHANNEL_BROADCAST", "-1"),
    ("console.h", "WB_STDOUT * 10 + WB_STDERR", "12"),
    ("display.h", "WB_IMAGE_RGB", "3"),
    ("display.h", "WB_IMAGE_RGBA", "4"),
    ("display.h", "WB_IMAGE_ARGB", "5"),
    ("display.h", "WB_IMAGE_BGRA", "6"),
    ("display.h", "WB_IMAGE_ABGR", "7"),
    ("camera.h", "wb_camera_image_get_red(picture, 2, 1, 0)", "7"),
    ("camera.h", "wb_camera_image_get_green(picture, 2, 1, 0)", "6"),
    ("camera.h", "wb_camera_image_get_blue(picture, 2, 1, 0)", "5"),
    ("camera.h", "wb_camera_image_get_gray(picture, 2, 1, 0)", "6"),
    ("camera.h", "wb_camera_image_get_grey(picture, 2, 0, 1)", "10"),
    ("camera.h", "wb_camera_image_get_red(picture, 1 + 1, 0 + 1, 2 - 1)", "15"),
    ("range_finder.h", "wb_range_finder_image_get_depth(depths, 2, 1, 1) == 4.5f", "1"),
    ("supervisor.h", "WB_SUPERVISOR_MOVIE_READY", "0"),
    ("supervisor.h", "WB_SUPERVISOR_MOVIE_RECORDING", "1"),
    ("supervisor.h", "WB_SUPERVISOR_MOVIE_SAVING", "2"),
    ("supervisor.h", "WB_SUPERVISOR_MOVIE_WRITE_ERROR", "3"),
    ("supervisor.h", "WB_SUPERVISOR_MOVIE_ENCODING_ERROR", "4"),
    ("supervisor.h", "WB_SUPERVISOR_MOVIE_SIMULATION_ERROR", "5"),
    ("utils/ansi_codes.h", 'strcmp(ANSI_RED_FOREGROUND ANSI_RESET, "\\x1b[31m\\x1b[0m")', "0"),
    ("utils/ansi_codes.h", "strlen(ANSI_BOLD ANSI_UNDERLINE ANSI_CLEAR_SCREEN)", "12"),
]

COLOURS = "BLACK RED GREEN YELLOW BLUE MAGENTA CYAN WHITE".split()

# Headers of the genuine library that belong to another one: robot windows are part of the simulator.
ELSEWHERE = {"plugins/robot_window/generic_robot_window/generic.h"}

# Of these the genuine headers make something only for MATLAB, for another robot's own compiler, or for themselves.
OWN_BUSINESS = re.compile(r".*_H(PP)?_?$|_.*|WB_MATLAB_LOADLIBRARY|KROS_COMPILATION|WB_ALLOW_MIXING_C_AND_CPP_API")


def value_program():
    headers = sorted({header for header, _, _ in VALUES})
    text = "#include <stdio.h>\n#include <string.h>\n" + "".join(f"#include <webots/{name}>\n" for name in headers)
    text += "#include <webots/plugins/robot_window/robot_wwi.h>\n"
    text += "static const unsigned char picture[16] = {1, 2, 3, 0, 5, 6, 7, 0, 9, 10, 11, 0, 13, 14, 15, 0};\n"
    text += "static const float depths[4] = {1.5f, 2.5f, 3.5f, 4.5f};\nint main(int count, char **words) {\n"
    text += '  if (count > 1)\n    wb_robot_wwi_send_text(words[1]);\n'
    for _, expression, _ in VALUES:
        text += f'  printf("%d\\n", (int)({expression}));\n'
    for colour in COLOURS:
        text += f'  ANSI_PRINTF_IN_{colour}("%d", 1);\n  ANSI_PRINTF_IN_{colour}("text" ANSI_{colour}_BACKGROUND);\n'
    return text + "  ANSI_CLEAR_CONSOLE();\n  return 0;\n}\n"


CPP_PROGRAM = """
#include <webots/Motor.hpp>
#include <webots/Camera.hpp>
#include <webots/ImageRef.hpp>
#include <webots/RangeFinder.hpp>
#include <webots/Supervisor.hpp>
#include <webots/utils/AnsiCodes.hpp>
#include <cstdio>
using namespace webots;
int main() {
  const unsigned char picture[4] = {1, 2, 3, 0};
  const float depth[1] = {4.5f};
  ImageRef image((WbImageRef)picture);
  bool good = INFINITY > 1e308 && std::isinf(INFINITY);
  good = good && Camera::imageGetRed(picture, 1, 0, 0) == 3 && Camera::imageGetGreen(picture, 1, 0, 0) == 2;
  good = good && Camera::imageGetBlue(picture, 1, 0, 0) == 1 && Camera::imageGetGray(picture, 1, 0, 0) == 2;
  good = good && Camera::imageGetGrey(picture, 1, 0, 0) == 2 && RangeFinder::rangeImageGetDepth(depth, 1, 0, 0) == 4.5f;
  good = good && image.getImageRef() == (WbImageRef)picture;
  std::printf("%d\\n", good);
  return 0;
}
"""


def run(compiler, text, home, scratch, options=()):
    name = "headers.cpp" if "+" in compiler else "headers.c"
    source, program = scratch / name, scratch / f"{name}.out"
    source.write_text(text)
    folders = [f"-I{home}/include/controller/{language}" for language in ("c", "cpp")]
    libraries = [f"-L{home}/lib/controller", "-lController", f"-Wl,-rpath,{home}/lib/controller"]
    command = [compiler, *options, *folders, source, "-o", program, *libraries]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout


def defined(home, language, header):
    """The names of macros after including a header, or None if it cannot be included."""
    compiler = ["c++", "-x", "c++"] if language == "cpp" else ["cc", "-x", "c"]
    folders = [f"-I{home}/include/controller/{folder}" for folder in {"c", language}]
    text = f"#include <webots/{header}>\n"
    shown = subprocess.run(
        [*compiler, "-w", "-E", "-dM", *folders, "-"], input=text, capture_output=True, text=True, check=False
    )
    if shown.returncode:
        return None
    return {name for name in re.findall(r"#define (\w+)", shown.stdout) if not OWN_BUSINESS.fullmatch(name)}


def beside(home, genuine):
    compared = 0
    for language in ("c", "cpp"):
        folder = genuine / f"include/controller/{language}/webots"
        for file in sorted(folder.rglob("*.h*")):
            header = file.relative_to(folder).as_posix()
            if header in ELSEWHERE:
                continue
            own = defined(home, language, header)
            assert own is not None, f"{header} cannot be included"
            missing = defined(genuine, language, header) - own
            # what only tells system headers apart is theirs
            missing = {name for name in missing if re.match(r"wb|WB|ANSI|INFINITY$|bool$|true$|false$", name)}
            assert not missing, f"{header} does not define {', '.join(sorted(missing))}"
            compared += 1
    return compared


def check(home, genuine, scratch):
    lines = run("cc", value_program(), home, scratch, ["-Wall", "-Werror"]).splitlines()
    for (_, expression, wanted), found in zip(VALUES, lines):
        assert found == wanted, f"{expression} is {found}, not {wanted}"
    assert run("c++", CPP_PROGRAM, home, scratch).strip() == "1", "an inline function of C++"
    compared = beside(home, genuine) if genuine else 0
    return f"{len(VALUES) + len(COLOURS) + 2} macros used, the macros of {compared} headers compared"
