#!/usr/bin/python3
"""Operators that run graphs repeatedly, windows over volumes and with gaps, and fused operators of runtimes, compared
with numpy."""
import math
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
import models  # noqa: E402
from models import node, np, numpy_helper, onnx  # noqa: E402
import cli  # noqa: E402

X = np.random.default_rng(5).normal(size=(1, 2, 4, 6, 5)).astype(np.float32)
IMAGE = X.reshape(1, 8, 6, 5)
MS = "com.microsoft"


def graph(inputs, outputs, *nodes):
    def infos(names):
        return [onnx.helper.make_tensor_value_info(name, 1, None) for name in names.split()]
    return onnx.helper.make_graph(list(nodes), "body", infos(inputs), infos(outputs))


def windows(x, kernel, strides, pads, dilations, fill):
    """The elements of each window over all dimensions except the first two, along an added last dimension."""
    x = np.pad(x, [(0, 0), (0, 0)] + pads, constant_values=fill)
    out = [(size - (k - 1) * d - 1) // s + 1 for size, k, s, d in zip(x.shape[2:], kernel, strides, dilations)]
    taps = [x[(slice(None), slice(None)) + tuple(slice(t * d, t * d + (n - 1) * s + 1, s)
                                                 for t, d, n, s in zip(at, dilations, out, strides))]
            for at in np.ndindex(*kernel)]
    return np.stack(taps, -1)


def window_attributes(kernel, strides, pads, dilations):
    return {"kernel_shape": list(kernel), "strides": list(strides), "dilations": list(dilations),
            "pads": [p[0] for p in pads] + [p[1] for p in pads]}


class Graphs(cli.CommandCase):
    def agree(self, nodes, wants, constants=None, x=X, opset=17, domains=()):
        shapes = {f"y{k}": want.shape for k, want in enumerate(wants)}
        model = models.model(nodes, {"x": x.shape}, shapes, constants, opset, domains)
        onnx.save(model, str(self.folder / "net.onnx"))
        (self.folder / "in").mkdir(exist_ok=True)
        x.tofile(self.folder / "in/run0_input0.bin")
        self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force")
        for k, want in enumerate(wants):
            kind = np.int32 if want.dtype.kind == "i" else np.float32
            have = np.fromfile(self.folder / f"out/run0_output{k}.bin", kind)
            np.testing.assert_allclose(have, want.ravel(), rtol=1e-4, atol=2e-5, err_msg=f"output {k}")

    def test_tensorflow_lite_reads_the_written_files(self):
        """TensorFlow Lite has convolutions only with a bias, and reads the shape of a scalar from the options."""
        nodes = [node("Conv", "x w", "c"), node("ReduceMax", "c", "y0", keepdims=0)]
        onnx.save(models.model(nodes, {"x": [1, 2, 3, 3]}, {"y0": []}, {"w": np.ones((4, 2, 1, 1), np.float32)}), str(self.folder / "net.onnx"))
        operators = {op["name"]: op for op in self.json("inspect", "net.onnx")["subgraphs"][0]["operators"]}
        self.assertEqual(len(operators["CONV_2D"]["inputs"]), 3)
        self.assertEqual(len(operators["RESHAPE"]["inputs"]), 1)

    def says_no(self, nodes, *words, constants=None, opset=17):
        onnx.save(models.model(nodes, {"x": [2, 3]}, {"y0": [2, 3]}, constants, opset), str(self.folder / "net.onnx"))
        self.refused(cli.UNSUPPORTED, "N3033", "analyze", "net.onnx", says=words)

    def test_a_loop_is_unrolled(self):
        x = np.arange(6, dtype=np.float32).reshape(2, 3)
        body = graph("i c s", "d t u", node("Identity", "c", "d"), node("Cast", "i", "r", to=1), node("Add", "s x", "a"),
                     node("Mul", "a r", "t"), node("ReduceSum", "t", "u", keepdims=0))
        state, sums = x, []
        for turn in range(4):
            state = (state + x) * turn
            sums.append(state.sum())
        for condition in ("yes", ""):
            loop = node("Loop", "four yes x", "y0 y1", body=body)
            loop.input[1] = condition
            self.agree([loop], [state, np.array(sums, np.float32)], {"four": np.array(4), "yes": np.array(True)}, x)

    def test_a_loop_ends_when_its_condition_is_false(self):
        x = np.arange(6, dtype=np.float32).reshape(2, 3)
        body = graph("i c s", "d t", node("Less", "i two", "d"), node("Tanh", "s", "t"))
        loop = node("Loop", "none yes x", "y0", body=body)
        loop.input[0] = ""
        self.agree([loop], [np.tanh(np.tanh(np.tanh(x)))], {"two": np.array(2), "yes": np.array(True)}, x)

    def test_a_scan_is_unrolled(self):
        x = np.random.default_rng(1).normal(size=(3, 4)).astype(np.float32)
        body = graph("s r", "t o", node("Add", "s r", "t"), node("Relu", "t", "o"))
        forward, back = np.cumsum(x, 0), np.cumsum(x[:, ::-1], 1)
        nodes = [node("Scan", "zeros x", "y0 y1", body=body, num_scan_inputs=1),
                 node("Scan", "threes x", "y2 y3", body=body, num_scan_inputs=1, scan_input_axes=[1],
                      scan_input_directions=[1], scan_output_axes=[1], scan_output_directions=[1])]
        self.agree(nodes, [forward[-1], np.maximum(forward, 0), back[:, -1], np.maximum(back[:, ::-1], 0)],
                   {"zeros": np.zeros(4, np.float32), "threes": np.zeros(3, np.float32)}, x)

    def test_loops_that_cannot_be_unrolled_are_reported(self):
        body = graph("i c s", "d t", node("Identity", "c", "d"), node("Tanh", "s", "t"))
        within = graph("i c s", "d t", node("Identity", "c", "d"), node("Unknown", "s", "t"))
        part = graph("i c s", "d t u", node("ReduceMax", "s", "m", keepdims=0), node("Less", "m one", "d"), node("Tanh", "s", "t"),
                     node("Tanh", "s", "u"))
        grows = graph("i c s", "d t", node("Identity", "c", "d"), node("Concat", "s s", "t", axis=0))
        wide = graph("i c s", "d t", node("Cast", "s", "d", to=9), node("Tanh", "s", "t"))
        constants = {"many": np.array(65), "two": np.array(2), "yes": np.array(True), "one": np.float32(1)}
        count = [node("ReduceMax", "x", "m", keepdims=0), node("Cast", "m", "n", to=7), node("Less", "m one", "b")]
        endless = node("Loop", "none yes x", "y0", body=body)
        endless.input[0] = ""

        def refused(loop, *words):
            self.says_no([*count, loop], *words, constants=constants)
        self.says_no([node("Loop", "two yes x", "y0", body=within)],
                     "1 of 1 node can't be mapped", "node 0 Loop 'y0': node 1 Unknown 't': nook has no such operator", constants=constants)
        refused(node("Loop", "n yes x", "y0", body=within), "node 3 Loop 'y0': node 1 Unknown 't': nook has no such operator")
        self.says_no([*count, node("Loop", "many yes x", "y0 y1", body=part), node("Relu", "y1", "z")],
                     "Loop 'y0': the length of result 1 is computed when the model runs", constants=constants)
        refused(node("Loop", "n yes x", "y0", body=grows), "Loop 'y0': state 0 changes its shape or type between iterations")
        refused(node("Loop", "n yes x", "y0", body=wide), "Loop 'y0': body: its condition must be one bool")
        refused(node("Loop", "x yes x", "y0", body=body), "Loop 'y0': its trip count: need one element")
        refused(node("Loop", "n x x", "y0", body=body), "Loop 'y0': its condition must be one bool")
        refused(endless, "Loop 'y0': it never ends: its condition is constant")
        self.says_no([node("Loop", "two yes x x", "y0", body=body)], "body: need a graph of 4 inputs, have 3", constants=constants)
        for kind, attributes in (("Loop", {"body": body}), ("Scan", {"body": body, "num_scan_inputs": 1}), ("Sum", {}), ("Concat", {"axis": 0})):
            missing = node(kind, "two yes x", "y0", **attributes)
            missing.input[2] = ""
            self.says_no([missing], f"{kind} 'y0': operand 2 is missing", constants=constants)
        one, other = graph("", "t", node("Tanh", "x", "t")), graph("", "t", node("ReduceMax", "x", "t", keepdims=0))
        unknown = graph("", "t", node("Unknown", "x", "t"))
        refused(node("If", "b", "y0", then_branch=one, else_branch=other), "If 'y0': result 0 has another shape or type in each branch")
        refused(node("If", "x", "y0", then_branch=one, else_branch=one), "If 'y0': its condition must be one bool")
        refused(node("If", "b", "y0", then_branch=unknown, else_branch=one), "1 of 4 nodes can't be mapped", "If 'y0': node 0 Unknown 't'")

    def test_a_branch_is_chosen_when_the_model_runs(self):
        w = np.random.default_rng(3).normal(size=(4, 8, 1, 1)).astype(np.float32)
        then = graph("", "t", node("Conv", "x w", "v"), node("Relu", "v", "t"))
        other = graph("", "e", node("Mul", "x x", "q"), node("Conv", "q w", "e"))
        nodes = [node("ReduceSum", "x", "s", keepdims=0), node("Greater", "s zero", "c"),
                 node("If", "c", "y0", then_branch=then, else_branch=other), node("GlobalAveragePool", "y0", "y1")]

        def product(x):
            return np.einsum("oc,nchw->nohw", w[:, :, 0, 0], x)
        for sign in (1, -1):
            x = np.abs(IMAGE) * np.float32(sign)
            want = np.maximum(product(x), 0) if sign > 0 else product(x * x)
            self.agree(nodes, [want, want.mean((2, 3), keepdims=True)], {"w": w, "zero": np.float32(0)}, x)

    def test_iterations_are_counted_when_the_model_runs(self):
        x = np.abs(np.random.default_rng(1).normal(size=(2, 3))).astype(np.float32) + 1
        late = graph("i c s", "d t", node("Mul", "s half", "t"), node("ReduceMax", "t", "m", keepdims=0), node("Greater", "m one", "d"))
        counted = graph("i c a b", "d f g", node("Identity", "c", "d"), node("Identity", "b", "f"), node("Add", "a b", "g"))
        nodes = [node("ReduceMax", "x", "m", keepdims=0), node("Cast", "m", "n", to=7), node("Loop", "n none x ones", "y0 y1", body=counted),
                 node("Loop", "none yes x", "y2", body=late), node("Loop", "three yes x", "y3", body=late)]
        nodes[2].input[1] = nodes[3].input[0] = ""
        a, b = x, np.ones_like(x)
        for _ in range(int(x.max())):
            a, b = b, a + b
        until, three = x / 2, x / 2
        while until.max() > 1:
            until = until / 2
        for _ in range(2):
            three = three / 2 if three.max() > 1 else three
        self.agree(nodes, [a, b, until, three], {"ones": np.ones_like(x), "yes": np.array(True), "three": np.array(3),
                                                 "one": np.float32(1), "half": np.float32(0.5)}, x)

    def test_many_iterations_become_a_while(self):
        x = np.random.default_rng(1).normal(size=(3, 70)).astype(np.float32)
        body = graph("i c s", "d t u", node("Identity", "c", "d"), node("Mul", "s half", "h"), node("Cast", "i", "r", to=1),
                     node("Add", "h r", "t"), node("ReduceSum", "t", "u", keepdims=0))
        step = graph("s r", "t o", node("Mul", "s half", "h"), node("Add", "h r", "t"), node("Relu", "t", "o"))
        nodes = [node("Slice", "x zero one", "first"), node("Loop", "many yes first", "y0 y1", body=body),
                 node("Scan", "zeros x", "y2 y3", body=step, num_scan_inputs=1, scan_input_axes=[1], scan_input_directions=[1],
                      scan_output_axes=[1], scan_output_directions=[1])]
        state, sums, scanned, parts = x[:1], [], np.zeros(3), []
        for turn in range(100):
            state = state / 2 + turn
            sums.append(state.sum())
        for column in x.T[::-1]:
            scanned = scanned / 2 + column
            parts.insert(0, np.maximum(scanned, 0))
        self.agree(nodes, [state, np.array(sums, np.float32), scanned.astype(np.float32), np.array(parts, np.float32).T],
                   {"many": np.array(100), "yes": np.array(True), "half": np.float32(0.5), "zero": np.array([0]),
                    "one": np.array([1]), "zeros": np.zeros(3, np.float32)}, x)
        model = self.json("inspect", "net.onnx")
        self.assertEqual([op["name"] for op in model["subgraphs"][0]["operators"]].count("WHILE"), 2)

    def test_graphs_in_graphs(self):
        x = np.random.default_rng(1).normal(size=(2, 3)).astype(np.float32)
        up, down = graph("", "p", node("Add", "s x", "p")), graph("", "q", node("Mul", "s half", "q"))
        inner = graph("j c2 r", "d2 r2", node("Identity", "c2", "d2"), node("Tanh", "r", "r1"), node("Add", "r1 s", "r2"))
        body = graph("i c s", "d t", node("Identity", "c", "d"), node("ReduceMax", "s", "m", keepdims=0), node("Less", "m one", "b"),
                     node("If", "b", "v", then_branch=up, else_branch=down), node("Loop", "two none v", "t", body=inner))
        body.node[4].input[1] = ""
        loop = node("Loop", "many yes x", "y0", body=body)
        state = x
        for _ in range(70):
            turned = state + x if state.max() < 1 else state / 2
            for _ in range(2):
                turned = np.tanh(turned) + state
            state = turned
        self.agree([loop], [state], {"many": np.array(70), "two": np.array(2), "yes": np.array(True), "one": np.float32(1),
                                     "half": np.float32(0.5)}, x)

    def test_few_iterations_of_many_operators_become_a_while(self):
        x = np.random.default_rng(1).normal(size=(2, 3)).astype(np.float32)
        steps = [node("Tanh", "r" if k == 0 else f"h{k - 1}", f"h{k}") for k in range(9)]
        inner = graph("j c2 r", "d2 r2", node("Identity", "c2", "d2"), *steps, node("Add", "h8 s", "r2"))
        body = graph("i c s", "d t", node("Identity", "c", "d"), node("Loop", "many none s", "t", body=inner))
        body.node[1].input[1] = ""
        state = x
        for _ in range(64):
            turned = state
            for _ in range(64):
                for _ in range(9):
                    turned = np.tanh(turned)
                turned = turned + state
            state = turned
        self.agree([node("Loop", "many yes x", "y0", body=body)], [state], {"many": np.array(64), "yes": np.array(True)}, x)
        # A slice that depends on the iteration number must know it.
        part = graph("i c s", "d t", node("Identity", "c", "d"), node("Unsqueeze", "i zero", "k"), node("Add", "k one", "l"),
                     node("Slice", "x k l zero", "p"), *[node("Tanh", "s" if k == 0 else f"g{k - 1}", f"g{k}") for k in range(70)], node("Add", "g69 p", "t"))
        y, state = np.random.default_rng(2).normal(size=(64, 3)).astype(np.float32), np.zeros((1, 3))
        for row in y:
            for _ in range(70):
                state = np.tanh(state)
            state = state + row
        self.agree([node("Loop", "many yes first", "y0", body=part)], [state.astype(np.float32)],
                   {"many": np.array(64), "yes": np.array(True), "zero": np.array([0]), "one": np.array([1]),
                    "first": np.zeros((1, 3), np.float32)}, y)

    def test_loops_in_loops_end_with_the_work_that_nook_does_for_one_file(self):
        body = graph("i7 c7 s7", "d7 t7", node("Identity", "c7", "d7"),
                     *[node("Tanh", "s7" if k == 0 else f"h{k - 1}", f"h{k}") for k in range(700)], node("Tanh", "h699", "t7"))
        for k in range(6, -1, -1):
            loop = node("Loop", f"many none s{k}", f"t{k}", body=body)
            loop.input[1] = ""
            body = graph(f"i{k} c{k} s{k}", f"d{k} t{k}", node("Identity", f"c{k}", f"d{k}"), loop)
        self.says_no([node("Loop", "many yes x", "y0", body=body)], "Loop 'y0': ", "its graphs have too many nodes over all iterations",
                     constants={"many": np.array(100), "yes": np.array(True)})

    def test_a_name_inside_hides_the_one_outside(self):
        x = np.arange(6, dtype=np.float32).reshape(2, 3)
        body = graph("i c s", "d t", node("Identity", "c", "d"), node("Mul", "s s", "m"), node("Tanh", "m", "t"))
        nodes = [node("Cast", "x", "m", to=7), node("ReduceMax", "x", "f", keepdims=0), node("Cast", "f", "n", to=7),
                 node("Loop", "n yes x", "y0", body=body),
                 node("Cast", "m", "y1", to=1)]
        state = x
        for _ in range(5):
            state = np.tanh(state * state)
        self.agree(nodes, [state, x], {"yes": np.array(True)}, x)

    def test_convolutions_of_volumes(self):
        random, nodes, wants, constants = np.random.default_rng(2), [], [], {}
        for k, (groups, kernel, strides, pads, dilations) in enumerate((
                (1, (3, 3, 2), (1, 2, 1), [(1, 1), (0, 1), (0, 0)], (1, 1, 2)), (2, (2, 1, 3), (2, 1, 1), [(0, 0), (0, 0), (1, 1)], (1, 1, 1)),
                (1, (1, 3, 3), (1, 1, 1), [(0, 0), (1, 1), (1, 1)], (1, 1, 1)), (1, (3, 1, 1), (1, 1, 1), [(3, 3), (0, 0), (0, 0)], (1, 1, 1)))):
            w, b = random.normal(size=(4, 2 // groups, *kernel)).astype(np.float32), random.normal(size=4).astype(np.float32)
            constants.update({f"w{k}": w, f"b{k}": b})
            seen = windows(X, kernel, strides, pads, dilations, 0)
            each = [np.einsum("nc...t,oct->no...", seen[:, g * 2 // groups:(g + 1) * 2 // groups],
                              w.reshape(4, 2 // groups, -1)[g * 4 // groups:(g + 1) * 4 // groups]) for g in range(groups)]
            wants.append(np.concatenate(each, 1) + b.reshape(1, 4, 1, 1, 1))
            nodes.append(node("Conv", f"x w{k} b{k}", f"y{k}", group=groups, **window_attributes(kernel, strides, pads, dilations)))
        self.agree(nodes, wants, constants)
        # A single slice, as in a clip of one frame: just a convolution of images.
        x = X[:, :, :1]
        self.agree([node("Conv", "x w2", "y0", pads=[0, 1, 1, 0, 1, 1])],
                   [np.einsum("nc...t,oct->no...", windows(x, (1, 3, 3), (1, 1, 1), [(0, 0), (1, 1), (1, 1)], (1, 1, 1), 0),
                              constants["w2"].reshape(4, 2, -1))], {"w2": constants["w2"]}, x)
        kinds = [op["name"] for op in self.json("inspect", "net.onnx", "--io-layout", "nhwc")["subgraphs"][0]["operators"]]
        self.assertEqual([kind for kind in kinds if kind != "RESHAPE"], ["CONV_2D"])

    def test_pools_over_volumes_and_with_gaps(self):
        nodes, wants = [], []
        for x, (kernel, strides, pads, dilations) in (
                (X, ((2, 3, 2), (1, 2, 1), [(1, 0), (1, 1), (0, 1)], (1, 1, 1))), (IMAGE, ((3, 2), (1, 2), [(2, 1), (0, 1)], (2, 3))),
                (IMAGE[:, :, 0], ((3,), (1,), [(1, 1)], (1,))), (X, ((2, 2, 2), (2, 1, 1), [(0, 0), (1, 1), (0, 0)], (1, 3, 2)))):
            name, k = f"r{len(wants)}", len(wants)
            attributes = window_attributes(kernel, strides, pads, dilations)
            nodes += [node("Reshape", f"x s{x.ndim}", name)] if x.size == X.size else [node("Gather", "image zero", name, axis=2)]
            seen, least = windows(x, kernel, strides, pads, dilations, 0), windows(x, kernel, strides, pads, dilations, -np.inf)
            counted = windows(np.ones_like(x), kernel, strides, pads, dilations, 0).sum(-1)
            nodes += [node("MaxPool", name, f"y{k}", **attributes), node("AveragePool", name, f"y{k + 1}", **attributes),
                      node("AveragePool", name, f"y{k + 2}", count_include_pad=1, **attributes),
                      node("LpPool", name, f"y{k + 3}", p=2, **attributes), node("LpPool", name, f"y{k + 4}", p=3, **attributes)]
            wants += [least.max(-1), seen.sum(-1) / counted, seen.mean(-1), np.sqrt((seen ** 2).sum(-1)),
                      (np.abs(seen) ** 3).sum(-1) ** (1 / 3)]
        nodes.insert(0, node("Reshape", "x s4", "image"))
        constants = {"s5": np.array(X.shape), "s4": np.array(IMAGE.shape), "zero": np.array(0)}
        self.agree(nodes, wants, constants, opset=19)
        self.agree([node("GlobalLpPool", "x", "y0", p=2)], [np.sqrt((X ** 2).sum((2, 3, 4), keepdims=True))])

    def test_large_windows_with_gaps_are_refused_at_once(self):
        image = node("Reshape", "x s", "image")
        for kind in ("MaxPool", "AveragePool", "LpPool"):
            for kernel in ([1 << 22, 1 << 22], [1 << 28, 1 << 28], [300, 300]):
                attributes = dict(kernel_shape=kernel, dilations=[1, 2], pads=[k - 1 for k in kernel] * 2)
                self.says_no([image, node(kind, "image", "y0", **attributes)], f"node 1 {kind} 'y0': ",
                             constants={"s": np.array([1, 1, 2, 3])}, opset=19)

    def test_shapes_beyond_64_bits_are_refused(self):
        for shape in ([3, 1 << 62], [1 << 62, 1 << 62, -1], [1 << 40, 1 << 40]):
            self.says_no([node("Reshape", "x s", "y0")], "node 0 Reshape 'y0': its shape does not have as many elements",
                         constants={"s": np.array(shape)})

    def test_where_the_largest_is(self):
        nodes, wants = [], []
        for k, (order, window) in enumerate(((0, ((2, 2), (2, 2), [(0, 0), (0, 0)], (1, 1))), (1, ((3, 2), (1, 2), [(1, 1), (0, 1)], (1, 2))))):
            at = np.arange(30).reshape(6, 5) if order == 0 else np.arange(30).reshape(5, 6).T
            at = np.broadcast_to(at, IMAGE.shape) + 30 * np.arange(8).reshape(1, 8, 1, 1)
            seen = windows(IMAGE, *window, -np.inf)
            places = np.take_along_axis(windows(at, *window, 0), seen.argmax(-1)[..., None], -1)[..., 0]
            nodes.append(node("MaxPool", "x", f"y{2 * k} y{2 * k + 1}", storage_order=order, **window_attributes(*window)))
            wants += [seen.max(-1), places.astype(np.int64)]
        self.agree(nodes, wants, x=IMAGE)

    def test_rest_of_a_division_and_the_largest_as_one(self):
        x = np.array([[-5.5, 5.5, -4, 4, 0.25, -0.25]], np.float32)
        nodes = [node("Mod", "x three", "y0", fmod=1), node("Mod", "x three", "y1"), node("Cast", "x", "i", to=7), node("Mod", "i whole", "y2"),
                 node("Mod", "i whole", "y3", fmod=1), node("Hardmax", "x", "y4"), node("Shrink", "x", "y5", lambd=0.5, bias=0.25)]
        whole = x.astype(np.int64)
        wants = [np.fmod(x, np.float32(3)), np.mod(x, np.float32(3)), np.mod(whole, -3), np.fmod(whole, -3),
                 np.eye(6, dtype=np.float32)[[1]], np.where(x < -0.5, x + 0.25, np.where(x > 0.5, x - 0.25, 0))]
        self.agree(nodes, wants, {"three": np.float32(3), "whole": np.array(-3)}, x)

    def test_functions_of_exponentials_and_values_that_are_not_finite(self):
        x = np.array([[-2.5, -0.4, 0.3, 0.9, 2, 6]], np.float32)
        y, i = 1 / (1 + np.exp(-x)), x.astype(np.int64)
        nodes = [node("Sigmoid", "x", "p"), node("Tan", "x", "y0"), node("Sinh", "x", "y1"), node("Cosh", "x", "y2"), node("Asinh", "x", "y3"),
                 node("Cosh", "x", "c"), node("Acosh", "c", "y4"), node("Atanh", "p", "y5"), node("Cast", "x", "i", to=7),
                 node("Greater", "x p", "g"), node("Where", "g i nine", "y6"), node("Log", "x", "l"), node("IsNaN", "l", "n"),
                 node("Cast", "n", "y7", to=1), node("Relu", "x", "r"), node("Log", "r", "s"), node("IsInf", "s", "q"),
                 node("Cast", "q", "y8", to=1), node("IsInf", "s", "t", detect_negative=0), node("Cast", "t", "y9", to=1)]
        negative = (x < 0).astype(np.float32)
        wants = [np.tan(x), np.sinh(x), np.cosh(x), np.arcsinh(x), np.abs(x), np.arctanh(y), np.where(x > y, i, 9), negative, negative, 0 * x]
        self.agree(nodes, wants, {"nine": np.array(9)}, x)

    def test_the_supported_normalisations(self):
        mean, by = X.mean(-1, keepdims=True), 1 / np.sqrt(X.var(-1, keepdims=True) + 1e-5)
        self.agree([node("LayerNormalization", "x s b", "y0 y1 y2")], [(X - mean) * by * 2 + 1, mean, by],
                   {"s": np.full(5, 2, np.float32), "b": np.ones(5, np.float32)})

    def test_equations_with_dots_and_of_three(self):
        a, b = (np.random.default_rng(k).normal(size=s).astype(np.float32) for k, s in enumerate(((5, 3), (6, 4))))
        rows = [("...c,cd->...d", "x a", [a]), ("...hw,wd,hk->...kd", "x a b", [a, b]), ("n...w", "x", [])]
        wants = [np.einsum(equation, X, *more) for equation, _, more in rows]
        self.agree([node("Einsum", operands, f"y{k}", equation=equation) for k, (equation, operands, _) in enumerate(rows)],
                   [want.astype(np.float32) for want in wants], {"a": a, "b": b})

    def test_parts_are_cropped_and_smaller_images_are_smooth(self):
        x = IMAGE[:, :1]
        roi = np.array([0, 0, 0.2, 0.5, 1, 1, 0.8, 1.5], np.float32)

        def mixed(axis, size, from_, to):
            n, rows = x.shape[axis], []
            for k in range(size):
                at = (from_ + k * (to - from_) / (size - 1)) * (n - 1)
                rows.append(np.maximum(0, 1 - np.abs(np.arange(n) - at)) if 0 <= at <= n - 1 else np.full(n, np.nan))
            return np.array(rows)
        crop = np.einsum("nchw,yh,xw->ncyx", x, mixed(2, 4, 0.2, 0.8), mixed(3, 3, 0.5, 1.5))
        # For rows that are repeated at the borders.
        triangle = np.zeros((3, 6))
        for k in range(3):
            for i in range(-2, 8):
                triangle[k, min(max(i, 0), 5)] += max(0, 1 - abs(i - (k * 2 + 0.5)) / 2) / 2
        nodes = [node("Resize", "x roi none crop", "y0", mode="linear", coordinate_transformation_mode="tf_crop_and_resize",
                      extrapolation_value=7.0),
                 node("Resize", "x none halves", "y1", mode="linear", antialias=1)]
        nodes[0].input[2] = ""
        self.agree(nodes, [np.where(np.isnan(crop), 7, crop), np.einsum("nchw,yh->ncyw", x, triangle)],
                   {"roi": roi, "none": np.zeros(0, np.float32), "crop": np.array([1, 1, 4, 3]),
                    "halves": np.array([1, 1, 0.5, 1], np.float32)}, x, opset=18)

    def test_pads_wrap_around_and_crop(self):
        x = IMAGE[:, :2]
        nodes = [node("Pad", "x around", "y0", mode="wrap"), node("Pad", "x less", "y1"), node("Pad", "x both", "y2", mode="edge")]
        wants = [np.pad(x, [(0, 0), (0, 1), (2, 0), (1, 3)], mode="wrap"), np.pad(x[:, :, 1:, :-2], [(0, 0), (0, 0), (0, 2), (1, 0)]),
                 np.pad(x[:, :, 2:], [(0, 0), (0, 0), (0, 1), (1, 0)], mode="edge")]
        self.agree(nodes, wants, {"around": np.array([0, 0, 2, 1, 0, 1, 0, 3]), "less": np.array([0, 0, -1, 1, 0, 0, 2, -2]),
                                  "both": np.array([0, 0, -2, 1, 0, 0, 1, 0])}, x, opset=19)
        for pads, why in (((-1, -1, -1, 0), "pads: they leave no element"), ((3, 0, 0, 0), "pads: need at most the size of the dimension")):
            self.says_no([node("Pad", "x p", "y0", mode="wrap")], why, constants={"p": np.array(pads)}, opset=19)

    def test_sequences_are_reversed_as_far_as_they_are(self):
        x = np.random.default_rng(1).normal(size=(4, 3, 2)).astype(np.float32)
        want, other = x.copy(), x.copy()
        for n, length in enumerate((1, 4, 2)):
            want[:length, n] = x[:length, n][::-1]
        for n, length in enumerate((3, 1, 2, 2)):
            other[n, :length] = x[n, :length][::-1]
        nodes = [node("ReverseSequence", "x a", "y0"), node("ReverseSequence", "x b", "y1", time_axis=1, batch_axis=0)]
        self.agree(nodes, [want, other], {"a": np.array([1, 4, 2]), "b": np.array([3, 1, 2, 2])}, x)

    def test_masks_and_parts_of_constants_are_computed_before(self):
        x = np.random.default_rng(1).normal(size=(4, 4)).astype(np.float32)
        k = np.arange(32, dtype=np.float32).reshape(4, 8)
        nodes = [node("ConstantOfShape", "four", "ones", value=numpy_helper.from_array(np.array([True]))), node("Trilu", "ones", "mask", upper=0),
                 node("Where", "mask x least", "y0"), node("Split", "k", "a b", axis=1), node("Mul", "x a", "c"), node("Add", "c b", "y1")]
        self.agree(nodes, [np.where(np.tril(np.ones((4, 4))), x, -9).astype(np.float32), x * k[:, :4] + k[:, 4:]],
                   {"four": np.array([4, 4]), "least": np.float32(-9), "k": k}, x, opset=14)

    def test_elements_are_put_where_is_computed(self):
        x = np.array([[3, 1, 4, 1.5], [-9, 2, 6, 5]], np.float32)
        best, pushed, row = x.argmax(1), x.copy(), x.copy()
        pushed[[0, 1], best], row[best[0] - 1] = 0, 7
        sums = x.copy()
        np.add.at(sums, (slice(None), [1, 1, 3]), x[:, :3])
        nodes = [node("ArgMax", "x", "i", axis=1), node("ScatterElements", "x i zeros", "y0", axis=1), node("Slice", "i from to", "j"),
                 node("Sub", "j one", "k"), node("ScatterND", "x k sevens", "y1"), node("Slice", "x from three axis", "u"),
                 node("ScatterElements", "x at u", "y2", axis=1, reduction="add"),
                 node("ScatterElements", "x at u", "y3", axis=1, reduction="max")]
        most = x.copy()
        np.maximum.at(most, (slice(None), [1, 1, 3]), x[:, :3])
        self.agree(nodes, [pushed, row, sums, most],
                   {"zeros": np.zeros((2, 1), np.float32), "from": np.array([0]), "to": np.array([1]), "three": np.array([3]),
                    "axis": np.array([1]), "one": np.array(1), "sevens": np.full((1, 4), 7, np.float32),
                    "at": np.array([[1, 1, 3], [1, 1, 3]])}, x, opset=18)

    def test_operators_that_onnx_runtime_fuses(self):
        x = np.random.default_rng(9).normal(size=(1, 2, 4, 4)).astype(np.float32)
        w = np.random.default_rng(8).normal(size=(2, 2, 1, 1)).astype(np.float32)
        conv, b = np.einsum("oc,nchw->nohw", w[:, :, 0, 0], x), np.arange(4, dtype=np.float32)
        total = x + conv + b
        normal = (total - total.mean(-1, keepdims=True)) / np.sqrt(total.var(-1, keepdims=True) + 1e-5)
        gelu = np.vectorize(lambda v: v * (1 + math.erf(v / math.sqrt(2))) / 2)
        nodes = [node("FusedConv", "x w", "c", MS, activation="LeakyRelu", activation_params=[0.5]), node("Identity", "c", "y0"),
                 node("FusedConv", "x w none x", "y1", MS, activation="Clip", activation_params=[-0.5, 0.5]), node("Conv", "x w", "v"),
                 node("SkipLayerNormalization", "x v b b b", "y2 m d y3", MS, epsilon=1e-5), node("BiasGelu", "x b", "y4", MS),
                 node("QuickGelu", "x", "y5", MS), node("FusedMatMul", "x x", "y6", MS, alpha=0.5),
                 node("SimplifiedLayerNormalization", "x b", "y7"), node("FusedConv", "x w", "y8", MS, activation="LeakyRelu"),
                 node("FusedConv", "x w", "y9", MS, activation="HardSigmoid")]
        nodes[2].input[2] = ""
        self.agree(nodes, [np.where(conv > 0, conv, conv / 2), np.clip(conv + x, -0.5, 0.5), normal * b + b, total, gelu(x + b),
                           x / (1 + np.exp(-1.702 * x)), x @ x / 2, x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5) * b,
                           np.where(conv > 0, conv, conv / 100), np.clip(0.2 * conv + 0.5, 0, 1)],
                   {"w": w, "b": b}, x, domains=(MS,))

    def test_unused_results_are_accepted(self):
        """Old exporters name the mask of a Dropout and the statistics of a BatchNormalization in trained networks."""
        ones = np.ones(8, np.float32)
        nodes = [node("Dropout", "x", "d mask", ratio=0.5), node("BatchNormalization", "d one none none one", "y0 mean var saved_mean saved_var",
                                                                 epsilon=0.0)]
        self.agree(nodes, [IMAGE], {"one": ones, "none": 0 * ones}, IMAGE, opset=7)

    def test_a_constant_that_a_node_quantizes_has_the_integers_of_the_model(self):
        w, zero = np.linspace(-2, 2, 5, dtype=np.float32), np.uint8(113)
        nodes = [node("QuantizeLinear", "w s z", "q"), node("Cast", "q", "c", to=1), node("Mul", "x c", "y0")]
        self.agree(nodes, [X * (np.round(w / np.float32(0.05)) + 113)], {"w": w, "s": np.float32(0.05), "z": zero}, opset=13)

    def test_shrinking_with_a_threshold_below_zero(self):
        self.agree([node("Shrink", "x", "y0", lambd=-0.5, bias=2.0)], [np.where(X < 0.5, X + 2, X - 2)])

    def test_whole_numbers_change_their_sign(self):
        nodes = [node("Cast", "x", "i", to=6), node("Neg", "i", "y0"), node("Abs", "i", "y1"), node("Relu", "i", "y2")]
        x = np.float32([[-2e9, -7, 0, 3]])
        i = x.astype(np.int32)
        self.agree(nodes, [-i, np.abs(i), np.maximum(i, 0)], x=x)

    def test_rounding_to_few_bits_as_networks_are_trained_for_them(self):
        constants = {"s": np.float32(0.25), "none": np.float32(0), "two": np.float32(2), "four": np.float32(4), "three": np.float32(3),
                     "w": X[0, :, 0, :2, :2], "each": np.array([0.5, 0.1], np.float32).reshape(2, 1, 1), "image": np.array([1, 2, 2, 2])}
        domains = ("onnx.brevitas", "qonnx.custom_op.general", "finn.custom_op.general")
        nodes = [node("Quant", "x s none four", "y0", domain=domains[0], signed=1, narrow=1),
                 node("Quant", "x s two three", "y1", domain=domains[1], signed=0, narrow=0, rounding_mode="FLOOR"),
                 node("Quant", "w each none three", "q", domain=domains[2], signed=1, narrow=0), node("Slice", "x a b axes", "c"),
                 node("Reshape", "c image", "i"), node("Mul", "i q", "y2"), node("BipolarQuant", "x s", "y3", domain=domains[0])]
        constants |= {"a": np.array([0, 0, 0]), "b": np.array([1, 2, 2]), "axes": np.array([2, 3, 4])}
        weights = np.round(np.clip(constants["w"] / constants["each"], -4, 3)) * constants["each"]
        self.agree(nodes, [np.round(np.clip(X / 0.25, -7, 7)) * np.float32(0.25),
                           (np.floor(np.clip(X / 0.25 + 2, 0, 7)) - 2) * np.float32(0.25), X[:, :, 0, :2, :2] * weights,
                           np.where(X >= 0, np.float32(0.25), np.float32(-0.25))], constants,
                   domains=domains)

    def test_weights_of_four_bits_in_blocks(self):
        random = np.random.default_rng(4)
        q, zero, scale = random.integers(-8, 8, (6, 4)), random.integers(-2, 3, (2, 4)), random.uniform(0.1, 1, (2, 4)).astype(np.float32)
        real = ((q - zero.repeat(3, 0)) * scale.repeat(3, 0)).astype(np.float32)
        x = random.normal(size=(1, 6)).astype(np.float32)
        nodes = [node("DequantizeLinear", "q s z", "w", axis=0, block_size=3), node("MatMul", "x w", "y0"),
                 node("DequantizeLinear", "q one", "v"), node("MatMul", "x v", "y1")]
        model = models.model(nodes, {"x": x.shape}, {"y0": [1, 4], "y1": [1, 4]}, {"s": scale, "one": np.float32(0.5)}, 21)
        for name, values in (("q", q), ("z", zero)):
            halves = (values.ravel() & 15).astype(np.uint8)
            model.graph.initializer.append(onnx.TensorProto(name=name, dims=values.shape, data_type=22,
                                                            raw_data=(halves[::2] | halves[1::2] << 4).tobytes()))
        onnx.save(model, str(self.folder / "net.onnx"))
        (self.folder / "in").mkdir(exist_ok=True)
        x.tofile(self.folder / "in/run0_input0.bin")
        self.done("run", "net.onnx", "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force")
        for k, want in enumerate((x @ real, x @ (q * 0.5))):
            np.testing.assert_allclose(np.fromfile(self.folder / f"out/run0_output{k}.bin", np.float32), want.ravel(), rtol=1e-4, atol=1e-4)


if __name__ == "__main__":
    cli.main()
