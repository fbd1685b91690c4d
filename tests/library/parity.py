"""The names and signatures of the library against those of R2023b (facts in functions.tsv, exports.txt)."""

import subprocess
from pathlib import Path

HERE = Path(__file__).parent

# Exported by R2023b without being declared in a header: its own inner functions, whose
# arguments are its own structures. No program can call them.
INNER_ENDINGS = ("_init", "_no_mutex", "_unlocked", "_get_unique_id", "_load_library", "_get_extension")
INNER = {"wb_device_cleanup"}

# New in R2025a.
NEWER = [
    "wb_supervisor_node_get_base_node_field",
    "wb_supervisor_node_get_base_node_field_by_index",
    "wb_supervisor_node_get_number_of_base_node_fields",
    "wb_supervisor_node_get_proto",
    "wb_supervisor_field_get_actual_field",
    "wb_supervisor_proto_get_type_name",
    "wb_supervisor_proto_is_derived",
    "wb_supervisor_proto_get_parent",
    "wb_supervisor_proto_get_field",
    "wb_supervisor_proto_get_field_by_index",
    "wb_supervisor_proto_get_number_of_fields",
]


def lines(name):
    return [line for line in (HERE / name).read_text().splitlines() if line and not line.startswith("#")]


def is_inner(name, declared):
    return name not in declared and (name.endswith(INNER_ENDINGS) or "abstract_camera" in name or name in INNER)


def pointers(rows):
    """A C file that puts every function into a pointer of the genuine type."""
    headers = sorted({header for _, header, _, _ in rows})
    text = "#define WB_DEPRECATED\n" + "".join(f"#include <webots/{header}>\n" for header in headers)
    for name, _, result, arguments in rows:
        text += f"{result} (*const to_{name})({arguments or 'void'}) = {name};\n"
    return text


def check(home, scratch):
    library = home / "lib/controller/libController.so"
    shown = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True)
    own = {line.split()[2] for line in shown.stdout.splitlines() if len(line.split()) == 3}
    rows = [(line.split("\t") + [""])[:4] for line in lines("functions.tsv")]
    declared = {row[0] for row in rows}
    wanted = {name for name in lines("exports.txt") if not is_inner(name, declared)}
    missing = sorted((wanted | declared | set(NEWER)) - own)
    assert not missing, f"not exported: {', '.join(missing)}"
    source = scratch / "pointers.c"
    source.write_text(pointers(rows))
    command = ["cc", "-std=c11", "-Wall", "-Werror", "-c", source, "-o", scratch / "pointers.o"]
    built = subprocess.run([*command, f"-I{home}/include/controller/c"], capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return f"{len(declared)} functions with equal signatures, {len(wanted) - len(declared)} more names exported"
