// Files that are no .tflite: what they are, and the command that makes a model for nook of them.
#pragma once
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// Diag N3035 for a file of a kind that is known: Keras, HDF5, PyTorch, TorchScript, SavedModel, a frozen
// graph, Core ML, TensorFlow.js, safetensors, arrays, C sources, archives, web pages, pointers of Git LFS.
// Nothing for any other. The work is bounded by the size of the file.
std::optional<Diag> other_kind(std::span<const std::byte> bytes, const std::string& file);

// Likewise for a folder: SavedModel, a package of Core ML.
std::optional<Diag> other_kind_of_folder(const std::filesystem::path& folder);

// The bytes of a model's file. Diag as read_file(); N3035: a folder that other_kind_of_folder() knows.
Result<std::vector<std::byte>> read_model(const std::filesystem::path& path);

}  // namespace nookc
