"""Kernels are chosen by estimated cycles; the emulator's counts confirm the estimates."""
import json
import pathlib
import sys
import tempfile

from models import EVERYTHING, MLPERF_TINY, ROOT, ModelCase, main, needs_emulator, needs_published, published, run

sys.path.append(str(ROOT / "tools"))

from modelgen import tflite  # noqa: E402
from modelgen.builder import Builder  # noqa: E402
from modelgen.quantize import quantize, uniform_samples  # noqa: E402
from modelgen.rng import Rng  # noqa: E402

# The largest takes a minute to count.
NETWORKS = MLPERF_TINY + ("tflm_person_detect",) + (("xtensa_mobilenet_v2_quantized_1x3x224x224",) if EVERYTHING else ())
MOST_WRONG = 0.10


def bench(model, *options):
    done = run("bench", model, "--target", "cortex-m4", "--json", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@needs_emulator
class Cycles(ModelCase):
    def check(self, figures):
        for operator in figures["operators"]:
            estimated = operator["estimated"]
            if operator["kind"] in ("CONV_2D", "DEPTHWISE_CONV_2D", "FULLY_CONNECTED"):
                self.assertIsNotNone(estimated, operator["kernel"])
            if not estimated:
                continue
            for key in ("cycles", "cycles_flash"):
                with self.subTest(node=operator["node"], kernel=operator["kernel"], figure=key):
                    self.assertLessEqual(abs(estimated[key] / operator[key] - 1), MOST_WRONG)

    @needs_published
    def test_a_kernel_costs_as_much_as_its_description_states(self):
        for name in NETWORKS:
            with self.subTest(model=name):
                self.check(bench(published(name)))

    def test_the_kernel_that_is_chosen_for_a_flash_is_the_faster_one_there(self):
        b = Builder("few_inputs", seed=1)
        graph = b.finish(b.conv_2d(b.input((1, 8, 8, 8)), 16))
        quantize(graph, uniform_samples(graph, Rng(2), count=2))
        with tempfile.TemporaryDirectory() as folder:
            model = pathlib.Path(folder) / "model.tflite"
            tflite.write(graph, model)
            # The first kernel is also chosen with one wait state, and each wait state costs the same.
            flashes = ("0,16,256", "1,16,256", "5,16,256")
            none, one, five = (bench(model, "-O", "time", "--flash", flash) for flash in flashes)
            said = [run("analyze", model, "--target", "cortex-m4", "-O", "time", "--flash", flash, "--json") for flash in flashes]
        kernels = [figures["operators"][0]["kernel"] for figures in (none, one, five)]
        self.assertEqual(kernels, ["nook_conv2d_s8_dsp_1x1_k16"] * 2 + ["nook_conv2d_s8_dsp_1x1_2x4"])
        self.assertEqual([json.loads(done.stdout)["operators"][0]["kernel"] for done in said], kernels)
        self.assertLess(none["cycles"], five["cycles"])
        self.assertLess(five["cycles_flash"], one["cycles"] + 5 * (one["cycles_flash"] - one["cycles"]))

    @needs_published
    def test_the_description_holds_for_other_flash(self):
        for flash in ("0", "5,8,64", "3,32,1024"):
            with self.subTest(flash=flash):
                self.check(bench(published("mlperf_kws_ref_model"), "--flash", flash))


if __name__ == "__main__":
    main()
