"""The public surface of nook as lines of text: declarations of public headers and of generated headers, options of
the command, keys of its JSON documents, error codes and exit codes. docs/compatibility.md says which of them are
stable."""
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import declarations  # noqa: E402

DIGITS = "models/digits/digits.tflite"
# The generated interfaces: of a plain model, of a model with streamed input, with weights in storage, for two cores, with state.
COMPILED = [("run", [DIGITS, "--name", "net"]), ("stream", [DIGITS, "--name", "net", "--stream-input", "--output-in-scratch"]),
            ("stored", [DIGITS, "--name", "net", "--weights-from", "storage", "--staging", "4KiB"]),
            ("cores", [DIGITS, "--name", "net", "--cores", "2"]),
            ("state", ["models/knocks/knocks.tflite", "--name", "net", "--constants-by-pointer"])]
# Objects whose keys are names of the model or of the machine.
MAPS = {"metadata", "macros"}


def split(text, separator):
    """Splits at separators outside of any brackets."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == separator and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [part for part in [*parts, text[start:].strip()] if part]


def members(found):
    """The declaration in one line, or a line for each member, so that a new member changes no other line."""
    whole = re.match(r"(?:template ?<.*?> )?(?:typedef )?(struct|class|enum|union)\b[^;{]*\{(.*)\}[^}]*$", found.signature)
    if not whole:
        return [found.signature]
    kind, inside = whole.groups()
    inside = re.sub(r"\b(public|private|protected):", "", inside)
    return [f"{kind} {found.name}", *(f"{found.name}: {part}" for part in split(inside, "," if kind == "enum" else ";"))]


def of_headers():
    for header in declarations.C_HEADERS + declarations.CXX_HEADERS:
        for found in declarations.of_header(header):
            if found.code:
                yield from (f"header {header} {line}" for line in members(found))


def of_generated(nook, folder):
    for name, arguments in COMPILED:
        out = folder / name
        subprocess.run([nook, "compile", *arguments, "--target", "cortex-m4", "-o", out], cwd=ROOT, check=True, capture_output=True)
        for found in declarations.declarations((out / "net.h").read_text()):
            if found.name.endswith("_STACK_BYTES"):  # absent while a kernel's stack is not measured
                continue
            if found.code.startswith("#"):  # values depend on the model
                yield f"generated {name} #define {found.name}"
            elif found.code and not found.code.startswith("NOOK_STATIC_ASSERT"):
                yield from (f"generated {name} {line}" for line in members(found))


def subcommands(nook):
    listed = subprocess.run([nook, "--help"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  ([a-z][a-z-]+) {2,}", listed, re.M)


def of_options(nook):
    for command in subcommands(nook):
        text = subprocess.run([nook, command, "--help"], capture_output=True, text=True, check=True).stdout
        for option in sorted(set(re.findall(r"^  (?:-\w,)?(--[a-z][a-z0-9-]*)", text, re.M))):
            yield f"option {command} {option}"


def keys(value, path=""):
    """(path, type) of every value in a document."""
    if isinstance(value, dict):
        for key, below in value.items():
            name = "*" if path.rpartition(".")[2] in MAPS else key
            yield from keys(below, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for below in value:
            yield from keys(below, path + "[]")
    elif value is not None:
        yield path, {bool: "boolean", int: "number", float: "number", str: "string"}[type(value)]


def documents(nook, folder):
    """(command, arguments) of the calls that print each document."""
    held, float_model = "models/digits/heldout", "models/digits/digits_float.tflite"
    yield "analyze", [DIGITS, "--target", "cortex-m4"]
    yield "compile", [DIGITS, "--target", "cortex-m4", "-o", folder / "json"]
    yield "inspect", [DIGITS]
    yield "fit", [DIGITS, "--all"]
    yield "pack", [DIGITS, "--target", "cortex-m4", "-o", folder / "packed.bin"]
    yield "run", [DIGITS, "--input-dir", held, "--output-dir", folder / "outputs"]
    yield "validate", [DIGITS, "--golden", held]
    yield "evaluate", [DIGITS, "--data", held, "--labels", f"{held}/labels.txt"]
    part = ["--data", held, "--labels", f"{held}/labels.txt", "--target", "host", "--part", "1/1"]
    (folder / "part.json").write_bytes(subprocess.run([nook, "evaluate", DIGITS, *part], cwd=ROOT, check=True, capture_output=True).stdout)
    yield "evaluate", [DIGITS, *part]
    yield "merge", [folder / "part.json"]
    yield "convert", [float_model, "-o", folder / "converted.tflite"]
    yield "quantize", [float_model, "--ranges-from", DIGITS, "-o", folder / "quantized.tflite"]
    yield "plan", [DIGITS]
    yield "init", [shutil.copy(ROOT / DIGITS, folder / "net.tflite"), "--board", "nrf52840"]
    yield "report", [folder / "json/digits.json", folder / "json/digits.json"]
    yield "supported-ops", []
    yield "boards", []
    yield "error", ["missing.tflite"]
    if shutil.which("valgrind") and shutil.which("qemu-system-arm") and shutil.which("arm-none-eabi-gcc"):
        yield "bench", [DIGITS, "--target", "host", "--callgrind"]
        yield "bench", [DIGITS, "--target", "cortex-m4"]
        image = ["--target", "cortex-m4", "--format", "image", "-o", folder / "image"]
        subprocess.run([nook, "compile", DIGITS, *image, "-q"], cwd=ROOT, check=True, capture_output=True)
        yield "image", ["info", folder / "image/digits.img"]
        yield "image", ["verify", folder / "image/digits.img"]


def of_json(nook, folder):
    said = set()
    for command, arguments in documents(nook, folder):
        called = "analyze" if command == "error" else command
        done = subprocess.run([nook, called, *arguments, "--json"], cwd=ROOT, capture_output=True, text=True)
        try:
            document = json.loads(done.stdout)
        except ValueError:
            raise SystemExit(f"nook {called} {' '.join(map(str, arguments))} --json is no JSON:\n{done.stdout}{done.stderr}")
        for path, kind in sorted(set(keys(document))):
            line = f"json {command} {path} {kind}"
            if path not in ("tool.commit", "stack_bytes") and line not in said:  # null in a build from an archive, and
                said.add(line)  # without a measured stack
                yield line


def of_codes():
    text = (ROOT / "docs/errors.md").read_text()
    yield from (f"error {code}" for code in sorted(set(re.findall(r"\bN\d{4}\b", text))))
    source = (ROOT / "nookc/core/diag.h").read_text()
    for name, value in re.findall(r"(k\w+) = (\d+)", re.search(r"enum class Exit.*?\}", source, re.S).group()):
        yield f"exit {value} {name}"


def surface(nook, folder):
    """Every line once, in reading order."""
    lines = [*of_headers(), *of_generated(nook, folder), *of_options(nook), *of_json(nook, folder), *of_codes()]
    return list(dict.fromkeys(lines))
