// Recognizes files that are not a .tflite, and gives the command that converts them to a model for nook.
#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// Diag N3035 for a known kind of file: Keras, HDF5, PyTorch, TorchScript, SavedModel, a frozen graph, Core
// ML, TensorFlow.js, safetensors, arrays, C sources, archives, web pages, Git LFS pointers. Nothing for any
// other file. The work is bounded by the size of the file.
std::optional<Diag> other_kind(std::span<const std::byte> bytes, const std::string& file);

// Like other_kind(), for a folder: SavedModel, a Core ML package.
std::optional<Diag> other_kind_of_folder(const std::filesystem::path& folder);

// Reads a model file. Diags as read_file(); N3035: a folder that other_kind_of_folder() recognizes.
Result<std::vector<std::byte>> read_model(const std::filesystem::path& path);

}  // namespace nookc
