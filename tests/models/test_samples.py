"""Real photographs and spoken words are recognized, on this machine and on an emulated Cortex-M4."""
import tempfile
import unittest
from pathlib import Path

from models import PUBLISHED, ModelCase, has_tools, main, needs_published, published, run

PERSON = ("no person", "person")
SPEECH = ("silence", "unknown", "yes", "no")
SAMPLES = (
    ("tflm_person_detect", "person_detect_person", "input0.bin", PERSON, "person"),
    ("tflm_person_detect", "person_detect_no_person", "input0.bin", PERSON, "no person"),
    ("tflm_micro_speech_quantized", "micro_speech_yes_1000ms", "features_int8.bin", SPEECH, "yes"),
    ("tflm_micro_speech_quantized", "micro_speech_no_1000ms", "features_int8.bin", SPEECH, "no"),
    ("tflm_micro_speech_quantized", "micro_speech_silence_1000ms", "features_int8.bin", SPEECH, "silence"),
    ("tflm_micro_speech_quantized", "micro_speech_noise_1000ms", "features_int8.bin", SPEECH, "silence"))


def signed(byte):
    return byte - 256 if byte > 127 else byte


@needs_published
class Samples(ModelCase):
    def classify(self, model, sample, file, labels, target):
        """The label with the highest score; the scores must equal the reference's."""
        with tempfile.TemporaryDirectory() as folder:
            samples, scores = Path(folder) / "in", Path(folder) / "out"
            samples.mkdir()
            (samples / "run0_input0.bin").write_bytes((PUBLISHED / "_samples" / sample / file).read_bytes())
            done = run("run", published(model), "--target", target, "--input-dir", samples, "--output-dir", scores)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            output = (scores / "run0_output0.bin").read_bytes()
            self.assertEqual(output, (PUBLISHED / "_samples" / sample / "output0.bin").read_bytes())
            values = [signed(b) for b in output]
            return labels[values.index(max(values))]

    def test_samples_come_out_as_labelled(self):
        for target in ("host", "cortex-m4"):
            if not has_tools(target):
                print(f"skipped: no cross compiler or emulator for {target}")
                continue
            for model, sample, file, labels, label in SAMPLES:
                with self.subTest(sample=sample, target=target):
                    self.assertEqual(self.classify(model, sample, file, labels, target), label)


if __name__ == "__main__":
    main()
