"""`nook compile --format rust`: crates in a workspace of cargo, whose tests expect the outputs that nook computes.

NOOK_TEST_ALL=1 tests seven crates instead of one, and a firmware in Rust on the emulated Cortex-M4."""
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from cli import DIGITS, DIGITS_FLOAT, HAS_CORTEX_M, HELDOUT, ROOT, USAGE, CommandCase, main  # noqa: E402
from sampled import EVERYTHING  # noqa: E402
from test_signatures import two_signatures  # noqa: E402

sys.path.insert(0, str(ROOT / "ports"))
import run as board_run  # noqa: E402


# Debian's, if it is installed: cargo takes its compiler from the same place.
CARGO = next((path for path in ("/usr/bin/cargo", shutil.which("cargo")) if path and os.path.exists(path)), None)
# Debian has no `core` for a Cortex-M; its sources, which rustc compiles here, are in rust-src.
CORE = next(pathlib.Path("/usr/src").glob("rustc-*/library/core/src/lib.rs"), None)
THUMB = "thumbv7em-none-eabihf"
WORDS = ROOT / "models" / "words" / "words.tflite"
SAMPLES = ("--sample-type", "int8", "--scale", "0.0625")
HEAD = """use {crate}::*;
const FROM: &[u8] = include_bytes!("from.bin");
const TO: &[u8] = include_bytes!("to.bin");
fn pixels(sample: usize) -> Vec<i8> {{
    FROM[sample * 64..][..64].iter().map(|byte| *byte as i8).collect()
}}
fn scores(sample: usize) -> Vec<i8> {{
    TO[sample * 10..][..10].iter().map(|byte| *byte as i8).collect()
}}
"""
# Crates of one network of digits, and what their tests do in addition.
PLAIN = """
static mut SCRATCH: ScratchSram = ScratchSram::new();

#[test]
fn outputs_are_those_of_nook() {
    let mut model = Model::new(Memory { scratch_sram: unsafe { &mut *core::ptr::addr_of_mut!(SCRATCH.0) } }).unwrap();
    for sample in 0..TO.len() / 10 {
        let (mut input, mut output) = (Input::new(), Output::new());
        input.image.copy_from_slice(&pixels(sample));
        model.run(&input, &mut output).unwrap();
        assert_eq!(output.scores.to_vec(), scores(sample));
        let mut own = [0; OUTPUT_SCORES_COUNT];
        model.run_ref(&Inputs { image: &input.image }, &mut Outputs { scores: &mut own }).unwrap();
        assert_eq!(own, output.scores);
    }
}

#[test]
fn memory_that_does_not_suffice_is_refused() {
    let mut scratch = ScratchSram::new();
    let small = &mut scratch.0[..SCRATCH_SRAM_BYTES - 1];
    let refused = Model::new(Memory { scratch_sram: small }).err().unwrap();
    assert_eq!(refused, Error::TooSmall { buffer: "scratch_sram", need: SCRATCH_SRAM_BYTES, have: SCRATCH_SRAM_BYTES - 1 });
    assert_eq!(refused.to_string(), format!("scratch_sram needs {} bytes and has {}", SCRATCH_SRAM_BYTES, SCRATCH_SRAM_BYTES - 1));
    let mut larger = vec![0; SCRATCH_SRAM_BYTES + 64];
    let odd = larger.as_ptr().align_offset(16) + 1;
    let refused = Model::new(Memory { scratch_sram: &mut larger[odd..] }).err().unwrap();
    assert_eq!(refused, Error::Misaligned { buffer: "scratch_sram", need: SCRATCH_SRAM_ALIGN });
}

#[test]
fn sizes_are_constants() {
    const SHAPE: [usize; 4] = INPUT_IMAGE_SHAPE;
    assert_eq!(SHAPE.iter().product::<usize>(), INPUT_IMAGE_COUNT);
    assert_eq!((INPUT_IMAGE_SCALE, INPUT_IMAGE_ZERO_POINT, OUTPUT_SCORES_SCALE), (0.0625, 0, 1.0 / 256.0));
}

#[test]
fn a_model_moves_between_threads() {
    let mut scratch = ScratchSram::new();
    let mut model = Model::new(Memory { scratch_sram: &mut scratch.0 }).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || model.run(&Input::new(), &mut Output::new()).unwrap());
    });
}
"""
STREAMED = """
#[test]
fn rows_may_come_one_by_one() {
    let mut scratch = ScratchSram::new();
    let mut model = Model::new(Memory { scratch_sram: &mut scratch.0 }).unwrap();
    let mut output = Output::new();
    for sample in 0..TO.len() / 10 {
        model.begin().unwrap();
        assert_eq!(model.finish(&mut output), Err(Error::BadState));
        assert_eq!(model.push_rows(&[0; 3]), Err(Error::PartOfARow { need: INPUT_IMAGE_ROW_COUNT, have: 3 }));
        let pixels = pixels(sample);
        model.push_rows(&pixels[..INPUT_IMAGE_ROW_COUNT]).unwrap();
        model.push_rows(&[]).unwrap();
        model.push_rows(&pixels[INPUT_IMAGE_ROW_COUNT..]).unwrap();
        assert_eq!(model.push_rows(&pixels[..INPUT_IMAGE_ROW_COUNT]), Err(Error::BadState));
        model.finish(&mut output).unwrap();
        assert_eq!(output.scores.to_vec(), scores(sample));
    }
    assert_eq!(INPUT_IMAGE_ROWS * INPUT_IMAGE_ROW_COUNT, INPUT_IMAGE_COUNT);
}
"""
PLACED = """
#[test]
fn tensors_may_be_in_the_scratch() {
    let mut scratch = ScratchSram::new();
    let mut model = Model::new(Memory { scratch_sram: &mut scratch.0 }).unwrap();
    for sample in 0..TO.len() / 10 {
        model.input_image().copy_from_slice(&pixels(sample));
        model.run().unwrap();
        assert_eq!(model.output_scores().to_vec(), scores(sample));
    }
}
"""
POINTED = """
#[repr(C, align(16))]
struct Card([u8; CONSTANT_FLASH_BYTES]);

#[test]
fn constants_may_be_elsewhere() {
    let mut scratch = ScratchSram::new();
    let mut card = Card(*constant_flash_data());
    {
        let mut model = Model::new(Memory { scratch_sram: &mut scratch.0, constant_flash: &card.0 }).unwrap();
        let (mut input, mut output) = (Input::new(), Output::new());
        input.image.copy_from_slice(&pixels(0));
        model.run(&input, &mut output).unwrap();
        assert_eq!(output.scores.to_vec(), scores(0));
    }
    let short = Model::new(Memory { scratch_sram: &mut scratch.0, constant_flash: &card.0[..16] }).err();
    assert_eq!(short, Some(Error::TooSmall { buffer: "constant_flash", need: CONSTANT_FLASH_BYTES, have: 16 }));
    card.0[100] ^= 1;
    let other = Model::new(Memory { scratch_sram: &mut scratch.0, constant_flash: &card.0 }).err();
    assert_eq!(other, Some(Error::BadConstants));
}
"""
# 16-bit elements are aligned to 4 bytes.
WIDE = """
fn halves(bytes: &[u8]) -> Vec<i16> {
    bytes.chunks(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
}

#[test]
fn elements_of_16_bits() {
    let mut scratch = ScratchSram::new();
    let mut model = Model::new(Memory { scratch_sram: &mut scratch.0 }).unwrap();
    let (mut input, mut output) = (Input::new(), Output::new());
    input.image.copy_from_slice(&halves(&FROM[..128]));
    model.run(&input, &mut output).unwrap();
    assert_eq!(output.scores.to_vec(), halves(&TO[..20]));
    assert_eq!((core::mem::align_of::<Input>(), INPUT_IMAGE_ALIGN), (4, 4));
    #[repr(C, align(4))]
    struct Odd(i16, [i16; INPUT_IMAGE_COUNT]);
    let odd = Odd(0, input.image);
    let refused = model.run_ref(&Inputs { image: &odd.1 }, &mut Outputs { scores: &mut output.scores });
    assert_eq!((odd.0, refused), (0, Err(Error::Misaligned { buffer: "image", need: 4 })));
}
"""
# A window that moves has state; whole windows are another crate, in the same program.
HOPPING = """use nook_hopping::*;

#[test]
fn windows_that_move_are_whole_windows() {
    let (mut scratch, mut kept) = (ScratchSram::new(), PersistentSram::new());
    let mut model = Model::new(Memory { scratch_sram: &mut scratch.0, persistent_sram: &mut kept.0 }).unwrap();
    let mut whole_scratch = nook_words::ScratchSram::new();
    let mut whole = nook_words::Model::new(nook_words::Memory { scratch_sram: &mut whole_scratch.0 }).unwrap();
    let (mut seed, mut all, mut compared) = (1u32, Vec::new(), 0);
    let (mut frames, mut output, mut state) = (Input::new(), Output::new(), State::new());
    assert_eq!(model.restore(&state), Err(Error::OtherState));
    for hop in 0..WINDOW_FRAMES / HOP_FRAMES + 4 {
        for element in frames.features.iter_mut() {
            seed = seed.wrapping_mul(1664525).wrapping_add(1013904223);
            *element = (seed >> 24) as i8;
        }
        all.extend_from_slice(&frames.features);
        assert_eq!(model.missing(), WINDOW_FRAMES.saturating_sub(hop * HOP_FRAMES));
        model.save(&mut state).unwrap();
        let pushed = model.push(&frames, &mut output);
        assert_eq!(pushed.is_ok(), all.len() >= nook_words::INPUT_FEATURES_COUNT);
        if pushed.is_err() {
            assert_eq!(pushed, Err(Error::NotReady));
            continue;
        }
        let (mut window, mut scores) = (nook_words::Input::new(), nook_words::Output::new());
        window.features.copy_from_slice(&all[all.len() - nook_words::INPUT_FEATURES_COUNT..]);
        whole.run(&window, &mut scores).unwrap();
        assert_eq!(output.scores, scores.scores);
        compared += 1;
        let once = output.clone();
        let bytes = *state.as_bytes();
        model.restore(&unsafe { State::from_bytes(&bytes) }).unwrap();
        model.push(&frames, &mut output).unwrap();
        assert_eq!(output.scores, once.scores);
    }
    assert!(compared > 3);
    model.reset().unwrap();
    assert_eq!(model.missing(), WINDOW_FRAMES);
}
"""
SIGNATURES = """
fn close(a: &[f32], b: &[f32]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4)
}

#[test]
fn both_run_with_one_scratch() {
    #[repr(C, align(16))]
    struct Scratch([u8; 4096]);
    let mut scratch = Scratch([0; 4096]);
    let (mut encoded, mut decoded) = (nook_net::net_encode::Output::new(), nook_net::net_decode::Output::new());
    {
        let mut model = nook_net::net_encode::Model::new(nook_net::net_encode::Memory { scratch_sram: &mut scratch.0 }).unwrap();
        model.run(&nook_net::net_encode::Input { a: [0.25; 16] }, &mut encoded).unwrap();
    }
    let mut model = nook_net::net_decode::Model::new(nook_net::net_decode::Memory { scratch_sram: &mut scratch.0 }).unwrap();
    model.run(&nook_net::net_decode::Input { c: [0.25; 16] }, &mut decoded).unwrap();
    // tanh and the magnitude of the same sums.
    let tanh: Vec<f32> = decoded.d.iter().map(|sum| sum.tanh()).collect();
    let magnitude: Vec<f32> = encoded.b.iter().map(|value| value.abs()).collect();
    assert!(close(&tanh, &magnitude) && magnitude.iter().any(|value| *value > 0.01));
}
"""
# A firmware: a function in Rust, and main() in C on a port of nook.
FIRMWARE = """#![no_std]
use nook_digits::{Input, Memory, Model, Output, ScratchSram};

static mut SCRATCH: ScratchSram = ScratchSram::new();

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

#[no_mangle]
pub extern "C" fn classify(from: *const i8, to: *mut i8) -> i32 {
    let memory = Memory { scratch_sram: unsafe { &mut *core::ptr::addr_of_mut!(SCRATCH.0) } };
    let (mut input, mut output) = (Input::new(), Output::new());
    unsafe { core::ptr::copy(from, input.image.as_mut_ptr(), input.image.len()) };
    let done = Model::new(memory).and_then(|mut model| model.run(&input, &mut output));
    unsafe { core::ptr::copy(output.scores.as_ptr(), to, output.scores.len()) };
    done.is_err() as i32
}
"""
FIRMWARE_TOML = """[package]
name = "app"
version = "0.0.0"
edition = "2021"
[lib]
crate-type = ["staticlib"]
[dependencies]
nook_digits = { path = "../nook_digits" }
[profile.release]
panic = "abort"
"""
FIRMWARE_MAIN = """
#include <stdint.h>
#include <string.h>
#include "ports/port.h"
int32_t classify(const int8_t* from, int8_t* to);
static const int8_t from[8][64] = {FROM}, to[8][10] = {TO};
int main(void) {
  port_init();
  for (int sample = 0; sample < 8; ++sample) {
    int8_t scores[10];
    if (classify(from[sample], scores) != 0 || memcmp(scores, to[sample], sizeof scores) != 0) return 1;
  }
  return 42;
}
"""


@unittest.skipUnless(CARGO, "needs cargo")
class Rust(CommandCase):
    def cargo(self, *words, **more):
        environment = {**os.environ, "CARGO_TARGET_DIR": str(self.folder / "target"), **more}
        for tool in ("rustc", "rustdoc"):
            if (pathlib.Path(CARGO).parent / tool).exists():
                environment[tool.upper()] = str(pathlib.Path(CARGO).parent / tool)
        return subprocess.run([CARGO, *words, "--offline", "--quiet"], cwd=self.folder, capture_output=True, text=True, env=environment)

    def crate(self, name, model, *options, test="", golden=None):
        """A crate of the workspace, with a test in Rust. `golden`: the folder with inputs and outputs that it reads."""
        folder = self.folder / f"nook_{name}"
        self.done("compile", model, "--name", name, "--target", "host", "--format", "rust", "-o", folder, "-q", *options)
        tests = folder / "tests"
        tests.mkdir()
        if golden:
            for file, part in (("from.bin", "input0"), ("to.bin", "output0")):
                (tests / file).write_bytes(b"".join((golden / f"run{k}_{part}.bin").read_bytes() for k in range(8)))
            test = HEAD.format(crate=f"nook_{name}") + test
        (tests / "golden.rs").write_text("#![allow(dead_code)]\n" + test)
        return folder

    def wide(self):
        """The network of digits with 16-bit activations, and its inputs and outputs."""
        self.done("quantize", DIGITS_FLOAT, "--samples", HELDOUT, *SAMPLES, "--activations", "int16", "-o", "wide.tflite", "-q")
        folder = self.folder / "wide"
        folder.mkdir()
        for k in range(8):
            pixels = [byte * 100 for byte in (HELDOUT / f"run{k}_input0.bin").read_bytes()]
            (folder / f"run{k}_input0.bin").write_bytes(struct.pack("<64h", *pixels))
        self.done("run", "wide.tflite", "--target", "host", "--input-dir", folder, "--output-dir", "wide_outputs")
        for k in range(8):
            shutil.copy(self.folder / "wide_outputs" / f"run{k}_output0.bin", folder)
        return folder

    def run_ok(self, *command):
        done = subprocess.run(list(map(str, command)), cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def check(self, members, count):
        """Runs the tests of all crates, of which there are `count` besides the program in each crate's documentation."""
        (self.folder / "Cargo.toml").write_text(f"[workspace]\nmembers = {json.dumps([folder.name for folder in members])}\n")
        done = self.cargo("test", "--workspace")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("warning", done.stderr)
        passed = [int(count) for count in re.findall(r"test result: ok. (\d+) passed; 0 failed", done.stdout)]
        self.assertEqual(sum(passed), count + len(members), done.stdout)

    def test_a_crate_in_a_workspace_of_cargo(self):
        self.check([self.crate("digits", DIGITS, test=PLAIN, golden=HELDOUT)], 4)

    @unittest.skipUnless(EVERYTHING, "NOOK_TEST_ALL=1 tests the crates of all interfaces")
    def test_all_interfaces(self):
        """The crate of windows that move uses another crate: their kernels are linked once."""
        members = [
            self.crate("streamed", DIGITS, "--stream-input", test=STREAMED, golden=HELDOUT),
            self.crate("placed", DIGITS, "--input-in-scratch", "--output-in-scratch", test=PLACED, golden=HELDOUT),
            self.crate("pointed", DIGITS, "--constants-by-pointer", test=POINTED, golden=HELDOUT),
            self.crate("wide", self.folder / "wide.tflite", test=WIDE, golden=self.wide()),
            self.crate("words", WORDS), self.crate("hopping", WORDS, "--hop", "2", "--hop-axis", "1", test=HOPPING)]
        with open(self.folder / "nook_hopping" / "Cargo.toml", "a") as manifest:
            manifest.write('\n[dev-dependencies]\nnook_words = { path = "../nook_words" }\n')
        self.check(members, 5)

    def test_signatures_are_modules(self):
        (self.folder / "net.tflite").write_bytes(two_signatures())
        folder = self.folder / "nook_net"
        self.done("compile", "net.tflite", "--all-signatures", "--target", "host", "--format", "rust", "-o", folder)
        (folder / "tests").mkdir()
        (folder / "tests" / "golden.rs").write_text(SIGNATURES)
        if EVERYTHING:
            self.check([folder], 2)  # with a second program in the documentation

    @unittest.skipUnless(EVERYTHING and CORE and CARGO == "/usr/bin/cargo" and HAS_CORTEX_M,
                         "NOOK_TEST_ALL=1 with cargo, rust-src, gcc-arm-none-eabi and qemu-system-arm")
    def test_a_firmware_on_a_cortex_m4(self):
        self.done("compile", DIGITS, "--target", "cortex-m4", "--format", "rust", "-o", "nook_digits", "-q")
        app = self.folder / "app" / "src"
        app.mkdir(parents=True)
        (app / "lib.rs").write_text(FIRMWARE)
        (app.parent / "Cargo.toml").write_text(FIRMWARE_TOML)
        (self.folder / "Cargo.toml").write_text('[workspace]\nmembers = ["app", "nook_digits"]\n')
        sysroot = self.core_of(THUMB)
        done = self.cargo("build", "--release", "--target", THUMB, RUSTFLAGS=f"--sysroot {sysroot}")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        golden = {}
        for name, part in (("FROM", "input0"), ("TO", "output0")):
            rows = [struct.unpack("<%db" % (64 if name == "FROM" else 10), (HELDOUT / f"run{k}_{part}.bin").read_bytes()) for k in range(8)]
            golden[name] = ",".join("{" + ",".join(map(str, row)) + "}" for row in rows)
        (self.folder / "main.c").write_text(FIRMWARE_MAIN.replace("FROM", golden["FROM"]).replace("TO", golden["TO"]))
        board = board_run.boards()["cortex-m4"]
        self.run_ok("arm-none-eabi-gcc", *board["flags"], "-O2", "-std=c99", f"-I{ROOT}", *board_run.link_options(board),
                    *(ROOT / "ports" / source for source in board["sources"]), "main.c",
                    f"target/{THUMB}/release/libapp.a", *board_run.LIBRARIES, "-o", "firmware.elf")
        booted = subprocess.run(board_run.qemu_command(board, self.folder / "firmware.elf"), timeout=120, stdin=subprocess.DEVNULL)
        self.assertEqual(booted.returncode, 42)

    def core_of(self, target):
        """A sysroot with `core` for a target, as rustc compiles it from Debian's sources; `compiler_builtins` is empty, as
        libgcc has the same functions."""
        sysroot = self.folder / "sysroot"
        libraries = sysroot / "lib" / "rustlib" / target / "lib"
        libraries.mkdir(parents=True)
        (self.folder / "empty.rs").write_text("#![feature(compiler_builtins)]\n#![compiler_builtins]\n#![no_std]\n")
        for name, source in (("core", CORE), ("compiler_builtins", "empty.rs")):
            done = subprocess.run(["/usr/bin/rustc", "--edition=2021", "--crate-type=rlib", f"--crate-name={name}", f"--target={target}",
                                   "-Cpanic=abort", f"--sysroot={sysroot}", "-o", libraries / f"lib{name}.rlib", source],
                                  cwd=self.folder, capture_output=True, text=True, env={**os.environ, "RUSTC_BOOTSTRAP": "1"})
            self.assertEqual(done.returncode, 0, done.stderr)
        return sysroot

    def test_a_crate_for_another_core_says_so(self):
        self.done("compile", DIGITS, "--target", "cortex-m4", "--format", "rust", "-o", "nook_digits", "-q")
        (self.folder / "Cargo.toml").write_text('[workspace]\nmembers = ["nook_digits"]\n')
        done = self.cargo("build")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("this crate is for --target cortex-m4 of nook, not for x86_64", done.stderr)
        self.assertIn("cargo build --target thumbv7em", done.stderr)

    def test_options_without_a_place_in_the_crate_are_refused(self):
        for option in (("--events",), ("--declare-memory",), ("--unit", "npu=op:0")):
            self.refused(USAGE, "N2022", "compile", DIGITS, "--target", "generic", "--format", "rust", "-o", "out", *option,
                         says=(option[0], "--format rust has no place"))


if __name__ == "__main__":
    main()
