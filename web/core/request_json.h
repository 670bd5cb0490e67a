// The request of a JavaScript caller, as an object whose keys are the options of `nook compile`: {"target":
// "cortex-m4", "input_in_scratch": true, "disable_pass": ["views"]}.
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "nookc/request/request.h"

namespace nookc::web {

struct Asked {
  Request request;
  std::string asked_target;                    // empty: none
  std::string layout = "model", io = "model";  // --io-layout, --io
  std::vector<std::string> input_shapes;       // --input-shape
  std::vector<std::string> input_values;       // --input-value
  std::vector<std::string> states;             // --state
  std::string signature;                       // --signature; empty: the first
  std::string format = "c";                    // or "standalone"
  bool events = false, declare_memory = false, linker_script = false;
  std::string command_line;  // the equivalent command: "nook compile kws.tflite --target cortex-m4"
};

// `file` is the name of the model. Diags N2000: an unknown key, or an invalid value; N2080, N2081.
Result<Asked> parse_options(const nlohmann::json& options, const std::string& file);

}  // namespace nookc::web
