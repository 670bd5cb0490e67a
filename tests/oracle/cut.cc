// Cuts every operator out of a model: nook_oracle_cut MODEL INPUTS OUT
//
// OUT/{n}/model.tflite has operator n alone, OUT/{n}/run0_input{i}.bin its inputs in run 0 of INPUTS, and
// OUT/{n}/run0_want{j}.bin the results of nook's reference kernel. Prints one JSON object per line for each,
// with "skipped" if there is nothing to compare, "may_stop" if TensorFlow Lite ends with an error at some
// values, and "stops" if these are among them. OUT is created; the other folders must exist.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "nookc/back/run/golden.h"
#include "nookc/back/run/session.h"
#include "nookc/core/dtype.h"
#include "nookc/core/files.h"
#include "nookc/core/read_file.h"
#include "nookc/front/data/elements.h"
#include "nookc/front/export/elsewhere.h"
#include "nookc/front/export/export.h"
#include "nookc/front/import/import.h"
#include "nookc/middle/passes/evaluate.h"

namespace {

using namespace nookc;
namespace fs = std::filesystem;
constexpr Release kLater = {2, 9};  // operators of later releases are missing in the library that runs them

using Json = nlohmann::ordered_json;
using Values = std::vector<std::optional<Bytes>>;  // per tensor, if known

int fail(const Diag& diag) {
  std::fprintf(stderr, "%s\n", to_string(diag).c_str());
  return 1;
}

std::string text_of(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// A graph of one node, with its own tensors only.
Graph alone(const Graph& whole, const Node& node) {
  Graph graph;
  graph.file = whole.file;
  std::map<TensorId, TensorId> ids;
  const auto mapped = [&](TensorId t) {
    if (t == TensorId::kNone) return t;
    const auto [at, added] = ids.try_emplace(t);
    if (added) at->second = graph.add(whole[t]);
    return at->second;
  };
  Node copy = node;
  for (TensorId& t : copy.in) {
    const bool known = t == TensorId::kNone || ids.count(t);
    t = mapped(t);
    if (!known && !graph[t].constant() && !graph[t].variable) graph.inputs.push_back(t);
  }
  for (TensorId& t : copy.out) graph.outputs.push_back(t = mapped(t));
  for (TensorId t : graph.inputs) graph.input_names.push_back(graph[t].name);
  for (TensorId t : graph.outputs) graph.output_names.push_back(graph[t].name);
  graph.nodes.push_back(std::move(copy));
  return graph;
}

std::string shape_of(const nook::Shape& shape) {
  std::string text = "[";
  for (int d = 0; d < shape.rank; ++d) text += (d ? "," : "") + std::to_string(shape.dim[d]);
  return text + "]";
}

Json quantization(const Tensor& t) {
  return {{"type", dtype_name(t.type)}, {"scale", t.scales.empty() ? 0.0 : double{t.scales[0]}}};
}

// Whether TensorFlow Lite ends the run with an error at these values.
bool stops(const Graph& whole, const Node& node, const Values& values) {
  const Stop stop = stop_in_tflite(whole, node);
  if (stop.at == StopsAt::kNoValue) return false;
  const TensorId t = node.in[stop.operand];
  const std::vector<double> all = real_values(whole[t], *values[index(t)]);
  for (size_t i = 0; i < all.size(); ++i) {
    if (stop.at == StopsAt::kZero && all[i] == 0) return true;
    if (stop.at == StopsAt::kBelowZero && all[i] < 0) return true;
    if (stop.at == StopsAt::kNoArea && i % 4 >= 2 && !(all[i] > 0)) return true;
  }
  return false;
}

double largest(const Tensor& t, const Bytes& bytes) {
  double most = 0;
  for (const double x : real_values(t, bytes)) most = std::isnan(x) ? INFINITY : std::max(most, std::abs(x));
  return most;
}

constexpr nook::OpCode kAdding[] = {
    nook::OpCode::kAddN,   nook::OpCode::kAveragePool2D,  nook::OpCode::kBatchMatmul,
    nook::OpCode::kConv2D, nook::OpCode::kCumsum,         nook::OpCode::kDepthwiseConv2D,
    nook::OpCode::kMean,   nook::OpCode::kFullyConnected, nook::OpCode::kSum,
    nook::OpCode::kSvdf,   nook::OpCode::kTransposeConv};

// Whether sums of floats may pass the largest one on the way: then they depend on the order of their terms.
bool pass_the_largest_float(const Graph& whole, const Node& node, const Values& values) {
  if (std::ranges::find(kAdding, op_code(node)) == std::end(kAdding)) return false;
  if (whole[node.out[0]].type != nook::DType::kF32) return false;
  double terms = 1, most = 1;
  for (const TensorId t : node.in) {
    const bool counts = t != TensorId::kNone && values[index(t)] &&
                        (whole[t].type == nook::DType::kF32 || whole[t].type == nook::DType::kS8);
    if (!counts) continue;
    terms = std::max(terms, static_cast<double>(whole[t].shape.elements()));
    most *= std::max(1.0, largest(whole[t], *values[index(t)]));
  }
  return !(terms * most < FLT_MAX);
}

// Whether a box has no area, or two have the same score.
bool ambiguous(const std::vector<double>& boxes, std::vector<double> scores) {
  for (size_t i = 0; i + 3 < boxes.size(); i += 4)
    if (boxes[i] == boxes[i + 2] || boxes[i + 1] == boxes[i + 3]) return true;
  std::ranges::sort(scores);
  return std::ranges::adjacent_find(scores) != scores.end();
}

// Operators that make a number of NaN.
constexpr nook::OpCode kOfNoNaN[] = {nook::OpCode::kQuantize, nook::OpCode::kRelu, nook::OpCode::kRelu0To1,
                                     nook::OpCode::kRelu6, nook::OpCode::kReluN1To1};

// Whether a float has more steps of the scale than an int32 counts: TensorFlow Lite converts the number of
// its steps before it limits it to the type's range.
bool passes_an_integer(const Tensor& to, const std::vector<double>& floats) {
  return !to.scales.empty() && std::ranges::any_of(floats, [&](double x) {
    return std::abs(x) / double{to.scales[0]} >= 0x1p31 - 0x1p16;  // the zero point is added
  });
}

// Why TensorFlow Lite's result at these values is not defined or not nook's (docs/differences.md); empty: it
// is.
std::string differs(const Graph& whole, const Node& node, const Values& values) {
  const auto real = [&](size_t i) { return real_values(whole[node.in[i]], *values[index(node.in[i])]); };
  if (pass_the_largest_float(whole, node, values)) return "its sums may pass the largest float";
  const nook::OpCode code = op_code(node);
  if (std::ranges::find(kOfNoNaN, code) != std::end(kOfNoNaN) &&
      std::ranges::any_of(real(0), [](double x) { return std::isnan(x); }))
    return "NaN becomes a number";
  if (code == nook::OpCode::kQuantize && passes_an_integer(whole[node.out[0]], real(0)))
    return "a float of 2^31 steps or more";
  const bool suppresses =
      code == nook::OpCode::kNonMaxSuppressionV4 || code == nook::OpCode::kNonMaxSuppressionV5;
  if (suppresses && ambiguous(real(0), real(1))) return "boxes without an area or of one score";
  return {};
}

// The node's results. An operator with state has its first result, for run 0 of INPUTS.
std::vector<Bytes> results_of(const Graph& whole, const Node& node, const Values& values,
                              const std::map<int32_t, Bytes>& recorded) {
  std::vector<Bytes> results;
  if (has_state(whole, node)) {
    for (TensorId t : node.out)
      if (const auto at = recorded.find(whole[t].source); at != recorded.end()) results.push_back(at->second);
    return results.size() == node.out.size() ? results : std::vector<Bytes>();
  }
  std::vector<const void*> in;
  for (TensorId t : node.in) in.push_back(t == TensorId::kNone ? nullptr : values[index(t)]->data());
  return evaluate(whole, node, in);
}

// The reason why a comparison is impossible; empty: it is possible.
std::string cut(const Graph& whole, const Node& node, Values& values,
                const std::map<int32_t, Bytes>& recorded, const fs::path& to, Json& row) {
  for (TensorId t : node.in) {
    if (t == TensorId::kNone || values[index(t)]) continue;
    if (!whole[t].variable || !has_state(whole, node)) return "an input is not known";
  }
  row["stops"] = stops(whole, node, values);
  const std::string difference = differs(whole, node, values);
  const std::vector<Bytes> results = results_of(whole, node, values, recorded);
  if (results.empty()) return has_state(whole, node) ? "state that is not recorded" : "no reference kernel";
  const Graph graph = alone(whole, node);
  const Result<std::string> model = export_tflite(graph);
  if (!model) return to_string(model.diag());
  Files files = {{"model.tflite", *model}};
  size_t inputs = 0;
  std::set<TensorId> given;
  for (TensorId t : node.in)
    if (t != TensorId::kNone && !whole[t].constant() && !whole[t].variable && given.insert(t).second)
      files.push_back({input_file(0, inputs++), text_of(*values[index(t)])});
  for (size_t j = 0; j < results.size(); ++j) {
    files.push_back({"run0_want" + std::to_string(j) + ".bin", text_of(results[j])});
    row["outputs"].push_back(quantization(whole[node.out[j]]));
    values[index(node.out[j])] = results[j];
  }
  if (!difference.empty()) return difference;
  const Status written = write_files(to, files);
  return written ? "" : to_string(written.diag());
}

int run(const std::string& file, const fs::path& golden, const fs::path& out) {
  const Result<Bytes> bytes = read_file(file);
  if (!bytes) return fail(bytes.diag());
  const Result<Graph> graph = import_tflite(*bytes, file);
  if (!graph) return fail(graph.diag());
  Values values(graph->tensors.size());
  for (size_t t = 0; t < values.size(); ++t)
    if (graph->tensors[t].constant()) values[t] = *graph->tensors[t].data;
  for (size_t i = 0; i < graph->inputs.size(); ++i) {
    Result<Bytes> input = read_file(golden / input_file(0, i));
    if (!input) return fail(input.diag());
    values[index(graph->inputs[i])] = *std::move(input);
  }
  std::map<int32_t, Bytes> recorded;
  if (const auto tensors = read_golden_tensors(golden))
    for (const GoldenTensor& t : *tensors)
      if (t.data) recorded[t.tensor] = *t.data;
  for (size_t n = 0; n < graph->nodes.size(); ++n) {
    const Node& node = graph->nodes[n];
    Json row = {{"operator", node.source},
                {"kind", op_name(node)},
                {"folder", std::to_string(n)},
                {"inputs", Json::array()},
                {"outputs", Json::array()}};
    row["tflite"] = why_not_in_tflite(*graph, node);
    row["may_stop"] = stop_in_tflite(*graph, node).at != StopsAt::kNoValue;
    if (release_of(*graph, node) >= kLater) row["tflite"] = "a later release";
    for (TensorId t : node.in)
      if (t != TensorId::kNone)
        row["inputs"].push_back(std::string(dtype_name((*graph)[t].type)) + shape_of((*graph)[t].shape));
    const std::string skipped = graph->regions.empty()
                                    ? cut(*graph, node, values, recorded, out / std::to_string(n), row)
                                    : "control flow";
    if (!skipped.empty()) row["skipped"] = skipped;
    for (TensorId t : node.out)
      if (const auto at = recorded.find((*graph)[t].source); !values[index(t)] && at != recorded.end())
        values[index(t)] = at->second;
    std::puts(row.dump().c_str());
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4) return run(argv[1], argv[2], argv[3]);
  std::fputs("nook_oracle_cut MODEL INPUTS OUT\n", stderr);
  return 2;
}
