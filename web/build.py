#!/usr/bin/env python3
"""Builds the page, a single self-contained file, and the npm package from nook.wasm.

usage: build.py NOOK_WASM FOLDER VERSION    writes FOLDER/page/index.html and FOLDER/npm/
"""
import base64
import gzip
import hashlib
import json
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
SCRIPTS = ["core.js", "zip.js", "engine.js", "dom.js", "state.js", "verdict.js", "overview.js", "memory.js", "compare.js", "front.js", "operators.js",
           "weights.js", "boards.js", "samples.js", "folders.js", "quantize.js", "run.js", "sound.js", "live.js", "code.js", "app.js"]
DIGITS, WAKE = HERE.parent / "models/digits", HERE.parent / "models/wake"
MOST_COMPRESSED = 2_800_000  # limit for the compressed wasm in bytes; the page has the rest of 3 MB


def encoded(content):
    return base64.b64encode(content).decode()


def npy(rows, shape):
    """An array of bytes in NumPy's format: the page reads no other."""
    head = f"{{'descr': '|u1', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    head += " " * (63 - (len(head) + 10) % 64) + "\n"
    return b"\x93NUMPY\1\0" + len(head).to_bytes(2, "little") + head.encode() + b"".join(rows)


def images():
    """The held-out digits, levels 0 to 16, for the float model, which takes levels of 1/16."""
    labels = (DIGITS / "heldout/labels.txt").read_text()
    rows = [(DIGITS / f"heldout/run{k}_input0.bin").read_bytes() for k in range(len(labels.split()))]
    return json.dumps({"images": encoded(npy(rows, [len(rows), 8, 8, 1])), "labels": labels, "scale": "0.0625"})


def page(wasm):
    packed = gzip.compress(wasm, 9, mtime=0)
    if len(packed) > MOST_COMPRESSED:
        sys.exit(f"the wasm has {len(packed)} bytes compressed (limit {MOST_COMPRESSED})")
    script = "\n".join((HERE / "page" / name).read_text().replace('"use strict";\n', "", 1) for name in SCRIPTS)
    script = '"use strict";\n' + script
    digest = "'sha256-" + encoded(hashlib.sha256(script.encode()).digest()) + "'"
    text = (HERE / "page/index.html").read_text()
    for mark, value in {"@SCRIPT_HASH@": digest, "@STYLE@": (HERE / "page/style.css").read_text(),
                        "@WASM@": encoded(packed), "@SCRIPT@": script,
                        "@SAMPLE@": encoded((DIGITS / "digits.tflite").read_bytes()), "@SAMPLE_IMAGES@": images(),
                        "@SAMPLE_WAKE@": encoded((WAKE / "wake.tflite").read_bytes()),
                        "@FRONTEND@": encoded((WAKE / "frontend.tflite").read_bytes()),
                        "@MFCC@": encoded((HERE.parent / "models/mfcc/mfcc.tflite").read_bytes()),
                        "@SAMPLE_FLOAT@": encoded((DIGITS / "digits_float.tflite").read_bytes())}.items():
        text = text.replace(mark, value, 1)
    return text, len(packed)


def npm(wasm, folder, version):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / "npm", folder)
    for script in ("core.js", "zip.js"):
        shutil.copy(HERE / "page" / script, folder)
    shutil.copy(HERE.parent / "LICENSE", folder)
    shutil.copy(wasm, folder / "nook.wasm")
    manifest = json.loads((folder / "package.json").read_text())
    manifest["version"] = version
    (folder / "package.json").write_text(json.dumps(manifest, indent=2) + "\n")


def main():
    wasm, folder, version = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
    (folder / "page").mkdir(parents=True, exist_ok=True)
    text, packed = page(wasm.read_bytes())
    (folder / "page/index.html").write_text(text)
    npm(wasm, folder / "npm", version)
    print(f"{folder}/page/index.html: {len(text)} bytes; the wasm: {wasm.stat().st_size}, compressed {packed}")


if __name__ == "__main__":
    main()
