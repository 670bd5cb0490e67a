#include "nookc/front/import/graph_def.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace nookc {
namespace {

using View = std::string_view;

// Consumes the tag of the length-delimited field `number` and returns its content.
std::optional<View> take_field(View& bytes, int number) {
  if (bytes.empty() || static_cast<uint8_t>(bytes[0]) != (number << 3 | 2)) return std::nullopt;
  uint64_t length = 0;
  size_t at = 1;
  for (int shift = 0; shift < 35; shift += 7) {
    if (at == bytes.size()) return std::nullopt;
    const uint8_t byte = static_cast<uint8_t>(bytes[at++]);
    length |= uint64_t{byte & 127u} << shift;
    if (byte < 128) break;
  }
  if (length > bytes.size() - at) return std::nullopt;
  const View content = bytes.substr(at, length);
  bytes.remove_prefix(at + length);
  return content;
}

// Consumes the version in field 1.
std::optional<int> take_version(View& bytes) {
  if (bytes.size() < 2 || bytes[0] != '\x08' || bytes[1] < 1) return std::nullopt;
  const int version = bytes[1];
  bytes.remove_prefix(2);
  return version;
}

bool is_printable(View text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

// MetaInfoDef: begins with its operator list, or is short and contains tags.
bool is_meta_graph(View bytes) {
  const std::optional<View> info = take_field(bytes, 1);
  return info && (info->starts_with('\x12') || info->find("serve") != View::npos);
}

}  // namespace

bool is_saved_model(View bytes) {
  if (take_version(bytes) != 1) return false;
  const std::optional<View> graph = take_field(bytes, 2);
  return graph && is_meta_graph(*graph);
}

// A Core ML model: a description that begins with the input features; error messages use their names.
bool is_core_ml(View bytes) {
  constexpr int kNewest = 20;
  const std::optional<int> version = take_version(bytes);
  if (!version || *version > kNewest) return false;
  std::optional<View> description = take_field(bytes, 2);
  std::optional<View> feature = description ? take_field(*description, 1) : std::nullopt;
  const std::optional<View> name = feature ? take_field(*feature, 1) : std::nullopt;
  return name && is_printable(*name);
}

// A frozen graph: nodes, each with a name and an operator.
bool is_frozen_graph(View bytes) {
  std::optional<View> node = take_field(bytes, 1);
  const std::optional<View> name = node ? take_field(*node, 1) : std::nullopt;
  const std::optional<View> op = name ? take_field(*node, 2) : std::nullopt;
  return op && is_printable(*name) && is_printable(*op) && (*op)[0] >= 'A' && (*op)[0] <= 'Z';
}

}  // namespace nookc
