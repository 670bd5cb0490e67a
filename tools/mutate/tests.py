"""The tests of the build: which exist, which mutants each reaches, and whether it passes with a given mutant."""
import ast
import dataclasses
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import tempfile
import time

from tree import BUILD, TREE, WORK

MEMORY = 6 << 30
SANITIZED = {"emit_tests", "stories_packages"}  # they build with sanitizers, which reserve terabytes
FILE = 8 << 30
# Tests that build packages and firmware from unmodified sources, or inspect pages: they take minutes and run no
# mutant that others do not run.
LEFT_OUT = re.compile(r"consumer_|stories_|.*_on_boards|.*sees?_a_wrong_byte|web$|tutorials$|readme$|guides$|pages$"
                      r"|links_resolve$|models_firmware$|models_interrupt$|mutate$|xtensa$|avr$|clang$|sixteen_bits$")


@dataclasses.dataclass
class Test:
    name: str
    command: list
    folder: str
    environment: dict
    skipped: int
    seconds: float = 0  # processor time
    elapsed: float = 0
    reached: frozenset = frozenset()
    passes: bool = True
    few: bool = True  # properties take a twentieth of their random cases

    def reads(self, word):
        return any(word in c for c in self.command)


def listed(few=True):
    found = json.loads(subprocess.run(["ctest", "--show-only=json-v1"], cwd=BUILD, check=True, capture_output=True,
                                      text=True).stdout)
    tests = []
    for t in found["tests"]:
        properties = {p["name"]: p["value"] for p in t.get("properties", [])}
        if "command" not in t or LEFT_OUT.match(t["name"]):
            continue
        environment = dict(e.split("=", 1) for e in properties.get("ENVIRONMENT", []))
        tests.append(Test(t["name"], t["command"], properties.get("WORKING_DIRECTORY", str(BUILD)), environment,
                          properties.get("SKIP_RETURN_CODE", -1), few=few))
    return tests


CASE = re.compile(r"\bcase_(\w+)$", re.M)
TAKES_NAMES = re.compile(r"^ +(?:cli\.)?main\(\)$|argv=\[sys\.argv\[0\], (?:\"-v\", )?\*", re.M)


def is_program(test):
    """Whether the test is a program of the build; all others are scripts that start programs."""
    return test.command[0].startswith(str(BUILD))


def symbols(program):
    """The cases of a program of tests/main.cc."""
    said = subprocess.run(["nm", "--demangle", program], capture_output=True, text=True, errors="replace")
    return sorted(set(CASE.findall(said.stdout)))


def methods(script):
    """The cases of a script that takes their names, as unittest does."""
    text = pathlib.Path(script).read_text(encoding="utf-8")
    if not TAKES_NAMES.search(text):
        return []
    classes = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    return [f"{c.name}.{f.name}" for c in classes for f in c.body
            if isinstance(f, ast.FunctionDef) and f.name.startswith("test")]


def cases(test):
    """The cases of a test, each as a test of its own, so that a mutant runs those that reach it and no others."""
    names = []
    if is_program(test) and len(test.command) == 1:
        names = symbols(test.command[0])
    elif len(test.command) > 1 and test.command[1].endswith(".py"):
        names = methods(test.command[1])
    return [dataclasses.replace(test, name=f"{test.name} {name}", command=[*test.command, name]) for name in names] or [test]


def limits(seconds, memory):
    def set_them():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_FSIZE, (FILE, FILE))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return set_them


def ended(process, elapsed):
    """(exit code, or None if it takes too long; seconds of processor time including its children)."""
    until = time.monotonic() + elapsed
    pause = 0.002
    while time.monotonic() < until:
        pid, status, used = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return process.returncode, used.ru_utime + used.ru_stime
        time.sleep(pause)
        pause = min(0.05, pause * 1.5)
    return None, elapsed


def home(test, temporary, reached):
    """The caches that tests without a mutant created; a mutant gets links to their content, and leaves nothing there."""
    kept = WORK / "home"
    kept.mkdir(exist_ok=True)
    if reached or not test.command[0].endswith("python3"):
        return kept if reached else temporary
    subprocess.run(["cp", "-al", kept, f"{temporary}/home"], check=False, stderr=subprocess.DEVNULL)
    return f"{temporary}/home"


def execute(test, mutant, reached=None, seconds=600, elapsed=1200, instead=None):
    """Runs a test with a mutant (0: none). Returns (why it failed or "", seconds of processor time). `instead`: a
    folder of sources to use, as (path, other path)."""
    temporary = tempfile.mkdtemp(prefix="run_", dir=WORK)
    environment = {**os.environ, **test.environment, "NOOK_MUTANT": str(mutant), "TMPDIR": temporary,
                   "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(home(test, temporary, reached)), "CCACHE_DIR": str(WORK / "ccache")}
    if test.few:
        environment["NOOK_TEST_FEW"] = "1"
    if reached:
        environment["NOOK_MUTANT_REACHED"] = str(reached)
    memory = resource.RLIM_INFINITY if test.name.split()[0] in SANITIZED else MEMORY
    command = test.command
    if instead:
        command = [c if str(BUILD) in c else c.replace(*instead) for c in command]
    with open(pathlib.Path(temporary) / "output", "w+") as output:
        process = subprocess.Popen(command, cwd=test.folder, env=environment, stdout=output, stderr=subprocess.STDOUT,
                                   stdin=subprocess.DEVNULL, preexec_fn=limits(int(seconds) + 1, memory))
        code, used = ended(process, elapsed)
        try:
            os.killpg(process.pid, signal.SIGKILL)  # processes that it started and left
        except ProcessLookupError:
            pass
        if code is None:
            process.wait()
        why = reason(code, test)
        if why:
            output.seek(0)
            (WORK / "last_failure.log").write_text(output.read()[-20000:])
    shutil.rmtree(temporary, ignore_errors=True)
    return why, used


def reason(code, test):
    if code is None:
        return "too slow"
    if code < 0:
        return signal.Signals(-code).name
    return "" if code in (0, test.skipped) else f"exit {code}"


def measure(test, mutants, longest):
    """Runs the test without a mutant, for at most `longest` seconds: its time, and the mutants that it reaches. A test
    that needs more random cases than a few gets all of them."""
    why = measured(test, mutants, longest)
    if why.startswith("exit") and test.few:
        test.few = False
        why = measured(test, mutants, longest)
    return why


def measured(test, mutants, longest):
    map_ = WORK / f"reached_{test.name.replace(' ', '_')[-200:]}"
    map_.write_bytes(bytes(65536))
    start = time.monotonic()
    why, test.seconds = execute(test, 0, reached=map_, seconds=longest)
    test.passes, test.elapsed = not why, time.monotonic() - start
    reached = map_.read_bytes()
    map_.unlink()
    test.reached = frozenset(m for m in mutants if reached[m])
    return why
