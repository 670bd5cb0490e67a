// Files that are not a .tflite: what they are, and the command that turns them into a model for nook.
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

// The same for a folder: SavedModel, a Core ML package.
std::optional<Diag> other_kind_of_folder(const std::filesystem::path& folder);

// Reads a model's file. Diag as read_file(); N3035: a folder that other_kind_of_folder() knows.
Result<std::vector<std::byte>> read_model(const std::filesystem::path& path);

}  // namespace nookc
