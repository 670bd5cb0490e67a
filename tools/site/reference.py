"""The pages of the reference: the output of `--help`, the declarations of the public headers, the keys of the JSON
documents."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import declarations  # noqa: E402

SURFACE = ROOT / "tests/surface/surface.txt"


def fenced(language, text):
    return f"```{language}\n{text.rstrip()}\n```\n"


def command_names(nook):
    listed = subprocess.run([nook, "--help"], capture_output=True, text=True, check=True).stdout
    return listed, re.findall(r"^  ([a-z][a-z-]+) {2,}", listed, re.M)


def command_page(nook):
    listed, names = command_names(nook)
    yield "# Command options\n\nWhat `nook --help` and `nook SUBCOMMAND --help` print. [The command](../cli.md) explains it.\n\n"
    yield fenced("text", listed)
    for name in names:
        text = subprocess.run([nook, name, "--help"], capture_output=True, text=True, check=True).stdout
        yield f"\n## nook {name}\n\n{fenced('text', text)}"


def prose(comment):
    """A header's comment as Markdown: indented lines are code, rulers are dropped, <name> is not a tag."""
    text = re.sub(r"^-+ (.*?) -+$", r"**\1**", comment, flags=re.M)
    blocks, lines = [], text.splitlines()
    for line in lines:
        code = line.startswith("  ")
        if not blocks or blocks[-1][0] != code and line.strip():
            blocks.append((code, []))
        blocks[-1][1].append(line if code else line.replace("<", "&lt;").replace("_", r"\_") if "`" not in line else line)
    return "\n".join(fenced("text", "\n".join(body)) if code else "\n".join(body) + "\n" for code, body in blocks)


def header_page(title, text, headers):
    yield f"# {title}\n\n{text}\n"
    for header in headers:
        yield f"\n## {header}\n\n"
        seen = set()
        for found in declarations.of_header(header):
            if found.code and found.name not in seen:
                seen.add(found.name)
                yield f"### {found.name}\n\n"
            if found.comment:
                yield prose(found.comment) + "\n"
            if found.code:
                yield fenced("c" if header in declarations.C_HEADERS else "cpp", found.code) + "\n"


def json_page():
    """From the record of the public surface, which a test compares with the command."""
    yield ("# JSON keys\n\nThe keys of every document that a command prints with `--json`, with the types of their values. `[]` is an"
           "\nelement of an array, `*` a name that depends on the model. [Compatibility](../compatibility.md) says what may change.\n")
    commands = {}
    for line in SURFACE.read_text().splitlines():
        if line.startswith("json "):
            _, command, key, *types = line.split(" ")
            commands.setdefault(command, []).append((key, " ".join(types)))
    for command, keys in commands.items():
        title = "An error of any command" if command == "error" else f"nook {command} --json"
        yield f"\n## {title}\n\n| key | type |\n|---|---|\n"
        yield from (f"| `{key}` | {types.replace('|', ' or ')} |\n" for key, types in keys)


def pages(nook):
    """(file name, Markdown) of each page."""
    yield "command.md", "".join(command_page(nook))
    yield "c.md", "".join(header_page("C headers", "What a program in C or C++ includes, made from the headers. A compiled "
                                      "model adds [its own](../c-interface.md).", declarations.C_HEADERS))
    yield "cpp.md", "".join(header_page("C++ headers", "The interpreter in C++, managed tensors, and the calls of TensorFlow Lite "
                                        "Micro, made from the headers.", declarations.CXX_HEADERS))
    yield "json.md", "".join(json_page())
