"""nook in Python, with numpy arrays as inputs and outputs.

    import nook
    report = nook.analyze("kws.tflite", target="cortex-m4")
    scores = nook.run("kws.tflite", samples)

Every subcommand of the nook command is a function here, which returns the output of `nook SUBCOMMAND --json`: both
are the same code. Keyword arguments are its options: `no_rows=True` is --no-rows, `disable_pass=["views", "reorder"]`
is --disable-pass twice. Arrays may replace NumPy files. Failures raise nook.Error.

nook works inside this process, in the module `_nook`. If there is none for this Python, or if $NOOK names a command,
the command is called.
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

try:
    from . import _nook
except ImportError:  # built without pybind11, or for another Python
    _nook = None

__all__ = ["Error", "analyze", "bench", "command", "compile", "evaluate", "inspect", "plan", "quantize", "run",
           "supported_ops", "validate"]

# The command that this copy of the package was built or installed with; empty: the one in PATH.
_COMMAND = ""
_OUTPUTS = "array 'outputs'"  # stands for the folder that run() reads


class Error(Exception):
    """An error of nook: the exit code of the command, code ("N4001"), where, what and hint."""

    def __init__(self, error):
        self.exit, self.code, self.where, self.what, self.hint = (
            error[key] for key in ("exit", "code", "where", "what", "hint"))
        place = f"{self.where}: " if self.where else ""
        super().__init__(f"[{self.code}] {place}{self.what}" + (f"\nhint: {self.hint}" if self.hint else ""))


def in_process():
    """Whether nook works inside this process; otherwise program() names the command that is called."""
    return _nook is not None and not os.environ.get("NOOK")


def program():
    """The nook command: $NOOK, the one that came with this package, or the one in PATH."""
    return os.environ.get("NOOK") or (_COMMAND if os.path.exists(_COMMAND) else shutil.which("nook")) or "nook"


def _arrays_of(value):
    """Arrays by name if the value of an option is an array, a dict of arrays or a list of arrays, otherwise None."""
    if isinstance(value, np.ndarray):
        return {"": value}
    if isinstance(value, dict):
        return {str(name): np.asarray(array) for name, array in value.items()}
    if isinstance(value, (list, tuple)) and value and all(isinstance(each, np.ndarray) for each in value):
        return {f"arr_{i}": array for i, array in enumerate(value)}
    return None


def _flag(name):
    return ("-" if len(name) == 1 else "--") + name.replace("_", "-")


def _word(value):
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _words(name, value, arrays):
    """An option as words of a command line. `arrays` receives the arrays that words stand for."""
    if value is None or value is False:
        return []
    if value is True:
        return [_flag(name)]
    given = _arrays_of(value)
    if given is not None:
        arrays[f"array '{name}'"] = given
        return [_flag(name), f"array '{name}'"]
    if isinstance(value, (list, tuple)):
        return [word for each in value for word in _words(name, each, arrays)]
    return [_flag(name), _word(value)]


def _save(arrays, file):
    """Writes a .npy, or a .npz of named arrays; returns its path."""
    if list(arrays) == [""]:
        np.save(f"{file}.npy", arrays[""], allow_pickle=False)
        return f"{file}.npy"
    np.savez(f"{file}.npz", **arrays)
    return f"{file}.npz"


def _run_command(words, arrays):
    """The command's output, and the outputs of a model."""
    with tempfile.TemporaryDirectory(prefix="nook_python_") as folder:
        files = {word: _save(given, pathlib.Path(folder) / f"arrays{i}")
                 for i, (word, given) in enumerate(arrays.items())}
        files[_OUTPUTS] = folder
        words = [program(), *(files.get(word, word) for word in words)]
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        outputs = [np.load(file) for file in sorted(pathlib.Path(folder).glob("output*.npy"),
                                                    key=lambda file: int(file.stem[len("output"):]))]
    return done.stdout, outputs, done.stderr.strip() or f"exit code {done.returncode}"


def _call(subcommand, arguments, options):
    """A subcommand's JSON output, and the outputs of a model."""
    arrays = {}
    words = [subcommand, *map(_word, arguments)]
    for name, value in options.items():
        words += _words(name, value, arrays)
    words.append("--json")
    if in_process():
        text, outputs = _nook.call(words, {word: list(given.items()) for word, given in arrays.items()}, _OUTPUTS)
        why = "prints no JSON"
    else:
        text, outputs, why = _run_command(words, arrays)
    try:
        said = json.loads(text)
    except json.JSONDecodeError:
        raise RuntimeError(f"nook {' '.join(words)}: {why}") from None
    if isinstance(said, dict) and set(said) == {"error"}:
        raise Error(said["error"])
    return said, outputs


def command(subcommand, *arguments, **options):
    """Runs any subcommand with --json and returns its output."""
    return _call(subcommand, arguments, options)[0]


def analyze(model, target="host", **options):
    """A model's needs before anything is built: memory by role, operators, passes, and unsupported parts."""
    return command("analyze", model, target=target, **options)


def compile(model, output, target="host", **options):  # named like the subcommand
    """Writes C for a model into the folder `output`; returns the report."""
    return command("compile", model, output=output, target=target, **options)


def inspect(model, **options):
    """Operators and tensors as in the file."""
    return command("inspect", model, **options)


def plan(model=None, problem=None, **options):
    """Places the buffers of a model or of a planning problem, a file or the result of json.load()."""
    with contextlib.ExitStack() as temporary:
        if problem is not None and not isinstance(problem, (str, os.PathLike)):
            file = pathlib.Path(temporary.enter_context(tempfile.TemporaryDirectory(prefix="nook_python_"))) / "problem.json"
            file.write_text(json.dumps(problem))
            problem = file
        return command("plan", *([] if model is None else [model]), problem=problem, **options)


def quantize(model, samples, output, **options):
    """Writes an int8 form of a float model; returns the report. `samples`: arrays as for run(), or a file."""
    return command("quantize", model, samples=_samples(samples), output=output, **options)


def supported_ops(**options):
    """The operators of this release, or with model= the operators of a model."""
    return command("supported-ops", **options)


def validate(model, golden, **options):
    """Compares with reference data in a folder; "ok" says whether everything matches."""
    return command("validate", model, golden=golden, **options)


def bench(model, target="host", **options):
    """Instructions, flash and RAM."""
    return command("bench", model, target=target, **options)


def _samples(inputs):
    """Samples from an array, arrays in the order of the inputs or by name, or a file."""
    if isinstance(inputs, (str, os.PathLike, dict)) or inputs is None:
        return inputs
    if isinstance(inputs, (list, tuple)):
        return [np.asarray(array) for array in inputs]
    return np.asarray(inputs)


def run(model, inputs, target=None, **options):
    """Runs a model on samples, on this machine or an emulated board; returns an array, or a list if there are
    several.

    `inputs` is an array with samples along its first dimension, a list or dict of such for several inputs, or a file.
    Arrays with the type of a quantized input are used as its bytes, all others are real numbers (mean=, scale=: (x -
    mean) * scale). Results have the type of the model's outputs and samples along their first dimension.
    """
    done, outputs = _call("run", [model], {"data": _samples(inputs), "output_dir": _OUTPUTS, "target": target, **options})
    if done["faults"]:
        raise RuntimeError("; ".join(done["faults"]))
    return outputs[0] if len(outputs) == 1 else outputs


def evaluate(model, data, labels, against=None, **options):
    """Measures accuracy, errors or AUC; with against= also for a float model, operator by operator."""
    labels = labels if isinstance(labels, (str, os.PathLike)) else np.asarray(labels)
    return command("evaluate", model, data=_samples(data), labels=labels, against=against, **options)


def _subcommands():
    if in_process():
        return _nook.subcommands()
    listed = subprocess.run([program(), "--help"], capture_output=True, text=True).stdout
    return re.findall(r"^  ([a-z-]+) ", listed, re.MULTILINE)


def __getattr__(name):
    """All other subcommands: nook.convert(model, output="model.tflite")."""
    if name.startswith("_") or name.replace("_", "-") not in _subcommands():
        raise AttributeError(f"the nook command has no subcommand '{name}'")
    return lambda *arguments, **options: command(name.replace("_", "-"), *arguments, **options)
