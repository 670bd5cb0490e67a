#!/usr/bin/python3
"""Every command accepts an ONNX file; an unsupported one gives one clear error."""
import os
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
import models  # noqa: E402
from models import np, onnx  # noqa: E402
import cli  # noqa: E402


class OnnxCommand(cli.CommandCase):
    def write(self, model, name="net.onnx"):
        onnx.save(model, str(self.folder / name))
        return self.folder / name

    def result_of(self, file, x, *arguments):
        (self.folder / "in").mkdir(exist_ok=True)
        np.ascontiguousarray(x).tofile(self.folder / "in/run0_input0.bin")
        self.done("run", file, "--input-dir", "in", "--output-dir", "out", *arguments, "--force")
        return np.fromfile(self.folder / "out/run0_output0.bin", np.float32)

    def test_a_convolutional_network_agrees_with_numpy(self):
        model, constants = models.conv_net()
        file = self.write(model)
        x = np.random.default_rng(2).normal(size=(1, 3, 8, 8)).astype(np.float32)
        want = models.conv_net_result(x, constants).ravel()
        np.testing.assert_allclose(self.result_of(file, x), want, rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(self.result_of(file, x.transpose(0, 2, 3, 1), "--io-layout", "nhwc"), want,
                                   rtol=1e-4, atol=1e-5)

    def test_only_a_border_is_transposed(self):
        def kinds(file, *more):
            return [op["name"] for op in self.json("inspect", file, *more)["subgraphs"][0]["operators"]]

        file = self.write(models.conv_net()[0])
        self.assertEqual(kinds(file), ["TRANSPOSE", "CONV_2D", "MAX_POOL_2D", "RESHAPE", "FULLY_CONNECTED"])
        self.assertNotIn("TRANSPOSE", kinds(file, "--io-layout", "nhwc"))
        self.assertNotIn("TRANSPOSE", kinds(self.write(models.conv_net(channels=1)[0], "grey.onnx")))

    def test_commands_accept_it_and_convert_writes_it(self):
        file = self.write(models.conv_net()[0])
        self.assertEqual(self.json("convert", file, "-o", "net.tflite")["operators"], 5)
        self.assertEqual(self.json("analyze", file)["macs"], self.json("analyze", "net.tflite")["macs"])
        self.done("compile", file, "--target", "cortex-m4", "-o", "generated")
        for command in ("plan", "inspect", "map"):
            self.done(command, file)
        self.assertTrue(self.json("supported-ops", "--model", file)["supported"])

    def test_a_value_decides_a_branch(self):
        """The other branch is gone, even if it can't be mapped; the value may be read elsewhere too."""
        def branch(*nodes):
            return onnx.helper.make_graph(list(nodes), "branch", [], [onnx.helper.make_tensor_value_info(nodes[-1].output[0], 1, None)])

        nodes = [models.node("Equal", "rate high", "q"), models.node("Cast", "rate", "f", to=onnx.TensorProto.FLOAT),
                 models.node("If", "q", "b", then_branch=branch(models.node("Neg", "x", "t")),
                             else_branch=branch(models.node("Unknown", "x", "e"))),
                 models.node("Div", "b f", "y")]
        model = models.model(nodes, {"x": [2, 3]}, {"y": [2, 3]}, {"high": np.array(16, np.int64)})
        model.graph.input.append(onnx.helper.make_tensor_value_info("rate", onnx.TensorProto.INT64, []))
        file = self.write(model)
        x = np.arange(6, dtype=np.float32)
        np.testing.assert_allclose(self.result_of(file, x, "--input-value", "rate=16"), -x / 16, rtol=1e-6)
        self.assertEqual([t["name"] for t in self.json("analyze", file, "--input-value", "rate=16")["inputs"]], ["x"])
        for value, code, says in (("rate=8", "N3033", "Unknown"), ("rate=8.5", "N2052", "need int64"),
                                  ("r=8", "N2052", "inputs of this model: 'x', 'rate'"), ("x=1,2", "N2052", "need 6 numbers")):
            self.refused(cli.UNSUPPORTED if code == "N3033" else cli.USAGE, code, "analyze", file, "--input-value", value, says=(says,))

    def test_every_node_that_can_not_be_mapped_is_named(self):
        nodes = [models.node("Unique", "x", "a"), models.node("Relu", "a", "b"),
                 models.node("MaxPool", "x", "c", kernel_shape=[2, 2]), models.node("Nonsense", "b", "y")]
        file = self.write(models.model(nodes, {"x": [2, 3]}, {"y": [2, 3]}))
        self.refused(cli.UNSUPPORTED, "N3033", "analyze", file,
                     says=("3 of 4", "node 0 Unique", "node 2 MaxPool", "node 3 Nonsense"))

    def test_types_that_an_operator_does_not_accept_are_named_with_the_node(self):
        nodes = [models.node("Tanh", "x", "a"), models.node("Softmax", "a", "b"), models.node("Sigmoid", "a", "c")]
        model = models.model(nodes, {"x": [2, 3]}, {"b": [2, 3], "c": [2, 3]}, kind=onnx.TensorProto.INT32)
        says = ("3 of 3", "node 0 Tanh 'a': as TANH version 1 with types int32 -> int32 is not supported", "node 1 Softmax", "node 2 Sigmoid")
        self.refused(cli.UNSUPPORTED, "N3033", "convert", self.write(model), "-o", "net.tflite", says=says)
        # Together with another reason they are named too; unread values do not matter.
        model.graph.node.append(models.node("Unique", "x", "d"))
        self.refused(cli.UNSUPPORTED, "N3033", "analyze", self.write(model), says=("4 of 4", "node 1 Softmax", "node 3 Unique"))
        unread = models.model([models.node("Cast", "x", "i", to=6), models.node("Tanh", "i", "c"), models.node("Relu", "x", "y")],
                              {"x": [2, 3]}, {"y": [2, 3]})
        self.done("analyze", self.write(unread))

    def test_a_name_that_is_defined_twice_is_refused(self):
        shapes = {"x": [2, 3]}, {"y": [2, 3]}
        two = models.model([models.node("Relu", "x", "y"), models.node("Tanh", "x", "y")], *shapes)
        self.refused(cli.UNSUPPORTED, "N3030", "analyze", self.write(two), says=("node 1 Tanh makes 'y'",))
        over = models.model([models.node("Relu", "x", "x"), models.node("Relu", "x", "y")], *shapes)
        self.refused(cli.UNSUPPORTED, "N3030", "analyze", self.write(over), says=("node 0 Relu makes 'x', which an input",))
        shared = models.model([models.node("Add", "x w", "y")], *shapes, {"w": np.ones((2, 3), np.float32)})
        shared.graph.initializer.append(shared.graph.initializer[0])
        self.refused(cli.UNSUPPORTED, "N3030", "analyze", self.write(shared), says=("two initialisers 'w'",))

    def test_a_node_with_two_reasons_is_one_node(self):
        inputs = {name: [] if name[1:] else [4] for name in ("a", "as", "az", "b", "bs", "bz", "ys", "yz")}
        graph = onnx.helper.make_graph(
            [models.node("QLinearAdd", "a as az b bs bz ys yz", "y", domain="com.microsoft")], "g",
            [onnx.helper.make_tensor_value_info(name, 1 if name.endswith("s") else 3, shape) for name, shape in inputs.items()],
            [onnx.helper.make_tensor_value_info("y", 3, [4])])
        domains = [onnx.helper.make_opsetid("", 13), onnx.helper.make_opsetid("com.microsoft", 1)]
        file = self.write(onnx.helper.make_model(graph, opset_imports=domains))
        self.refused(cli.UNSUPPORTED, "N3033", "analyze", file,
                     says=("1 of 1 node can't", "DequantizeLinear 'y.operand0': its scale is computed"))

    def test_other_opsets_and_open_shapes_are_refused(self):
        model = models.conv_net()[0]
        model.opset_import[0].version = 99
        self.refused(cli.UNSUPPORTED, "N3031", "inspect", self.write(model), says=("have 99",))
        open_shape = models.model([models.node("Relu", "x", "y")], {"x": [1, "length"]}, {"y": [1, "length"]})
        self.refused(cli.UNSUPPORTED, "N3033", "inspect", self.write(open_shape), says=("dimension 1 is not fixed", "--input-shape"))

    def test_features_that_the_format_lacks_are_refused(self):
        model = models.conv_net()[0]
        model.opset_import[0].version = 0
        self.refused(cli.UNSUPPORTED, "N3031", "inspect", self.write(model), says=("need 1 to 25, have 0",))
        below = models.model([models.node("Relu", "x", "y")], {"x": [1, -5]}, {"y": [1, -5]})
        self.refused(cli.UNSUPPORTED, "N3030", "inspect", self.write(below), says=("'x': dimension 1", "have -5"))
        unknown = models.model([models.node("Relu", "x", "y")], {"x": [-1, 5]}, {"y": [-1, 5]})  # as some exporters write it
        self.done("inspect", self.write(unknown))
        for outputs in (0, 3, 2**62):
            split = models.model([models.node("Split", "x", "y z", num_outputs=outputs)], {"x": [4, 2]}, {"y": [2, 2], "z": [2, 2]}, opset=18)
            self.refused(cli.UNSUPPORTED, "N3033", "inspect", self.write(split), says=("num_outputs: need ",))

    def test_a_root_mean_square_is_computed_over_any_last_dimensions(self):
        x = np.random.default_rng(3).normal(size=(2, 3, 4)).astype(np.float32)
        for axis, shape in ((2, [4]), (-1, [4]), (1, [3, 4]), (-2, [3, 4])):
            scale = np.linspace(0.5, 2, int(np.prod(shape)), dtype=np.float32).reshape(shape)
            net = models.model([models.node("SimplifiedLayerNormalization", "x s", "y", axis=axis)], {"x": [2, 3, 4]}, {"y": [2, 3, 4]}, {"s": scale})
            axes = tuple(range(axis % 3, 3))
            want = x / np.sqrt((x * x).mean(axes, keepdims=True) + 1e-5) * scale
            np.testing.assert_allclose(self.result_of(self.write(net), x), want.ravel(), rtol=1e-4, atol=1e-5)
        wrong = models.model([models.node("RMSNormalization", "x s", "y", axis=3)], {"x": [2, 3, 4]}, {"y": [2, 3, 4]}, {"s": np.ones(4, np.float32)})
        self.refused(cli.UNSUPPORTED, "N3033", "inspect", self.write(wrong), says=("axis: the operand has no such dimension",))

    def test_an_operator_that_is_known_in_another_form_names_it(self):
        net = models.model([models.node("FusedConv", "x w", "y", domain="com.microsoft", activation="Mish")], {"x": [1, 2, 4, 4]},
                           {"y": [1, 2, 4, 4]}, {"w": np.ones((2, 2, 1, 1), np.float32)}, domains=("com.microsoft",))
        self.refused(cli.UNSUPPORTED, "N3033", "inspect", self.write(net), says=("activation: need Relu, Tanh",))

    def beside(self, location, count=1):
        """A model with weights in another file."""
        net = models.model([models.node("Add", "x w", "y")], {"x": [4]}, {"y": [4]}, {"w": np.ones(4, np.float32)})
        for i in range(count - 1):
            net.graph.initializer.append(onnx.numpy_helper.from_array(np.ones(4, np.float32), f"v{i}"))
        for tensor in net.graph.initializer:
            tensor.ClearField("raw_data")
            tensor.data_location = onnx.TensorProto.EXTERNAL
            entry = tensor.external_data.add()
            entry.key, entry.value = "location", location
        (self.folder / "net.onnx").write_bytes(net.SerializeToString())
        return "net.onnx"

    def test_weights_are_read_from_regular_files_below_the_model_only(self):
        (self.folder / "below").mkdir()
        (self.folder / "below/w.bin").write_bytes(np.arange(4, dtype=np.float32).tobytes())
        for location in ("below/w.bin", "./below/./w.bin"):
            self.done("inspect", self.beside(location))
        (self.folder / "link.bin").symlink_to("/etc/passwd")
        (self.folder / "near.bin").symlink_to("below/w.bin")
        (self.folder / "linked").symlink_to("below")
        os.mkfifo(self.folder / "pipe.bin")
        for location, words in (("w.bin\0more", "a name that no file can have"), ("link.bin", "symbolic link"), ("near.bin", "symbolic link"), ("linked/w.bin", "symbolic link"),
                                ("pipe.bin", "not a regular file"), ("below", "not a regular file"), ("below/", "a folder"), ("/dev/zero", "outside"),
                                ("../w.bin", "outside"), ("below/../below/w.bin", "outside"), ("none.bin", "No such file"), ("", "no name")):
            self.refused(cli.UNSUPPORTED, "N3032", "inspect", self.beside(location), says=("tensor 'w' is in another file", words, "hint: keep"))
        self.refused(cli.UNSUPPORTED, "N3032", "inspect", self.beside("below/w.bin", count=9), says=("more than 4 times over",))

    def test_open_shapes_are_set(self):
        nodes = [models.node("Transpose", "x", "y", perm=[0, 2, 1])]
        file = self.write(models.model(nodes, {"x": ["n", "length", 3]}, {"y": ["n", 3, "length"]}))
        subgraph = self.json("inspect", file, "--input-shape", "x=1,7,3")["subgraphs"][0]
        self.assertEqual(subgraph["tensors"][subgraph["outputs"][0]]["shape"], [1, 3, 7])
        self.done("convert", file, "--input-shape", "1,7,3", "-o", "net.tflite")
        for wrong, words in (("x=1,7,4", "need [n, length, 3], have [1, 7, 4]"), ("x=1,7", "need [n, length, 3], have [1, 7]"),
                             ("y=1,7,3", "no input 'y'; inputs: x")):
            self.refused(cli.UNSUPPORTED, "N3033", "inspect", file, "--input-shape", wrong, says=("--input-shape", words))
        for wrong in ("x=", "1,0,3", "1,a,3", "1,99999999999,3"):
            self.refused(cli.USAGE, "N2051", "inspect", file, "--input-shape", wrong)

    def test_a_name_of_a_dimension_stands_for_one_number(self):
        nodes = [models.node("Add", "x h", "y"), models.node("Relu", "m", "z")]
        file = self.write(models.model(nodes, {"x": ["n", "length"], "h": [2, "n", "length"], "m": ["length", "n"]},
                                       {"y": [2, "n", "length"], "z": ["length", "n"]}))
        subgraph = self.json("inspect", file, "--input-shape", "x=1,7")["subgraphs"][0]
        self.assertEqual([subgraph["tensors"][t]["shape"] for t in subgraph["inputs"]], [[1, 7], [2, 1, 7], [7, 1]])

    def test_another_file_of_that_name_is_reported(self):
        (self.folder / "net.onnx").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n")
        self.refused(cli.UNSUPPORTED, "N3035", "inspect", "net.onnx", says=("Git LFS", "git lfs pull"))

    def test_only_operators_of_other_domains_need_no_opset(self):
        model = models.model([models.node("Gelu", "x", "y", domain="com.microsoft")], {"x": [4]}, {"y": [4]},
                             domains=["com.microsoft"])
        del model.opset_import[0]
        self.done("inspect", self.write(model))


if __name__ == "__main__":
    cli.main()
