#include "nookc/front/import/way_out.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace nookc::way_out {
namespace {

namespace fs = std::filesystem;

// Quotes a path for a shell command.
std::string shell_quoted(const std::string& path) {
  const bool plain =
      !path.empty() && path[0] != '-' && std::all_of(path.begin(), path.end(), [](unsigned char c) {
        return std::isalnum(c) || c == '.' || c == '/' || c == '_' || c == '-';
      });
  if (plain) return path;
  std::string text = path[0] == '-' ? "'./" : "'";
  for (const char c : path) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// Quotes a path as a Python string inside "..." of a shell command.
std::string in_python(const std::string& path) {
  std::string text = "'";
  for (const char c : path)
    text += c == '\''                          ? "\\\\'"
            : c == '\\'                        ? "\\\\\\\\"
            : c == '"' || c == '$' || c == '`' ? std::string("\\") + c
                                               : std::string(1, c);
  return text + "'";
}

// Replaces the suffix of a path.
std::string ending(const std::string& file, const char* end) {
  fs::path path = file;
  // Strips trailing '/' of a folder.
  while (!path.has_filename() && path.has_parent_path()) path = path.parent_path();
  return path.replace_extension(end).string();
}

}  // namespace

std::string quoted(const std::string& path) { return shell_quoted(path); }
std::string with_ending(const std::string& file, const char* end) { return ending(file, end); }

std::string from_keras(const std::string& file) {
  return "python3 -c \"import tensorflow as tf; model = tf.keras.models.load_model(" + in_python(file) +
         "); open(" + in_python(ending(file, ".tflite")) +
         ", 'wb').write(tf.lite.TFLiteConverter.from_keras_model(model).convert())\"";
}
std::string from_weights(const std::string&) {
  return "these may be weights without a network: load them in the script that defines it, "
         "open('model.tflite', 'wb').write(tf.lite.TFLiteConverter.from_keras_model(model).convert())";
}
std::string from_torchscript(const std::string& file) {
  return "python3 -c \"import torch; model = torch.jit.load(" + in_python(file) +
         ").eval(); torch.onnx.export(model, torch.zeros(1, 3, 96, 96), " + in_python(ending(file, ".onnx")) +
         ", opset_version=13)\", with the shape of your input in torch.zeros()";
}
std::string from_torch(const std::string& file) {
  return "it has no network, or needs the Python that defines it: there, torch.onnx.export(model.eval(), "
         "torch.zeros(1, 3, 96, 96), " +
         in_python(ending(file, ".onnx")) +
         ", opset_version=13), with the shape of your input in torch.zeros()";
}
std::string from_saved_model_file(const std::string& file) {
  const fs::path folder = fs::path(file).parent_path();
  return "tflite_convert --saved_model_dir=" + quoted(folder.empty() ? "." : folder.string()) +
         " --output_file=" + quoted((folder / "model.tflite").string());
}
std::string from_frozen(const std::string& file) {
  return "tflite_convert --enable_v1_converter --graph_def_file=" + quoted(file) +
         " --output_file=" + quoted(ending(file, ".tflite")) +
         " --input_arrays=INPUT --output_arrays=OUTPUT, with the names of your graph";
}
std::string from_core_ml(const std::string&) {
  return "it can't be converted to a .tflite: export the original network, from PyTorch with "
         "torch.onnx.export(), "
         "from Keras with tf.lite.TFLiteConverter";
}
std::string from_tfjs(const std::string& file) {
  return "tensorflowjs_converter --input_format=tfjs_layers_model --output_format=keras_saved_model " +
         quoted(file) +
         " saved_model && tflite_convert --saved_model_dir=saved_model --output_file=model.tflite";
}
std::string from_c_array(const std::string& file) {
  return "grep -oE '0x[0-9a-fA-F]{2}' " + quoted(file) + " | cut -c3- | xxd -r -p > " +
         quoted(ending(file, ".tflite"));
}
std::string from_array(const std::string&) {
  return "arrays are samples or labels: nook evaluate MODEL.tflite --data X.npy --labels Y.npy";
}
std::string from_lfs(const std::string& file) {
  return "git lfs pull --include " + quoted(fs::path(file).filename().string());
}
std::string from_html(const std::string&) {
  return "download the file itself: on GitHub the address with /raw/ in place of /blob/, curl -L -o "
         "model.tflite ADDRESS";
}
std::string from_gzip(const std::string& file) {
  const bool tar = file.ends_with(".tgz") || file.ends_with(".tar.gz");
  return (tar ? "tar xzf " : "gunzip -k ") + quoted(file);
}
std::string from_xz(const std::string& file) {
  return (file.ends_with(".tar.xz") ? "tar xJf " : "xz -dk ") + quoted(file);
}
std::string from_tar(const std::string& file) { return "tar xf " + quoted(file); }
std::string from_zip(const std::string& file) { return "unzip " + quoted(file); }
std::string from_pickle(const std::string&) {
  return "only Python reads a pickle: export the network there, from Keras with tf.lite.TFLiteConverter, "
         "from PyTorch with torch.onnx.export()";
}
std::string from_exported_program(const std::string& file) {
  return "python3 -c \"import torch; program = torch.export.load(" + in_python(file) +
         "); torch.onnx.export(program.module(), program.example_inputs[0], " +
         in_python(ending(file, ".onnx")) + ")\"";
}
std::string from_executorch(const std::string&) {
  return "it can't be converted back: export the PyTorch network that it was made from, with "
         "torch.onnx.export()";
}
std::string from_compiled(const std::string&) {
  return "it holds code for one device and can't be converted back: give nook the .tflite or .onnx that it "
         "was "
         "made from";
}
std::string from_converted(const std::string&) {
  return "give nook the .onnx or .tflite that it was converted from, or export the network again, from "
         "PyTorch "
         "with torch.onnx.export(), from TensorFlow with tf.lite.TFLiteConverter";
}
std::string from_checkpoint(const std::string&) {
  return "it has weights alone: restore it in the script that defines the network, and convert that with "
         "tf.lite.TFLiteConverter";
}
std::string from_config(const std::string&) {
  return "it has the layers without their weights: load both in Python and convert them with "
         "tf.lite.TFLiteConverter.from_keras_model(model)";
}
std::string from_paddle(const std::string&) {
  return "paddle2onnx --model_dir . --model_filename NAME.pdmodel --params_filename NAME.pdiparams "
         "--save_file "
         "model.onnx";
}
std::string from_language_model(const std::string&) {
  return "it is a language model with weight formats of its own, which no microcontroller runs";
}
std::string from_bundle(const std::string& file) {
  return "unzip " + quoted(file) + " '*.tflite', and give nook the .tflite";
}
std::string from_bzip2(const std::string& file) { return "bunzip2 -k " + quoted(file); }
std::string from_zstd(const std::string& file) { return "zstd -dk " + quoted(file); }
std::string from_7z(const std::string& file) { return "7z x " + quoted(file); }
std::string from_rar(const std::string& file) { return "unrar x " + quoted(file); }
std::string from_annex(const std::string& file) { return "git annex get " + quoted(file); }
std::string from_dvc(const std::string& file) { return "dvc pull " + quoted(file); }
std::string from_samples(const std::string&) {
  return "pictures and sounds are samples: nook evaluate MODEL.tflite --data FOLDER --labels labels.txt";
}
std::string from_program(const std::string&) {
  return "give nook the model that the program was built from, a .tflite or .onnx";
}
std::string from_text(const std::string&) {
  return "the download may have failed: look at the file, then fetch it again with curl -fL -o model.tflite "
         "ADDRESS";
}
std::string from_zeros(const std::string&) {
  return "the download or the copy was not finished: fetch the file again";
}

}  // namespace nookc::way_out
