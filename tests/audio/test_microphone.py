"""The microphone example, on a host or an emulated board: the words that it hears in a recording, and its messages
about bad recordings."""
import argparse
import re
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT.parent / "shared" / "golden" / "_samples"
WORDS = ("silence", "unknown", "ya", "ow")
ARGUMENTS = None


def run(program, *words, cwd):
    command = [program, *words]
    if ARGUMENTS.emulator:
        command = ["/usr/bin/python3", ROOT / "ports" / "run.py", ARGUMENTS.emulator, *command]
    return subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, timeout=600)


def wav(samples, rate=16000, channels=1, form=1, bits=16):
    head = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(samples), b"WAVE", b"fmt ", 16, form, channels, rate,
                       rate * channels * bits // 8, channels * bits // 8, bits, b"data", len(samples))
    return head + samples


def answers(text):
    """(seconds, label, percent) of each line."""
    return [(float(s), label, int(p)) for s, label, p in re.findall(r"^(\d+\.\d) s +(\S+) +(\d+) %$", text, re.M)]


class Microphone(unittest.TestCase):
    def test_it_hears_each_word_when_it_is_said(self):
        done = run(ARGUMENTS.microphone, "words.wav", *WORDS, cwd=ROOT / "models" / "words")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        heard = answers(done.stdout)
        self.assertEqual(len(heard), 51, "one answer each 100 ms, from the first second on")
        for end, word in ((1.8, "ya"), (2.8, "ow"), (3.7, "unknown"), (4.8, "ow"), (5.8, "ya")):
            around = [(label, percent) for second, label, percent in heard if abs(second - end) <= 0.35]
            self.assertTrue(any(label == word and percent >= 80 for label, percent in around), (end, word, around))
            for other in {"ya", "ow"} - {word}:
                self.assertFalse(any(label == other and percent >= 80 for label, percent in around), (end, word, around))

    def test_both_work_in_one_scratch(self):
        done = run(ARGUMENTS.microphone, "words.wav", *WORDS, cwd=ROOT / "models" / "words")
        sizes = re.search(r"scratch: features (\d+) bytes, network (\d+), shared (\d+)", done.stdout)
        features, network, shared = map(int, sizes.groups())
        self.assertTrue(max(features, network) <= shared < features + network)

    def test_recordings_that_it_cannot_read_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            cases = {"none.wav": (b"", "this is no .wav file"), "text.wav": (b"x" * 100, "this is no .wav file"),
                     "stereo.wav": (wav(b"\0" * 64, channels=2), "need 16-bit PCM, one channel"),
                     "slow.wav": (wav(b"\0" * 64, rate=8000), "16000 samples a second"),
                     "cut.wav": (wav(b"")[:20], "the file ends before its samples"),
                     "huge.wav": (wav(b"")[:16] + b"\xff\xff\xff\xff" + b"\0" * 40, "ends before its samples")}
            for name, (data, text) in cases.items():
                (Path(folder) / name).write_bytes(data)
                done = run(ARGUMENTS.microphone, name, *WORDS, cwd=folder)
                self.assertEqual(done.returncode, 4, name)
                self.assertIn(text, done.stdout)
            done = run(ARGUMENTS.microphone, "absent.wav", *WORDS, cwd=folder)
            self.assertEqual((done.returncode, done.stdout), (4, "microphone: absent.wav can't be read\n"))
            self.assertEqual(run(ARGUMENTS.microphone, "none.wav", cwd=folder).returncode, 2)

    def test_a_model_of_other_labels_is_refused(self):
        done = run(ARGUMENTS.microphone, "words.wav", "ya", "ow", cwd=ROOT / "models" / "words")
        self.assertEqual(done.returncode, 1)
        self.assertIn("need a model of 1960 features and 2 scores", done.stdout)

    def test_it_hears_recorded_words_with_a_published_model(self):
        if not ARGUMENTS.published or not SAMPLES.is_dir():
            self.skipTest("../shared is not here")
        with tempfile.TemporaryDirectory() as folder:
            for word in ("yes", "no", "noise", "silence"):
                sound = (SAMPLES / f"micro_speech_{word}_1000ms" / "audio_int16.bin").read_bytes()
                (Path(folder) / "heard.wav").write_bytes(wav(sound))
                done = run(ARGUMENTS.published, "heard.wav", "silence", "unknown", "yes", "no", cwd=folder)
                _, label, percent = answers(done.stdout)[-1]
                if word == "silence":  # digital silence: the model itself is undecided, 33 % with its own features
                    self.assertTrue(label == "silence" or percent < 40, done.stdout)
                else:
                    self.assertEqual(label, {"noise": "silence"}.get(word, word), done.stdout)
                    self.assertGreater(percent, 80)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--microphone", required=True, type=Path)
    parser.add_argument("--published", type=Path)
    parser.add_argument("--emulator")
    ARGUMENTS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
