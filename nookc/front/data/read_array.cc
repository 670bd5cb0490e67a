#include "nookc/core/bytes.h"
#include "nookc/core/read_file.h"
#include "nookc/core/text.h"
#include "nookc/front/data/npy.h"

namespace nookc {
namespace {

std::string names_of(const std::vector<NamedArray>& arrays) {
  std::vector<std::string> names;
  for (const NamedArray& a : arrays) names.push_back("'" + printable(a.name) + "'");
  return join_text(names);
}

}  // namespace

Result<Array> read_array(const std::filesystem::path& path, const std::string& name) {
  Result<Bytes> bytes = read_file(path);
  if (!bytes) return bytes.diag();
  const bool zip = bytes->size() >= 2 && (*bytes)[0] == std::byte{'P'} && (*bytes)[1] == std::byte{'K'};
  if (!zip) return parse_npy(std::move(*bytes), path.string());
  Result<std::vector<NamedArray>> arrays = parse_npz(*bytes, path.string());
  if (!arrays) return arrays.diag();
  if (name.empty() && arrays->size() == 1) return std::move((*arrays)[0].array);
  for (NamedArray& a : *arrays)
    if (!name.empty() && a.name == name) return std::move(a.array);
  return Diag{Exit::kInputOutput, "N4023", path.string(),
              name.empty() ? "need one array, have " + std::to_string(arrays->size())
                           : "there is no array '" + name + "'",
              "arrays of this file: " + names_of(*arrays)};
}

}  // namespace nookc
