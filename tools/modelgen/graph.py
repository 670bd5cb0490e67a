"""A network in memory: tensors and operators, as in the .tflite format."""

from dataclasses import dataclass, field

import numpy as np

DTYPES = {"FLOAT32": np.float32, "INT8": np.int8, "INT32": np.int32, "INT64": np.int64, "BOOL": np.bool_,
          "UINT8": np.uint8, "INT16": np.int16}


@dataclass
class Tensor:
    name: str
    shape: tuple
    type: str = "FLOAT32"
    data: np.ndarray | None = None   # constants only
    scale: np.ndarray | None = None  # float32; one, or one per index of `axis`
    zero_point: int = 0
    axis: int = 0
    variable: bool = False           # keeps its value from one inference to the next

    def real(self):
        """The values of a constant as float64."""
        if self.scale is None or self.type == "FLOAT32":
            return self.data.astype(np.float64)
        return self.dequantize(self.data)

    def dequantize(self, q):
        scale = self.scale.astype(np.float64)
        if len(scale) > 1:
            scale = scale.reshape([-1 if i == self.axis else 1 for i in range(len(self.shape))])
        return (q.astype(np.float64) - self.zero_point) * scale

    def quantize(self, real):
        """int8, nearest, ties to even; per tensor."""
        q = np.rint(np.asarray(real, np.float64) / float(self.scale[0])) + self.zero_point
        return np.clip(q, -128, 127).astype(np.int8)


@dataclass
class Operator:
    kind: str     # the format's name, such as CONV_2D
    inputs: list  # tensor numbers; -1: a missing optional operand
    outputs: list
    options: dict = field(default_factory=dict)  # by the names of nook/model/schema.fbs
    # Settings for the quantizer that the format has no field for: per_tensor weights.
    hints: dict = field(default_factory=dict)


@dataclass
class Graph:
    name: str
    tensors: list = field(default_factory=list)
    operators: list = field(default_factory=list)  # in the order of execution
    inputs: list = field(default_factory=list)
    outputs: list = field(default_factory=list)
    metadata: dict = field(default_factory=dict)   # names and bytes
    subgraphs: list = field(default_factory=list)  # further Graphs, numbered from 1

    def add(self, tensor):
        self.tensors.append(tensor)
        return len(self.tensors) - 1

    def producer(self, tensor):
        """The operator that writes a tensor, or None."""
        return next((op for op in self.operators if tensor in op.outputs), None)

    def readers(self, tensor):
        return [op for op in self.operators if tensor in op.inputs]
