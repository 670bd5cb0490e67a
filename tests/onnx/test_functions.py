#!/usr/bin/python3
"""Functions that a model brings along: random ones that call each other, and each rule of how they are called."""
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli")]
import models  # noqa: E402
from models import helper, node, np, numpy_helper, onnx  # noqa: E402
import cli  # noqa: E402

DOMAIN = "pkg.layers"
X = np.random.default_rng(5).normal(size=(2, 3)).astype(np.float32)
OPERATORS = {"Add": np.add, "Sub": np.subtract, "Mul": np.multiply, "Max": np.maximum, "Relu": lambda x: np.maximum(x, 0),
             "Tanh": np.tanh, "Neg": np.negative, "Identity": lambda x: x,
             "LeakyRelu": lambda x, alpha=0.01: np.where(x > 0, x, alpha * x), "Elu": lambda x, alpha=1.0: np.where(x > 0, x, alpha * np.expm1(x))}


def referring(made, **names):
    """The node with attributes that refer to the function's."""
    for name, of_function in names.items():
        attribute = made.attribute.add()
        attribute.name, attribute.ref_attr_name, attribute.type = name, of_function, onnx.AttributeProto.FLOAT
    return made


def function(name, inputs, outputs, nodes, attributes=(), defaults=None, domain=DOMAIN, opset=15, others=(DOMAIN, "pkg.more")):
    made = helper.make_function(domain, name, inputs.split(), outputs.split(), nodes,
                                [helper.make_opsetid("", opset)] + [helper.make_opsetid(one, 1) for one in others], list(attributes))
    for attribute, value in (defaults or {}).items():
        # python3-onnx 1.12 has no attribute_proto (field 11): it is written as the format has it.
        encoded = helper.make_attribute(attribute, value).SerializeToString()
        made.MergeFromString(bytes([11 << 3 | 2, len(encoded)]) + encoded)
    return made


class Random:
    """Random functions with random bodies. Each may call those made before, and refers to its attribute `slope`."""

    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.functions, self.defaults = {}, {}
        for k in range(self.random.integers(1, 5)):
            self.add_function(f"f{k}")
        self.nodes = self.body(["x", "y"], calls=True)[0]

    def pick(self, names):
        return str(self.random.choice(names))

    def body(self, values, calls, slope=False):
        """Nodes over the values, and the names that they compute. Names repeat from body to body."""
        nodes, values, made = [], list(values), []
        for k in range(self.random.integers(2, 6)):
            if calls and self.functions and self.random.random() < 0.6:
                callee = self.functions[self.pick(list(self.functions))]
                some = len(callee.input) - int(self.random.random() < 0.3 and len(callee.input) > 1)
                outs = [f"t{k}_{i}" for i in range(self.random.integers(1, len(callee.output) + 1))]
                one = helper.make_node(callee.name, [self.pick(values) for _ in range(some)], outs, domain=DOMAIN)
                if self.random.random() < 0.5:
                    one.attribute.append(helper.make_attribute("slope", float(self.random.uniform(0.1, 0.9))))
                elif slope and self.random.random() < 0.5:
                    referring(one, slope="slope")
            else:
                op = self.pick(list(OPERATORS))
                count = 2 if op in ("Add", "Sub", "Mul", "Max") else 1
                one = helper.make_node(op, [self.pick(values) for _ in range(count)], [f"t{k}"])
                if slope and op in ("LeakyRelu", "Elu"):
                    referring(one, alpha="slope")
            nodes.append(one)
            values += one.output
            made += one.output
        return nodes, made

    def add_function(self, name):
        inputs = ["x", "y"][:self.random.integers(1, 3)]
        # A call may leave the last operand out: it is optional in Gemm, whose matrix changes nothing here.
        nodes, made = self.body(inputs[:1], calls=True, slope=True)
        if len(inputs) == 2:
            nodes.append(helper.make_node("Constant", [], ["eye"], value=numpy_helper.from_array(np.eye(3, dtype=np.float32))))
            nodes.append(helper.make_node("Gemm", [made[-1], "eye", "y"], ["t9"]))
            made.append("t9")
        outputs = list(dict.fromkeys(self.pick(made + inputs[:1]) for _ in range(2)))
        defaults = {"slope": 0.25} if self.random.random() < 0.5 else {}
        self.functions[name] = function(name, " ".join(inputs), " ".join(outputs), nodes, [] if defaults else ["slope"], defaults)
        self.defaults[name] = defaults

    def model(self):
        last = self.nodes[-1].output[0]
        made = models.model(self.nodes + [node("Add", f"{last} x", "z")], {"x": X.shape, "y": X.shape}, {"z": X.shape}, opset=15, domains=(DOMAIN,))
        made.functions.extend(self.functions.values())
        return made

    def run(self, nodes, values, attributes):
        for one in nodes:
            given = {}
            for a in one.attribute:
                if a.ref_attr_name:
                    if a.ref_attr_name in attributes:
                        given[a.name] = attributes[a.ref_attr_name]
                else:
                    given[a.name] = a.f
            operands = [values.get(name) if name else None for name in one.input]
            if one.op_type == "Constant":
                continue
            if one.op_type == "Gemm":
                results = [operands[0] if operands[2] is None else operands[0] + operands[2]]
            elif one.domain:
                called = self.functions[one.op_type]
                inner = dict(zip(called.input, operands))
                self.run(called.node, inner, {**self.defaults[one.op_type], **given})
                results = [inner[name] for name in called.output]
            else:
                results = [OPERATORS[one.op_type](*operands, **given)]
            values.update(zip(one.output, results))


class Functions(cli.CommandCase):
    def write(self, model):
        (self.folder / "net.onnx").write_bytes(model.SerializeToString())
        return "net.onnx"

    def results(self, model, inputs, engine="compiled"):
        (self.folder / "in").mkdir(exist_ok=True)
        for i, x in enumerate(inputs):
            np.ascontiguousarray(x, np.float32).tofile(self.folder / f"in/run0_input{i}.bin")
        self.done("run", self.write(model), "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force", "--engine", engine)
        return [np.fromfile(self.folder / f"out/run0_output{k}.bin", np.float32) for k in range(len(model.graph.output))]

    def agree(self, model, inputs, *wants):
        for have, want in zip(self.results(model, inputs), wants, strict=True):
            np.testing.assert_allclose(have, np.ravel(want), rtol=1e-5, atol=1e-6)

    def net(self, nodes, functions, **more):
        made = models.model(nodes, {"x": X.shape}, {"y": X.shape}, opset=15, domains=sorted({f.domain for f in functions}), **more)
        made.functions.extend(functions)
        return made

    def test_random_functions_compute_what_their_bodies_do(self):
        for seed in range(8):
            net = Random(seed)
            values = {"x": X, "y": X[::-1]}
            net.run(net.nodes, values, {})
            want = values[net.nodes[-1].output[0]] + X
            for engine in ("compiled", "interpreter"):
                with self.subTest(seed=seed, engine=engine):
                    have = self.results(net.model(), [X, X[::-1]], engine)[0]
                    np.testing.assert_allclose(have, np.ravel(want), rtol=1e-4, atol=1e-5)

    def test_attributes_are_passed_on_or_take_their_defaults(self):
        inner = function("inner", "a", "b", [referring(node("LeakyRelu", "a", "b"), alpha="slope")], [], {"slope": 0.5})
        outer = function("outer", "a", "b", [referring(node("inner", "a", "b", domain=DOMAIN), slope="steep")], ["steep"])
        for attributes, slope in (({"steep": 0.25}, 0.25), ({}, 0.5)):  # an attribute that no caller gives is absent
            self.agree(self.net([node("outer", "x", "y", domain=DOMAIN, **attributes)], [inner, outer]), [X], np.where(X > 0, X, slope * X))
        bare = function("bare", "a", "b", [referring(node("LeakyRelu", "a", "b"), alpha="slope")], ["slope"])
        self.agree(self.net([node("bare", "x", "y", domain=DOMAIN)], [bare]), [X], np.where(X > 0, X, 0.01 * X))
        number = helper.make_node("Constant", [], ["c"])
        referring(number, value_float="slope")
        times = function("times", "a", "b", [number, node("Mul", "a c", "b")], ["slope"])
        self.agree(self.net([node("times", "x", "y", domain=DOMAIN, slope=3.0)], [times]), [X], 3 * X)

    def test_a_function_may_pass_operands_on_and_return_a_value_twice(self):
        same = function("same", "a b", "a b", [])
        self.agree(self.net([node("same", "x x", "t u", domain=DOMAIN), node("Sub", "t u", "v"), node("Add", "v x", "y")], [same]), [X], X)
        self.agree(self.net([node("same", "x", "y", domain=DOMAIN)], [same]), [X], X)

    def test_values_of_the_model_and_of_a_body_may_have_one_name(self):
        body = function("f", "y", "x", [node("Neg", "y", "t"), node("Mul", "t t", "x")])
        nodes = [node("Add", "x x", "t"), node("f", "t", "u", domain=DOMAIN), node("f", "u", "v", domain=DOMAIN), node("Add", "v t", "y")]
        self.agree(self.net(nodes, [body]), [X], (2 * X) ** 4 + 2 * X)

    def test_functions_are_called_inside_branches_and_have_branches(self):
        def graph(result, *nodes):
            return helper.make_graph(list(nodes), "g", [], [helper.make_tensor_value_info(result, 1, None)])
        twice = function("twice", "a", "b", [node("Add", "a a", "b")])
        choose = function("choose", "a q", "b", [node("If", "q", "b", then_branch=graph("t", node("twice", "a", "t", domain=DOMAIN)),
                                                       else_branch=graph("t", node("Neg", "a", "n"), node("twice", "n", "t", domain=DOMAIN)))])
        branches = {"then_branch": graph("r", node("choose", "x q", "r", domain=DOMAIN)), "else_branch": graph("r", node("Relu", "x", "r"))}
        nodes = [node("ReduceSum", "x", "s", keepdims=0), node("Greater", "s low", "q"), node("If", "q", "y", **branches)]
        for x in (np.abs(X), -np.abs(X)):
            want = 2 * x if x.sum() > 0 else np.maximum(x, 0)
            self.agree(self.net(nodes, [twice, choose], constants={"low": np.float32(0)}), [x], want)

    def test_functions_of_one_name_differ_by_domain_and_overload(self):
        def adding(number, domain, overload=""):
            made = function("f", "a", "b", [node("Constant", "", "c", value_float=float(number)), node("Add", "a c", "b")], domain=domain)
            encoded = overload.encode()
            made.MergeFromString(bytes([13 << 3 | 2, len(encoded)]) + encoded)  # python3-onnx 1.12 has no overload
            return made
        second = node("f", "t", "u", domain="b")
        third = node("f", "u", "y", domain="b")
        third.MergeFromString(bytes([8 << 3 | 2, 1]) + b"o")
        self.agree(self.net([node("f", "x", "t", domain="a"), second, third], [adding(1, "a"), adding(10, "b"), adding(100, "b", "o")]), [X], X + 111)

    def test_a_function_states_the_opset_of_its_operators(self):
        # Up to opset 12 Softmax takes all dimensions from the axis on as one.
        x = X.reshape(1, 2, 3)
        old = function("old", "a", "b", [node("Softmax", "a", "b", axis=1)], opset=11)
        made = models.model([node("old", "x", "t", domain=DOMAIN), node("Softmax", "x", "u", axis=1), node("Sub", "t u", "y")],
                            {"x": x.shape}, {"y": x.shape}, opset=15, domains=(DOMAIN,))
        made.functions.append(old)
        flat, along = np.exp(x) / np.exp(x).sum(), np.exp(x) / np.exp(x).sum(1, keepdims=True)
        self.agree(made, [x], flat - along)

    def test_an_operator_of_nook_wins_over_a_function_of_its_name(self):
        gelu = function("Gelu", "a", "b", [node("Neg", "a", "b")], domain="com.microsoft")
        self.results(self.net([node("Gelu", "x", "y", domain="com.microsoft")], [gelu]), [X])
        self.assertEqual([op["name"] for op in self.json("inspect", "net.onnx")["subgraphs"][0]["operators"]], ["GELU"])

    def test_the_obstacle_is_named(self):
        def call(name="f", operands="x", results="y"):
            return node(name, operands, results, domain=DOMAIN)
        deep = [function(f"g{k}", "a", "b", [node(f"g{k + 1}", "a", "b", domain=DOMAIN)]) for k in range(40)]
        wide = [function(f"g{k}", "a", "b", [node(f"g{k + 1}", "a", "c", domain=DOMAIN), node(f"g{k + 1}", "c", "b", domain=DOMAIN)])
                for k in range(31)] + [function("g31", "a", "b", [node("Relu", "a", "b")])]
        for functions, nodes, words in (
                ([function("f", "a", "b", [call("f", "a", "b")])], [call()], "node 0 pkg.layers.f 'y/b': its function calls itself"),
                ([function("f", "a", "b", [call("g", "a", "b")]), function("g", "a", "b", [call("f", "a", "b")])], [call()], "calls itself"),
                ([function("f", "a", "b", [node("Relu", "a", "b")])], [call(operands="x x")], "operands: its function has 1, the node 2"),
                ([function("f", "a", "b", [node("Relu", "a", "b")])], [call(results="y z")], "results: its function has 1, the node 2"),
                ([function("f", "a", "b", [node("Unknown", "a", "b")])], [call()], "node 0 Unknown 'y/b': nook has no such operator"),
                ([function("f", "a", "b", [node("Add", "a x", "b")])], [call()], "it reads 'y/x', which no node computes"),
                ([function("f", "a", "b", [])], [call()], "no node computes it"),
                ([], [call()], "node 0 pkg.layers.f 'y': nook has no such operator, and the model has no function of that name"),
                ([], [referring(node("Elu", "x", "y"), alpha="slope")], "alpha: it refers to 'slope', an attribute of a function"),
                (deep, [call("g0")], "functions call functions, more than 32 deep"), (wide, [call("g0")], "too many nodes in all")):
            self.refused(cli.UNSUPPORTED, "N3033", "inspect", self.write(self.net(nodes, functions)), says=(words,))
        self.refused(cli.UNSUPPORTED, "N3031", "inspect", self.write(self.net([call()], [function("f", "a", "b", [], opset=26)])),
                     says=("opset of function 'f': need 1 to 25, have 26",))


if __name__ == "__main__":
    cli.main()
