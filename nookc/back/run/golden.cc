#include "nookc/back/run/golden.h"

#include <charconv>

#include "nookc/core/json.h"
#include "nookc/core/read_file.h"

namespace nookc {
namespace {

using Json = nlohmann::json;

Diag malformed(const std::filesystem::path& file, const std::string& what) {
  return {Exit::kInputOutput, "N4009", file.string(), what, "docs/formats.md describes the file"};
}

std::optional<int64_t> integer(const Json& row, const char* key, int64_t most) {
  const auto at = row.find(key);
  if (at == row.end()) return std::nullopt;
  return whole_number(*at, -1, most);
}

std::optional<std::string> text_at_key(const Json& row, const char* key) {
  const auto at = row.find(key);
  if (at == row.end() || !at->is_string()) return std::nullopt;
  return at->get<std::string>();
}

}  // namespace

Result<std::vector<GoldenTensor>> read_golden_tensors(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "run0_tensors.json", data_file = folder / "run0_tensors.bin";
  std::vector<GoldenTensor> tensors;
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return tensors;
  const Result<Json> json = read_json(file, malformed(file, ""));
  if (!json) return json.diag();
  const Json& all = *json;
  if (!all.is_array()) return malformed(file, "need a JSON list of tensors");
  std::vector<std::byte> data;
  const bool has_data = std::filesystem::exists(data_file, error);
  if (has_data) {
    Result<std::vector<std::byte>> read = read_file(data_file);
    if (!read) return read.diag();
    data = *std::move(read);
  }
  for (size_t i = 0; i < all.size(); ++i) {
    const Json& row = all[i];
    const auto op = integer(row, "op", INT32_MAX), tensor = integer(row, "tensor", INT32_MAX),
               size = integer(row, "bytes", INT64_MAX), offset = integer(row, "offset", INT64_MAX);
    const auto dtype = text_at_key(row, "dtype"), hash = text_at_key(row, "fnv1a64");
    const std::string at = "tensor " + std::to_string(i) + " of the list";
    if (!op || !tensor || !size || !offset || !dtype || !hash || *size < 0 || *offset < 0)
      return malformed(file, at + " lacks one of op, tensor, dtype, bytes, offset, fnv1a64");
    if (*op < 0) continue;
    GoldenTensor t{static_cast<int32_t>(*op), static_cast<int32_t>(*tensor), *dtype, *size, 0, std::nullopt};
    const auto end = hash->data() + hash->size();
    if (std::from_chars(hash->data(), end, t.hash, 16).ptr != end)
      return malformed(file, at + ": fnv1a64 is not a hexadecimal number");
    if (has_data) {
      if (static_cast<size_t>(*offset) + static_cast<size_t>(*size) > data.size())
        return malformed(data_file, at + " ends after the end of the file");
      const auto start = data.begin() + *offset;
      t.data.emplace(start, start + *size);
    }
    tensors.push_back(std::move(t));
  }
  return tensors;
}

}  // namespace nookc
