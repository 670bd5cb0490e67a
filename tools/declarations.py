"""Reads the declarations of the public headers, for the reference (tools/site) and the record of the public surface."""
import dataclasses
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[1]

# The headers that an application includes. Every other header is internal and may change in any version.
C_HEADERS = ["nook/nook.h", "nook/model_info.h", "nook/nook_model.h", "nook/device.h", "nook/storage.h", "nook/cores.h", "nook/image/image.h", "nook/image/core.h", "nook/interpreter.h", "nook/buffer_plan.h"]
CXX_HEADERS = [
    "nook/core/status.h", "nook/core/span.h", "nook/model/model.h", "nook/interp/resolver.h", "nook/interp/interpreter.h",
    "nook/managed/allocator.h", "nook/managed/bump_arena.h", "nook/managed/circular_arena.h", "nook/managed/context.h",
    "nook/managed/error_handler.h", "nook/managed/event.h", "nook/managed/operator.h", "nook/managed/quantization.h",
    "nook/managed/simple_error_handler.h", "nook/managed/tensor.h", "nook/managed/tensor_shape.h",
    "nook/managed/tensors/buffer_tensor.h", "nook/managed/tensors/callback_tensor.h", "nook/managed/tensors/ram_tensor.h",
    "nook/managed/tensors/rom_tensor.h",
    "nook/compat/tflm.h", "nook/compat/tflm_allocator.h", "nook/compat/tflm_log.h", "nook/compat/tflm_planner.h",
    "nook/compat/tflm_profiler.h", "nook/compat/tflm_profiler_interface.h", "nook/compat/tflm_recording.h",
    "nook/compat/tflm_register.h", "nook/compat/tflm_resolver.h", "nook/compat/tflm_context.h", "nook/compat/tflm_kernel.h",
    "nook/compat/tflm_types.h"]

TOKEN = re.compile(
    r"(?P<comment>/\*.*?\*/|//[^\n]*(?:\n[ \t]*//[^\n]*)*)"
    r"|(?P<directive>(?:(?<=\n)|\A)[ \t]*#(?:[^\n\\]|\\.|\\\n)*)"
    r"|(?P<string>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')"
    r"|(?P<other>[{};])", re.S)
# The member initializers of a constructor before its body, in round brackets (nested up to twice) or in braces.
BRACKETS = r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
INITIALIZERS = re.compile(rf"\)(\s*noexcept)?\s*:(?!:)\s*(?:[\w:]+(?:<[^<>]*>)?\s*(?:{BRACKETS}|\{{[^{{}}]*\}})\s*,?\s*)+(?=\{{)")
TRANSPARENT = re.compile(r"^(extern\s+\"C\"|(inline\s+)?namespace(\s+[\w:]+)?)$")


@dataclasses.dataclass
class Declaration:
    comment: str  # the text above it, without comment marks
    code: str     # as written; "" for a stand-alone comment
    namespace: str = ""

    @property
    def name(self):
        return name_of(self.code)

    @property
    def signature(self):
        return signature(self.code)


def without_marks(comment):
    """The text of a comment as Markdown."""
    if comment.startswith("//"):
        lines = [re.sub(r"^[ \t]*// ?", "", line) for line in comment.splitlines()]
    else:
        lines = [re.sub(r"^[ \t]*\* ?", "", line) for line in comment[2:-2].splitlines()]
        lines[0] = lines[0].strip()
    return "\n".join(line.rstrip() for line in lines).strip()


def without_comments(code):
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", code, flags=re.S)


def name_of(code):
    plain = re.sub(r"\s+", " ", without_comments(code)).strip()
    if macro := re.match(r"#\s*define (\w+)", plain):
        return macro.group(1)
    plain = without_template(plain)
    plain = re.sub(r"\[\[.*?\]\] ?", "", plain)
    if function_type := re.match(r"typedef [^{]*\(\*(\w+)\)", plain):
        return function_type.group(1)
    if plain.startswith("typedef"):
        return re.search(r"(\w+)(\[[^\]]*\])* ?;$", plain).group(1)
    if type_ := re.match(r"(?:struct|class|enum class|enum|union|using) ([\w:]+)", plain):
        return type_.group(1)
    if function := re.search(r"([\w:~]+|operator ?[^\w\s(]+) ?\(", re.sub(r"__attribute__ ?\(\(.*?\)\)|alignas\(\w+\)", "", plain)):
        return function.group(1)
    return re.sub(r"\s*(=.*|\[.*|\{.*|;)$", "", plain).split(" ")[-1]


def without_template(plain):
    """Without `template <...>`, whose brackets may hold others."""
    if not plain.startswith("template"):
        return plain
    depth = 0
    for at, letter in enumerate(plain):
        depth += {"<": 1, ">": -1}.get(letter, 0)
        if letter == ">" and depth == 0:
            return plain[at + 1:].strip()
    return plain


def is_function_body(before):
    """Whether a brace after this text begins a function body."""
    start = re.sub(r"operator ?[^\w\s(]+", "operator", without_template(re.split(r"[;{}]", before)[-1].strip())).split("(")[0]
    return bool(re.search(r"\)\s*(const|noexcept|override|final|\s)*(:[^{}]*)?$", before)) and "=" not in start


def signature(code):
    """One line without comments, bodies and private parts: equal for declarations that an application can't
    distinguish."""
    code = without_comments(code)
    code = re.sub(r"\\\n", " ", code)
    if code.lstrip().startswith("#"):
        return re.sub(r"\s+", " ", code).strip()
    code = INITIALIZERS.sub(r")\1 ", code)
    kept, depth, body = "", 0, None
    for part in re.split(r"([{}])", code):
        if part == "{":
            depth += 1
            if body is None and is_function_body(kept):
                body, part = depth, ";"
        elif part == "}":
            depth -= 1
            if body is not None and depth < body:
                body = None
                continue
        if body is None or part == ";":
            kept += part
    kept = re.sub(r"\b(private|protected):.*?(?=\bpublic:|\}\s*;?\s*$)", "", kept, flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"\s*;[\s;]*;", ";", re.sub(r"\s+([;,)])", r"\1", kept))).strip()


class Reader:
    def __init__(self):
        self.found, self.comment, self.code = [], "", ""
        self.depth, self.open, self.names = 0, 0, []

    def flush_comment(self):
        if self.comment:
            self.found.append(Declaration(self.comment, "", self.where()))
        self.comment = ""

    def where(self):
        return "::".join(name for name in self.names if name)

    def take(self, kind, text):
        inside = bool(self.code.strip()) or self.depth > 0
        if kind == "comment" and not inside:
            self.flush_comment()
            self.comment = without_marks(text)
        elif kind == "directive" and not inside:
            # Include guards and build settings are not declarations; macros that applications use are.
            if re.match(r"\s*#\s*define \w+(\(| +\S)", text) and not re.match(r"\s*#\s*define \w+_H_", text):
                self.found.append(Declaration(self.comment, text.strip(), self.where()))
                self.comment = ""
        elif kind == "other":
            self.brace(text)
        else:
            self.code += text

    def brace(self, text):
        if text == "{" and self.depth == 0 and TRANSPARENT.match(without_comments(self.code).strip()):
            name = re.sub(r".*namespace\s*", "", without_comments(self.code).strip())
            self.names.append("" if '"' in name else name)
            self.code = ""
            self.flush_comment()
            return
        if text == "}" and self.depth == 0:
            self.flush_comment()
            self.names[-1:] = []
            return
        self.code += text
        self.depth += {"{": 1, "}": -1}.get(text, 0)
        ends = text == ";" or (text == "}" and is_function_body(self.code.split("{")[0]))
        if self.depth == 0 and ends:
            self.found.append(Declaration(self.comment, self.code.strip(), self.where()))
            self.comment, self.code = "", ""

    def between(self, text):
        if self.code.strip() or self.depth > 0 or text.strip():
            self.code += text
        elif text.count("\n") > 1:
            self.flush_comment()


def declarations(text):
    """The declarations of a header, in order, each with its comment. Stand-alone comments are separate items."""
    reader, at = Reader(), 0
    for token in TOKEN.finditer(text):
        reader.between(text[at:token.start()])
        # A comment after a declaration, on the same line, belongs to it.
        line = text[text.rfind("\n", 0, token.start()) + 1:token.start()]
        if token.lastgroup == "comment" and line.strip() and reader.depth == 0 and not reader.code.strip():
            if not reader.found or not reader.found[-1].code or line.strip().startswith("}"):
                at = token.end()
                continue
            reader.found[-1].code += "  " + token.group()
        else:
            reader.take(token.lastgroup, token.group())
        at = token.end()
    reader.flush_comment()
    return reader.found


def of_header(path):
    """The public declarations of a header: without internals of its namespaces, and without definitions of declared
    members."""
    return [found for found in declarations((ROOT / path).read_text())
            if not re.search(r"\b(detail|interp)\b", found.namespace) and not (found.code and "::" in found.name)]
