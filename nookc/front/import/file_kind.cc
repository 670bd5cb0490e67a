#include "nookc/front/import/file_kind.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

#include "nookc/core/read_file.h"
#include "nookc/core/text.h"
#include "nookc/front/import/graph_def.h"
#include "nookc/front/import/way_out.h"

namespace nookc {
namespace {

using namespace way_out;
using View = std::string_view;
namespace fs = std::filesystem;

// Web pages and texts reveal their kind at the beginning.
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
bool is_exported_program(View bytes) {
  return is_zip(bytes) && (contains(bytes, "serialized_exported_program.json") ||
                           contains(bytes, "archive_format") || contains(bytes, "/models/model.json"));
}
bool is_tflite_bundle(View bytes) { return is_zip(bytes) && contains(bytes, ".tflite"); }
bool is_digit(char c) { return '0' <= c && c <= '9'; }
// The identifier of the flatbuffer, "ET12", or of its header.
bool is_executorch(View bytes) {
  return bytes.size() > 12 && ((bytes.substr(4, 2) == "ET" && is_digit(bytes[6]) && is_digit(bytes[7])) ||
                               bytes.substr(8, 4) == "eh00");
}
bool is_tensorrt(View bytes) { return bytes.starts_with("ftrt") || bytes.starts_with("ptrt"); }
bool is_rknn(View bytes) { return bytes.starts_with("RKNN"); }
bool is_kmodel(View bytes) {
  return bytes.starts_with("LDMK") || bytes.starts_with("KMDL") ||
         (bytes.starts_with(View("\3\0\0\0", 4)) && bytes.size() > 8 && bytes[8] <= 1 && bytes[4] <= 1);
}
bool is_hailo(View bytes) { return bytes.starts_with("\x01HEF"); }
bool is_vivante(View bytes) { return bytes.starts_with("VPMN"); }
bool is_gguf(View bytes) { return bytes.starts_with("GGUF") || bytes.starts_with("LITERTLM"); }
bool is_ncnn(View bytes) { return bytes.starts_with("7767517\n") || bytes.starts_with("7767517\r"); }
bool is_openvino(View bytes) { return contains(beginning(bytes), "<net ") && contains(bytes, "<layers>"); }
bool is_caffe_text(View bytes) {
  const View head = beginning(bytes);
  return contains(head, "layer {") || contains(head, "layers {") || contains(head, "layer{");
}
bool is_mxnet(View bytes) {
  return bytes.starts_with('{') && contains(bytes, "\"arg_nodes\"") && contains(bytes, "\"nodes\"");
}
bool is_darknet(View bytes) { return bytes.starts_with("[net]") || bytes.starts_with("[convolutional]"); }
bool is_keras_config(View bytes) {
  return bytes.starts_with('{') && contains(beginning(bytes), "\"class_name\"");
}
bool is_checkpoint(View bytes) { return bytes.starts_with("model_checkpoint_path:"); }
bool is_bzip2(View bytes) {
  return bytes.starts_with("BZh") && bytes.size() > 4 && bytes.substr(4, 2) == "1A";
}
bool is_zstd(View bytes) { return bytes.starts_with("\x28\xb5\x2f\xfd"); }
bool is_7z(View bytes) { return bytes.starts_with("7z\xbc\xaf\x27\x1c"); }
bool is_rar(View bytes) { return bytes.starts_with("Rar!"); }
bool is_annex(View bytes) { return bytes.size() < 1024 && bytes.starts_with("/annex/objects/"); }
bool is_dvc(View bytes) { return bytes.starts_with("outs:\n") && contains(bytes, "md5:"); }
bool is_elf(View bytes) {
  return bytes.starts_with(
      "\x7f"
      "ELF");
}
bool is_picture(View bytes) { return bytes.starts_with("\x89PNG") || bytes.starts_with("\xff\xd8\xff"); }
bool is_sound(View bytes) { return bytes.starts_with("RIFF") && contains(beginning(bytes), "WAVE"); }
bool is_pdf(View bytes) { return bytes.starts_with("%PDF-"); }
bool is_zeros(View bytes) { return bytes.size() >= 8 && bytes.find_first_not_of('\0') == View::npos; }
// Only printable characters: most often an error message saved as a file.
bool is_text(View bytes) {
  const View head = beginning(bytes);
  return bytes.size() >= 8 && std::ranges::all_of(head, [](unsigned char c) {
           return (c >= ' ' && c != 0x7f) || c == '\n' || c == '\r' || c == '\t';
         });
}
bool is_lfs(View bytes) { return bytes.starts_with("version https://git-lfs.github.com/spec/"); }
bool is_gzip(View bytes) { return bytes.starts_with("\x1f\x8b"); }
bool is_xz(View bytes) { return bytes.starts_with(View("\xfd\x37zXZ\0", 6)); }
bool is_tar(View bytes) { return bytes.size() > 262 && bytes.substr(257, 5) == "ustar"; }
bool is_tfjs(View bytes) { return bytes.starts_with('{') && contains(bytes, "\"modelTopology\""); }
bool is_html(View bytes) {
  const View head = beginning(bytes);
  const View text = head.substr(std::min(head.size(), head.find_first_not_of(" \t\r\n\xef\xbb\xbf")));
  const auto begins = [&](View word) {
    return text.size() >= word.size() &&
           std::equal(word.begin(), word.end(), text.begin(),
                      [](char a, char b) { return a == (b | ('A' <= b && b <= 'Z' ? 32 : 0)); });
  };
  return begins("<!doctype html") || begins("<html") || begins("<head") || begins("<!--") ||
         (begins("<?xml") && contains(head, "<html"));
}
// "TFL3" in a C array as written by xxd, or by other tools with other spacing and case.
bool is_c_array(View bytes) {
  std::string numbers;
  for (const char c : beginning(bytes))
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t') numbers += static_cast<char>(std::tolower(c & 127));
  return contains(numbers, "0x54,0x46,0x4c,0x33");
}

struct Kind {
  bool (*is)(View);
  const char* name;
  std::string (*way)(const std::string& file);
};
// The first match counts, so special kinds come before general ones.
constexpr Kind kKinds[] = {
    {is_keras_zip, "a Keras model (.keras)", from_keras},
    {is_keras_hdf5, "a Keras model (HDF5)", from_keras},
    {is_hdf5, "an HDF5 file", from_weights},
    {is_exported_program, "a torch.export program (.pt2)", from_exported_program},
    {is_torchscript, "a model of TorchScript", from_torchscript},
    {is_torch_zip, "a file of PyTorch", from_torch},
    {is_torch_pickle, "a PyTorch file (before 1.6)", from_torch},
    {is_pickle, "a pickle of Python", from_pickle},
    {is_npz, "an archive of NumPy arrays (.npz)", from_array},
    {is_npy, "a NumPy array (.npy)", from_array},
    {is_tflite_bundle, "an archive with a .tflite in it", from_bundle},
    {is_zip, "a zip archive", from_zip},
    {is_executorch, "an ExecuTorch program (.pte)", from_executorch},
    {is_tensorrt, "a TensorRT engine", from_compiled},
    {is_rknn, "compiled for a Rockchip NPU (.rknn)", from_compiled},
    {is_hailo, "compiled for a Hailo accelerator (.hef)", from_compiled},
    {is_vivante, "compiled for a VeriSilicon NPU (.nb)", from_compiled},
    {is_kmodel, "compiled for a Kendryte KPU (.kmodel)", from_compiled},
    {is_gguf, "a language model (GGUF, LiteRT-LM)", from_language_model},
    {is_safetensors, "a file of weights (safetensors)", from_torch},
    {is_saved_model, "a SavedModel of TensorFlow", from_saved_model_file},
    {is_core_ml, "a Core ML model", from_core_ml},
    {is_frozen_graph, "a frozen TensorFlow graph", from_frozen},
    {is_lfs, "a Git LFS pointer, not the file", from_lfs},
    {is_html, "a web page", from_html},
    {is_gzip, "compressed with gzip", from_gzip},
    {is_xz, "compressed with xz", from_xz},
    {is_tar, "a tar archive", from_tar},
    {is_tfjs, "a TensorFlow.js model", from_tfjs},
    {is_c_array, "the bytes of a .tflite in C", from_c_array},
    {is_mxnet, "a network of MXNet", from_converted},
    {is_keras_config, "the description of a Keras network (JSON)", from_config},
    {is_openvino, "a network of OpenVINO", from_converted},
    {is_ncnn, "a network of ncnn", from_converted},
    {is_caffe_text, "a network of Caffe", from_converted},
    {is_darknet, "a network of Darknet", from_converted},
    {is_checkpoint, "a checkpoint of TensorFlow", from_checkpoint},
    {is_bzip2, "compressed with bzip2", from_bzip2},
    {is_zstd, "compressed with zstd", from_zstd},
    {is_7z, "a 7z archive", from_7z},
    {is_rar, "a RAR archive", from_rar},
    {is_annex, "a git-annex pointer, not the file", from_annex},
    {is_dvc, "a DVC pointer, not the file", from_dvc},
    {is_elf, "a program or library", from_program},
    {is_picture, "a picture", from_samples},
    {is_sound, "a sound", from_samples},
    {is_pdf, "a PDF", from_text},
    {is_zeros, "nothing but zeros", from_zeros},
};

std::string first_line(View bytes) {
  constexpr size_t kShown = 60;
  return printable(bytes.substr(0, std::min(bytes.find_first_of("\r\n"), kShown)));
}

Diag diag_of(const std::string& file, const std::string& name, const std::string& way_out) {
  return {Exit::kUnsupported, "N3035", file, "is " + name + ", need a .tflite or .onnx", way_out};
}

}  // namespace

std::optional<Diag> other_kind(std::span<const std::byte> bytes, const std::string& file) {
  const View view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (const Kind& kind : kKinds)
    if (kind.is(view)) return diag_of(file, kind.name, kind.way(file));
  if (is_text(view))
    return diag_of(file, "a text that begins with '" + first_line(view) + "'", from_text(file));
  return std::nullopt;
}

std::optional<Diag> other_kind_of_folder(const fs::path& folder) {
  std::error_code error;
  const std::string name = folder.string();
  if (fs::exists(folder / "saved_model.pb", error))
    return diag_of(name, "a SavedModel of TensorFlow",
                   "tflite_convert --saved_model_dir=" + quoted(name) +
                       " --output_file=" + quoted(with_ending(name, ".tflite")));
  if (fs::exists(folder / "Manifest.json", error) && fs::exists(folder / "Data", error))
    return diag_of(name, "a Core ML package", from_core_ml(name));
  return std::nullopt;
}

Result<std::vector<std::byte>> read_model(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error))
    if (const std::optional<Diag> kind = other_kind_of_folder(path)) return *kind;
  return read_file(path);
}

}  // namespace nookc
