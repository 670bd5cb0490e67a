// JSON that people write: problems, pools, plans, expected tensors.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "nookc/core/diag.h"

namespace nookc {

// Nothing that nook reads is as deep; what goes through values recursively needs a bound.
inline constexpr int kMaxJsonDepth = 32;

// Where it is no JSON, is nested deeper than kMaxJsonDepth or has a key twice in one object: `otherwise`,
// with what is wrong and where.
Result<nlohmann::json> parse_json(std::string_view text, Diag otherwise);

// A whole number within bounds.
std::optional<int64_t> whole_number(const nlohmann::json& json, int64_t least, int64_t most);

// A value as messages quote it: not much of it where it is long.
std::string excerpt(const nlohmann::json& json);

}  // namespace nookc
