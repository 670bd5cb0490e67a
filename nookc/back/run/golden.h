// Reference results in a folder: run{k}_output{j}.bin and, if present, the intermediate tensors.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// The content of one tensor after run 0.
struct GoldenTensor {
  int32_t op = -1;      // operator of the model that writes it
  int32_t tensor = -1;  // its number in the model
  std::string dtype;    // "int8"
  int64_t bytes = 0;
  uint64_t hash = 0;                           // FNV-1a of the bytes
  std::optional<std::vector<std::byte>> data;  // present if run0_tensors.bin is
};

// Reads run0_tensors.json: a list of {op, tensor, dtype, bytes, offset, fnv1a64 (hexadecimal)} in the order
// of execution; run0_tensors.bin has the bytes at `offset`. Tensors that no operator writes (op -1) are
// omitted. Empty if there is no such file. Diag N4009: it is malformed.
Result<std::vector<GoldenTensor>> read_golden_tensors(const std::filesystem::path& folder);

}  // namespace nookc
