#!/usr/bin/python3
"""Networks exported by PyTorch give PyTorch's results; quantized ones within one step."""
import os
import pathlib
import sys
import warnings

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
warnings.filterwarnings("ignore")
try:
    import numpy as np
    import torch
    from torch import nn
except ImportError:
    print("skipped: python3-torch is not installed (apt-get install python3-torch)")
    sys.exit(77)
import cli  # noqa: E402


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.full = nn.Conv2d(channels, channels, 3, padding=1)
        self.norm = nn.BatchNorm2d(channels)
        self.depthwise = nn.Conv2d(channels, channels, 3, padding=1, groups=channels)

    def forward(self, x):
        return torch.relu(x + self.depthwise(torch.relu(self.norm(self.full(x)))))


class Last(nn.Module):
    """The last step of a recurrent layer, followed by a dense layer."""

    def __init__(self, layer, width):
        super().__init__()
        self.layer, self.dense = layer, nn.Linear(width, 3)

    def forward(self, x):
        return self.dense(self.layer(x)[0][:, -1])


class Diagonal(nn.Module):
    """One of each matrix, above the middle."""

    def forward(self, x):
        return torch.diagonal(x, offset=1, dim1=1, dim2=3)


def image_net():
    return nn.Sequential(nn.Conv2d(3, 8, 3, stride=2, padding=1), nn.BatchNorm2d(8), nn.ReLU(), Residual(8), nn.MaxPool2d(2),
                         nn.Conv2d(8, 12, 1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(12, 10))


NETWORKS = {  # network, shape of its input
    "images": (lambda: nn.Sequential(image_net(), nn.Softmax(1)), (1, 3, 32, 32)),
    "flattened": (lambda: nn.Sequential(nn.Conv2d(2, 4, 3), nn.ReLU6(), nn.AvgPool2d(2), nn.Flatten(), nn.Linear(36, 5)),
                  (1, 2, 8, 8)),
    "signals": (lambda: nn.Sequential(nn.Conv1d(4, 8, 5, padding=2), nn.ReLU(), nn.MaxPool1d(2), nn.Conv1d(8, 6, 3),
                                      nn.AdaptiveAvgPool1d(1), nn.Flatten(), nn.Linear(6, 2)), (1, 4, 20)),
    "decoder": (lambda: nn.Sequential(nn.Conv2d(3, 8, 3, stride=2, padding=1), nn.ReLU(),
                                      nn.ConvTranspose2d(8, 4, 4, stride=2, padding=1), nn.Hardswish(),
                                      nn.Upsample(scale_factor=2), nn.Conv2d(4, 2, 1), nn.Sigmoid()), (1, 3, 16, 16)),
    "dense": (lambda: nn.Sequential(nn.LayerNorm(16), nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 4)), (1, 5, 16)),
    "lstm": (lambda: Last(nn.LSTM(6, 5, batch_first=True, bidirectional=True), 10), (1, 7, 6)),
    "gru": (lambda: Last(nn.GRU(6, 5, num_layers=2, batch_first=True), 5), (1, 7, 6)),
    "diagonals": (Diagonal, (2, 4, 3, 5)),
    "attention": (lambda: nn.TransformerEncoderLayer(16, 2, 32, batch_first=True), (1, 5, 16)),
}


def trained(kind, **options):
    """A recurrent layer and a dense one, trained to tell how fast noisy waves are, and sequences of them."""
    torch.manual_seed(3)
    speeds = torch.randint(0, 4, (192,))
    time = torch.arange(24) / 24
    phases = 2 * torch.pi * (time[None, :, None] * (1 + 1.3 * speeds[:, None, None]) + torch.rand(192, 1, 1) + torch.arange(6) / 6)
    x = torch.sin(phases) + 0.3 * torch.randn(192, 24, 6)
    network = Last(getattr(nn, kind)(6, 16, batch_first=True, **options), 16)
    optimizer = torch.optim.Adam(network.parameters(), 5e-3)
    for _ in range(12):
        for chosen in torch.randperm(192).split(32):
            optimizer.zero_grad()
            torch.nn.functional.cross_entropy(network(x[chosen]), speeds[chosen] % 3).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1)
            optimizer.step()
    return network.eval(), x


class Torch(cli.CommandCase):
    def export(self, network, example, opset=13):
        torch.onnx.export(network, example, str(self.folder / "net.onnx"), opset_version=opset, input_names=["x"],
                          output_names=["y"])

    def result(self, x, *options, kind=np.float32):
        (self.folder / "in").mkdir(exist_ok=True)
        np.ascontiguousarray(x).tofile(self.folder / "in/run0_input0.bin")
        self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force", *options)
        return np.fromfile(self.folder / "out/run0_output0.bin", kind)

    def kinds(self, *options):
        return [op["name"] for op in self.json("inspect", "net.onnx", *options)["subgraphs"][0]["operators"]]

    def test_float_networks(self):
        for name, (make, shape) in NETWORKS.items():
            with self.subTest(network=name):
                torch.manual_seed(1)
                network, x = make().eval(), torch.randn(*shape)
                self.export(network, x)
                np.testing.assert_allclose(self.result(x.numpy()), network(x).detach().numpy().ravel(), rtol=1e-4, atol=1e-5)

    def test_trained_recurrent_networks_keep_40_and_60_decibels(self):
        for kind, options in (("LSTM", {}), ("GRU", {}), ("RNN", {}), ("LSTM", {"num_layers": 2}), ("GRU", {"bias": False})):
            network, x = trained(kind, **options)
            self.export(network, x[:1])
            np.save(self.folder / "x.npy", x[:48].numpy())
            for activations, least in (("int8", 40), ("int16", 60)):
                with self.subTest(kind=kind, activations=activations, **options):
                    report = self.json("quantize", "net.onnx", "--samples", "x.npy", "-o", "net.tflite", "--force",
                                       "--activations", activations)
                    self.assertEqual(report["float_operators"], 0)
                    self.assertGreater(report["output_decibels"], least)

    def test_a_quantised_network_runs_in_integers(self):
        from torch.ao.quantization import get_default_qconfig_mapping
        from torch.ao.quantization.quantize_fx import convert_fx, prepare_fx
        torch.backends.quantized.engine = "qnnpack"
        torch.manual_seed(1)
        x = torch.randn(1, 3, 32, 32)
        prepared = prepare_fx(image_net().eval(), get_default_qconfig_mapping("qnnpack"), (x,))
        for _ in range(8):
            prepared(torch.randn(1, 3, 32, 32))
        network = convert_fx(prepared)
        self.export(network, x)
        want = network(x)
        tensors = self.json("inspect", "net.onnx", "--io", "int8", "--io-layout", "nhwc")["subgraphs"][0]
        self.assertNotIn("DEQUANTIZE", self.kinds("--io", "int8"))
        self.assertNotIn("TRANSPOSE", self.kinds("--io-layout", "nhwc"))
        self.assertEqual(self.kinds().count("DEQUANTIZE"), 1)
        self.assertTrue(all("float32" not in op["input_types"] for op in tensors["operators"]))
        last = tensors["tensors"][tensors["outputs"][0]]["quantization"]
        step = last["scales"][0]
        # Rounding errors of several operators may add up.
        np.testing.assert_allclose(self.result(x.numpy()), want.detach().numpy().ravel(), atol=3.01 * step)


if __name__ == "__main__":
    os.environ["OMP_NUM_THREADS"] = "1"
    torch.set_num_threads(1)
    cli.main()
