// An error as JSON, which the command prints with --json, Python raises and the page shows.
#pragma once
#include <nlohmann/json.hpp>

#include "nookc/core/diag.h"

namespace nookc {

// {"error": {exit code where what hint}} (docs/errors.md).
nlohmann::ordered_json error_json(const Diag& diag);

}  // namespace nookc
