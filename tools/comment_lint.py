#!/usr/bin/env python3
"""Checks the English of comments, of pages (Markdown) and of commit subjects.

comment_lint.py [PATH...]         findings in comments and pages below these files or folders (default: ENFORCED), exit 1
comment_lint.py --count [PATH...] the number of findings of each rule instead
comment_lint.py --commits RANGE   checks the commit subjects of a git range, such as main..HEAD

tools/tidy.py calls findings() on the folders of ENFORCED.
"""
import argparse
import collections
import io
import pathlib
import re
import subprocess
import sys
import tokenize

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Folders whose comments and pages must be clean.
ENFORCED = (
    ".ci", ".github", "CMakeLists.txt", "CONTRIBUTING.md", "README.md", "SECURITY.md", "bench", "cmake", "dev", "docs",
    "examples", "integrations", "models", "nook", "nookc", "ports", "python", "tests", "tools", "web",
)
# The page that lists the words which are not used, and a page that quotes other documents.
EXEMPT = {"docs/glossary.md", "docs/documents.md"}  # tests/documents names its tests after the quotations
C_SUFFIXES = {".c", ".h", ".cc", ".cpp", ".inc", ".S", ".js", ".ts"}
HASH_SUFFIXES = {".cmake", ".sh", ".yml", ".toml"}
HASH_NAMES = {"CMakeLists.txt", "dev", "run"}
# Folders of a checkout that are not sources: builds and copies of other people's code.
SKIPPED = {"build", ".git", "node_modules", "__pycache__"}

# Verbs of saying and knowing, after which "what" begins an indirect question and is plain English.
SAYING = r"(?:says?|said|tells?|knows?|known|shows?|sees?|decides?|prints?|checks?|finds?|learns?|asks?|explains?|matters?)"
# Each rule: a pattern, and the wording that replaces it.
RULES = [(re.compile(pattern), instead) for pattern, instead in (
    (r"^[Oo]f\b(?! course)|(?<=\. )Of\b(?! course)|(?<=; )of\b(?! (?:these|those|which|all|them|course)\b)",
     "name the noun that 'of' belongs to"),
    (rf"(?:^|\b(?!(?i:{SAYING})\b)\w+[.,;:)]? |[^\w\s] |\()[Ww]hat"
     r"(?= (?:a|an|the|is|are|was|it|its|they|this|that|some|each|one|no|has|have|can|may|\w+s)\b)(?![^.;]*\?)",
     "name the thing instead of 'what ...'"),
    (r"\b(?:that|those) of\b", "repeat the noun"),
    (r"\b[Bb]ehind\b", "after, past or following"),
    (r"\b[Bb]eside\b", "next to, besides or in addition to"),
    (r"(?<!\d ms )(?<!\d s )\b[Aa]part\b(?! from\b)", "stride, spacing or separate"),
    (r"\bat hand\b", "current"),
    (r"\bin vain\b", "wasted or unused"),
    (r"\bin (?:twos|threes|fours|fives|eights)\b", "two (three, four ...) at a time"),
    (r"\b(?:[Ww]hoever|[Nn]obody|[Ss]omebody)\b", "the caller, the reader, no caller"),
    (r"(?<!\b[Tt]here )\b(?:is|are) (?:not )?there\b(?! (?:is|are|any|a|an|no)\b)", "is present, exists or is missing"),
    (r"(?:^|(?<=\. ))The same\b(?! (?:\w+ ){0,3}(?:is|are|holds|applies|apply|gives?|as)\b)", "say what it is, then 'like X, but ...'"),
    (r"\bone after the other\b", "in order, consecutive or contiguous"),
    (r"(?<!\bin )(?<!\bby )\bturns?\b(?! (?:to|into|off|on|out|away|back|red|green|it|them)\b)", "iteration, step or round"),
    (r"\bput off\b", "deferred"),
    (r"\b(?:taken|takes?|taking) apart\b", "decomposed, split or parsed"),
    (r"\bmade of (?:it|them|what)\b|\bmakes? of (?:it|them)\b", "computed from"),
    (r"(?<!\bthere )(?<!\bThere )\b(?:is|are) no (?!longer|more|less|better|different|worse|such|larger|smaller|higher|lower|earlier|later|faster|slower)\w+",
     "is not a ..., has no ..."),
    (r"\bbut for\b", "except for"),
    (r"\banew\b", "again"),
    (r"\bthere(?:of|with|in|from|upon)\b", "of it, with it, in it"),
    (r"\bgoes against\b", "conflicts with"),
    (r"\bsays no more\b", "gives no further detail"),
    (r"\bso (?:many|much)\b(?![^.;]* (?:that|as)\b)(?! (?:of|more|less|for)\b)", "this many, the number of ..."),
    (r"\bsome at a time\b", "several per call, in blocks"),
    (r"\bwherefore\b|\bwhereof\b|\bwherein\b|\bwhereby\b", "for which, in which, by which"),
)]

# Pages are prose for users: plain relative clauses and pronouns are fine there. A sentence that begins with "What" is not.
TOLERATED = {"repeat the noun", "name the thing instead of 'what ...'", "iteration, step or round", "after, past or following",
             "say what it is, then 'like X, but ...'"}
PAGE_RULES = [(pattern, instead) for pattern, instead in RULES if instead not in TOLERATED] + [
    (re.compile(r"(?:^|(?<=[.:] ))What\b(?![^.;]*\?)"), "begin with the noun instead of 'What ...'"),
    (re.compile(r"\bbehind (?:it|them|those|the (?:last|first|loads?|inputs?))\b"), "after, past or following"),
    (re.compile(r"\bwhich is nothing\b"), "is zero, or does not matter"),
    (re.compile(r"\bdo for\b"), "suffice for"),
]

VERBS = frozenset("""
    accept account add adjust adopt align allocate allow amend annotate answer apply archive ask assert assign attach
    avoid back backport balance bench benchmark bind bound break bring build bump cache calculate call cap cast catch
    change charge check choose clamp clarify clean clear close collapse collect combine compare compile complete compress
    compute condense configure confirm connect consolidate constrain convert copy correct count cover create cut
    declare decode decompose decouple dedent deduplicate default defer define delay delete demand deny deprecate derive
    describe detect diagnose disable discard distinguish divide document download draw drop dump duplicate edit emit
    enable encode enforce enlarge ensure enumerate escape estimate evaluate exclude execute expand expect explain export
    expose express extend extract factor fail fetch fill filter find finish fit fix flag flatten flush fold follow forbid
    force format forward free freeze fuse fuzz gate gather generate get give group guard handle harden hide hoist honor
    ignore implement import improve include increase index infer inform inherit initialize inline insert install integrate
    introduce invert isolate iterate join keep label land lay lead leave lend let lift limit link lint list load lock log
    look lower maintain make map mark match measure mention merge mirror model modernize move mutate name narrow
    normalize note number offer omit open optimize order organize overlap overload own pack package pad parallelize
    parse pass pick pin pipe place plan point polish port prefer prefetch prefix prepare preserve prevent print process
    promise promote protect prove provide prune publish push put quantize query quote raise randomize reach read rebase
    rebuild recognize record recover redirect reduce refactor refer refine refuse regenerate register reject relax
    release reload remove rename render reorder reorganize repair repeat replace replay report represent request require
    rescale reserve reset resize resolve respect restore restrict restructure retain retire retry return reuse revert
    review revise reword rewrite round run sample save say scale scan schedule search seed select send separate serialize
    serve set share shorten show shrink sign simplify size skip slice solve sort specify speed split stage standardize start
    state stop store stream strengthen strip subtract support suppress switch synchronize tag take teach tell terminate test
    tighten time tolerate trace track train transform translate transpose treat trim trust try tune turn type unify unpack
    unroll unset update upgrade use validate vary vectorize verify visit wait walk warn weigh widen wire word wrap write
    yield
""".split())
MAX_SUBJECT = 72
# Before the subject: the area, as in "docs: ..." or "tools/tidy.py: ..."; "Merge: " names the content of a merge.
AREA = re.compile(r"[\w./ -]{1,30}: ")

C_TOKEN = re.compile(r'//(?:[^\n\\]|\\.|\\\n)*|/\*[\s\S]*?\*/|R"(\w*)\([\s\S]*?\)\1"|"(?:\\[\s\S]|[^"\\\n])*"|'
                     r"(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'|^#[^\n]*?(?=//|/\*|\n|\Z)", re.M)

Comment = collections.namedtuple("Comment", "start end text")  # offsets in the file, and the words without markers


def joined(text, spans, marker):
    """Merges the line comments of consecutive lines that begin in one column; `spans` are in order."""
    found = []
    for start, end in spans:
        column = start - (text.rfind("\n", 0, start) + 1)
        if found:
            last_start, last_end, last_column = found[-1]
            between = text[last_end:start]
            if between.strip(" \t") == "\n" and column == last_column and all(
                text.startswith(marker, at) for at in (last_start, start)
            ):
                found[-1] = (last_start, end, column)
                continue
        found.append((start, end, column))
    return [(start, end) for start, end, _ in found]


def words(comment):
    """A comment's words, without the marks at the beginning and end of its lines."""
    lines = [re.sub(r"^\s*(?://+[/!<]*|/\*+[*!<]*|\*+/|\*(?!/)|#+(?!include)|@)? ?", "", line) for line in comment.split("\n")]
    return re.sub(r"\s*\*+/$", "", " ".join(line.rstrip(" \\") for line in lines)).strip()


def c_comments(text, assembly=False):
    spans = [m.span() for m in C_TOKEN.finditer(text) if m[0].startswith(("//", "/*"))]
    if assembly:
        spans = sorted(spans + [m.span() for m in re.finditer(r"(?<=\s)@ [^\n]*", text)])
    return joined(text, spans, "//")


def python_comments(text):
    starts, position = [0], 0
    for line in text.split("\n"):
        position += len(line) + 1
        starts.append(position)
    spans, previous = [], tokenize.NEWLINE
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return []
    strings = []
    for index, token in enumerate(tokens):
        span = (starts[token.start[0] - 1] + token.start[1], starts[token.end[0] - 1] + token.end[1])
        if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
            spans.append(span)
        begins = previous in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING)
        if token.type == tokenize.STRING and begins and tokens[index + 1].type in (tokenize.NEWLINE, tokenize.NL):
            strings.append(span)
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            previous = token.type
    return sorted(joined(text, spans, "#") + strings)


def hash_comments(text):
    """Comments of CMake, shell, YAML and TOML: a '#' that begins a line, or follows white space outside of quotes."""
    spans, position = [], 0
    for line in text.split("\n"):
        found = re.match(r"\s*(?=#(?!!))", line) or re.match(r"(?:[^'\"#]|\"[^\"]*\"|'[^']*'|(?<=\S)#)*\s+(?=# )", line)
        if found:
            spans.append((position + found.end(), position + len(line)))
        position += len(line) + 1
    return joined(text, spans, "#")


def paragraphs(text):
    """The paragraphs, list items and rows of tables of a Markdown page, without headings, code, comments and links' targets."""
    def blank(found):
        return re.sub(r"[^\n]", " ", found[0])
    text = re.sub(r"^```.*?^```|<!--.*?-->|^#[^\n]*|^(?: {4}|\t)(?! *[-*] )[^\n]*", blank, text, flags=re.M | re.S)
    text = re.sub(r"(?<=\])\([^)\n]*\)", blank, text)
    block = re.compile(r"^\|.*$|^ *(?:[-*]|\d+\.) .*(?:\n(?! *(?:[-*]|\d+\.) |\||\s*$).+)*|^\S.*(?:\n(?! *(?:[-*]|\d+\.) |\||\s*$).+)*", re.M)
    return text, [found.span() for found in block.finditer(text)]


def comments(path):
    """The comments of a file, in order, or the paragraphs of a page; none for a file of a kind that is not checked."""
    path = pathlib.Path(path)
    if path.suffix == ".md":
        text, spans = paragraphs(path.read_text(errors="replace"))
        return [Comment(start, end, words(re.sub(r"^[-*|] ?", "", text[start:end]))) for start, end in spans]
    if path.suffix in C_SUFFIXES:
        text = path.read_text(errors="replace")
        spans = c_comments(text, path.suffix == ".S")
    elif path.suffix == ".py" or path.name != "dev" and first_line(path).endswith("python3"):
        text = path.read_text(errors="replace")
        spans = python_comments(text)
    elif path.suffix in HASH_SUFFIXES or path.name in HASH_NAMES or first_line(path).endswith(("/bash", " bash", "/sh")):
        text = path.read_text(errors="replace")
        spans = hash_comments(text)
    else:
        return []
    return [Comment(start, end, words(docstring(text[start:end]))) for start, end in spans]


def docstring(comment):
    found = re.fullmatch(r"[rR]?(\"\"\"|''')([\s\S]*)\1", comment)
    return found[2] if found else comment


def first_line(path):
    if path.suffix:
        return ""
    with open(path, "rb") as file:
        line = file.readline(80)
    return line.decode(errors="replace").strip() if line.startswith(b"#!") else ""


def check(text, rules=RULES):
    """Yields (phrase, what to write instead) for the words of a comment or of a page's paragraph."""
    plain = re.sub(r"`[^`]*`|\"[^\"]*\"", lambda quoted: "`" * len(quoted[0]), text)  # code and quotations are exempt
    plain = re.sub(r" {2,}", " ", plain)
    for pattern, instead in rules:
        for found in pattern.finditer(plain):
            yield found[0], instead


def test_names(path):
    """(offset, words) of the names of a file's tests, which are sentences."""
    if path.suffix in {".cc", ".py"}:
        text = path.read_text(errors="replace")
        for found in re.finditer(r"^TEST\((\w+)\)|^ *def test_(\w+)", text, re.M):
            yield found.start(), (found[1] or found[2]).replace("_", " ").capitalize()


def files(paths):
    for path in map(pathlib.Path, paths):
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and not file.is_symlink() and not SKIPPED & set(file.parts):
                yield file


def findings(root, paths=ENFORCED):
    """Yields "file:line: phrase: suggestion" for the comments of these folders."""
    for file in files(pathlib.Path(root) / path for path in paths):
        found = comments(file) if str(file.relative_to(root)) not in EXEMPT else []
        text = file.read_text(errors="replace") if found else ""
        for comment in found:
            for phrase, instead in check(comment.text, PAGE_RULES if file.suffix == ".md" else RULES):
                line = text.count("\n", 0, comment.start) + 1
                # The phrase may stand on a later line of the comment.
                within = re.search(r"\s+(?:(?://+|#+|\*|@)\s*)?".join(map(re.escape, phrase.split())), text[comment.start:comment.end])
                line += text.count("\n", comment.start, comment.start + within.start()) if within else 0
                yield f'{file.relative_to(root)}:{line}: "{phrase}": {instead}'
        for start, name in test_names(file) if "documents" not in file.parts else ():
            for phrase, instead in check(name, PAGE_RULES):
                yield f'{file.relative_to(root)}:{file.read_text(errors="replace").count(chr(10), 0, start) + 1}: "{phrase}": {instead}'


def check_subject(subject):
    """Yields the faults of a commit's subject."""
    if len(subject) > MAX_SUBJECT:
        yield f"{len(subject)} characters (limit {MAX_SUBJECT})"
    if re.match(r"Merge (branch|remote|commit)\b", subject):
        yield 'name what the merge brings: "Merge: ..."'
        return
    if subject.startswith("Merge: "):
        return
    if subject.startswith("Revert \""):
        return
    first = [text.split(" ")[0] for text in (subject, AREA.sub("", subject, count=1))]
    if not any(word.lower().rstrip(",") in VERBS for word in first):
        yield f'begin with a verb in the imperative, not "{first[-1]}" (tools/comment_lint.py lists them in VERBS)'
    if subject.endswith("."):
        yield "no full stop at the end"


def commit_findings(root, commits):
    log = subprocess.run(["git", "-C", root, "log", "--format=%h %s", commits], capture_output=True, text=True)
    if log.returncode:
        raise SystemExit(f"comment_lint: git log {commits}: {log.stderr.strip()}")
    for line in log.stdout.splitlines():
        commit, _, subject = line.partition(" ")
        for finding in check_subject(subject):
            yield f"{commit}: {finding}: {subject}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", help="files or folders (default: those of ENFORCED)")
    parser.add_argument("--count", action="store_true", help="print the number of findings of each rule")
    parser.add_argument("--commits", metavar="RANGE", help="check the commit subjects of this range of git")
    arguments = parser.parse_args()
    if arguments.commits:
        found = list(commit_findings(ROOT, arguments.commits))
    else:
        paths = [pathlib.Path(path).resolve().relative_to(ROOT) for path in arguments.paths]
        found = list(findings(ROOT, paths or ENFORCED))
    if arguments.count:
        counts = collections.Counter(finding.split(": ")[-1] for finding in found)
        found = [f"{count:5} {rule}" for rule, count in counts.most_common()]
    print("\n".join(found) or "comment_lint: clean")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
