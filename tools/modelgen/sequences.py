"""One-dimensional networks, as Keras `Conv1D` gives them. A sequence is a row, [1, 1, steps, channels], or a column,
[1, steps, 1, channels]; the same seed gives the same weights for both.
"""


class Line:
    """Adds operators whose windows lie along the steps of a sequence."""

    def __init__(self, b, column=False):
        self.b, self.column = b, column

    def along(self, n):
        """A size along the steps; it is 1 across them."""
        return (n, 1) if self.column else (1, n)

    def input(self, steps, channels):
        return self.b.input((1, *self.along(steps), channels))

    def conv(self, x, channels, size, stride=1, padding="SAME", activation="RELU", dilation=1):
        return self.b.conv_2d(x, channels, self.along(size), self.along(stride), padding, activation,
                              self.along(dilation))

    def depthwise(self, x, size, stride=1, activation="RELU"):
        return self.b.depthwise_conv_2d(x, size=self.along(size), stride=self.along(stride), activation=activation)

    def causal(self, x, channels, size, dilation=1, activation="NONE"):
        """A convolution of the steps before and including each."""
        before = ((size - 1) * dilation, 0)
        across, none = (0, 0), (0, 0)
        amounts = (none, before, across, none) if self.column else (none, across, before, none)
        return self.conv(self.b.pad(x, amounts), channels, size, padding="VALID", activation=activation,
                         dilation=dilation)

    def pool(self, x, size=2):
        return self.b.pool("MAX_POOL_2D", x, self.along(size))

    def mean(self, x):
        return self.b.mean(x, (1, 2))


def classifier(b, column=False):
    """4,000 samples, three convolutions with pools, and a mean."""
    line = Line(b, column)
    x = line.pool(line.conv(line.input(4000, 1), 16, 16, 2))
    x = line.pool(line.conv(x, 16, 9))
    return b.finish(line.mean(line.pool(line.conv(x, 24, 9, 2))))


def tcn(b, column=False):
    """A temporal convolutional network: causal, ever more dilated convolutions with residual sums."""
    line = Line(b, column)
    x = line.conv(line.input(1024, 2), 16, 1)
    for dilation in (1, 2, 4, 8, 16):
        y = line.causal(x, 16, 3, dilation, "RELU")
        x = b.binary("ADD", x, line.causal(y, 16, 3, dilation), "RELU")
    return b.finish(line.mean(x))


def gated(b, column, steps, dilations):
    """WaveNet's gates: TANH times LOGISTIC of dilated convolutions, with residual and skip sums."""
    line = Line(b, column)
    x, skips = line.conv(line.input(steps, 1), 16, 1), None
    for dilation in dilations:
        gate = b.binary("MUL", b.unary("TANH", line.causal(x, 16, 2, dilation)),
                        b.unary("LOGISTIC", line.causal(x, 16, 2, dilation)))
        skip = line.conv(gate, 16, 1, activation="NONE")
        skips = skip if skips is None else b.binary("ADD", skips, skip)
        x = b.binary("ADD", x, line.conv(gate, 16, 1, activation="NONE"))
    return b.finish(line.mean(line.conv(skips, 8, 1)))


def gates(b, column=False):
    """Four blocks of gates."""
    return gated(b, column, 1024, (1, 2, 4, 8))


def wavenet(b, column=False):
    """Two stacks of six blocks of gates."""
    return gated(b, column, 2048, (1, 2, 4, 8, 16, 32) * 2)


def glu(b, column=False):
    """Gated linear units over 512 steps of four channels: one half of a convolution's channels, times LOGISTIC of the other."""
    line = Line(b, column)
    x = line.input(512, 4)
    for channels, size in ((16, 5), (24, 5), (32, 3)):
        half, gate = b.split(line.conv(x, 2 * channels, size, activation="NONE"), 2, 3)
        x = b.binary("MUL", half, b.unary("LOGISTIC", gate))
    return b.finish(line.mean(x))


def separable(b, column=False):
    """Depthwise-separable convolutions over 2,000 steps of six channels, as motion and heartbeats have them."""
    line = Line(b, column)
    x = line.conv(line.input(2000, 6), 16, 5, 2)
    for channels, stride in ((24, 2), (32, 2), (32, 1)):
        x = line.conv(line.depthwise(x, 7, stride), channels, 1)
    return b.finish(line.mean(x))


def unet(b, column=False):
    """A U-Net over 2,048 samples: half as many steps three times, and twice as many again, joined with those before."""
    line = Line(b, column)
    x, skips = line.input(2048, 1), []
    for channels in (8, 16, 16):
        skips.append(line.conv(line.conv(x, channels, 9), channels, 5))
        x = line.pool(skips[-1])
    x = line.conv(line.conv(x, 24, 5), 24, 5)
    for skip in reversed(skips):
        x = b.concatenation([b.repeated(x, line.along(2)), skip], 3)
        x = line.conv(line.conv(x, b.shape(skip)[3], 5), b.shape(skip)[3], 5)
    return b.finish(line.mean(line.conv(x, 4, 1)))


def gait(b, column=False):
    """Motion in 128 steps of six axes: separable convolutions, and GlobalAveragePooling1D, which sees [1, steps, channels]."""
    line = Line(b, column)
    x = line.conv(line.conv(line.input(128, 6), 12, 3), 12, 3)
    for channels, pools in ((24, True), (32, False)):
        x = line.conv(line.depthwise(x, 5, activation="NONE"), channels, 1)
        x = line.pool(x) if pools else x
    x = b.mean(b.reshape(x, (1, 64, 32)), (1,))
    return b.finish(b.softmax(b.fully_connected(x, 6)))


SEQUENCES = {"sequence_classifier": classifier, "sequence_tcn": tcn, "sequence_gates": gates,
             "sequence_wavenet": wavenet, "sequence_unet": unet,
             "sequence_separable": separable, "sequence_gait": gait, "sequence_glu": glu}
