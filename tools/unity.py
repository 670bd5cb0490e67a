#!/usr/bin/env python3
"""Groups sources that can be compiled together: no private name may have two meanings in a group.

    unity.py --root FOLDER --bytes N FILE...

prints one line per file, "GROUP FILE". A group is one translation unit, so a name that is private to a file (in a
namespace without a name, static, a macro, an alias) must not be declared in another file of the group, nor in a
header that one of them includes. The order of the files decides, so that neighbours share headers.
"""
import argparse
import functools
import pathlib
import re

COMMENT_OR_LITERAL = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
MACRO = re.compile(r"^[ \t]*#\s*define\s+(\w+)", re.M)
UNDONE = re.compile(r"^[ \t]*#\s*undef\s+(\w+)", re.M)
NAMESPACE = re.compile(r"^(?:using )?namespace (\w+)", re.M)
INCLUDE = re.compile(r'^[ \t]*#\s*include\s*"([^"]+)"', re.M)
TYPE = re.compile(r"(?:template ?<.*> ?)?(?:enum class|enum|struct|class|union) (?:\[\[\w+\]\] )?(\w+)")
CALL = re.compile(r"(?<![\w.:>])([A-Za-z_]\w*)\(")
CONSTANT = re.compile(r"(?<![\w.:>])k[A-Z]\w*(?=(?:\[\w*\])? ?[={])")
LOCAL = re.compile(r"^ +(?:static )?const(?:expr)? [^;]*;", re.M)
INTERNAL = re.compile(r"(?:inline )?(?:static|constexpr|const) ")
RETURNS_CONST = re.compile(r"const [\w:<>, ]+[&*] ?\w+\(")  # a function, which other files may call
SCOPES = ("named", "unnamed")


def declared(statement):
    """The name that a statement outside of functions declares, or None. An alias may be declared again: all of it."""
    if re.match(r"using namespace |static_assert|using (?:\w*::)+\w+$|namespace |\{|$|friend ", statement):
        return None
    if statement.startswith("using "):
        return statement
    statement = re.sub(r"^alignas ?\([^()]*\) ?", "", statement)
    if re.match(r"[A-Z_]{2,}\(", statement):  # names declared by a macro are private to it
        return None
    kind = TYPE.match(statement)
    if kind:
        return kind[1]
    head = statement if "operator" in statement else statement.split("=")[0]
    called = re.search(r"([A-Za-z_]\w*) ?\(", head) or re.search(r"([A-Za-z_]\w*)\s*$", re.sub(r"\[.*", "", head))
    return called and called[1]


def also_declared(statement):
    """Names that follow the first: "constexpr int a = 1, b = f(2, 3)" declares b too."""
    if not INTERNAL.match(statement) or "=" not in statement:
        return []
    flat = statement
    while (shorter := re.sub(r"\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>", "", flat)) != flat:
        flat = shorter
    return [found[1] for part in flat.split(",")[1:] if (found := re.match(r"[\s*]*(\w+) ?=", part))]


def statements(text):
    """(statement, whether its declaration is private to the file) for all statements outside of bodies."""
    stack, statement = [], ""
    for part in re.split(r"([{};])", text):
        outside = all(scope in SCOPES for scope in stack)
        if part == "{":
            words = " ".join(statement.split())
            if outside and re.search(r"(?:^|\s)namespace$", words):
                stack.append("unnamed")
            elif outside and re.search(r"(?:^|\s)namespace [\w:]+$", words) or words.startswith("extern"):
                stack.append("named")
            else:
                if outside:
                    yield words, "unnamed" in stack
                stack.append("body")
            statement = "" if stack[-1] in SCOPES else "{"
        elif part == "}":
            stack = stack[:-1]
            statement = "" if all(scope in SCOPES for scope in stack) else statement
        elif part == ";":
            if outside:
                yield " ".join(statement.split()), "unnamed" in stack
            statement = ""
        else:
            statement += part


@functools.cache
def names_in(path):
    """(names private to the file, all others that it declares or calls, files that it includes, its namespaces)"""
    text = path.read_text()
    code = COMMENT_OR_LITERAL.sub(lambda found: " " if found[0].startswith("/") else "0", text)
    # An alias of a function would shadow one in a file.
    private = set(MACRO.findall(code)) - set(UNDONE.findall(code)) | set(re.findall(r"^ +using (\w+) =", code, re.M))
    public = set(CALL.findall(code)) if path.suffix == ".cc" else set()  # it may belong to the C library
    # A local constant must not shadow another file's.
    public |= {name for line in LOCAL.findall(code) for name in CONSTANT.findall(line)}
    for statement, unnamed in statements(DIRECTIVE.sub("", code)):
        internal = INTERNAL.match(statement) and not RETURNS_CONST.match(statement)
        hidden = unnamed or internal or statement.startswith("using ")
        (private if hidden else public).update([declared(statement), *also_declared(statement)])
    private, public = private - {None}, public - {None}
    public -= set(meanings(private))  # it calls its own
    return private, public, INCLUDE.findall(text), set(NAMESPACE.findall(code))


def seen_by(root, path):
    """All names that the file and its included headers declare or call. Headers of other namespaces do not count:
    their names need a prefix, which no private name can hide."""
    _, public, _, mine = names_in(path)
    seen = set(public)
    for included in headers_of(root, path, set()):
        private, names, _, theirs = names_in(included)
        if not mine or not theirs or mine & theirs:
            seen |= private | names
    return seen


@functools.cache
def header(root, name):
    """The file that "name" includes, or None: it is a library's."""
    path = root / name
    return path if path.is_file() else None


def headers_of(root, path, seen):
    for name in names_in(path)[2]:
        found = header(root, name)
        if found and found not in seen:
            seen.add(found)
            headers_of(root, found, seen)
    return seen


def meanings(names):
    """{name: alias, or "" if it is not an alias}"""
    found = {}
    for name in names:
        alias = re.match(r"using (\w+) =", name)
        found[alias[1] if alias else name] = name if alias else ""
    return found


def clash(some, others):
    """Whether a name means one thing in `some` and another in `others`."""
    return any(name in others and not (alias and others[name] == alias) for name, alias in some.items())


def groups(root, files, most_bytes):
    """[[file, ...], ...]"""
    made = []
    for path in files:
        private, seen, size = meanings(names_in(path)[0]), meanings(seen_by(root, path)), path.stat().st_size
        for group in reversed(made):
            if group["size"] + size <= most_bytes and not (
                    clash(private, group["private"] | group["seen"]) or clash(group["private"], seen)):
                break
        else:
            group = {"size": 0, "private": {}, "seen": {}, "files": []}
            made.append(group)
        group["size"] += size
        group["private"] |= private
        group["seen"] |= seen
        group["files"].append(path)
    return [group["files"] for group in made]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--root", type=pathlib.Path, required=True, help="where includes begin")
    parser.add_argument("--bytes", type=int, required=True, help="of sources in one group")
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    for number, group in enumerate(groups(options.root, options.files, options.bytes)):
        for path in group:
            print(number, path)


if __name__ == "__main__":
    main()
