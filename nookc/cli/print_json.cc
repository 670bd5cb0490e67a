#include "nookc/cli/print_json.h"

#include <cstdio>

#include "nookc/cli/in_process.h"

namespace nookc {

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

void print_json(const Cli& cli, const nlohmann::ordered_json& json) {
  if (cli.in_process)
    cli.in_process->said = json_text(json);
  else
    std::puts(json_text(json).c_str());
}

}  // namespace nookc
