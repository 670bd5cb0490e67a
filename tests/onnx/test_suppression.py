#!/usr/bin/python3
"""NonMaxSuppression of ONNX and NON_MAX_SUPPRESSION_V4 and V5 of .tflite, in both engines, compared with numpy."""
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent), str(pathlib.Path(__file__).resolve().parents[1] / "cli"),
                str(pathlib.Path(__file__).resolve().parents[2] / "tools")]
import models  # noqa: E402
from models import node, np, onnx  # noqa: E402
import cli  # noqa: E402
from modelgen import tflite  # noqa: E402
from modelgen.graph import Graph, Operator, Tensor  # noqa: E402


def corners(box, centred):
    """The lower and the upper corner."""
    if centred:
        x, y, width, height = box
        return np.array([y - height / 2, x - width / 2]), np.array([y + height / 2, x + width / 2])
    return np.minimum(box[:2], box[2:]), np.maximum(box[:2], box[2:])


def share(a, b, centred):
    (a0, a1), (b0, b1) = corners(a, centred), corners(b, centred)
    areas = [np.prod(a1 - a0), np.prod(b1 - b0)]
    common = np.prod(np.maximum(np.minimum(a1, b1) - np.maximum(a0, b0), 0))
    return common / (sum(areas) - common) if min(areas) > 0 else 0.0


def chosen(boxes, scores, most, overlap, least, centred=False, sigma=0, inclusive=False):
    """[(box, score)], the best one first, again and again."""
    left, found = {i: float(s) for i, s in enumerate(scores) if least is None or s > least}, []
    while left and len(found) < most:
        best = min(left, key=lambda i: (-left[i], i))
        found.append((best, left.pop(best)))
        for i in list(left):
            common = share(boxes[i].astype(float), boxes[best].astype(float), centred)
            if common > overlap or (inclusive and common >= overlap):
                del left[i]
                continue
            left[i] *= np.exp(-0.5 / sigma * common ** 2) if sigma else 1
            if least is not None and left[i] <= least:
                del left[i]
    return found


class SuppressionTest(cli.CommandCase):
    def run_on(self, model, arrays, count):
        """[outputs] of each engine, as bytes."""
        folder = self.folder / "in"
        folder.mkdir(exist_ok=True)
        for i, array in enumerate(arrays):
            array.tofile(folder / f"run0_input{i}.bin")
        made = []
        for engine in ("compiled", "interpreter"):
            self.done("run", model, "--input-dir", "in", "--output-dir", "out", "--target", "host", "--force", "--engine", engine)
            made.append([(self.folder / f"out/run0_output{k}.bin").read_bytes() for k in range(count)])
        self.assertEqual(made[0], made[1])
        return made[0]

    def test_boxes_of_every_class_and_image_equal_the_definition(self):
        random = np.random.default_rng(1)
        for batch, classes, count, most, least, centred in ((1, 1, 10, 3, None, 0), (2, 3, 12, 4, 0.3, 0), (1, 2, 8, 100, 0.2, 1)):
            boxes = random.uniform(0, 4, (batch, count, 4)).astype(np.float32)
            scores = random.uniform(0, 1, (batch, classes, count)).astype(np.float32)
            constants = {"most": np.array([most]), "iou": np.array([0.25], np.float32)}
            names = "boxes scores most iou"
            if least is not None:
                constants["least"], names = np.array([least], np.float32), names + " least"
            rows = batch * classes * min(most, count)
            net = models.model([node("NonMaxSuppression", names, "y", center_point_box=centred)],
                               {"boxes": boxes.shape, "scores": scores.shape}, {"y": [rows, 3]}, constants, opset=17)
            net.graph.output[0].type.tensor_type.elem_type = onnx.TensorProto.INT64
            (self.folder / "net.onnx").write_bytes(net.SerializeToString())
            have, = self.run_on("net.onnx", (boxes, scores), 1)
            want = [(b, c, i) for b in range(batch) for c in range(classes)
                    for i, _ in chosen(boxes[b], scores[b, c], most, 0.25, least, bool(centred))]
            self.assertGreater(len(want), 0)
            want += [(-1, -1, -1)] * (rows - len(want))
            np.testing.assert_array_equal(np.frombuffer(have, np.int32).reshape(-1, 3), want)

    def test_a_value_that_is_only_known_at_run_time_is_named(self):
        shapes = {"boxes": [1, 4, 4], "scores": [1, 1, 4]}
        for names, more, words in (("boxes scores", {}, "max_output_boxes_per_class: need at least 1"),
                                   ("boxes scores most", {"most": [1]}, "max_output_boxes_per_class is computed when the model runs")):
            net = models.model([node("NonMaxSuppression", names, "y")], {**shapes, **more}, {"y": [4, 3]}, {}, opset=17)
            (self.folder / "net.onnx").write_bytes(net.SerializeToString())
            self.refused(cli.UNSUPPORTED, "N3033", "inspect", "net.onnx", says=(words,))

    def test_tensorflow_lites_operators_are_the_definition(self):
        random = np.random.default_rng(2)
        for kind, sigma in (("NON_MAX_SUPPRESSION_V4", None), ("NON_MAX_SUPPRESSION_V5", 0.0), ("NON_MAX_SUPPRESSION_V5", 0.5)):
            count, most, overlap, least = 14, 9, 0.4, 0.1
            graph, real = Graph("net"), np.float32
            boxes, scores = graph.add(Tensor("boxes", (count, 4))), graph.add(Tensor("scores", (count,)))
            operands = [boxes, scores, graph.add(Tensor("most", (), "INT32", data=np.array(most, np.int32)))]
            for k, value in enumerate((overlap, least) if sigma is None else (overlap, least, sigma)):
                operands.append(graph.add(Tensor(f"limit{k}", (), data=np.array(value, real))))
            results = [graph.add(Tensor("y", (most,), "INT32"))]
            if sigma is not None:
                results.append(graph.add(Tensor("best", (most,))))
            results.append(graph.add(Tensor("count", (), "INT32")))
            graph.inputs, graph.outputs = [boxes, scores], results
            graph.operators = [Operator(kind, operands, results, {})]
            tflite.write(graph, self.folder / "net.tflite")
            x = random.uniform(0, 4, (count, 4)).astype(real), random.uniform(0, 1, count).astype(real)
            have = self.run_on("net.tflite", x, len(results))
            want = chosen(*x, most, float(real(overlap)), float(real(least)), sigma=sigma or 0, inclusive=True)
            zeros = [0] * (most - len(want))
            self.assertEqual(np.frombuffer(have[0], np.int32).tolist(), [i for i, _ in want] + zeros)
            self.assertEqual(np.frombuffer(have[-1], np.int32).tolist(), [len(want)])
            if sigma is not None:
                np.testing.assert_allclose(np.frombuffer(have[1], real), [s for _, s in want] + zeros, rtol=1e-5)


if __name__ == "__main__":
    cli.main()
