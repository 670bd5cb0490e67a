"""Reference implementations as packages: TensorFlow Lite 2.9 and ONNX Runtime, fetched by name into a folder outside
of the tree.

They are not part of nook. Each function returns None, with the reason on stderr, if a package is unavailable."""
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = {  # npm: name, version, the integrity of its archive in npm's lock file
    "tflite": ("tfjs-tflite-node", "0.0.2",
               "sha512-Zed9biOz9lkWsekvPwdEmxXnsjXJnZO8iOV0s2Y20QU15cwiPedzFEBYiGbK7smYpkJpQNNY9SukoKmUi9bk9w=="),
    "onnx": ("onnxruntime-node", "1.30.0", None),
}


def say(text):
    print(f"oracle: {text}", file=sys.stderr)


def folder():
    cache = os.environ.get("NOOK_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(cache) / "nook-oracle"


def package(name):
    """The folder of an installed package, fetched if it is missing."""
    title, version, integrity = PACKAGES[name]
    place = folder() / name
    there = place / "node_modules" / title
    if not (place / "complete").exists():
        if not shutil.which("npm"):
            say(f"{title}@{version}: there is no npm")
            return None
        place.mkdir(parents=True, exist_ok=True)
        (place / "package.json").write_text("{}")
        say(f"getting {title}@{version}")
        command = ["npm", "install", "--ignore-scripts", "--legacy-peer-deps", "--no-audit", "--no-fund", f"{title}@{version}"]
        done = subprocess.run(command, cwd=place, capture_output=True, text=True)
        if done.returncode:
            say(f"{title}@{version} can't be had: {done.stderr.strip().splitlines()[-1:]}")
            return None
        lock = json.loads((place / "package-lock.json").read_text())
        have = lock["packages"][f"node_modules/{title}"]["integrity"]
        if integrity and have != integrity:
            say(f"{title}@{version} is not the one that was looked at: need {integrity}, have {have}")
            return None
        (place / "complete").touch()
    return there


def tflite_library():
    """libtensorflowlite_c.so of TensorFlow Lite 2.9."""
    machine = {"x86_64": "linux_amd64", "aarch64": "linux_arm64"}.get(platform.machine())
    there = package("tflite") if machine else None
    return there and there / "cc_deps" / machine / "libtensorflowlite_c.so"


def run_tflite():
    """The command that runs a model in TensorFlow Lite, as words: add MODEL, INPUTS, OUTPUTS."""
    library = tflite_library()
    if not library:
        return None
    source = ROOT / "tools" / "golden" / "run_tflite.c"
    program = folder() / "run_tflite"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        made = program.with_suffix(f".{os.getpid()}")
        subprocess.run(["cc", "-std=c99", "-O1", str(source), "-ldl", "-o", str(made)], check=True)
        made.replace(program)
    return [str(program), str(library)]
