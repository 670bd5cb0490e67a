"""Ten small networks of the kinds that people quantize, and data to train them with.

    python3 tests/quantize/networks.py FOLDER

trains them (a few minutes) and writes NAME.onnx and NAME.npy, 64 samples, into the folder: the networks of the table in
docs/quantize.md.
"""
import math
import pathlib
import sys
import warnings

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

SAMPLES = 64


def smooth_images(generator, count, channels, size):
    coarse = torch.randn(count, channels, 4, 4, generator=generator)
    fine = F.interpolate(coarse, size=(size, size), mode="bicubic", align_corners=False)
    return fine + 0.1 * torch.randn(fine.shape, generator=generator)


def waves(generator, count, steps, channels):
    """Sines of random frequency, phase and amplitude, with noise: [count][steps][channels]."""
    frequency, phase, size = (torch.rand(count, 1, channels, generator=generator) for _ in range(3))
    angle = (frequency * 0.5 + 0.05) * torch.arange(steps).float().view(1, steps, 1) + 6.28 * phase
    return (size + 0.3) * torch.sin(angle) + 0.1 * torch.randn(count, steps, channels, generator=generator)


class Residual(nn.Module):
    def __init__(self, before, after, stride):
        super().__init__()
        self.first = nn.Conv2d(before, after, 3, stride, 1, bias=False)
        self.second = nn.Conv2d(after, after, 3, 1, 1, bias=False)
        self.norms = nn.ModuleList([nn.BatchNorm2d(after), nn.BatchNorm2d(after)])
        self.skip = nn.Conv2d(before, after, 1, stride) if stride != 1 else nn.Identity()

    def forward(self, x):
        y = self.second(F.relu(self.norms[0](self.first(x))))
        return F.relu(self.norms[1](y) + self.skip(x))


class SqueezeExcite(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.down, self.up = nn.Conv2d(channels, channels // 4, 1), nn.Conv2d(channels // 4, channels, 1)

    def forward(self, x):
        return x * F.hardsigmoid(self.up(F.relu(self.down(F.adaptive_avg_pool2d(x, 1)))))


class Inverted(nn.Module):
    """The block of MobileNetV3."""

    def __init__(self, before, wide, after, stride):
        super().__init__()
        self.block = nn.Sequential(
            nn.Conv2d(before, wide, 1, bias=False), nn.BatchNorm2d(wide), nn.Hardswish(),
            nn.Conv2d(wide, wide, 3, stride, 1, groups=wide, bias=False), nn.BatchNorm2d(wide), nn.Hardswish(),
            SqueezeExcite(wide), nn.Conv2d(wide, after, 1, bias=False), nn.BatchNorm2d(after))
        self.adds = stride == 1 and before == after

    def forward(self, x):
        return x + self.block(x) if self.adds else self.block(x)


class UNet(nn.Module):
    def __init__(self):
        super().__init__()

        def block(before, after):
            return nn.Sequential(nn.Conv2d(before, after, 3, 1, 1), nn.BatchNorm2d(after), nn.ReLU(),
                                 nn.Conv2d(after, after, 3, 1, 1), nn.BatchNorm2d(after), nn.ReLU())

        self.down1, self.down2, self.middle = block(1, 8), block(8, 16), block(16, 24)
        self.up2, self.up1, self.last = block(40, 16), block(24, 8), nn.Conv2d(8, 1, 1)

    def forward(self, x):
        def twice(t):
            return F.interpolate(t, scale_factor=2, mode="bilinear", align_corners=False)

        a = self.down1(x)
        b = self.down2(F.max_pool2d(a, 2))
        b = self.up2(torch.cat([twice(self.middle(F.max_pool2d(b, 2))), b], 1))
        return torch.sigmoid(self.last(self.up1(torch.cat([twice(b), a], 1))))


class Recurrent(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.layer, self.dense = kind(6, 24, batch_first=True), nn.Linear(24, 4)

    def forward(self, x):
        return self.dense(self.layer(x)[0][:, -1])


class Block(nn.Module):
    """A block of a transformer encoder."""

    def __init__(self, width, heads):
        super().__init__()
        self.norm1, self.norm2, self.heads = nn.LayerNorm(width), nn.LayerNorm(width), heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def forward(self, x):
        batch, steps, width = x.shape
        y = self.norm1(x)
        query, key, value = (layer(y).view(batch, steps, self.heads, -1).transpose(1, 2)
                             for layer in (self.query, self.key, self.value))
        part = torch.softmax(query @ key.transpose(-1, -2) / math.sqrt(width // self.heads), -1)
        x = x + self.out((part @ value).transpose(1, 2).reshape(batch, steps, width))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.place = nn.Linear(6, 32), nn.Parameter(0.1 * torch.randn(1, 16, 32))
        self.blocks, self.norm, self.dense = nn.Sequential(Block(32, 4), Block(32, 4)), nn.LayerNorm(32), nn.Linear(32, 4)

    def forward(self, x):
        return self.dense(self.norm(self.blocks(self.embed(x) + self.place)).mean(1))


class Denoiser(nn.Module):
    def __init__(self):
        super().__init__()
        self.down1, self.down2, self.middle = nn.Conv1d(1, 16, 8, 4, 2), nn.Conv1d(16, 32, 8, 4, 2), nn.Conv1d(32, 32, 3, 1, 1)
        self.up2, self.up1 = nn.ConvTranspose1d(32, 16, 8, 4, 2), nn.ConvTranspose1d(16, 1, 8, 4, 2)

    def forward(self, x):
        a = F.leaky_relu(self.down1(x), 0.1)
        b = F.leaky_relu(self.down2(a), 0.1)
        b = b * torch.sigmoid(self.middle(b))
        return torch.tanh(self.up1(F.leaky_relu(self.up2(b), 0.1) + a))


class Detector(nn.Module):
    """Places, sizes and scores of boxes on a grid, from two scales."""

    def __init__(self):
        super().__init__()

        def layer(before, after, stride):
            return nn.Sequential(nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.SiLU())

        self.first, self.second, self.third = layer(3, 12, 2), layer(12, 24, 2), layer(24, 32, 2)
        self.lateral, self.fused, self.head = nn.Conv2d(32, 24, 1), layer(24, 24, 1), nn.Conv2d(24, 7, 1)

    def forward(self, x):
        b = self.second(self.first(x))
        up = F.interpolate(self.lateral(self.third(b)), scale_factor=2, mode="nearest")
        y = self.head(self.fused(b + up))
        return torch.cat([torch.sigmoid(y[:, :2]), torch.exp(y[:, 2:4].clamp(-4, 2)), torch.sigmoid(y[:, 4:])], 1)


class Whole(nn.Module):
    def __init__(self, *layers):
        super().__init__()
        self.layers = nn.Sequential(*layers)

    def forward(self, x):
        return self.layers(x)


def autoencoder():
    layers = []
    for before, after in [(64, 48), (48, 48), (48, 8), (8, 48), (48, 48)]:
        layers += [nn.Linear(before, after), nn.BatchNorm1d(after), nn.ReLU()]
    return Whole(*layers, nn.Linear(48, 64))


NETWORKS = {  # network, steps of training
    "mlp": (lambda: Whole(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 48), nn.ReLU(), nn.Linear(48, 5)), 600),
    "cnn": (lambda: Whole(nn.Conv2d(3, 12, 3, 1, 1), nn.BatchNorm2d(12), nn.ReLU(), Residual(12, 12, 1),
                          Residual(12, 24, 2), Residual(24, 32, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                          nn.Linear(32, 5)), 120),
    "mobilenet": (lambda: Whole(nn.Conv2d(3, 12, 3, 2, 1, bias=False), nn.BatchNorm2d(12), nn.Hardswish(),
                                Inverted(12, 32, 12, 1), Inverted(12, 48, 20, 2), Inverted(20, 64, 20, 1),
                                nn.Conv2d(20, 64, 1), nn.BatchNorm2d(64), nn.Hardswish(), nn.AdaptiveAvgPool2d(1),
                                nn.Flatten(), nn.Linear(64, 5)), 120),
    "unet": (UNet, 120),
    "lstm": (lambda: Recurrent(nn.LSTM), 400),
    "gru": (lambda: Recurrent(nn.GRU), 400),
    "transformer": (Transformer, 400),
    "denoiser": (Denoiser, 300),
    "anomaly": (autoencoder, 600),
    "detector": (Detector, 120),
}


def data(name, generator, count):
    """Inputs and the results to train for: classes, or numbers."""
    if name == "mlp":
        x = torch.randn(count, 20, generator=generator)
        return x, x[:, :15].view(count, 5, 3).pow(2).sum(-1).argmax(1)
    if name in ("cnn", "mobilenet"):
        x = smooth_images(generator, count, 3, 24)
        return x, F.adaptive_avg_pool2d(x, (1, 5)).sum((1, 2)).argmax(1)
    if name == "unet":
        x = smooth_images(generator, count, 1, 32)
        return x + 0.3 * torch.randn(x.shape, generator=generator), (x > 0.3).float()
    if name in ("lstm", "gru", "transformer"):
        x = waves(generator, count, 16, 6)
        return x, (x[:, :, :4] * torch.linspace(0, 1, 16).view(1, 16, 1)).sum(1).argmax(1)
    if name == "denoiser":
        x = waves(generator, count, 256, 1).transpose(1, 2) * 0.5
        return x + 0.2 * torch.randn(x.shape, generator=generator), x
    if name == "anomaly":
        mixed = torch.randn(6, 64, generator=torch.Generator().manual_seed(9))
        x = torch.sin(torch.randn(count, 6, generator=generator) @ mixed)
        x = x + 0.05 * torch.randn(count, 64, generator=generator)
        return x, x
    x = smooth_images(generator, count, 3, 32)
    cells = F.avg_pool2d(x, 4)
    return x, torch.cat([torch.sigmoid(3 * cells[:, :2]), torch.exp(cells[:, 1:3].clamp(-2, 1)),
                         torch.sigmoid(4 * cells)], 1)


def trained(name, steps=None):
    """The network after its training, or after `steps` of it."""
    make, usual = NETWORKS[name]
    seed = list(NETWORKS).index(name)
    torch.manual_seed(seed)
    generator, network = torch.Generator().manual_seed(100 + seed), make()
    optimizer = torch.optim.Adam(network.parameters(), 3e-3)
    for _ in range(usual if steps is None else steps):
        x, want = data(name, generator, 32)
        have = network(x)
        loss = (F.cross_entropy(have, want) if want.dtype == torch.int64 else
                F.binary_cross_entropy(have, want) if name == "unet" else F.mse_loss(have, want))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return network.eval()


def write(folder, name, network, samples=SAMPLES):
    """Writes NAME.onnx and NAME.npy; returns the paths."""
    x, _ = data(name, torch.Generator().manual_seed(7), samples)
    paths = pathlib.Path(folder) / f"{name}.onnx", pathlib.Path(folder) / f"{name}.npy"
    np.save(paths[1], x.numpy())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(network, x[:1], str(paths[0]), opset_version=17, input_names=["x"], output_names=["y"])
    return paths


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    for each in NETWORKS:
        write(sys.argv[1], each, trained(each))
        print(each, flush=True)
