#!/usr/bin/python3
"""Networks of ten kinds become integers without an operator left in floating point, in int8 and in int16.

With NOOK_TEST_ALL=1 they are trained first, and quantized as well as docs/quantize.md says.
"""
import pathlib
import re
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
try:
    import networks
except ImportError:
    print("skipped: python3-torch is not installed (apt-get install python3-torch)")
    sys.exit(77)
import cli  # noqa: E402
from sampled import EVERYTHING  # noqa: E402

QUICK = () if EVERYTHING else ("--no-equalize", "--no-bias-correction")
SLACK = 1.5  # decibels: another release of PyTorch trains to other weights


def table():
    """Per network of docs/quantize.md: the decibels of nook's int8 and int16."""
    rows = re.findall(r"^\| `(\w+)`[^|]*\|[^|]*\| ([\d.]+) \| ([\d.]+) \|", (cli.ROOT / "docs/quantize.md").read_text(), re.M)
    return {name: (float(int8), float(int16)) for name, int8, int16 in rows}


class Networks(cli.CommandCase):
    def test_no_operator_of_ten_networks_stays_float(self):
        wanted = table() if EVERYTHING else dict.fromkeys(networks.NETWORKS, (22, 34))
        self.assertEqual(set(wanted), set(networks.NETWORKS))
        for name in networks.NETWORKS:
            network = networks.trained(name, None if EVERYTHING else 2)
            model, samples = networks.write(self.folder, name, network, networks.SAMPLES if EVERYTHING else 1)
            for activations, least in zip(("int8", "int16"), wanted[name]):
                with self.subTest(network=name, activations=activations):
                    report = self.json("quantize", model, "--samples", samples, "-o", "net.tflite", "--force",
                                       "--activations", activations, *QUICK)
                    self.assertEqual(report["float_operators"], 0)
                    self.assertGreater(report["output_decibels"], least - (SLACK if EVERYTHING else 0))


if __name__ == "__main__":
    networks.torch.set_num_threads(1)
    cli.main()
