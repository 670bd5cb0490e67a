"""ONNX models for tests, made with Debian's python3-onnx. A test that imports this is skipped without it."""
import sys

try:
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper
except ImportError:
    print("skipped: python3-onnx is not installed (apt-get install python3-onnx)")
    sys.exit(77)


def model(nodes, inputs, outputs, constants=None, opset=13, domains=(), kind=TensorProto.FLOAT):
    """A model of nodes (helper.make_node); inputs and outputs are {name: shape}, constants {name: array}."""
    def infos(shapes):
        return [helper.make_tensor_value_info(name, kind, shape) for name, shape in shapes.items()]
    initializers = [numpy_helper.from_array(np.asarray(array), name) for name, array in (constants or {}).items()]
    graph = helper.make_graph(nodes, "test", infos(inputs), infos(outputs), initializers)
    opsets = [helper.make_opsetid("", opset)] + [helper.make_opsetid(name, 1) for name in domains]
    return helper.make_model(graph, opset_imports=opsets, producer_name="nook")


def node(kind, inputs, outputs, domain="", **attributes):
    return helper.make_node(kind, inputs.split(), outputs.split(), domain=domain, **attributes)


def conv_net(channels=3, batch="N"):
    """A convolution, RELU, pooling, Flatten and a dense layer, as exporters write them, with its constants."""
    random = np.random.default_rng(1)
    constants = {"w": random.normal(size=(4, channels, 3, 3)).astype(np.float32),
                 "b": random.normal(size=4).astype(np.float32),
                 "d": random.normal(size=(5, 4 * 4 * 4)).astype(np.float32),
                 "e": random.normal(size=5).astype(np.float32)}
    nodes = [node("Conv", "x w b", "c", pads=[1, 1, 1, 1], kernel_shape=[3, 3]), node("Relu", "c", "r"),
             node("MaxPool", "r", "p", kernel_shape=[2, 2], strides=[2, 2]), node("Flatten", "p", "f"),
             node("Gemm", "f d e", "y", transB=1)]
    return model(nodes, {"x": [batch, channels, 8, 8]}, {"y": [batch, 5]}, constants), constants


def conv_net_result(x, constants):
    """The outputs of conv_net(), computed by numpy."""
    w, b = constants["w"], constants["b"]
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    c = np.zeros((1, 4, 8, 8), np.float32)
    for i in range(8):
        for j in range(8):
            c[0, :, i, j] = np.tensordot(w, padded[0, :, i:i + 3, j:j + 3], 3) + b
    p = np.maximum(c, 0).reshape(1, 4, 4, 2, 4, 2).max((3, 5))
    return p.reshape(1, -1) @ constants["d"].T + constants["e"]
