"""Shared by the tests of the page: the files that `./dev web` builds, and programs that may be missing."""
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.append(str(ROOT / "tests"))
from sampled import EVERYTHING  # noqa: E402,F401  (for the tests of the page)

PAGE = ROOT / "web" / "page"
GOLDEN = ROOT.parent / "shared" / "golden"
DIGITS = ROOT / "models" / "digits"
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
NODE, NPM = shutil.which("node"), shutil.which("npm")
MOST_COMPRESSED = 2_800_000  # the wasm
MOST_PAGE = 3_000_000  # the page, as a server sends it
# Float models whose golden outputs come from another exp(): some differ in the last bit.
OTHER_EXP = ("tflm_mnist_lstm", "mlperf_pretrainedResnet")
options = None  # set by test_web.py


def node(*arguments, **more):
    return subprocess.run([NODE, *map(str, arguments)], capture_output=True, timeout=3600, **more)


def built(name):
    return options.built / name


def needs(name):
    """Skips a test if the files that `./dev web` builds, or a required program, are missing."""
    def skip(test):
        def run(self):
            if not NODE:
                self.skipTest("node is not installed")
            if not built(name).exists():
                self.skipTest("./dev web has not built " + name)
            if not options.fresh and built("nook.wasm").stat().st_mtime < Path(options.nook).stat().st_mtime:
                self.skipTest("the command is newer: ./dev web")
            test(self)
        run.__name__, run.__doc__ = test.__name__, test.__doc__
        return run
    return skip
