#!/usr/bin/env -S /usr/bin/python3
"""Trains the digits network in PyTorch and writes the files that a PyTorch user has: train_torch.py FOLDER [--lstm]

With --lstm, an LSTM reads the rows of each image in order, and the files are called rows*. Otherwise
digits.onnx, the network in floating point with a symbolic batch; samples.npy, training images for the ranges of a
quantizer; x.npy and y.npy, held-out images and labels. The images are the same as in train.py."""
import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn

from train import PIXEL_SCALE, split

EPOCHS, BATCH, SAMPLES = 12, 32, 200


def network():
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1), nn.BatchNorm2d(16), nn.ReLU(),
        nn.Conv2d(16, 16, 3, padding=1, groups=16), nn.BatchNorm2d(16), nn.ReLU(),  # depthwise
        nn.Conv2d(16, 24, 1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(24 * 16, 10), nn.Softmax(dim=1))


class Rows(nn.Module):
    """An LSTM that reads the rows of an image as the steps of a sequence."""

    def __init__(self):
        super().__init__()
        self.lstm, self.dense = nn.LSTM(8, 32, batch_first=True), nn.Linear(32, 10)

    def forward(self, x):
        _, (last, _) = self.lstm(x)
        return torch.softmax(self.dense(last[0]), dim=1)


def as_tensor(images):
    """Channels first, the level of a pixel from 0 to 1."""
    return torch.from_numpy((images * PIXEL_SCALE).astype(np.float32).transpose(0, 3, 1, 2).copy())


def train(model, images, labels):
    optimizer = torch.optim.Adam(model.parameters(), 3e-3)
    loss = nn.NLLLoss()
    for _ in range(EPOCHS):
        for chosen in torch.randperm(len(images)).split(BATCH):
            optimizer.zero_grad()
            loss(torch.log(model(images[chosen]) + 1e-9), labels[chosen]).backward()
            optimizer.step()


def train_rows(folder):
    (images, labels), (held_images, held_labels) = split()
    rows, held = as_tensor(images)[:, 0], as_tensor(held_images)[:, 0]
    model = Rows()
    train(model, rows, torch.from_numpy(labels))
    model.eval()
    torch.onnx.export(model, held[:1], folder / "rows.onnx", opset_version=13, input_names=["rows"],
                      output_names=["scores"])
    np.save(folder / "rows_samples.npy", rows[:SAMPLES].numpy())
    np.save(folder / "rows_x.npy", held.numpy())
    np.save(folder / "y.npy", held_labels)


def main(folder, lstm):
    torch.manual_seed(1)
    torch.set_num_threads(1)
    folder.mkdir(parents=True, exist_ok=True)
    if lstm:
        train_rows(folder)
        return
    (images, labels), (held_images, held_labels) = split()
    model = network()
    train(model, as_tensor(images), torch.from_numpy(labels))
    model.eval()
    held = as_tensor(held_images)
    with torch.no_grad():
        right = int((model(held).argmax(dim=1).numpy() == held_labels).sum())
    torch.onnx.export(model, held[:1], folder / "digits.onnx", opset_version=13, input_names=["image"],
                      output_names=["scores"], dynamic_axes={"image": {0: "batch"}, "scores": {0: "batch"}})
    np.save(folder / "samples.npy", as_tensor(images[:SAMPLES]).numpy())
    np.save(folder / "x.npy", held.numpy())
    np.save(folder / "y.npy", held_labels)
    print(f"PyTorch reads {right} of {len(held_labels)} held-out digits right")


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["--lstm"]):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), sys.argv[2:] == ["--lstm"])
