// `nook quantize` from the words of its options to the bytes of a model, without files: for the command and
// the page.
#pragma once
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "nookc/front/data/array.h"
#include "nookc/study/quantize/report.h"

namespace nookc {

// The options as a user writes them.
struct QuantizeWords {
  std::string ranges, io;  // --ranges, --io; empty: not given
  std::string activations = "int8", weights = "int8";
  std::vector<std::string> keep_float;
  bool per_tensor = false, dense_per_channel = false, equalize = false, plain_weights = false,
       plain_biases = false;
  double accuracy_drop = -1;  // below 0: not given
  bool from_twin = false;     // --ranges-from is given
};

// Diag N2049: options contradict each other, or would have no effect.
Status compatible(const QuantizeWords& words);

// Diags of parse_range_rule().
Result<QuantizeOptions> quantize_options(const QuantizeWords& words);

// The float graph of a .tflite. An operator that disappears here costs no bits of int8; with a twin, the
// operators stay as they are in the file. `without`: simplifications to leave out; `simplified`: they ran
// already. Diags as import_sound(); N2049.
Result<Graph> graph_to_quantize(std::span<const std::byte> bytes, const std::string& file, bool simplified,
                                const std::set<std::string>& without, bool from_twin);

// Where samples, labels and a twin come from; null: not given.
struct QuantizeSources {
  std::function<Result<Samples>(const Graph&)> samples;
  std::function<Result<Array>(size_t samples)> labels;
  std::function<Result<Graph>()> twin;
  bool observed = false;  // ranges were measured before
};

struct QuantizeInputs {
  std::optional<Samples> samples;
  std::vector<int32_t> labels;
  std::optional<Given> given;
};

// Diags of the sources; N2049: there are neither samples nor a twin, or labels without samples.
Result<QuantizeInputs> quantize_inputs(const Graph& graph, const QuantizeSources& sources);

struct QuantizedModel {
  std::string bytes;  // a .tflite
  QuantizeReport report;
};

// Equalizes if that is asked for, or if a few samples show that it helps. `graph` is one of float_graph().
// Diags as try_equalizing(), quantize(), export_tflite() and report_of().
Result<QuantizedModel> quantize_model(const Graph& graph, const QuantizeInputs& inputs,
                                      const QuantizeWords& words, QuantizeOptions how);

// Part `index` of `of` of the samples, for quantize_model() with `how.observed`; the caller sets the model's
// hash. Diags as observe_network(); N2098: the part has no sample, or other samples than the first round.
Result<ObservedPart> observe_part(const Graph& graph, Samples samples, const QuantizeWords& words,
                                  QuantizeOptions how, int64_t index, int64_t of);

}  // namespace nookc
