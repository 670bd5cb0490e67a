// JSON that users write: problems, pools, plans, expected tensors.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "nookc/core/diag.h"

namespace nookc {

// The limit on nesting. nook's own formats are shallower, and recursive code needs a bound.
inline constexpr int kMaxJsonDepth = 32;

// If the text is not JSON, is nested deeper than kMaxJsonDepth or repeats a key in one object, returns
// `otherwise`, extended by the error and its position.
Result<nlohmann::json> parse_json(std::string_view text, Diag otherwise);
// Parses a file like parse_json(); returns the diag of read_file() if it can't be read.
Result<nlohmann::json> read_json(const std::filesystem::path& file, Diag otherwise);

// Reads a whole number within bounds.
std::optional<int64_t> whole_number(const nlohmann::json& json, int64_t least, int64_t most);

// Formats a value for a message; long values are cut.
std::string excerpt(const nlohmann::json& json);

}  // namespace nookc
