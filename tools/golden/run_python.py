"""Runs a model with an installed Python module: run_python.py MODEL INPUTS OUTPUTS

.tflite in ai_edge_litert, tflite_runtime or tensorflow, .onnx in onnxruntime: the first that is installed. Files
as in run_tflite.c; prints the module. Exit code 77: none is installed."""
import importlib
import pathlib
import sys

NONE = 77


def first_module(names):
    for name in names:
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    return None


def elements(path, dtype, shape, np):
    """The values of an input; unknown dimensions are 1."""
    values = np.fromfile(path, dtype)
    shape = [n if isinstance(n, int) and n > 0 else 1 for n in shape]
    if values.size != np.prod(shape, dtype=int):
        sys.exit(f"{path} has {values.size} elements, need {shape}")
    return values.reshape(shape)


def stored(dtype, np):
    """nook's substitutes for types that it does not compute with."""
    dtype = np.dtype(dtype)
    if dtype in (np.int64, np.uint64, np.uint32):
        return np.dtype(np.int32)
    return np.dtype(np.float32) if dtype in (np.float64, np.float16) else dtype


def runs_of(folder):
    k = 0
    while (folder / f"run{k}_input0.bin").exists():
        yield k
        k += 1


def run_tflite(np, model, inputs, outputs):
    module = first_module(["ai_edge_litert.interpreter", "tflite_runtime.interpreter"])
    name = module and module.__name__.split(".")[0]
    if not module and (tensorflow := first_module(["tensorflow"])):
        module, name = tensorflow.lite, f"tensorflow {tensorflow.__version__}"
    if not module:
        sys.exit(NONE)
    interpreter = module.Interpreter(model_path=str(model))
    interpreter.allocate_tensors()
    for k in runs_of(inputs):
        for i, detail in enumerate(interpreter.get_input_details()):
            path = inputs / f"run{k}_input{i}.bin"
            interpreter.set_tensor(detail["index"], elements(path, detail["dtype"], list(map(int, detail["shape"])), np))
        interpreter.invoke()
        for j, detail in enumerate(interpreter.get_output_details()):
            interpreter.get_tensor(detail["index"]).tofile(outputs / f"run{k}_output{j}.bin")
    print(name)


def run_onnx(np, model, inputs, outputs):
    module = first_module(["onnxruntime"])
    if not module:
        sys.exit(NONE)
    options = module.SessionOptions()
    options.graph_optimization_level = module.GraphOptimizationLevel.ORT_DISABLE_ALL  # as in the file
    session = module.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    types = {"tensor(float)": np.float32, "tensor(double)": np.float64, "tensor(bool)": np.bool_}
    for k in runs_of(inputs):
        feeds = {}
        for i, given in enumerate(session.get_inputs()):
            dtype = types.get(given.type) or np.dtype(given.type[len("tensor("):-1])
            feeds[given.name] = elements(inputs / f"run{k}_input{i}.bin", stored(dtype, np), given.shape, np).astype(dtype)
        for j, value in enumerate(session.run(None, feeds)):
            value.astype(stored(value.dtype, np)).tofile(outputs / f"run{k}_output{j}.bin")
    print(f"onnxruntime {module.__version__}")


def main():
    np = first_module(["numpy"])
    if not np:
        sys.exit(NONE)
    model, inputs, outputs = map(pathlib.Path, sys.argv[1:4])
    is_tflite = model.read_bytes()[4:8] == b"TFL3"
    (run_tflite if is_tflite else run_onnx)(np, model, inputs, outputs)


if __name__ == "__main__":
    main()
