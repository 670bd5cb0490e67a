// An error as JSON: what the command prints with --json, what Python raises and what the page shows.
#pragma once
#include <nlohmann/json.hpp>

#include "nookc/core/diag.h"

namespace nookc {

// {"error": {exit code where what hint}} (docs/errors.md).
nlohmann::ordered_json error_json(const Diag& diag);

}  // namespace nookc
