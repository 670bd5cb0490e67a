// Answers to a JavaScript caller (core.cc lists the requests). Each answer is a JSON object and files.
#pragma once
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "nookc/core/files.h"
#include "web/core/request_json.h"

namespace nookc::web {

using Json = nlohmann::ordered_json;

struct Answer {
  Json json;
  Files files;
};

// The caller's model as .tflite bytes. External weights of an ONNX model are files that the caller passes.
// Diags of onnx::as_tflite(); N2051.
Result<ModelBytes> model_of(std::vector<std::byte> bytes, const std::string& file, const AskedBorders& asked);

// {needs fit report map map_in_time time} and the files; without files {needs fit}. A model that is compiled
// without a board, and so without limits, can be judged for one.
Result<Answer> compile_answer(ModelBytes model, const Asked& asked, bool with_files,
                              const std::string& judged);
// {boards[]}
Result<Answer> fit_answer(const ModelBytes& model, const Asked& asked);
// {ram_front flash_front}, as `nook fit --pareto --json` prints them; `seconds`: the time limit, 0: none.
Result<Answer> front_answer(const ModelBytes& model, const Asked& asked, double seconds);
// {map figures[] operators[]} of a report and, if it is attached, another one.
Result<Answer> map_answer(std::span<const std::byte> report, const std::string& file,
                          const std::vector<std::string>& others);
// {report picture hints[]} and the quantized model.
Result<Answer> quantize_answer(const ModelBytes& model, const AskedQuantize& asked);
// {runs outputs[] layers[]} and run{k}_output{j}.bin. The inputs are the asked data, or random bytes.
Result<Answer> run_answer(const ModelBytes& model, const AskedRun& asked);
// {inputs[] outputs[] hop{}}: a model that keeps its memory until the next one listens.
Result<Answer> listen_answer(ModelBytes model, const AskedListen& asked);
// {steps[]} and run{k}_output{j}.bin, of the next inputs of the model that listens. Diags N2000: none does;
// N4008: the bytes are not whole inputs.
Result<Answer> push_answer(std::span<const std::byte> bytes);
// {kind attributes inputs[] outputs[] constants[]}: one operator, and the range and histogram of its weights
// by channel.
Result<Answer> weights_answer(const ModelBytes& model, const AskedWeights& asked);
// {operators[] refused[]} of a .tflite, whether or not it can be compiled.
Result<Answer> inspect_answer(const ModelBytes& model);

}  // namespace nookc::web
