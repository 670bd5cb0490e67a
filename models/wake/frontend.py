"""The features of microcontrollers' speech models, as TensorFlow Lite Micro's signal operators: frontend.tflite.

30 ms of sound become the loudness of 40 bands, on the mel scale from 125 to 7500 Hz, with the steady noise of the room
taken away, the loud and the quiet brought nearer to each other, and a logarithm at the end.
"""
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from modelgen.graph import Graph, Operator, Tensor  # noqa: E402

RATE, WINDOW, HOP, POINTS, BANDS = 16000, 480, 160, 512, 40
LOW, HIGH = 125.0, 7500.0
BINS = POINTS // 2 + 1
WEIGHT_BITS, WINDOW_BITS, SMOOTHING_BITS, SUBTRACTION_BITS = 12, 12, 10, 14
CORRECTION_BITS, SNR_SHIFT, LOG_SCALE = 3, 6, 64
GAIN_BITS, GAIN_STRENGTH, GAIN_OFFSET = 21, 0.95, 80.0
# A logarithm of 666 is the largest feature.
FEATURE_RANGE = 666


def mel(hertz):
    return 1127.0 * np.log1p(hertz / 700.0)


def window():
    """A raised cosine."""
    turns = (np.arange(WINDOW) + 0.5) / WINDOW
    return np.rint((0.5 - 0.5 * np.cos(2 * np.pi * turns)) * (1 << WINDOW_BITS)).astype(np.int16)


def bands():
    """(weights, unweights, first bin, first weight, width): each bin falls off one band and rises in the next."""
    edges = np.linspace(mel(LOW), mel(HIGH), BANDS + 2)
    step, position = edges[1] - edges[0], mel(np.arange(BINS) * RATE / POINTS)
    weights, first_bin, first_weight, width = [], [], [], []
    for part in range(BANDS + 1):
        inside = np.flatnonzero((position >= edges[part]) & (position < edges[part + 1]))
        first_bin.append(inside[0] if len(inside) else 0)
        first_weight.append(len(weights))
        width.append(len(inside))
        weights += list((edges[part + 1] - position[inside]) / step)
    one = 1 << WEIGHT_BITS
    falling = np.rint(np.array(weights) * one)
    return [np.array(values, np.int16) for values in (falling, one - falling, first_bin, first_weight, width)]


def gain(noise):
    real = noise / (1 << (SMOOTHING_BITS - CORRECTION_BITS)) + GAIN_OFFSET
    return int(np.floor(min((1 << GAIN_BITS) * real**-GAIN_STRENGTH, 32767) + 0.5))


def gains():
    """The gains for noise 0 and 1, then, for each octave, the three numbers of a parabola, and a zero."""
    table = [gain(0), gain(1)]
    for octave in range(1, 32):
        low = 1 << octave
        first, middle, last = gain(low), gain(low + low // 2), gain(min(2 * low, 2**32 - 1))
        slope = 4 * (middle - first) - (last - first)
        table += [first, slope, last - first - slope, 0]
    return np.array(table[:-1], np.int16)


def smoothing(share):
    return int(share * (1 << SUBTRACTION_BITS))


def graph():
    g = Graph("frontend")

    def constant(name, data):
        data = np.asarray(data)
        return g.add(Tensor(name, data.shape, {"int16": "INT16", "int32": "INT32"}[data.dtype.name], data))

    def operator(kind, inputs, outputs, **options):
        made = [g.add(Tensor(name, shape, of)) for name, shape, of in outputs]
        g.operators.append(Operator(kind, inputs, made, options))
        return made

    def number(name, value):
        return constant(name, np.array(value, np.int32))

    sound = g.add(Tensor("sound", (1, WINDOW), "INT16"))
    x, = operator("CUSTOM:SignalWindow", [sound, constant("window", window())], [("windowed", (1, WINDOW), "INT16")],
                  shift=WINDOW_BITS)
    x, = operator("RESHAPE", [x, constant("flat", np.array([WINDOW], np.int32))], [("frame", (WINDOW,), "INT16")],
                  new_shape=[WINDOW])
    x, scale = operator("CUSTOM:SignalFftAutoScale", [x], [("scaled", (WINDOW,), "INT16"), ("scale", (), "INT32")])
    x, = operator("CUSTOM:SignalRfft", [x], [("spectrum", (2 * BINS,), "INT16")], T=7, fft_length=POINTS)
    falling, rising, first_bin, first_weight, width = bands()
    used = int(first_bin[-1] + width[-1])
    x, = operator("CUSTOM:SignalEnergy", [x], [("energy", (BINS,), "UINT32")], start_index=int(first_bin[0]), end_index=used)
    tables = [constant(name, table) for name, table in (("falling", falling), ("rising", rising), ("first_bin", first_bin),
                                                        ("first_weight", first_weight), ("width", width))]
    x, = operator("CUSTOM:SignalFilterBank", [x, *tables], [("bands", (BANDS,), "UINT64")], num_channels=BANDS)
    x, = operator("CUSTOM:SignalFilterBankSquareRoot", [x, scale], [("loudness", (BANDS,), "UINT32")])
    one, even, odd = 1 << SUBTRACTION_BITS, smoothing(0.025), smoothing(0.06)
    x, noise = operator("CUSTOM:SignalFilterBankSpectralSubtraction", [x],
                        [("signal", (BANDS,), "UINT32"), ("noise", (BANDS,), "UINT32")], num_channels=BANDS,
                        smoothing=even, one_minus_smoothing=one - even, alternate_smoothing=odd,
                        alternate_one_minus_smoothing=one - odd, smoothing_bits=SMOOTHING_BITS,
                        min_signal_remaining=smoothing(0.05), clamping=0, spectral_subtraction_bits=SUBTRACTION_BITS)
    x, = operator("CUSTOM:SignalPCAN", [x, noise, constant("gains", gains())], [("levelled", (BANDS,), "UINT32")],
                  snr_shift=SNR_SHIFT)
    x, = operator("CUSTOM:SignalFilterBankLog", [x], [("logarithm", (BANDS,), "INT16")], output_scale=LOG_SCALE,
                  input_correction_bits=CORRECTION_BITS)
    x, = operator("CAST", [x], [("wide", (BANDS,), "INT32")], in_data_type="INT16", out_data_type="INT32")
    for kind, name, value in (("MUL", "steps", 256), ("ADD", "half", FEATURE_RANGE // 2), ("DIV", "range", FEATURE_RANGE),
                              ("ADD", "lowest", -128), ("MINIMUM", "highest", 127)):
        x, = operator(kind, [x, number(name, value)], [(f"with_{name}", (BANDS,), "INT32")])
    x, = operator("CAST", [x], [("features", (BANDS,), "INT8")], in_data_type="INT32", out_data_type="INT8")
    g.inputs, g.outputs = [sound], [x]
    return g
