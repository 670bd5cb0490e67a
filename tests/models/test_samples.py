"""Real photographs and spoken words are recognized, on this machine and on an emulated Cortex-M4."""
import tempfile
import unittest
from pathlib import Path

from models import PUBLISHED, ModelCase, has_tools, main, needs_published, published, run

PERSON = ("no person", "person")
SPEECH = ("silence", "unknown", "yes", "no")
SAMPLES = (
    ("tflm_person_detect", "person_detect_person", "input0.bin", "person"),
    ("tflm_person_detect", "person_detect_no_person", "input0.bin", "no person"),
    ("tflm_micro_speech_quantized", "micro_speech_yes_1000ms", "features_int8.bin", "yes"),
    ("tflm_micro_speech_quantized", "micro_speech_no_1000ms", "features_int8.bin", "no"),
    ("tflm_micro_speech_quantized", "micro_speech_silence_1000ms", "features_int8.bin", "silence"),
    ("tflm_micro_speech_quantized", "micro_speech_noise_1000ms", "features_int8.bin", "silence"))


def signed(byte):
    return byte - 256 if byte > 127 else byte


@needs_published
class Samples(ModelCase):
    def classify(self, model, samples, labels, target):
        """The label with the highest score of each sample; the scores must equal the reference's. One program runs all."""
        with tempfile.TemporaryDirectory() as folder:
            given, scores = Path(folder) / "in", Path(folder) / "out"
            given.mkdir()
            for k, (sample, file) in enumerate(samples):
                (given / f"run{k}_input0.bin").write_bytes((PUBLISHED / "_samples" / sample / file).read_bytes())
            done = run("run", published(model), "--target", target, "--input-dir", given, "--output-dir", scores)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            found = []
            for k, (sample, _) in enumerate(samples):
                output = (scores / f"run{k}_output0.bin").read_bytes()
                self.assertEqual(output, (PUBLISHED / "_samples" / sample / "output0.bin").read_bytes(), sample)
                values = [signed(b) for b in output]
                found.append(labels[values.index(max(values))])
            return found

    def test_samples_come_out_as_labelled(self):
        for target in ("host", "cortex-m4"):
            if not has_tools(target):
                print(f"skipped: no cross compiler or emulator for {target}")
                continue
            for model, labels in (("tflm_person_detect", PERSON), ("tflm_micro_speech_quantized", SPEECH)):
                with self.subTest(model=model, target=target):
                    of_model = [row for row in SAMPLES if row[0] == model]
                    self.assertEqual(self.classify(model, [row[1:3] for row in of_model], labels, target), [row[3] for row in of_model])


if __name__ == "__main__":
    main()
