#include "nookc/import/file_kind.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "nookc/core/read_file.h"
#include "nookc/import/graph_def.h"

namespace nookc {
namespace {

using View = std::string_view;
namespace fs = std::filesystem;

// Web pages and texts show their kind at the beginning.
constexpr size_t kHead = 4096;

View beginning(View bytes) { return bytes.substr(0, kHead); }
bool contains(View bytes, View word) { return bytes.find(word) != View::npos; }

bool is_hdf5(View bytes) { return bytes.starts_with("\x89HDF\r\n\x1a\n"); }
bool is_zip(View bytes) { return bytes.starts_with("PK\x03\x04"); }
// Names of members are stored uncompressed in every part of a zip.
bool is_keras_zip(View bytes) {
  return is_zip(bytes) && contains(bytes, "model.weights.h5") && contains(bytes, "config.json");
}
bool is_keras_hdf5(View bytes) { return is_hdf5(bytes) && contains(bytes, "model_config"); }
bool is_torchscript(View bytes) {
  return is_zip(bytes) && contains(bytes, "/constants.pkl") && contains(bytes, "/code/");
}
bool is_torch_zip(View bytes) { return is_zip(bytes) && contains(bytes, "/data.pkl"); }
bool is_npz(View bytes) { return is_zip(bytes) && contains(bytes, ".npy"); }
bool is_npy(View bytes) { return bytes.starts_with("\x93NUMPY"); }
bool is_pickle(View bytes) {
  return bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5;
}
// The magic number that torch.save() wrote before it wrote zips.
bool is_torch_pickle(View bytes) {
  return is_pickle(bytes) && contains(beginning(bytes), View("\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 10));
}
bool is_safetensors(View bytes) {
  return bytes.size() > 9 && bytes.substr(8, 2) == "{\"" && bytes.substr(5, 3) == View("\0\0\0", 3);
}
bool is_lfs(View bytes) { return bytes.starts_with("version https://git-lfs.github.com/spec/"); }
bool is_gzip(View bytes) { return bytes.starts_with("\x1f\x8b"); }
bool is_xz(View bytes) { return bytes.starts_with(View("\xfd\x37zXZ\0", 6)); }
bool is_tar(View bytes) { return bytes.size() > 262 && bytes.substr(257, 5) == "ustar"; }
bool is_tfjs(View bytes) { return bytes.starts_with('{') && contains(bytes, "\"modelTopology\""); }
bool is_html(View bytes) {
  const View text = beginning(bytes).substr(
      std::min(beginning(bytes).size(), beginning(bytes).find_first_not_of(" \t\r\n")));
  const auto begins = [&](View word) {
    return text.size() >= word.size() &&
           std::equal(word.begin(), word.end(), text.begin(),
                      [](char a, char b) { return a == (b | ('A' <= b && b <= 'Z' ? 32 : 0)); });
  };
  return begins("<!doctype html") || begins("<html");
}
// "TFL3" in a C array as xxd writes it.
bool is_c_array(View bytes) { return contains(beginning(bytes), "0x54, 0x46, 0x4c, 0x33"); }

// Quotes `to` for a shell command.
std::string quoted(const std::string& path) {
  const bool plain =
      !path.empty() && path[0] != '-' && std::all_of(path.begin(), path.end(), [](unsigned char c) {
        return std::isalnum(c) || c == '.' || c == '/' || c == '_' || c == '-';
      });
  if (plain) return path;
  std::string text = path[0] == '-' ? "'./" : "'";
  for (const char c : path) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

// Quotes for a Python string inside "..." of a shell command.
std::string in_python(const std::string& path) {
  std::string text = "'";
  for (const char c : path)
    text += c == '\''                          ? "\\\\'"
            : c == '\\'                        ? "\\\\\\\\"
            : c == '"' || c == '$' || c == '`' ? std::string("\\") + c
                                               : std::string(1, c);
  return text + "'";
}

// Replaces the end of a path.
std::string ending(const std::string& file, const char* end) {
  fs::path path = file;
  while (!path.has_filename() && path.has_parent_path()) path = path.parent_path();  // a folder with '/'
  return path.replace_extension(end).string();
}

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
  return "a pickle is Python's: export the network there, from Keras with tf.lite.TFLiteConverter, "
         "from PyTorch with torch.onnx.export()";
}

struct Kind {
  bool (*is)(View);
  const char* name;
  std::string (*way_out)(const std::string& file);
};
// The first match counts: special kinds come before general ones.
constexpr Kind kKinds[] = {
    {is_keras_zip, "a model of Keras (.keras)", from_keras},
    {is_keras_hdf5, "a model of Keras (HDF5)", from_keras},
    {is_hdf5, "an HDF5 file", from_weights},
    {is_torchscript, "a model of TorchScript", from_torchscript},
    {is_torch_zip, "a file of PyTorch", from_torch},
    {is_torch_pickle, "a file of PyTorch (before 1.6)", from_torch},
    {is_pickle, "a pickle of Python", from_pickle},
    {is_npz, "an archive of NumPy arrays (.npz)", from_array},
    {is_npy, "a NumPy array (.npy)", from_array},
    {is_zip, "a zip archive", from_zip},
    {is_safetensors, "a file of weights (safetensors)", from_torch},
    {is_saved_model, "a SavedModel of TensorFlow", from_saved_model_file},
    {is_core_ml, "a model of Core ML", from_core_ml},
    {is_frozen_graph, "a frozen graph of TensorFlow", from_frozen},
    {is_lfs, "a pointer of Git LFS, not the file", from_lfs},
    {is_html, "a web page", from_html},
    {is_gzip, "compressed with gzip", from_gzip},
    {is_xz, "compressed with xz", from_xz},
    {is_tar, "a tar archive", from_tar},
    {is_tfjs, "a model of TensorFlow.js", from_tfjs},
    {is_c_array, "the bytes of a .tflite in C", from_c_array},
};

Diag diag_of(const std::string& file, const std::string& name, const std::string& way_out) {
  return {Exit::kUnsupported, "N3035", file, "is " + name + ", need a .tflite or .onnx", way_out};
}

}  // namespace

std::optional<Diag> other_kind(std::span<const std::byte> bytes, const std::string& file) {
  const View view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const Kind& kind : kKinds)
    if (kind.is(view)) return diag_of(file, kind.name, kind.way_out(file));
  return std::nullopt;
}

std::optional<Diag> other_kind_of_folder(const fs::path& folder) {
  std::error_code error;
  const std::string name = folder.string();
  if (fs::exists(folder / "saved_model.pb", error))
    return diag_of(name, "a SavedModel of TensorFlow",
                   "tflite_convert --saved_model_dir=" + quoted(name) +
                       " --output_file=" + quoted(ending(name, ".tflite")));
  if (fs::exists(folder / "Manifest.json", error) && fs::exists(folder / "Data", error))
    return diag_of(name, "a package of Core ML", from_core_ml(name));
  return std::nullopt;
}

Result<std::vector<std::byte>> read_model(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error))
    if (const std::optional<Diag> kind = other_kind_of_folder(path)) return *kind;
  return read_file(path);
}

}  // namespace nookc
