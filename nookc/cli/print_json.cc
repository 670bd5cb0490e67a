#include "nookc/cli/print_json.h"

#include <cstdio>

namespace nookc {

void print_json(const nlohmann::ordered_json& json) {
  std::puts(json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
}

}  // namespace nookc
