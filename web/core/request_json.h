// The requests of a JavaScript caller, with the options of the commands (options.h).
#pragma once
#include <nlohmann/json.hpp>
#include <string>

#include "nookc/front/data/sample_words.h"
#include "nookc/request/request.h"
#include "nookc/study/quantize/quantize_model.h"

namespace nookc::web {

// How to read the model.
struct AskedBorders {
  std::string layout = "model", io = "model";  // --io-layout, --io
  std::vector<std::string> input_shapes;       // --input-shape
  std::vector<std::string> input_values;       // --input-value
  std::vector<std::string> states;             // --state
  std::string signature;                       // --signature; empty: the first
  std::vector<std::string> unsimplified;       // --no-simplify
};

// `nook compile`.
struct Asked : AskedBorders {
  Request request;
  std::string asked_target;  // empty: none
  std::string format = "c";  // or one of formats()
  std::string archive;       // "mlf", or empty
  bool events = false, declare_memory = false, linker_script = false;
  PackageFacts facts;
  std::string command_line;  // the equivalent command: "nook compile kws.tflite --target cortex-m4"
};

// `nook quantize`; samples, labels and twin name files that the caller passes.
struct AskedQuantize : AskedBorders, QuantizeWords {
  SampleFlags how;
  std::string samples, labels, twin, output;
  std::string command_line;
};

// `nook run`, by the reference kernels.
struct AskedRun : AskedBorders {
  SampleFlags how;
  std::string data;     // empty: random inputs
  std::string against;  // another model on the same inputs; empty: none
  bool layers = false;
};

// A model that takes one input after another or, with a hop, the next frames of its window.
struct AskedListen : AskedBorders {
  Request request;
};

// The weights of an operator, by its number in the model.
struct AskedWeights : AskedBorders {
  int op = 0;
};

// --format without image, which needs a compiler.
std::vector<std::string> formats();

// `file` is the name of the model. Diags N2000: an unknown key, or an invalid value; N2080, N2081.
Result<Asked> parse_options(const nlohmann::json& options, const std::string& file);
Result<AskedQuantize> parse_quantize_options(const nlohmann::json& options, const std::string& file);
Result<AskedRun> parse_run_options(const nlohmann::json& options);
Result<AskedListen> parse_listen_options(const nlohmann::json& options);
Result<AskedWeights> parse_weights_options(const nlohmann::json& options);

// The options of each command: {"compile": [{key flag kind one_of[]}], ...}.
nlohmann::ordered_json options_json();

}  // namespace nookc::web
