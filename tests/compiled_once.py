"""Objects of nook's C sources, for tests that link them into many programs: a process compiles each once."""
import atexit
import hashlib
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
OBJECTS = tempfile.TemporaryDirectory(prefix="nook_objects_")
atexit.register(OBJECTS.cleanup)


def original_of(source):
    """The file of the repository of which this one is a copy, as in a standalone folder, or None."""
    parts = pathlib.Path(source).parts
    for top in ("nook", "ports"):
        if top in parts:
            file = ROOT.joinpath(*parts[len(parts) - 1 - parts[::-1].index(top):])
            if file.is_file() and file.read_bytes() == pathlib.Path(source).read_bytes():
                return file
    return None


def compiled_once(words, source):
    """The object that the compiler and its flags make of the source; the source itself if it is not the repository's."""
    original = original_of(source)
    if not original:
        return source
    command = list(map(str, [*words, f"-I{ROOT}", "-c", original]))
    made = pathlib.Path(OBJECTS.name) / f"{original.stem}_{hashlib.sha256(' '.join(command).encode()).hexdigest()[:16]}.o"
    if not made.exists():
        done = subprocess.run([*command, "-o", str(made)], capture_output=True, text=True)
        if done.returncode != 0 or done.stderr:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr}")
    return made
