"""nook in Python: the nook command with arrays of numpy in and out.

    import nook
    report = nook.analyze("kws.tflite", target="cortex-m4")
    scores = nook.run("kws.tflite", samples)

Every subcommand of `nook` is a function here, and what it returns is what `nook SUBCOMMAND --json` prints: they are the
same program. Arguments with a name are its options: `no_rows=True` is --no-rows, `disable_pass=["views", "reorder"]` is
--disable-pass twice. Arrays may stand where the command wants a file of numpy. What fails raises nook.Error.
"""
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import numpy as np

__all__ = ["Error", "analyze", "bench", "command", "compile", "evaluate", "inspect", "plan", "run", "supported_ops",
           "validate"]

# Where this copy of the package was built or installed with a command; empty: the one in PATH.
_COMMAND = ""


class Error(Exception):
    """An error of the command: its exit code, code ("N4001"), where, what and hint."""

    def __init__(self, error):
        self.exit, self.code, self.where, self.what, self.hint = (
            error[key] for key in ("exit", "code", "where", "what", "hint"))
        place = f"{self.where}: " if self.where else ""
        super().__init__(f"[{self.code}] {place}{self.what}" + (f"\nhint: {self.hint}" if self.hint else ""))


def program():
    """The nook command that runs: $NOOK, the one that came with this package, or the one in PATH."""
    return os.environ.get("NOOK") or (_COMMAND if os.path.exists(_COMMAND) else shutil.which("nook")) or "nook"


def _flag(name):
    return ("-" if len(name) == 1 else "--") + name.replace("_", "-")


def _words(name, value, folder):
    """An option as words of a command line; arrays become files in the folder."""
    if value is None or value is False:
        return []
    if value is True:
        return [_flag(name)]
    if isinstance(value, np.ndarray):
        return [_flag(name), _array_file(value, folder, name)]
    if isinstance(value, (list, tuple)):
        return [word for each in value for word in _words(name, each, folder)]
    return [_flag(name), os.fspath(value) if isinstance(value, os.PathLike) else str(value)]


def _array_file(array, folder, name):
    file = pathlib.Path(folder) / f"{name}.npy"
    np.save(file, array, allow_pickle=False)
    return str(file)


def _call(subcommand, arguments, options, folder):
    words = [program(), subcommand, *(os.fspath(a) if isinstance(a, os.PathLike) else str(a) for a in arguments)]
    for name, value in options.items():
        words += _words(name, value, folder)
    done = subprocess.run([*words, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        said = json.loads(done.stdout)
    except json.JSONDecodeError:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip() or f'exit code {done.returncode}'}") from None
    if isinstance(said, dict) and set(said) == {"error"}:
        raise Error(said["error"])
    return said


def command(subcommand, *arguments, **options):
    """Runs any subcommand with --json and returns what it prints."""
    with tempfile.TemporaryDirectory(prefix="nook_python_") as folder:
        return _call(subcommand, arguments, options, folder)


def analyze(model, target="host", **options):
    """What a model needs: memory by role, operators, passes, unsupported parts."""
    return command("analyze", model, target=target, **options)


def compile(model, output, target="host", **options):  # as the command is called
    """Writes C for a model into the folder `output`; returns the report."""
    return command("compile", model, output=output, target=target, **options)


def inspect(model, **options):
    """Operators and tensors of the file."""
    return command("inspect", model, **options)


def plan(model=None, problem=None, **options):
    """Places the buffers of a model or of a planning problem, a file or the result of json.load()."""
    with tempfile.TemporaryDirectory(prefix="nook_python_") as folder:
        if problem is not None and not isinstance(problem, (str, os.PathLike)):
            file = pathlib.Path(folder) / "problem.json"
            file.write_text(json.dumps(problem))
            problem = file
        return _call("plan", [] if model is None else [model], {"problem": problem, **options}, folder)


def supported_ops(**options):
    """The operators of this release, or with model= those of a model."""
    return command("supported-ops", **options)


def validate(model, golden, **options):
    """Compares with reference data in a folder; "ok" says whether everything agrees."""
    return command("validate", model, golden=golden, **options)


def bench(model, target="host", **options):
    """Instructions, flash and RAM."""
    return command("bench", model, target=target, **options)


@contextlib.contextmanager
def _samples(inputs):
    """A file with samples from an array, arrays in the order of the inputs, or arrays by name."""
    if isinstance(inputs, (str, os.PathLike)):
        yield inputs
        return
    with tempfile.TemporaryDirectory(prefix="nook_python_") as folder:
        file = pathlib.Path(folder) / "samples.npz"
        if isinstance(inputs, dict):
            np.savez(file, **{name: np.asarray(array) for name, array in inputs.items()})
        elif isinstance(inputs, (list, tuple)):
            np.savez(file, **{f"arr_{i}": np.asarray(array) for i, array in enumerate(inputs)})
        else:
            file = _array_file(np.asarray(inputs), folder, "samples")
        yield file


def run(model, inputs, target=None, **options):
    """Runs a model on samples, on this machine or an emulated board; returns an array, or a list if there are several.

    `inputs` is an array with samples along its first dimension, a list or dict of such for several inputs, or a file.
    Arrays of the type that a quantized input has are its bytes, all others real numbers (mean=, scale=: (x - mean) *
    scale). Results have the type of the model's outputs and samples along their first dimension.
    """
    with _samples(inputs) as data, tempfile.TemporaryDirectory(prefix="nook_python_") as folder:
        done = _call("run", [model], {"data": data, "output_dir": folder, "target": target, **options}, folder)
        outputs = [np.load(file) for file in done["outputs"]]
    if done["faults"]:
        raise RuntimeError("; ".join(done["faults"]))
    return outputs[0] if len(outputs) == 1 else outputs


def evaluate(model, data, labels, against=None, **options):
    """Measures accuracy, errors or AUC; with against= also those of a float model, operator by operator."""
    with _samples(data) as file:
        labels = labels if isinstance(labels, (str, os.PathLike)) else np.asarray(labels)
        return command("evaluate", model, data=file, labels=labels, against=against, **options)


def __getattr__(name):
    """All other subcommands: nook.quantize(model, samples=array, output="int8.tflite")."""
    if name.startswith("_"):
        raise AttributeError(name)
    listed = subprocess.run([program(), "--help"], capture_output=True, text=True).stdout
    if not re.search(rf"^  {re.escape(name.replace('_', '-'))} ", listed, re.MULTILINE):
        raise AttributeError(f"the nook command has no subcommand '{name}'")
    return lambda *arguments, **options: command(name.replace("_", "-"), *arguments, **options)
