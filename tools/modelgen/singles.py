"""Networks of one operator: the cases of golden tests, for every operator and its attributes.

A case is a function of a Builder; its name tells its special property. Every case becomes an int8 and a float32
model, except for QUANTIZE and DEQUANTIZE, which convert between types.
"""

import zlib

import numpy as np

from .builder import Builder
from .graph import Graph, Operator, Tensor
from .quantize import quantize, uniform_samples
from .rng import Rng

CASES = {}  # name: function of a Builder that adds one operator


def case(name, shape, make):
    """make(builder, input) returns the output."""
    def build(b):
        return b.finish(make(b, b.input(shape)))
    CASES[name] = build


def convolutions():
    for name, shape, options in (
            ("1x1", (1, 5, 6, 8), dict(channels=12)),
            ("1x1_stride2", (1, 7, 6, 8), dict(channels=5, stride=2)),
            ("3x3_same", (1, 6, 5, 4), dict(channels=6, size=3)),
            ("3x3_valid", (1, 6, 5, 4), dict(channels=6, size=3, padding="VALID")),
            ("3x3_same_stride2_even", (1, 8, 6, 3), dict(channels=8, size=3, stride=2)),
            ("3x3_same_stride2_odd", (1, 7, 9, 3), dict(channels=8, size=3, stride=2)),
            ("2x4_stride1x3", (1, 6, 11, 3), dict(channels=4, size=(2, 4), stride=(1, 3))),
            ("10x4_stride2", (1, 15, 10, 1), dict(channels=8, size=(10, 4), stride=2)),
            ("3x3_dilation2", (1, 9, 9, 4), dict(channels=4, size=3, dilation=2)),
            ("3x3_dilation3x1_valid", (1, 9, 5, 2),
             dict(channels=3, size=3, dilation=(3, 1), padding="VALID")),
            ("5x5_larger_than_image", (1, 3, 2, 2), dict(channels=3, size=5)),
            ("stride_larger_than_filter", (1, 9, 8, 3), dict(channels=4, size=2, stride=3, padding="VALID")),
            ("relu", (1, 4, 4, 4), dict(channels=4, size=3, activation="RELU")),
            ("relu6", (1, 4, 4, 4), dict(channels=4, size=3, activation="RELU6")),
            ("relu_n1_to_1", (1, 4, 4, 4), dict(channels=4, size=3, activation="RELU_N1_TO_1")),
            ("no_bias", (1, 4, 4, 4), dict(channels=4, size=3, bias=False)),
            ("per_tensor", (1, 4, 4, 4), dict(channels=4, size=3, per_tensor=True)),
            ("batch3", (3, 4, 3, 2), dict(channels=3, size=3)),
            ("groups2", (1, 5, 4, 6), dict(channels=4, size=3, groups=2)),
            ("one_channel_in_and_out", (1, 5, 5, 1), dict(channels=1, size=3)),
            ("17_to_19_channels", (1, 3, 3, 17), dict(channels=19, size=3)),
            ("1d", (1, 1, 20, 4), dict(channels=6, size=(1, 5), padding="VALID"))):
        case("conv_2d_" + name, shape, lambda b, x, o=options: b.conv_2d(x, **o))


def depthwise_convolutions():
    for name, shape, options in (
            ("3x3_same", (1, 6, 5, 8), {}),
            ("3x3_valid", (1, 6, 5, 8), dict(padding="VALID")),
            ("3x3_stride2_even", (1, 8, 6, 4), dict(stride=2)),
            ("3x3_stride2_odd", (1, 7, 9, 4), dict(stride=2)),
            ("stride2x1", (1, 7, 6, 4), dict(stride=(2, 1))),
            ("1x1", (1, 4, 4, 5), dict(size=1)),
            ("2x5", (1, 6, 7, 3), dict(size=(2, 5))),
            ("multiplier2", (1, 5, 5, 4), dict(multiplier=2)),
            ("multiplier8_of_one_channel", (1, 9, 8, 1), dict(multiplier=8, size=(5, 4), stride=2)),
            ("multiplier3_stride2", (1, 5, 6, 3), dict(multiplier=3, stride=2)),
            ("dilation2", (1, 8, 7, 4), dict(dilation=2)),
            ("dilation1x3_valid", (1, 5, 9, 4), dict(dilation=(1, 3), padding="VALID")),
            ("larger_than_image", (1, 2, 3, 4), dict(size=5)),
            ("relu", (1, 4, 4, 6), dict(activation="RELU")),
            ("relu6", (1, 4, 4, 6), dict(activation="RELU6")),
            ("no_bias", (1, 4, 4, 6), dict(bias=False)),
            ("per_tensor", (1, 4, 4, 6), dict(per_tensor=True)),
            ("batch2", (2, 4, 4, 3), {}),
            ("33_channels", (1, 3, 4, 33), {})):
        case("depthwise_conv_2d_" + name, shape, lambda b, x, o=options: b.depthwise_conv_2d(x, **o))


def dense_layers():
    for name, shape, options in (
            ("plain", (1, 16), dict(channels=8)),
            ("relu", (1, 16), dict(channels=8, activation="RELU")),
            ("relu6", (1, 16), dict(channels=8, activation="RELU6")),
            ("no_bias", (1, 16), dict(channels=8, bias=False)),
            ("batch4", (4, 10), dict(channels=3)),
            ("odd_17_to_5", (1, 17), dict(channels=5)),
            ("one_to_one", (1, 1), dict(channels=1)),
            ("image", (2, 3, 2, 4), dict(channels=6)),
            ("keep_num_dims", (1, 3, 5), dict(channels=4, keep_num_dims=True)),
            ("per_channel", (1, 12), dict(channels=7, per_tensor=False)),
            ("per_channel_relu", (2, 12), dict(channels=7, per_tensor=False, activation="RELU"))):
        case("fully_connected_" + name, shape, lambda b, x, o=options: b.fully_connected(x, **o))


def pools():
    for kind in ("AVERAGE_POOL_2D", "MAX_POOL_2D"):
        for name, shape, options in (
                ("2x2", (1, 6, 4, 3), {}),
                ("whole_image", (1, 5, 7, 4), dict(size=(5, 7))),
                ("3x3_stride1_same", (1, 5, 4, 3), dict(size=3, stride=1, padding="SAME")),
                ("3x3_stride2_same_even", (1, 6, 8, 3), dict(size=3, stride=2, padding="SAME")),
                ("3x2_stride2x1", (1, 7, 6, 2), dict(size=(3, 2), stride=(2, 1))),
                ("larger_than_image_same", (1, 2, 3, 2), dict(size=4, stride=1, padding="SAME")),
                ("relu", (1, 4, 4, 5), dict(activation="RELU")),
                ("relu6", (1, 4, 4, 5), dict(activation="RELU6")),
                ("batch2", (2, 4, 4, 17), {})):
            case(f"{kind.lower()}_{name}", shape, lambda b, x, o=options, k=kind: b.pool(k, x, **o))


def arithmetic():
    for kind in ("ADD", "SUB", "MUL"):
        for name, left, right, activation in (
                ("same_shape", (1, 4, 3, 5), (1, 4, 3, 5), "NONE"),
                ("relu", (1, 4, 3, 5), (1, 4, 3, 5), "RELU"),
                ("relu6", (1, 4, 3, 5), (1, 4, 3, 5), "RELU6"),
                ("by_channel", (1, 4, 3, 5), (5,), "NONE"),
                ("by_scalar", (1, 4, 3, 5), (), "NONE"),
                ("by_row", (1, 4, 3, 5), (1, 4, 1, 1), "NONE"),
                ("both_broadcast", (1, 4, 1, 5), (1, 1, 3, 5), "NONE"),
                ("smaller_first", (5,), (2, 3, 5), "NONE"),
                ("vectors", (1, 33), (1, 33), "NONE")):
            case(f"{kind.lower()}_{name}", left,
                 lambda b, x, r=right, a=activation, k=kind: b.binary(k, x, b.input(r, "second"), a))
        case(f"{kind.lower()}_constant", (1, 4, 3, 5),
             lambda b, x, k=kind: b.binary(k, x, b.operand((1, 1, 1, 5))))
        case(f"{kind.lower()}_constant_first", (1, 4, 3, 5),
             lambda b, x, k=kind: b.binary(k, b.operand((1, 4, 3, 5)), x))
        case(f"{kind.lower()}_itself", (1, 3, 3, 2), lambda b, x, k=kind: b.binary(k, x, x))


def element_wise():
    for kind in ("RELU", "RELU6", "LOGISTIC", "TANH"):
        case(f"{kind.lower()}_image", (1, 4, 3, 5), lambda b, x, k=kind: b.unary(k, x))
        case(f"{kind.lower()}_vector", (33,), lambda b, x, k=kind: b.unary(k, x))
    for name, shape, beta in (("row", (1, 10), 1.0), ("rows", (5, 7), 1.0), ("image", (1, 2, 3, 4), 1.0),
                              ("beta_half", (2, 6), 0.5), ("beta_4", (2, 6), 4.0), ("one_class", (3, 1), 1.0),
                              ("many", (1, 200), 1.0)):
        case("softmax_" + name, shape, lambda b, x, k=beta: b.softmax(x, k))


def reductions_and_pads():
    for name, shape, axes, keep in (
            ("image", (1, 5, 4, 3), (1, 2), False), ("image_keep_dims", (1, 5, 4, 3), (1, 2), True),
            ("channels", (1, 3, 4, 6), (3,), False), ("last_by_negative_axis", (2, 3, 7), (-1,), True),
            ("all", (2, 3, 4), (0, 1, 2), False), ("first", (4, 5), (0,), False),
            ("outer_and_inner", (2, 3, 4), (0, 2), False), ("repeated_axis", (2, 5, 3), (1, -2), False)):
        case("mean_" + name, shape, lambda b, x, a=axes, k=keep: b.mean(x, a, k))
    for name, shape, amounts in (
            ("image", (1, 3, 4, 2), ((0, 0), (1, 1), (1, 1), (0, 0))),
            ("uneven", (1, 3, 4, 2), ((0, 0), (0, 2), (3, 1), (0, 0))),
            ("channels", (1, 2, 3, 3), ((0, 0), (0, 0), (0, 0), (1, 2))),
            ("all_dimensions", (1, 2, 2, 2), ((1, 0), (0, 1), (2, 1), (1, 1))),
            ("nothing", (1, 2, 3, 2), ((0, 0), (0, 0), (0, 0), (0, 0))),
            ("vector", (5,), ((2, 3),)), ("matrix", (3, 4), ((1, 0), (0, 2)))):
        case("pad_" + name, shape, lambda b, x, a=amounts: b.pad(x, a))


def layout():
    for name, shape, new_shape in (("flatten", (1, 3, 4, 2), (1, 24)), ("open_size", (1, 3, 4, 2), (2, -1)),
                                   ("to_image", (1, 24), (1, 2, 3, 4)), ("to_vector", (2, 3), (6,)),
                                   ("same", (2, 3), (2, 3))):
        case("reshape_" + name, shape, lambda b, x, s=new_shape: b.reshape(x, s))
    for name, shape, order in (("matrix", (4, 7), (1, 0)), ("nhwc_to_nchw", (1, 4, 3, 5), (0, 3, 1, 2)),
                               ("nchw_to_nhwc", (1, 5, 4, 3), (0, 2, 3, 1)),
                               ("reverse", (2, 3, 4), (2, 1, 0)),
                               ("swap_image", (1, 4, 6, 3), (0, 2, 1, 3)), ("nothing", (2, 3, 4), (0, 1, 2)),
                               ("five_dimensions", (2, 1, 3, 2, 4), (4, 2, 0, 3, 1))):
        case("transpose_" + name, shape, lambda b, x, o=order: b.transpose(x, o))
    for name, shapes, axis in (("channels", ((1, 3, 4, 2), (1, 3, 4, 5)), 3),
                               ("rows", ((1, 2, 4, 3), (1, 1, 4, 3)), 1),
                               ("negative_axis", ((2, 3), (2, 4)), -1), ("outermost", ((1, 3), (2, 3)), 0),
                               ("four_parts", ((1, 2, 2, 1), (1, 2, 2, 2), (1, 2, 2, 3), (1, 2, 2, 1)), 3),
                               ("one_part", ((1, 4),), 1)):
        case("concatenation_" + name, shapes[0], lambda b, x, s=shapes, a=axis: b.concatenation(
            [x] + [b.input(shape, "part") for shape in s[1:]], a))
    case("concatenation_of_one_twice", (1, 3, 2), lambda b, x: b.concatenation([x, x], 2))
    case("concatenation_with_constant", (1, 3, 2), lambda b, x: b.concatenation([x, b.operand((1, 3, 1))], 2))


def strided_slices():
    for name, shape, begin, end, strides, masks in (
            ("middle", (1, 6, 7, 3), (0, 1, 2, 0), (1, 5, 6, 3), (1, 1, 1, 1), {}),
            ("every_other", (1, 6, 7, 3), (0, 0, 1, 0), (1, 6, 7, 3), (1, 2, 3, 1), {}),
            ("masks", (4, 5), (2, 3), (3, 4), (1, 1), dict(begin_mask=1, end_mask=2)),
            ("negative_bounds", (3, 8), (0, -5), (3, -1), (1, 1), {}),
            ("backwards", (2, 6), (0, 5), (2, 0), (1, -2), {}),
            ("backwards_whole", (5,), (0,), (0,), (-1,), dict(begin_mask=1, end_mask=1)),
            ("shrink_axis", (3, 4, 5), (1, 0, 2), (2, 4, 3), (1, 1, 1), dict(shrink_axis_mask=5)),
            ("end_beyond", (4, 3), (1, 0), (99, 99), (1, 1), {}),
            ("channel_of_image", (1, 4, 4, 3), (0, 0, 0, 1), (1, 4, 4, 2), (1, 1, 1, 1), {})):
        case("strided_slice_" + name, shape,
             lambda b, x, v=(begin, end, strides), m=masks: b.strided_slice(x, *v, **m))


for fill in (convolutions, depthwise_convolutions, dense_layers, pools, arithmetic, element_wise,
             reductions_and_pads, layout, strided_slices):
    fill()


def conversion(kind, source, target):
    """A graph of one QUANTIZE or DEQUANTIZE; source and target: (scale, zero point), or None for float32."""
    graph = Graph(kind.lower())
    for label, quantization in (("input", source), ("output", target)):
        tensor = Tensor(label, (1, 3, 4, 5))
        if quantization:
            tensor.type, tensor.zero_point = "INT8", quantization[1]
            tensor.scale = np.array([quantization[0]], np.float32)
        graph.add(tensor)
    graph.inputs, graph.outputs = [0], [1]
    graph.operators = [Operator(kind, [0], [1])]
    return graph


CONVERSIONS = {
    "quantize_f32_to_s8": ("QUANTIZE", None, (0.0078125, 0)),
    "quantize_f32_to_s8_offset": ("QUANTIZE", None, (0.011, -37)),
    "quantize_f32_to_s8_saturates": ("QUANTIZE", None, (0.003, 100)),
    "quantize_s8_to_s8_finer": ("QUANTIZE", (0.02, 3), (0.013, -20)),
    "quantize_s8_to_s8_coarser": ("QUANTIZE", (0.01, -128), (0.037, 5)),
    "quantize_s8_to_s8_same": ("QUANTIZE", (0.02, 3), (0.02, 3)),
    "quantize_s8_to_s8_moved": ("QUANTIZE", (0.02, 0), (0.02, -60)),
    "dequantize_s8_to_f32": ("DEQUANTIZE", (0.0078125, 0), None),
    "dequantize_s8_to_f32_offset": ("DEQUANTIZE", (0.037, -101), None),
}


def names():
    """Every model that single() makes."""
    return sorted([f"{name}_{form}" for name in CASES for form in ("s8", "f32")] + list(CONVERSIONS))


def single(name):
    """The graph with a name from names()."""
    if name in CONVERSIONS:
        return conversion(*CONVERSIONS[name])
    stem, form = name.rsplit("_", 1)
    seed = zlib.crc32(stem.encode())
    graph = CASES[stem](Builder(stem, seed))
    return quantize(graph, uniform_samples(graph, Rng(seed + 1))) if form == "s8" else graph
