#!/usr/bin/env python3
"""Checks rules that the compiler cannot: direction of includes, banned words, sizes, the English of comments.

Prints one line per finding; exit 1.
"""
import pathlib
import re
import subprocess
import sys

import comment_lint

# A folder may include itself and the folders named after it; the longest prefix decides.
RUNTIME_OPS = ["nook/nook.h", "nook/core", "nook/memory", "nook/model"]
LAYERS = {
    "nook": [],
    "nook/core": ["nook/nook.h"],
    "nook/memory": ["nook/core"],
    "nook/image": ["nook/core", "nook/nook.h", "nook/nook_model.h", "nook/model_info.h"],
    "nook/model": ["nook/nook.h", "nook/core"],
    "nook/plan": ["nook/nook.h", "nook/core"],
    "nook/kernels": ["nook/core"],
    "nook/ops": RUNTIME_OPS + ["nook/kernels"],
    "nook/interp": RUNTIME_OPS + ["nook/kernels", "nook/interpreter.h", "nook/buffer_plan.h", "nook/plan", "nook/ops"],
    "nook/managed": RUNTIME_OPS + ["nook/kernels", "nook/ops"],
    "nook/compat": RUNTIME_OPS + ["nook/kernels", "nook/interpreter.h", "nook/buffer_plan.h", "nook/interp", "nook/ops"],
    "integrations/xaf": ["nook"],
    "nookc/core": ["nook"],
    "nookc/target": ["nook", "nookc/core"],
    "nookc/front/data": ["nook", "nookc/core", "nookc/graph"],
    "nookc/graph": ["nook", "nookc/core"],
    "nookc/front/shapes": ["nook", "nookc/core", "nookc/graph"],
    "nookc/front/import": ["nook", "nookc/core", "nookc/graph", "nookc/front/shapes", "nookc/middle/lower", "nookc/middle/passes"],
    "nookc/front/export": ["nook", "nookc/core", "nookc/graph"],
    "nookc/front/borders": ["nook", "nookc/core", "nookc/graph", "nookc/front/import", "nookc/front/export",
                            "nookc/middle/lower", "nookc/middle/passes"],
    "nookc/middle/passes": ["nook", "nookc/core", "nookc/graph", "nookc/middle/lower"],
    "nookc/front/onnx": ["nook", "nookc/core", "nookc/graph", "nookc/front/import", "nookc/front/export", "nookc/front/borders", "nookc/middle/lower",
                   "nookc/middle/passes"],
    "nookc/options": ["nook", "nookc/core", "nookc/graph", "nookc/target"],
    "nookc/middle/lower": ["nook", "nookc/core", "nookc/graph", "nookc/target", "nookc/options"],
    "nookc/middle/live": ["nook", "nookc/core", "nookc/graph", "nookc/target", "nookc/options", "nookc/middle/lower"],
    "nookc/middle/rows": ["nook", "nookc/core", "nookc/graph", "nookc/target", "nookc/options", "nookc/middle/lower",
                          "nookc/middle/live"],
    "nookc/middle/plan/solving": ["nook", "nookc/core", "nookc/target"],
    "nookc/middle/plan/formats": ["nook", "nookc/core", "nookc/target", "nookc/middle/live", "nookc/middle/plan/solving"],
    "nookc/middle/plan/placing": ["nook", "nookc/core", "nookc/graph", "nookc/target", "nookc/options", "nookc/middle/lower",
                           "nookc/middle/live",
                           "nookc/middle/plan/solving"],
    "nookc/middle/hop": ["nook", "nookc/core", "nookc/graph", "nookc/options", "nookc/target", "nookc/middle/lower", "nookc/middle/passes"],
    "nookc/middle/cores": ["nook", "nookc/core", "nookc/graph", "nookc/middle/lower", "nookc/middle/passes", "nookc/middle/hop"],
    "nookc/middle/search": ["nook", "nookc/core", "nookc/graph", "nookc/target", "nookc/options", "nookc/middle/lower",
                            "nookc/middle/live", "nookc/middle/rows", "nookc/middle/plan"],
    "nookc/compile": ["nook", "nookc/core", "nookc/graph", "nookc/target", "nookc/options", "nookc/front/import",
                      "nookc/middle"],
    "nookc/study/markup": ["nookc/core"],
    "nookc/study/cost": ["nookc/core"],
    "nookc/study/map": ["nook", "nookc/core", "nookc/study/markup", "nookc/graph", "nookc/target", "nookc/middle/lower", "nookc/middle/plan",
                        "nookc/options", "nookc/back/interface"],
    "nookc/study/chart": ["nook", "nookc/core", "nookc/middle/lower", "nookc/study/markup"],
    "nookc/study/quantize": ["nook", "nookc/core", "nookc/target", "nookc/options", "nookc/front/data", "nookc/graph", "nookc/front/import", "nookc/front/export", "nookc/middle/lower", "nookc/middle/passes",
                       "nookc/study/markup", "nookc/compile"],
    "nookc/request": ["nook", "nookc/core", "nookc/graph", "nookc/target", "nookc/options", "nookc/back/emit", "nookc/middle/plan",
                      "nookc/compile"],
    "nookc/study/fit": ["nook", "nookc/core", "nookc/graph", "nookc/target", "nookc/front/borders", "nookc/middle/lower", "nookc/middle/rows", "nookc/middle/search",
                  "nookc/options", "nookc/back/interface", "nookc/study/chart", "nookc/study/markup", "nookc/request"],
    "nookc/back/resources": ["nookc/core"],
    "nookc/back/interpreter_export": ["nook", "nookc/core", "nookc/graph", "nookc/target", "nookc/front/import", "nookc/middle/lower",
                     "nookc/middle/plan", "nookc/back/resources"],
    "nookc/back/interface": ["nook", "nookc/core", "nookc/graph", "nookc/target", "nookc/options", "nookc/middle/lower"],
    "nookc/back/emit": ["nook", "nookc/core", "nookc/graph", "nookc/target", "nookc/options", "nookc/middle/lower",
                        "nookc/back/interface", "nookc/back/resources"],
    "nookc/study/report": ["nook", "nookc/core", "nookc/graph", "nookc/target", "nookc/middle/lower", "nookc/options", "nookc/back/interface",
                            "nookc/back/emit"],
    "nookc/study/explain": ["nook", "nookc/core", "nookc/graph", "nookc/target", "nookc/middle/lower", "nookc/options", "nookc/back/interface"],
    "nookc/back/package": ["nook", "nookc/core", "nookc/graph", "nookc/target", "nookc/middle/lower", "nookc/options",
                           "nookc/back/interface", "nookc/back/emit", "nookc/back/interpreter_export",
                      "nookc/study/report", "nookc/back/resources"],
    "nookc/back/run": ["nook", "nookc", "ports"],
    "nookc/study/judge": ["nook", "nookc/core", "nookc/graph", "nookc/front/data", "nookc/target", "nookc/middle/lower", "nookc/middle/passes",
                    "nookc/back/run"],
    "nookc/cli": ["nook", "nookc"],
    "nookc": ["nook", "nookc"],
    "python": ["nookc/cli", "nookc/core"],
    "web/core": ["nook", "nookc/core", "nookc/target", "nookc/graph", "nookc/request", "nookc/front", "nookc/middle/plan",
                 "nookc/middle/passes", "nookc/back/interface", "nookc/back/emit", "nookc/back/package", "nookc/back/run",
                 "nookc/study"],
}
DEVICE_BANNED = [
    (r"(?<!operator )\bnew\b(?! \w*Tensor\b)|\bmalloc\b|\bcalloc\b|\brealloc\b|\bfree\s*\(", "heap on the device"),
    (r"\bstd::|#\s*include\s*<c\w+>", "C++ library on the device"),
    (r"\bthrow\b|\btry\b|\bcatch\b|dynamic_cast|typeid", "exceptions or RTTI on the device"),
    (r"\bf?printf\b|\bputs\b|<stdio\.h>", "stdio on the device"),
]
# Managed tensors consist of tensors, operators and allocators that an application derives from; TensorFlow Lite
# Micro's interface has virtual planners and reporters.
VIRTUAL = re.compile(r"\bvirtual\b")
VIRTUAL_ALLOWED = ("nook/managed/", "nook/compat/")
CONDITION = re.compile(r"\s*#\s*(if|ifdef|elif|ifndef)\b")
CONDITION_ALLOWED = {"nook/core/isa.h", "nook/core/machine.h", "nook/core/fixed_point.h", "nook/image/core.h", "nook/managed/config.h"}
BINARY_SUFFIXES = {".h", ".c", ".cc", ".inc", ".S"}
MAX_FILE, MAX_CLASS, MAX_FUNCTION, MAX_LINE = 500, 200, 60, 110
# Classes that may be longer, because their members are the state of one search or one text.
LONG_CLASSES = {"Assign", "Managed", "Reader"}
# Sources that may have a longer function: a test of one table of cases.
LONG_FUNCTIONS = {"nook/ops/unidirectional_sequence_lstm/kernels_test.cc"}
MAX_READERS = 40
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
EVERY_OPERATOR = "nook/ops/all.h"  # written by the build
OPERATOR = re.compile(r"nook/ops/(?!families/|prepare/|reference/|contract/)(\w+)/\1_op\.h|nook/ops/ops\.inc")


def owner(path):
    """The layer that a file (or an included path) belongs to, or None."""
    fitting = [layer for layer in LAYERS if path.startswith(layer + "/")]
    return max(fitting, key=len, default=None)


def may_include(layer, included):
    target = owner(included)
    if target is None or target == layer:
        return True
    return any(included == allowed or included.startswith(allowed + "/") for allowed in LAYERS[layer])


def check_line(name, line, is_test):
    code = re.sub(r"//.*|/\*.*?\*/|\"[^\"]*\"", "", line)
    if len(line) > MAX_LINE:
        yield f"{len(line)} columns (limit {MAX_LINE})"
    include = re.match(r'#include "([^"]+)"', line)
    layer = owner(name)
    if include and layer and not is_test and not may_include(layer, include[1]):
        yield f"{layer} must not include {include[1]}"
    if re.search(r"\b(TODO|FIXME|XXX)\b(?!\(#\d+\))", line):
        yield "a TODO names its issue: TODO(#123)"
    guard = "__cplusplus" in line or re.match(r"\s*#\s*ifndef\s+NOOK_\w+_H_$", line)
    if CONDITION.match(line) and layer and not guard and not is_test and name not in CONDITION_ALLOWED:
        yield f"conditional compilation belongs in {', '.join(sorted(CONDITION_ALLOWED))}"
    if name.startswith("nook/") and not is_test:
        for pattern, why in DEVICE_BANNED:
            if re.search(pattern, code.lstrip(" *") if not line.lstrip().startswith("*") else ""):
                yield why
        if VIRTUAL.search(code) and not name.startswith(VIRTUAL_ALLOWED):
            yield "virtual call on the device"


def check_functions(name, lines):
    start = None
    for number, line in enumerate(lines, 1):
        opens = re.match(r"[A-Za-z].*\{$", line) or re.match(r" {4,}[A-Za-z*&].*\) (const )?\{$", line)
        if opens and line[0] != " " and not re.match(r"(namespace|struct|class|enum|extern|union|typedef)", line):
            start = number
        if line == "}" and start:
            if number - start > MAX_FUNCTION and name not in LONG_FUNCTIONS:
                yield start, f"function of {number - start} lines (limit {MAX_FUNCTION})"
            start = None


def check_objects(root):
    """Builds name an object after its source without the suffix: no two sources of a folder may share it."""
    seen = {}
    for path in sorted((root / "nook").rglob("*")):
        if path.suffix in (".c", ".cc", ".S"):
            other = seen.setdefault(path.with_suffix(".o"), path)
            if other != path:
                yield f"{path.relative_to(root)}:1: makes the object that {other.name} makes: needs another name"


NAMESPACE = re.compile(r"namespace ([\w:]*) ?\{$|(\})  // namespace")
TYPE = re.compile(r"(?:struct|class|enum class|enum|union) (\w+)(?: final)?(?: : [^{;]*)? \{")


def types_of(path):
    """(number, name with its namespaces) of each type that other sources could see."""
    spaces = []
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if space := NAMESPACE.match(line):
            spaces = spaces[:-1] if space[2] else [*spaces, space[1]]
        elif (found := TYPE.match(line)) and "" not in spaces:
            yield number, "::".join([*spaces, found[1]])


def check_types(root):
    """Two types with one name link without a word, and share each other's functions."""
    seen = {}
    for top in ("nook", "nookc"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in (".h", ".cc") or path.name.endswith("test.cc"):
                continue
            for number, name in types_of(path):
                other = seen.setdefault(name, path)
                if other != path:
                    yield f"{path.relative_to(root)}:{number}: {other.relative_to(root)} defines {name} too: needs another name"


def check_classes(name, lines):
    """A class keeps an invariant, and a long class hides it."""
    start = None
    for number, line in enumerate(lines, 1):
        opens = re.match(r"(?:class|struct) (\w+)\b.*\{$", line)
        if opens:
            start = number, opens[1]
        if line == "};" and start:
            if number - start[0] > MAX_CLASS and start[1] not in LONG_CLASSES and name.startswith("nookc/"):
                yield start[0], f"class of {number - start[0]} lines (limit {MAX_CLASS})"
            start = None


INSTRUCTION_IN_STRING = re.compile(r'\\n(?:\\t)?"')
# An idiom of a few instructions, around values that the compiler keeps in registers, may be a string.
MOST_INLINE = 6
# Loops for which compilers choose the registers, inside functions in C.
LONGER_INLINE = {"nook/kernels/asm/columns_mve.h", "nook/kernels/asm/four_sums_mve.h", "nook/ops/depthwise_conv2d/s16_dsp.c",
                 "nook/kernels/depthwise/helium/taps_mve.c",
                 "nook/ops/depthwise_conv2d/s16_multiplier_dsp.c", "nook/ops/max_pool2d/s16_dsp.c",
                 "nook/ops/max_pool2d/s8_dsp.c", "nook/ops/max_pool2d/s8_line_dsp.c", "nook/ops/mul/s8_mve.c"}


def check_assembly(name, lines):
    """Assembly is a .S file, not a C string: nook/kernels/asm/ has what such files share."""
    if not name.startswith(("nook/kernels/", "nook/ops/")) or not name.endswith((".c", ".h")):
        return
    inline = [number for number, line in enumerate(lines, 1) if INSTRUCTION_IN_STRING.search(line)]
    if len(inline) > MOST_INLINE and name not in LONGER_INLINE:
        yield inline[MOST_INLINE], f"{len(inline)} lines of assembly in C strings (limit {MOST_INLINE}): needs a .S file"
    if len(inline) <= MOST_INLINE and name in LONGER_INLINE:
        yield 1, "no longer needs its place in LONGER_INLINE of tools/tidy.py"
    for number, line in enumerate(lines, 1):
        if re.search(r"\bnaked\b", re.sub(r"/\*.*?\*/|//.*", "", line)):
            yield number, "a function that is all assembly needs a .S file"


# For an int of 16 bits, 1 << 15 and above needs a type. C headers have guards, C++ headers a #pragma.
WIDE_SHIFT = re.compile(r"(?<![\w)])\d+ << (1[5-9]|[2-9]\d)\b")
ONE_SET = re.compile(r"_(dsp|mve|avx2|vnni|neon|dotprod|rv32|rvv|rvvf|thumb1|thumb2|nofp|fpu)\.[ch]$")


def check_shifts(name, lines):
    portable = name.startswith(("nook/ops/", "nook/kernels/")) and name.endswith((".c", ".h")) and not ONE_SET.search(name)
    if portable and not (name.endswith(".h") and "#pragma once" in lines):
        for number, line in enumerate(lines, 1):
            if WIDE_SHIFT.search(line):
                yield number, "an int may have 16 bits: (int32_t)1 << ..."


def check_file(root, path):
    name = str(path.relative_to(root))
    lines = path.read_text().split("\n")
    is_test = name.endswith(("test.cc", "fuzz.cc", "random.cc")) or name.startswith("tests/")
    if len(lines) > MAX_FILE and "generated" not in lines[0].lower() + lines[min(1, len(lines) - 1)].lower():
        yield f"{name}:1: {len(lines)} lines (limit {MAX_FILE})"
    for number, line in enumerate(lines, 1):
        for finding in check_line(name, line, is_test):
            yield f"{name}:{number}: {finding}"
    checks = (*check_functions(name, lines), *check_classes(name, lines), *check_assembly(name, lines),
              *check_shifts(name, lines))
    for number, finding in checks:
        yield f"{name}:{number}: {finding}"


def check_readers(root):
    """Headers of single operators, and their list, that too many sources include: each of these is rebuilt after a
    change. An operator's own tests do not count, because each of its kernels has one."""
    readers = {}
    for top in ("nook", "nookc", "tests", "examples"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in BINARY_SUFFIXES and path.is_file():
                for included in INCLUDE.findall(path.read_text()):
                    readers.setdefault(included, set()).add(str(path.relative_to(root)))
    for header in [h for h in readers if OPERATOR.fullmatch(h)]:
        if header.endswith("_op.h"):
            readers[header].add(EVERY_OPERATOR)
        found, new = set(), {header}
        while new:
            new = set().union(*(readers.get(name, ()) for name in new)) - found
            found |= new
        own = header.rpartition("/")[0] + "/"
        sources = [name for name in found if name.endswith((".c", ".cc"))
                   and not (name.startswith(own) and name.endswith("test.cc"))]
        if len(sources) > MAX_READERS:
            yield f"{header}:1: {len(sources)} sources are built when it changes (limit {MAX_READERS})"


# The row of a kernel, and the functions that a source of C or assembly defines.
KERNEL_ROW = re.compile(r"\bNOOK_(?:ONE_|FORM_|FAMILY_)?KERNEL(?:_ROW)?\(\s*(?:[A-Z]\w*,\s*)?(nook_\w+_[a-z0-9]+)\b")
DEFINITION = re.compile(r"^(?:__attribute__\(\(\w+\)\) )?(?:\w+\*? )+(nook_\w+)\(|^function (nook_\w+)$", re.M)


def check_kernels(root):
    """The definition of every kernel is found by a search for its name."""
    sources = [path for path in sorted((root / "nook").rglob("*")) if path.suffix in (".c", ".S")]
    defined = {name for path in sources for names in DEFINITION.findall(path.read_text()) for name in names}
    for path in sorted((root / "nook").rglob("*")):
        if path.suffix in (".inc", ".cc", ".h"):
            for number, line in enumerate(path.read_text().split("\n"), 1):
                for symbol in KERNEL_ROW.findall(line):
                    if symbol not in defined and not line.startswith("#define"):
                        yield f"{path.relative_to(root)}:{number}: no source of C or assembly defines {symbol}"


# The files of the repository's own folder: any other was left there by a command that ran in it.
OF_THE_ROOT = {".clang-format", ".clang-tidy", ".editorconfig", ".gitignore", "CHANGELOG.md", "CMakeLists.txt", "CMakePresets.json",
               "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md", "dev", "mkdocs.yml"}


def check_root(root):
    """No file is committed by mistake. An archive, or a git that refuses to look, lists none."""
    if (root / ".git").exists():
        listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, text=True).stdout
        for name in listed.split("\0"):
            if name and "/" not in name and name not in OF_THE_ROOT:
                yield f"{name}:1: a file that does not belong here: remove it, or name it in tools/tidy.py"


def findings(root):
    yield from check_root(root)
    yield from check_readers(root)
    yield from check_objects(root)
    yield from check_types(root)
    yield from check_kernels(root)
    yield from comment_lint.findings(root)
    for top in ("nook", "nookc", "python", "web", "ports", "tests", "examples", "integrations", "bench", "tools"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in BINARY_SUFFIXES and path.is_file():
                yield from check_file(root, path)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    found = list(findings(root))
    print("\n".join(found) or "tidy: clean")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
