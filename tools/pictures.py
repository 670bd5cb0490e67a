#!/usr/bin/env python3
"""Draws the pictures of README.md and docs/ with `nook map` and `nook bench`, from models in ../shared.

usage: pictures.py --nook NOOK [--check]    --check: names the pictures whose figures differ from the command's, and
draws none
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
GOLDEN = ROOT.parent / "shared/golden"
KWS, PERSON = GOLDEN / "mlperf_kws_ref_model/model.tflite", GOLDEN / "tflm_person_detect/model.tflite"
MODELS = ROOT / "models"
WHOLE = ["--no-rows", "--no-overlap"]
INSIDE = ["--input-in-scratch", "--output-in-scratch"]
PICTURES = {
    "docs/memory-whole.svg": ("person_detect", PERSON, [*INSIDE, *WHOLE]),
    "docs/memory-rows.svg": ("person_detect", PERSON, INSIDE),
    "docs/pictures/map-kws.svg": ("kws", KWS, []),
    "docs/pictures/map-person_detect.svg": ("person_detect", PERSON, []),
    "docs/pictures/map-digits.svg": ("digits", MODELS / "digits/digits.tflite", []),
    "docs/pictures/map-sine.svg": ("sine", MODELS / "sine/sine.tflite", []),
    "docs/pictures/map-words.svg": ("words", MODELS / "words/words.tflite", []),
    "docs/pictures/map-wake.svg": ("wake", MODELS / "wake/wake.tflite", []),
    "docs/pictures/map-pools.svg": ("person_detect", PERSON, [*INSIDE, "--workspace-pool", "name=dtcm,size=8KiB",
                                                              "--workspace-pool", "name=sram"]),
}
CHANGE = "docs/pictures/map-change.svg"  # for kws: whole images, then rows
LARGE = "docs/pictures/map-large.svg"  # for the network of the tutorial on large models: whole images, then rows
HOP = "docs/pictures/map-hop.svg"  # for words: whole windows, then hops of two frames
WORDS = ROOT / "models/words/words.tflite"
TIME = "docs/pictures/time-kws.svg"


def run(nook, *arguments):
    subprocess.run([nook, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL)


def figures(picture):
    """The words in a picture: sizes, peaks, bounds. Equally good plans may differ in addresses."""
    return re.findall(r'<text class="(?:title|head|peak-note)"[^>]*>([^<]*)<', picture.read_text()) if picture.is_file() else []


def draw(nook, folder):
    """(path in the repository, drawn file) of each picture."""
    for number, (path, (name, model, options)) in enumerate(PICTURES.items()):
        run(nook, "map", model, "--target", "cortex-m4", "--name", name, *options, "-o", folder / f"{number}.svg")
        yield path, folder / f"{number}.svg"
    for build, options in (("before", WHOLE), ("after", [])):
        run(nook, "compile", KWS, "--target", "cortex-m4", "--name", "kws", *options, "-o", folder / build)
    run(nook, "map", folder / "before/kws.json", folder / "after/kws.json", "-o", folder / "change.svg")
    yield CHANGE, folder / "change.svg"
    run("/usr/bin/python3", ROOT / "examples/large_model/model.py", folder / "large")
    run(nook, "quantize", folder / "large/float.tflite", "--samples", folder / "large/samples.npy", "-o", folder / "large/int8.tflite")
    for build, options in (("whole", WHOLE), ("rows", [])):
        run(nook, "compile", folder / "large/int8.tflite", "--target", "cortex-m4", "--name", "large", *options, "-o", folder / build)
    run(nook, "map", folder / "whole/large.json", folder / "rows/large.json", "-o", folder / "large.svg")
    yield LARGE, folder / "large.svg"
    for build, options in (("window", []), ("hop", ["--hop", "2", "--hop-axis", "1"])):
        run(nook, "compile", WORDS, "--target", "cortex-m4", *options, "-o", folder / build)
    run(nook, "map", folder / "window/words.json", folder / "hop/words.json", "-o", folder / "hop.svg")
    yield HOP, folder / "hop.svg"
    if not all(map(shutil.which, ("arm-none-eabi-gcc", "qemu-system-arm"))):
        return
    (folder / "kws.tflite").write_bytes(KWS.read_bytes())  # the picture shows the file's name
    run(nook, "bench", folder / "kws.tflite", "--target", "cortex-m4", "--svg", folder / "time.svg")
    yield TIME, folder / "time.svg"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nook", type=pathlib.Path, default=ROOT / "build/host/nook")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    if not PERSON.is_file():
        print("skipped: there is no ../shared")
        return 0
    old = []
    with tempfile.TemporaryDirectory(prefix="nook_pictures_") as folder:
        for path, drawn in draw(options.nook.resolve(), pathlib.Path(folder)):
            to = ROOT / path
            if not options.check:
                to.write_bytes(drawn.read_bytes())
            elif figures(to) != figures(drawn):
                old.append(path)
    if old:
        print("the command has other figures for these: " + ", ".join(old) + "; tools/pictures.py draws them anew", file=sys.stderr)
    return 1 if old else 0


if __name__ == "__main__":
    sys.exit(main())
