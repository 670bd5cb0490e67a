"""Files of other formats in which one count is large and everything else is small: ONNX, NumPy, PNG, JPEG, JSON, CSV,
TOML."""
import json
import pathlib
import struct
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SINE = ROOT / "models/sine/sine.tflite"
DIGITS_FLOAT = ROOT / "models/digits/digits_float.tflite"

# ------------------------------------------------------------------ ONNX: protocol buffers by hand


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7f | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def text(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def attribute(name, value):
    made = text(1, name)
    if isinstance(value, int):
        return text(5, made + number(20, 2) + number(3, value))
    if isinstance(value, str):
        return text(5, made + number(20, 3) + text(4, value))
    if isinstance(value, bytes):  # a graph
        return text(5, made + number(20, 5) + text(6, value))
    return text(5, made + number(20, 7) + b"".join(number(8, each) for each in value))


def node(op, inputs, outputs, attributes=b""):
    return text(1, b"".join(text(1, name) for name in inputs) + b"".join(text(2, name) for name in outputs) + text(4, op) + attributes)


def interface(field, name, dims, kind=1):
    shape = b"".join(text(1, number(1, dim)) for dim in dims)
    return text(field, text(1, name) + text(2, text(1, number(1, kind) + text(2, shape))))


def floats(name, dims, values):
    return text(5, b"".join(number(1, dim) for dim in dims) + number(2, 1) + text(8, name) + text(9, struct.pack(f"<{len(values)}f", *values)))


def integers(name, values):
    return text(5, number(1, len(values)) + number(2, 7) + text(8, name) + text(9, struct.pack(f"<{len(values)}q", *values)))


def onnx(graph, opset=17, more=b""):
    return number(1, 8) + text(7, graph + text(2, "g")) + text(8, text(1, "") + number(2, opset)) + more


IN, OUT = interface(11, "x", [1, 4]), interface(12, "y", [1, 4])
ONE = node("Relu", ["x"], ["y"])


def names(n, prefix="v"):
    return [f"{prefix}{i}" for i in range(n)]


def chain(op, n, attributes=b""):
    all_names = ["x", *names(n - 1), "y"]
    return b"".join(node(op, [a], [b], attributes) for a, b in zip(all_names, all_names[1:]))


def nested(n):
    """Both branches of each IF run the next one."""
    body = node("Identity", ["x"], ["r"]) + interface(12, "r", [1, 4])
    for _ in range(n):
        body = node("If", ["c"], ["r"], attribute("then_branch", body) + attribute("else_branch", body)) + interface(12, "r", [1, 4])
    return body + interface(11, "c", [], 9) + IN


def deep(n):
    """Nested graphs, each in the attribute of one node."""
    body = node("Identity", ["x"], ["r"]) + interface(12, "r", [1, 4])
    for _ in range(n):
        body = node("If", ["c"], ["r"], attribute("then_branch", body)) + interface(12, "r", [1, 4])
    return body + interface(11, "c", [], 9) + IN


def loop(n):
    """A Loop that carries many values."""
    inner = names(n, "i")
    body = interface(11, "t", [], 7) + interface(11, "c", [], 9) + b"".join(interface(11, name, [1, 4]) for name in inner)
    body += node("Identity", ["c"], ["d"]) + b"".join(node("Relu", [name], ["o" + name]) for name in inner)
    body += interface(12, "d", [], 9) + b"".join(interface(12, "o" + name, [1, 4]) for name in inner)
    turns = text(5, number(2, 7) + text(8, "m") + text(9, struct.pack("<q", 3)))
    return turns + node("Loop", ["m", "", *["x"] * n], ["y", *names(n - 1)], attribute("body", body)) + IN + OUT


def functions(n):
    body = text(7, text(1, "x") + text(2, "y") + text(4, "Relu")) + text(9, text(1, "") + number(2, 17))
    return onnx(ONE + IN + OUT, more=b"".join(text(25, text(1, name) + text(4, "x") + text(5, "y") + body + text(10, "own")) for name in names(n)))


ONNX = {
    "onnx_chain": (20000, lambda n: onnx(chain("Relu", n) + IN + OUT)),
    "onnx_identities": (60000, lambda n: onnx(chain("Identity", n) + IN + OUT)),
    "onnx_transposes": (20000, lambda n: onnx(chain("Transpose", n, attribute("perm", [1, 0])) + interface(11, "x", [2, 4]) + interface(12, "y", [2, 4] if n % 2 == 0 else [4, 2]))),
    "onnx_dead": (30000, lambda n: onnx(ONE + b"".join(node("Tanh", ["x"], [name]) for name in names(n)) + IN + OUT)),
    "onnx_split": (20000, lambda n: onnx(node("Split", ["x", "s"], names(n), attribute("axis", 0)) + integers("s", [1] * n) +
                                         node("Concat", names(n)[::-1], ["y"], attribute("axis", 0)) + interface(11, "x", [n, 2]) + interface(12, "y", [n, 2]))),
    "onnx_split_inner": (20000, lambda n: onnx(node("Split", ["x", "s"], names(n), attribute("axis", 1)) + integers("s", [1] * n) +
                                               node("Concat", names(n)[::-1], ["y"], attribute("axis", 1)) + interface(11, "x", [2, n]) + interface(12, "y", [2, n]))),
    "onnx_concat_of_one": (60000, lambda n: onnx(node("Concat", ["x"] * n, ["y"], attribute("axis", 0)) + IN + interface(12, "y", [n, 4]))),
    "onnx_sum": (60000, lambda n: onnx(node("Sum", ["x"] * n, ["y"]) + IN + OUT)),
    "onnx_max": (20000, lambda n: onnx(node("Max", ["x"] * n, ["y"]) + IN + OUT)),
    "onnx_constants": (60000, lambda n: onnx(ONE + b"".join(node("Constant", [], [name], attribute("value_ints", [1, 2])) for name in names(n)) + IN + OUT)),
    "onnx_folded": (20000, lambda n: onnx(b"".join(node("Add", [a, b], [c]) for a, b, c in zip(["k", *names(n)], ["k"] * n, names(n))) +
                                          floats("k", [1, 4], [1, 2, 3, 4]) + node("Add", ["x", f"v{n - 1}"], ["y"]) + IN + OUT)),
    "onnx_shapes": (20000, lambda n: onnx(b"".join(node("Shape", ["x"], [f"s{i}"]) + node("Reshape", ["x", f"s{i}"], [name]) for i, name in enumerate(names(n))) +
                                          node("Relu", [f"v{n - 1}"], ["y"]) + IN + OUT)),
    "onnx_initializers": (100000, lambda n: onnx(ONE + b"".join(floats(name, [1], [1.0]) for name in names(n)) + IN + OUT)),
    "onnx_attributes": (200000, lambda n: onnx(node("Relu", ["x"], ["y"], b"".join(attribute(name, 1) for name in names(n))) + IN + OUT)),
    "onnx_one_attribute": (200000, lambda n: onnx(node("Relu", ["x"], ["y"], attribute("a", 1) * n) + IN + OUT)),
    "onnx_perm": (1000000, lambda n: onnx(node("Transpose", ["x"], ["y"], attribute("perm", [0] * n)) + IN + OUT)),
    "onnx_axes": (500000, lambda n: onnx(node("ReduceSum", ["x", "a"], ["y"]) + integers("a", [0] * n) + IN + OUT)),
    "onnx_indices": (500000, lambda n: onnx(node("Gather", ["x", "a"], ["y"], attribute("axis", 1)) + integers("a", [1] * n) + IN + interface(12, "y", [1, n]))),
    "onnx_dims": (1000000, lambda n: onnx(ONE + interface(11, "x", [1] * n) + interface(12, "y", [1] * n))),
    "onnx_inputs": (60000, lambda n: onnx(ONE + IN + b"".join(interface(11, name, [1, 4]) for name in names(n)) + OUT)),
    "onnx_outputs": (30000, lambda n: onnx(ONE + IN + OUT + b"".join(node("Tanh", ["x"], [name]) + interface(12, name, [1, 4]) for name in names(n)))),
    "onnx_one_output": (60000, lambda n: onnx(ONE + IN + OUT * n)),
    "onnx_opsets": (200000, lambda n: onnx(ONE + IN + OUT, more=b"".join(text(8, text(1, name) + number(2, 1)) for name in names(n)))),
    "onnx_metadata": (200000, lambda n: onnx(ONE + IN + OUT, more=b"".join(text(14, text(1, name) + text(2, "v")) for name in names(n)))),
    "onnx_value_infos": (100000, lambda n: onnx(ONE + IN + OUT + b"".join(interface(13, name, [1, 4]) for name in names(n)))),
    "onnx_name": (2000000, lambda n: onnx(node("Relu", ["x"], ["n" * n]) + node("Relu", ["n" * n], ["y"]) + IN + OUT)),
    "onnx_doubled_ifs": (8, lambda n: onnx(nested(n))),
    "onnx_deep": (20000, lambda n: onnx(deep(n))),
    "onnx_ifs": (5000, lambda n: onnx(b"".join(node("If", ["c"], [b], attribute("then_branch", node("Relu", [a], ["t"]) + interface(12, "t", [1, 4])) +
                                                    attribute("else_branch", node("Tanh", [a], ["t"]) + interface(12, "t", [1, 4])))
                                               for a, b in zip(["x", *names(n)], [*names(n - 1), "y"])) + interface(11, "c", [], 9) + IN + OUT)),
    "onnx_loop": (10000, lambda n: onnx(loop(n))),
    "onnx_functions": (30000, functions),
    "onnx_einsum": (200000, lambda n: onnx(node("Einsum", ["x", "x"], ["y"], attribute("equation", "ab," * n + "ab->ab")) + IN + OUT)),
}


def onnx_case(most, make):
    def cases(folder, share):
        (folder / "net.onnx").write_bytes(make(max(most // share, 2)))
        size = (folder / "net.onnx").stat().st_size
        yield size, ("convert", "net.onnx", "-o", "net.tflite")
        yield size, ("analyze", "net.onnx", "--target", "cortex-m4")
        if share == 1:
            yield size, ("supported-ops", "--model", "net.onnx")
            yield size, ("inspect", "net.onnx")
    return cases


def beside(folder, share):
    """Tensors that all use the same bytes of an external file."""
    n = 20000 // share
    (folder / "w.bin").write_bytes(bytes(400_000))
    place = text(13, text(1, "location") + text(2, "w.bin"))
    tensors = b"".join(text(5, number(1, 100_000) + number(2, 1) + text(8, name) + number(14, 1) + place) for name in names(n))
    (folder / "net.onnx").write_bytes(onnx(ONE + tensors + IN + OUT))
    yield (folder / "net.onnx").stat().st_size + 400_000, ("convert", "net.onnx", "-o", "net.tflite")


# ------------------------------------------------------------------ samples


def npy(array_bytes, shape, descr="<f4", header=0):
    said = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape) + " " * header
    return b"\x93NUMPY\x02\x00" + struct.pack("<I", len(said) + 1) + said.encode() + b"\n" + array_bytes


def write_samples(folder):
    """Samples of four floats and their labels, for commands that need some."""
    with zipfile.ZipFile(folder / "samples.npz", "w") as file:
        file.writestr("arr_0.npy", npy(struct.pack("<8f", *range(8)), "(2, 4)"))
    (folder / "labels.txt").write_text("0\n1\n")


def quantized(folder, samples):
    path = folder / samples
    size = path.stat().st_size if path.is_file() else sum(file.stat().st_size for file in path.iterdir())
    return size, ("quantize", DIGITS_FLOAT, "--samples", samples, "-o", "q.tflite", "--force")


def npz_members(folder, share):
    with zipfile.ZipFile(folder / "a.npz", "w") as file:
        for i in range(60000 // share):
            file.writestr(f"member_{i}.npy", npy(b"", "(0,)"))
    yield quantized(folder, "a.npz")


def npz_of_zeros(folder, share):
    with zipfile.ZipFile(folder / "a.npz", "w", zipfile.ZIP_DEFLATED) as file, file.open("x.npy", "w") as member:
        count = 8_000_000 // share
        member.write(npy(b"", f"({count}, 4, 16)"))
        for _ in range(count // 1000):
            member.write(bytes(256_000))
    yield quantized(folder, "a.npz")


def npy_header(folder, share):
    for name, file in (("space", npy(bytes(256), "(1, 8, 8, 1)", header=2_000_000 // share)),
                       ("dims", npy(bytes(4), "(" + "1, " * (500_000 // share) + ")")),
                       ("brackets", npy(bytes(4), "(" * (500_000 // share) + "1")),
                       ("digits", npy(bytes(4), "(" + "1" * (500_000 // share) + ",)"))):
        (folder / f"{name}.npy").write_bytes(file)
        yield quantized(folder, f"{name}.npy")


def labels(folder, share):
    (folder / "s.npy").write_bytes(npy(bytes(256), "(1, 8, 8, 1)"))
    (folder / "labels.txt").write_text("1\n" * (2_000_000 // share))
    yield (folder / "labels.txt").stat().st_size, ("evaluate", DIGITS_FLOAT, "--data", "s.npy", "--labels", "labels.txt")


def many_files(folder, share):
    (folder / "s").mkdir()
    for i in range(20000 // share):
        (folder / f"s/run{i}_input0.bin").write_bytes(bytes(4))
    yield quantized(folder, "s")


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, before=b""):
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    data = chunk(b"IDAT", zlib.compress(bytes((width + 1) * height), 9))
    return b"\x89PNG\r\n\x1a\n" + head + before + data + chunk(b"IEND", b"")


def pictures(folder, share):
    n = 40000 // share
    zeros = zlib.compress(bytes(7_900_000), 9)
    for name, file in (("texts", png(8, 8, chunk(b"tEXt", b"a\0b") * n)),
                       ("zipped", png(8, 8, chunk(b"zTXt", b"a\0\0" + zeros) * (n // 80))),
                       ("profiles", png(8, 8, chunk(b"iCCP", b"a\0\0" + zeros) * (n // 80))),
                       ("pieces", png(8, 8, chunk(b"IDAT", b"") * n)),
                       ("palettes", png(8, 8, chunk(b"PLTE", bytes(768)) * n)),
                       ("large", png(8000, 8000))):
        (folder / name).mkdir()
        (folder / name / "a.png").write_bytes(file)
        yield quantized(folder, name)


def jpeg(width, height, scans):
    """A progressive JPEG in grey: its first scan, followed by scans that change nothing."""
    table = bytes([0, *[0, 1] + [0] * 14, 0])  # a single code of two bits
    head = b"\xff\xd8\xff\xdb\x00\x43\x00" + bytes([1] * 64)
    head += b"\xff\xc2" + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\x01\x11\x00"
    head += b"\xff\xc4" + struct.pack(">H", 2 + len(table)) + table
    head += b"\xff\xc4" + struct.pack(">H", 2 + len(table)) + b"\x10" + table[1:17] + b"\xe0"  # an end-of-band run of 2^14 blocks
    first = b"\xff\xda\x00\x08\x01\x01\x00\x00\x00\x00" + bytes((width // 8) * (height // 8) // 4 + 1)
    more = b"\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x00" + bytes(8)
    return head + first + more * scans + b"\xff\xd9"


def scans(folder, share):
    shape = [1, 1, 4000, 4000]
    (folder / "f.onnx").write_bytes(onnx(ONE + interface(11, "x", shape) + interface(12, "y", shape)))
    (folder / "s").mkdir()
    (folder / "s/a.jpg").write_bytes(jpeg(4000, 4000, 40000 // share))
    size = (folder / "s/a.jpg").stat().st_size
    yield size, ("quantize", "f.onnx", "--samples", "s", "-o", "q.tflite")
    (folder / "t").mkdir()
    (folder / "t/a.jpg").write_bytes(b"\xff\xd8" + b"\xff\xfe\x00\x02" * (400000 // share) + jpeg(8, 8, 1)[2:])
    yield quantized(folder, "t")


# ------------------------------------------------------------------ plans


def problem(buffers, **more):
    return json.dumps({"buffers": buffers, **more})


def plans(folder, share):
    n = 40000 // share
    chain_of = [{"name": f"b{i}", "size": 16, "first": i, "last": i + 1} for i in range(n)]
    together = [{"name": f"b{i}", "size": 16 + i % 7, "first": 0, "last": 1} for i in range(n // 2)]
    lives = [{"name": "a", "size": 4, "lives": [[2 * i, 2 * i] for i in range(n)]}, {"name": "b", "size": 4, "first": 0, "last": 2 * n}]
    apart = [{"upper": f"b{i}", "lower": f"b{i + 1}", "bytes": 0} for i in range(n - 1)]
    twice = [{"upper": "b0", "lower": "b1", "bytes": 0}] * n
    csv = "id,lower,upper,size\n" + "".join(f"b{i},{i},{i + 1},16\n" for i in range(n))
    for name, content in (("chain.json", problem(chain_of)), ("together.json", problem(together)), ("lives.json", problem(lives)),
                          ("apart.json", problem(chain_of, separations=apart)), ("twice.json", problem(chain_of[:2], separations=twice)),
                          ("pools.json", problem(chain_of[:2], pools=[{"name": f"p{i}"} for i in range(n)])), ("chain.csv", csv),
                          ("columns.csv", "id,lower,upper,size," + ",".join(names(n)) + "\na,0,1,4" + ",1" * n + "\n"),
                          ("list.json", "[" + "1," * (20 * n) + "1]"), ("keys.json", "{" + ",".join(f'"k{i}": 1' for i in range(4 * n)) + "}"),
                          ("string.json", '{"a": "' + "x" * (100 * n) + '"}'), ("number.json", '{"a": ' + "1" * (20 * n) + "}")):
        (folder / name).write_text(content)
        size = len(content)
        yield size, ("plan", "--problem", name, "-o", "plan.json", "--force")
        if share == 1:
            yield size, ("plan", "--problem", name, "--solver", "greedy", "-o", "plan.csv", "--force")
            yield size, ("map", "--problem", name, "-o", "map.svg", "--force")
            yield size, ("plan", SINE, "--plan", name)
            yield size, ("analyze", SINE, "--target", "host", "--pools", name)
            yield size, ("map", name)
    header = "const int kPlan[] = {" + "1," * (10 * n) + "};"
    for content in (header, "/*" * (50 * n), "{" * (50 * n), "//\n" * (50 * n)):
        (folder / "plan.h").write_text(content)
        yield len(content), ("plan", SINE, "--plan", "plan.h")


def options(folder, share):
    n = 3000 // share
    (folder / "m.tflite").write_bytes(SINE.read_bytes())
    for content in ("".join(f"option-{i} = 1\n" for i in range(n)), "workspace-pool = [" + '"name=a", ' * (4 * n) + "]\n", "#\n" * (10 * n),
                    'name = "' + "x" * (20 * n)):
        (folder / "nook.toml").write_text(content)
        yield len(content), ("analyze", "m.tflite", "--target", "host")
    (folder / "nook.toml").unlink()
    yield 0, ("analyze", "m.tflite", "--target", "host", "--input-shape", ",".join(["1"] * 10000))
    yield 0, ("analyze", "m.tflite", "--target", "host", *["--workspace-pool", "name=a"] * 1000)
    yield 0, ("analyze", "m.tflite", "--target", "host", "--place", ",".join(["x=a"] * 10000))


CASES = {**{name: onnx_case(*case) for name, case in ONNX.items()}, "onnx_beside": beside, "npz_members": npz_members,
         "npz_of_zeros": npz_of_zeros, "npy_header": npy_header, "labels": labels, "many_files": many_files, "pictures": pictures,
         "scans": scans, "plans": plans, "options": options}
