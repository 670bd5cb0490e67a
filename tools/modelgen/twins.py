"""Twins: networks of well-known shapes with seeded weights. Same layers, same sizes, same work, but untrained.

The four of MLPerf Tiny match that benchmark's reference models; MobileNetV2 is Keras's, with width 0.35 on images of
96 x 96 or 144 x 144 and a thousand classes.
"""

from .builder import Builder
from .sequences import SEQUENCES


def ad01(b):
    """Anomaly detection: an autoencoder of dense layers."""
    x = b.input((1, 640))
    for width in (128, 128, 128, 128, 8, 128, 128, 128, 128):
        x = b.fully_connected(x, width, "RELU")
    return b.finish(b.fully_connected(x, 640))


def classifier(b, x, classes):
    """The end of a network: dense layer and softmax, with a gain that makes one class stand out."""
    return b.finish(b.softmax(b.fully_connected(x, classes, gain=40.0)))


def pooled(b, x):
    """The mean of the image as AVERAGE_POOL_2D, then flat."""
    _, h, w, c = b.shape(x)
    return b.reshape(b.pool("AVERAGE_POOL_2D", x, (h, w)), (-1, c))


def resnet(b):
    """Image classification, 32 x 32 x 3: three stages with shortcuts."""
    x = b.conv_2d(b.input((1, 32, 32, 3)), 16, 3, activation="RELU")
    for channels, stride in ((16, 1), (32, 2), (64, 2)):
        y = b.conv_2d(x, channels, 3, stride, activation="RELU")
        y = b.conv_2d(y, channels, 3)
        shortcut = x if stride == 1 else b.conv_2d(x, channels, 1, stride)
        x = b.binary("ADD", shortcut, y, "RELU")
    return classifier(b, pooled(b, x), 10)


def kws(b):
    """Keyword spotting, 49 frames of 10 features: depthwise-separable convolutions."""
    x = b.conv_2d(b.input((1, 49, 10, 1)), 64, (10, 4), 2, activation="RELU")
    for _ in range(4):
        x = b.depthwise_conv_2d(x, activation="RELU")
        x = b.conv_2d(x, 64, activation="RELU")
    return classifier(b, pooled(b, x), 12)


def vww_96(b):
    """Visual wake words: MobileNetV1, width 0.25, on 96 x 96 x 3."""
    x = b.conv_2d(b.input((1, 96, 96, 3)), 8, 3, 2, activation="RELU")
    blocks = [(16, 1), (32, 2), (32, 1), (64, 2), (64, 1), (128, 2), *[(128, 1)] * 5, (256, 2), (256, 1)]
    for channels, stride in blocks:
        x = b.depthwise_conv_2d(x, stride=stride, activation="RELU")
        x = b.conv_2d(x, channels, activation="RELU")
    return classifier(b, pooled(b, x), 2)


def round_channels(channels):
    """Rounds to a multiple of 8, by no more than a tenth downwards."""
    rounded = max(8, int(channels + 4) // 8 * 8)
    return rounded + 8 if rounded < 0.9 * channels else rounded


def inverted_residual(b, x, channels, stride, expansion):
    """Widen by 1x1, filter depthwise, narrow by 1x1; a shortcut if the shape is unchanged."""
    y = x
    if expansion > 1:
        y = b.conv_2d(y, b.shape(x)[3] * expansion, activation="RELU6")
    if stride == 2:
        _, h, w, _ = b.shape(y)  # Keras pads with a separate operator
        y = b.pad(y, ((0, 0), (h % 2, 1), (w % 2, 1), (0, 0)))
    y = b.depthwise_conv_2d(y, stride=stride, padding="VALID" if stride == 2 else "SAME", activation="RELU6")
    y = b.conv_2d(y, channels)
    return b.binary("ADD", x, y) if b.shape(x) == b.shape(y) else y


def mobilenet_v2(b, side=96):
    """MobileNetV2, width 0.35, on side x side x 3, 1000 classes."""
    width = 0.35
    x = b.conv_2d(b.input((1, side, side, 3)), round_channels(32 * width), 3, 2, activation="RELU6")
    stages = [(1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2), (6, 96, 3, 1), (6, 160, 3, 2),
              (6, 320, 1, 1)]
    for expansion, channels, count, stride in stages:
        for i in range(count):
            x = inverted_residual(b, x, round_channels(channels * width), stride if i == 0 else 1, expansion)
    x = b.conv_2d(x, 1280, activation="RELU6")
    return classifier(b, b.mean(x, (1, 2)), 1000)


def column(sequence):
    """A sequence network with its steps as the height."""
    return lambda b: sequence(b, column=True)


TWINS = {"ad01": ad01, "resnet": resnet, "kws": kws, "vww_96": vww_96, "mobilenet_v2_035_96": mobilenet_v2,
         "mobilenet_v2_035_144": lambda b: mobilenet_v2(b, 144),
         **SEQUENCES, **{f"{name}_column": column(make) for name, make in SEQUENCES.items()}}


def twin(name, seed=0):
    return TWINS[name](Builder(name, seed))
