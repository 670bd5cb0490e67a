"""Converts a Graph to .tflite bytes through JSON and flatc, and back."""

import json
import subprocess
import tempfile
from pathlib import Path

import numpy as np

from . import flexbuffer, schema
from .graph import DTYPES, Graph, Operator, Tensor

OPTIONS = {
    "CONV_2D": "Conv2DOptions",
    "DEPTHWISE_CONV_2D": "DepthwiseConv2DOptions",
    "FULLY_CONNECTED": "FullyConnectedOptions",
    "AVERAGE_POOL_2D": "Pool2DOptions",
    "MAX_POOL_2D": "Pool2DOptions",
    "ADD": "AddOptions",
    "SUB": "SubOptions",
    "MUL": "MulOptions",
    "PAD": "PadOptions",
    "MEAN": "ReducerOptions",
    "RESHAPE": "ReshapeOptions",
    "SOFTMAX": "SoftmaxOptions",
    "SVDF": "SVDFOptions",
    "CONCATENATION": "ConcatenationOptions",
    "TRANSPOSE": "TransposeOptions",
    "STRIDED_SLICE": "StridedSliceOptions",
    "QUANTIZE": "QuantizeOptions",
    "DEQUANTIZE": "DequantizeOptions",
    "ARG_MAX": "ArgMaxOptions",
    "ASSIGN_VARIABLE": "AssignVariableOptions",
    "BATCH_MATMUL": "BatchMatMulOptions",
    "CALL_ONCE": "CallOnceOptions",
    "CAST": "CastOptions",
    "CUMSUM": "CumsumOptions",
    "DIV": "DivOptions",
    "GATHER": "GatherOptions",
    "IF": "IfOptions",
    "L2_NORMALIZATION": "L2NormOptions",
    "LEAKY_RELU": "LeakyReluOptions",
    "MAXIMUM": "MaximumMinimumOptions",
    "MINIMUM": "MaximumMinimumOptions",
    "PACK": "PackOptions",
    "READ_VARIABLE": "ReadVariableOptions",
    "REDUCE_MAX": "ReducerOptions",
    "RESIZE_BILINEAR": "ResizeBilinearOptions",
    "RESIZE_NEAREST_NEIGHBOR": "ResizeNearestNeighborOptions",
    "SPACE_TO_DEPTH": "SpaceToDepthOptions",
    "SPLIT": "SplitOptions",
    "SUM": "ReducerOptions",
    "TRANSPOSE_CONV": "TransposeConvOptions",
    "UNIDIRECTIONAL_SEQUENCE_LSTM": "UnidirectionalSequenceLSTMOptions",
    "UNPACK": "UnpackOptions",
    "VAR_HANDLE": "VarHandleOptions",
}
# The version in which an operator got int8; 2 for unlisted operators, 1 for float.
INT8_VERSIONS = {"CONV_2D": 3, "DEPTHWISE_CONV_2D": 3, "FULLY_CONNECTED": 4, "RESHAPE": 1, "QUANTIZE": 1,
                 "SVDF": 3, "READ_VARIABLE": 1, "ASSIGN_VARIABLE": 1}
# Operators that have no number are CUSTOM:NAME; their options are integers.
CUSTOM = "CUSTOM:"
CODES = schema.SCHEMA.enums["BuiltinOperator"][1]


def version(graph, op):
    if op.kind.startswith(CUSTOM):
        return 1
    types = {graph.tensors[i].type for i in op.inputs + op.outputs if i >= 0}
    return INT8_VERSIONS.get(op.kind, 2) if "INT8" in types else 1


def tensor_json(tensor, buffer):
    out = {"shape": list(tensor.shape), "type": tensor.type, "buffer": buffer, "name": tensor.name,
           "has_rank": True}
    if tensor.variable:
        out["is_variable"] = True
    if tensor.scale is not None:
        out["quantization"] = {"scale": [float(s) for s in tensor.scale],
                               "zero_point": [tensor.zero_point] * len(tensor.scale),
                               "quantized_dimension": tensor.axis}
    return out


def operator_json(op, code):
    out = {"opcode_index": code, "inputs": op.inputs, "outputs": op.outputs}
    if op.kind.startswith(CUSTOM):
        out["custom_options"] = list(flexbuffer.int_map(op.options))
    elif op.kind in OPTIONS:
        out["builtin_options_type"] = OPTIONS[op.kind]
        out["builtin_options"] = op.options
    return out


def operator_code_json(kind, number):
    """Both code fields, as newer converters write them; the old one is 127 for all larger numbers."""
    if kind.startswith(CUSTOM):
        return {"deprecated_builtin_code": CODES.index("CUSTOM"), "builtin_code": "CUSTOM", "version": number,
                "custom_code": kind[len(CUSTOM):]}
    return {"deprecated_builtin_code": min(CODES.index(kind), 127), "builtin_code": kind, "version": number}


def subgraph_json(graph, codes, buffers):
    """Adds the codes and the constants that it uses."""
    operators, tensors = [], []
    for op in graph.operators:
        code = (op.kind, version(graph, op))
        if code not in codes:
            codes.append(code)
        operators.append(operator_json(op, codes.index(code)))
    for tensor in graph.tensors:
        if tensor.data is not None:
            buffers.append({"data": list(tensor.data.tobytes())})
        tensors.append(tensor_json(tensor, 0 if tensor.data is None else len(buffers) - 1))
    return {"tensors": tensors, "inputs": graph.inputs, "outputs": graph.outputs, "operators": operators,
            "name": graph.name}


def to_json(graph):
    codes, buffers = [], [{}]
    subgraphs = [subgraph_json(each, codes, buffers) for each in (graph, *graph.subgraphs)]
    metadata = []
    for name, data in graph.metadata.items():
        metadata.append({"name": name, "buffer": len(buffers)})
        buffers.append({"data": list(data)})
    return {
        "version": 3,
        "operator_codes": [operator_code_json(*code) for code in codes],
        "subgraphs": subgraphs,
        "description": "made by nook's modelgen",
        "buffers": buffers,
        **({"metadata": metadata} if metadata else {}),
    }


def to_bytes(graph):
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "model.json"
        source.write_text(json.dumps(to_json(graph)))
        subprocess.run(["flatc", "--binary", "--strict-json", "-o", folder, str(schema.PATH), str(source)],
                       check=True)
        return (Path(folder) / "model.tflite").read_bytes()


def write(graph, path):
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(to_bytes(graph))


def read_tensor(fields, buffers):
    quantization = fields.get("quantization", {})
    scale = quantization.get("scale")
    tensor = Tensor(fields.get("name", ""), tuple(fields.get("shape", ())), fields.get("type", "FLOAT32"))
    if scale:
        tensor.scale = np.array(scale, np.float32)
        tensor.zero_point = quantization.get("zero_point", [0])[0]
        tensor.axis = quantization.get("quantized_dimension", 0)
    data = buffers[fields.get("buffer", 0)].get("data")
    if data:
        tensor.data = np.frombuffer(data, DTYPES[tensor.type]).reshape(tensor.shape)
    return tensor


def default(kind, text):
    """The value of a scalar field that is missing in the file."""
    if kind in schema.SCHEMA.enums:
        return schema.SCHEMA.enums[kind][1][0]
    return {"true": True, None: 0}[text] if text in ("true", None) else int(text)


def read_operator(fields, codes):
    code = codes[fields.get("opcode_index", 0)]
    number = max(code.get("deprecated_builtin_code", 0), CODES.index(code.get("builtin_code", "ADD")))
    table = fields.get("builtin_options_type")
    options = {name: default(kind, text) for name, kind, text in schema.SCHEMA.tables.get(table, [])
               if schema.SCHEMA.scalar(kind)}
    options.update(fields.get("builtin_options", {}))
    return Operator(CODES[number], fields["inputs"], fields["outputs"], options)


def from_bytes(data):
    model = schema.read_model(data)
    main = model["subgraphs"][0]
    graph = Graph(main.get("name", ""))
    graph.tensors = [read_tensor(fields, model["buffers"]) for fields in main["tensors"]]
    graph.operators = [read_operator(fields, model["operator_codes"]) for fields in main["operators"]]
    graph.inputs, graph.outputs = main["inputs"], main["outputs"]
    return graph


def read(path):
    return from_bytes(Path(path).read_bytes())
