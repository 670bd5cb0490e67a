"""Files that are not .tflite: each kind is recognized, and the message gives the command that converts it to a model."""
import bz2
import gzip
import io
import pickle
import shlex
import subprocess
import tarfile
import unittest
import zipfile

from cli import DIGITS, INPUT_OUTPUT, UNSUPPORTED, CommandCase, main


def zipped(*names):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in names:
            archive.writestr(name, b"x" * 100)
    return file.getvalue()


def tarred():
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("model.tflite"))
    return file.getvalue()


def field(number, content):
    """A length-delimited field of a protobuf message."""
    assert len(content) < 128
    return bytes([number << 3 | 2, len(content)]) + content


HDF5 = b"\x89HDF\r\n\x1a\n" + bytes(100)
SAVED_MODEL = b"\x08\x01" + field(2, field(1, field(2, b"operators") + field(4, b"serve")))
FROZEN = field(1, field(1, b"images") + field(2, b"Placeholder"))
CORE_ML = b"\x08\x04" + field(2, field(1, field(1, b"image") + field(3, b"type")))
KINDS = {  # file: content, name of its kind, words of the hint
    "net.keras": (zipped("metadata.json", "config.json", "model.weights.h5"), "Keras", "from_keras_model"),
    "net.h5": (HDF5 + b'model_config {"class_name": "Functional"}', "Keras", "load_model('net.h5')"),
    "weights.h5": (HDF5, "HDF5", "load them in the script"),
    "script.pt": (zipped("script/data.pkl", "script/code/__torch__.py", "script/constants.pkl"), "TorchScript",
                  "torch.jit.load('script.pt')"),
    "state.pth": (zipped("archive/data.pkl", "archive/data/0"), "PyTorch", "torch.onnx.export"),
    "old.pth": (b"\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", "PyTorch", "torch.onnx.export"),
    "net.pkl": (pickle.dumps({"a": 1}), "pickle", "export the network there"),
    "x.npz": (zipped("x.npy", "y.npy"), "NumPy", "nook evaluate"),
    "x.npy": (b"\x93NUMPY\x01\x00", "NumPy", "nook evaluate"),
    "some.zip": (zipped("readme.txt"), "zip", "unzip some.zip"),
    "face.task": (zipped("face.tflite", "labels.txt"), "an archive with a .tflite in it", "unzip face.task '*.tflite'"),
    "net.pt2": (zipped("serialized_exported_program.json", "version"), "torch.export", "torch.export.load('net.pt2')"),
    "linear.pte": (b"\x1c\0\0\0ET12" + bytes(40), "an ExecuTorch program", "torch.onnx.export()"),
    "headed.pte": (b"\x1c\0\0\0ET12eh00" + bytes(40), "an ExecuTorch program", "torch.onnx.export()"),
    "net.engine": (b"ftrt" + bytes(60), "TensorRT", "made from"),
    "net.rknn": (b"RKNN" + bytes(60), "Rockchip", "made from"),
    "net.hef": (b"\x01HEF" + bytes(60), "Hailo", "made from"),
    "net.kmodel": (b"LDMK" + bytes(60), "Kendryte", "made from"),
    "llama.gguf": (b"GGUF" + bytes(60), "a language model", "no microcontroller"),
    "net.param": (b"7767517\n3 3\nInput data 0 1 data\n", "ncnn", "converted from"),
    "net.xml": (b'<?xml version="1.0"?>\n<net name="net" version="11">\n<layers>\n', "OpenVINO", "converted from"),
    "net.prototxt": (b'name: "net"\nlayer {\n  name: "data"\n}\n', "Caffe", "converted from"),
    "net-symbol.json": (b'{"nodes": [], "arg_nodes": []}', "MXNet", "converted from"),
    "net.cfg": (b"[net]\nbatch=1\n[convolutional]\n", "Darknet", "converted from"),
    "config.json": (b'{"class_name": "Sequential", "config": {}}', "Keras network", "from_keras_model"),
    "checkpoint": (b'model_checkpoint_path: "model.ckpt-1"\n', "checkpoint", "TFLiteConverter"),
    "net.bz2": (bz2.compress(b"x" * 100), "bzip2", "bunzip2 -k net.bz2"),
    "net.zst": (b"\x28\xb5\x2f\xfd" + bytes(60), "zstd", "zstd -dk net.zst"),
    "net.7z": (b"7z\xbc\xaf\x27\x1c" + bytes(60), "7z", "7z x net.7z"),
    "net.rar": (b"Rar!\x1a\x07" + bytes(60), "RAR", "unrar x net.rar"),
    "annexed.tflite": (b"/annex/objects/SHA256E-s100--00.tflite\n", "git-annex", "git annex get annexed.tflite"),
    "net.dvc": (b"outs:\n- md5: 00\n  path: net.tflite\n", "DVC", "dvc pull net.dvc"),
    "program.elf": (b"\x7fELF\x02\x01" + bytes(60), "a program", "built from"),
    "cat.jpg": (b"\xff\xd8\xff\xe0" + bytes(60), "a picture", "nook evaluate"),
    "yes.wav": (b"RIFF\x24\0\0\0WAVEfmt " + bytes(60), "a sound", "nook evaluate"),
    "paper.pdf": (b"%PDF-1.4\n" + bytes(60), "a PDF", "download"),
    "holes.tflite": (bytes(4096), "nothing but zeros", "fetch the file again"),
    "missing.tflite": (b"404: Not Found", "a text that begins with '404: Not Found'", "curl -fL"),
    "denied.tflite": (b'{"error": "Repository not found"}\n', "a text that begins with", "curl -fL"),
    "marked.tflite": (b"\xef\xbb\xbf<html><body>", "web page", "/raw/"),
    "xhtml.tflite": (b'<?xml version="1.0"?>\n<!DOCTYPE html>\n<html>', "web page", "/raw/"),
    "upper.h": (b"const unsigned char model[] PROGMEM = {0x1C,0X00,0x00,0x00,\n0x54,0x46,0x4C,0x33,0x14};", "in C", "xxd -r -p"),
    "w.safetensors": (b"\x40\0\0\0\0\0\0\0" + b'{"a":{}}' + bytes(64), "safetensors", "torch.onnx.export"),
    "saved_model.pb": (SAVED_MODEL, "SavedModel", "tflite_convert --saved_model_dir=. "),
    "frozen.pb": (FROZEN, "frozen TensorFlow graph", "--graph_def_file=frozen.pb"),
    "net.mlmodel": (CORE_ML, "Core ML", "torch.onnx.export"),
    "pointer.tflite": (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\n", "Git LFS",
                       "git lfs pull --include pointer.tflite"),
    "page.tflite": (b"\n\n<!DOCTYPE html>\n<html>", "web page", "/raw/"),
    "model.tflite.gz": (gzip.compress(DIGITS.read_bytes()), "gzip", "gunzip -k model.tflite.gz"),
    "model.tar.gz": (gzip.compress(tarred()), "gzip", "tar xzf model.tar.gz"),
    "model.tar": (tarred(), "tar", "tar xf model.tar"),
    "model.json": (b'{"format": "layers-model", "modelTopology": {}}', "TensorFlow.js", "tensorflowjs_converter"),
    "model.cc": (b"alignas(16) const unsigned char g_model[] = {\n  0x1c, 0x00, 0x00, 0x00, 0x54, 0x46, 0x4c, 0x33,",
                 "in C", "xxd -r -p"),
}


class Kinds(CommandCase):
    def test_each_kind_has_its_name_and_its_way_out(self):
        for name, (content, kind, way_out) in KINDS.items():
            with self.subTest(name):
                (self.folder / name).write_bytes(content)
                self.refused(UNSUPPORTED, "N3035", "analyze", name, says=(f"{name}: is ", kind, "hint: ", way_out))

    def test_every_command_knows_them(self):
        (self.folder / "net.h5").write_bytes(KINDS["net.h5"][0])
        for command in (("compile", "net.h5", "--target", "host", "-o", "out"), ("inspect", "net.h5"),
                        ("run", "net.h5", "--input-dir", ".", "--output-dir", "out"), ("plan", "net.h5"),
                        ("supported-ops", "--model", "net.h5")):
            self.refused(UNSUPPORTED, "N3035", *command, says=("net.h5: is a Keras model",))

    def test_folders(self):
        (self.folder / "saved").mkdir()
        self.refused(INPUT_OUTPUT, "N4001", "analyze", "saved", says=("saved: is a folder, need a file",))
        (self.folder / "saved" / "saved_model.pb").write_bytes(SAVED_MODEL)
        command = "tflite_convert --saved_model_dir=saved --output_file=saved.tflite"
        self.refused(UNSUPPORTED, "N3035", "analyze", "saved", says=("SavedModel", command))
        self.refused(UNSUPPORTED, "N3035", "analyze", "saved/saved_model.pb", says=("--saved_model_dir=saved ",))

    def test_a_command_may_be_pasted_whatever_the_name(self):
        for name in ("my model.gz", "it's.gz", "$(touch x).gz", "-k.gz", "a;b.gz"):
            (self.folder / name).write_bytes(gzip.compress(b"hello"))
            hint = self.run_nook("analyze", f"./{name}").stderr.split("hint: ")[1].strip()
            self.assertEqual(shlex.split(hint), ["gunzip", "-k", f"./{name}"])
        (self.folder / "it's $HOME.h5").write_bytes(KINDS["net.h5"][0])
        hint = self.run_nook("analyze", "it's $HOME.h5").stderr.split("hint: ")[1].strip()
        self.assertTrue(hint.startswith("python3 -c "))
        word = hint[len("python3 -c "):]
        code = subprocess.run(["sh", "-c", "printf %s " + word], capture_output=True, text=True).stdout
        self.assertIn("load_model('it\\'s $HOME.h5')", code)

    def test_a_file_of_unknown_kind_is_not_a_sound_model(self):
        for content in (b"", b"hello", b"\x08\x01\x12", b"\x0a\x80\x80\x80\x80\x80\x80", bytes(range(64)),
                        field(1, field(1, b"a"))):
            (self.folder / "x").write_bytes(content)
            self.refused(UNSUPPORTED, "N3002", "analyze", "x")
        for name, (content, _, _) in KINDS.items():  # every truncation of a file gives a single error
            for length in range(0, min(len(content), 80)):
                (self.folder / "cut").write_bytes(content[:length])
                if length % 7 == 0:
                    self.assertEqual(self.run_nook("inspect", "cut").returncode, UNSUPPORTED, (name, length))

    def test_a_model_remains_a_model_whatever_it_is_called(self):
        (self.folder / "x.h5").write_bytes(DIGITS.read_bytes())
        self.done("inspect", "x.h5")


if __name__ == "__main__":
    main()
