"""A reader of Model Library Format archives, written from the format's description, version 7.

It asserts the properties that tools for such archives rely on, and knows nothing about the writer.
"""
import datetime
import json
import pathlib
import struct
import tarfile

LIST_OF_ARRAYS = 0xF7E58D4F05049CB7  # first word of a file of parameters
# The options that may follow a target kind that generates C.
TARGET_OPTIONS = ("keys", "mcpu", "march")
FOLDERS = ("codegen", "parameters", "src", "runtime", "executor-config", "templates")


def read_parameters(data):
    """Names and arrays of a file of parameters, as bytes."""
    def take(form):
        nonlocal data
        size = struct.calcsize(form)
        assert len(data) >= size, "the file of parameters ends early"
        values, data = struct.unpack(form, data[:size]), data[size:]
        return values

    assert take("<QQ") == (LIST_OF_ARRAYS, 0), "no file of parameters"
    names = [take(f"{take('<Q')[0]}s")[0].decode() for _ in range(take("<Q")[0])]
    (arrays,) = take("<Q")
    assert arrays == len(names), "as many arrays as names"
    assert arrays == 0 and not data, "nook has its weights elsewhere"
    return {}


def read_target(text):
    """{option: value} of a target that generates C."""
    kind, *options = text.split(" ")
    assert kind == "c", f"the kind of target {text!r}"
    found = {}
    for option in options:
        assert option.startswith("-") and "=" in option, f"{option!r} of target {text!r}"
        name, value = option[1:].split("=", 1)
        assert name in TARGET_OPTIONS and name not in found and value, f"{option!r} of target {text!r}"
        found[name] = value
    return found


class ModelLibrary:
    def __init__(self, path):
        self.path = path
        with tarfile.open(path) as archive:
            members = archive.getmembers()
            names = [member.name for member in members]
            assert len(names) == len(set(names)), "a member is there twice"
            for member in members:
                assert member.isfile(), f"{member.name} is no file"
                assert member.name.startswith("./"), f"{member.name} is not below ./"
                parts = pathlib.PurePosixPath(member.name).parts
                assert ".." not in parts, member.name
                assert parts[0] in (*FOLDERS, "metadata.json"), member.name
            self.metadata = json.load(archive.extractfile("./metadata.json"))
            for name in names:
                if name.endswith(".params"):
                    self.parameters = read_parameters(archive.extractfile(name).read())
        assert self.metadata["version"] == 7
        (name, self.module), = self.metadata["modules"].items()
        assert self.module["model_name"] == name
        datetime.datetime.strptime(self.module["export_datetime"], "%Y-%m-%d %H:%M:%SZ")
        assert self.module["style"] == "full-model" and self.module["executors"] == ["aot"]
        self.targets = [read_target(target) for target in self.module["target"]]
        assert len(self.targets) == 1
        assert isinstance(self.module["external_dependencies"], list)
        functions = self.module["memory"]["functions"]
        (self.main,) = functions["main"]
        for field in ("device", "workspace_size_bytes", "constants_size_bytes", "io_size_bytes"):
            assert isinstance(self.main[field], int) and self.main[field] >= 0, field
        for side in ("inputs", "outputs"):
            for tensor in self.main[side].values():
                assert isinstance(tensor["size"], int) and isinstance(tensor["dtype"], str)
        listed = [function["function_name"] for function in functions["operator_functions"]]
        assert len(listed) == len(set(listed)), "a function is listed twice"
        for function in functions["operator_functions"]:
            for workspace in function["workspace"]:
                assert workspace["workspace_size_bytes"] >= 0 and isinstance(workspace["device"], int)
        assert f"./src/{name}.tflite" in names and f"./parameters/{name}.params" in names
        code = (name, f"tvmgen_{name}")  # the interface of nook or of microTVM
        assert any(f"./codegen/host/include/{each}.h" in names and f"./codegen/host/src/{each}.c" in names for each in code)

    def extract(self, folder):
        with tarfile.open(self.path) as archive:
            archive.extractall(folder)
