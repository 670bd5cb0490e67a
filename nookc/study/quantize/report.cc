#include "nookc/study/quantize/report.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>

#include "nookc/compile/compile.h"
#include "nookc/core/columns.h"
#include "nookc/core/dtype.h"
#include "nookc/core/text.h"
#include "nookc/front/export/elsewhere.h"
#include "nookc/front/export/export.h"

namespace nookc {
namespace {

constexpr const char* kCostTarget = "cortex-m4";

std::string format(const char* how, double value) {
  char text[64];
  std::snprintf(text, sizeof text, how, value);
  return text;
}

std::string decibels_text(double decibels) {
  if (std::isfinite(decibels)) return format("%.1f", decibels);
  return decibels > 0 ? "exact" : "none";
}

std::string decibels_text(const Fidelity& f) { return f.values == 0 ? "-" : decibels_text(f.decibels()); }

std::string share_text(size_t part, size_t all) {
  return format("%.2f", 100.0 * static_cast<double>(part) / static_cast<double>(std::max<size_t>(1, all))) +
         " % (" + std::to_string(part) + " of " + std::to_string(all) + ")";
}

// Compiles with the default options of nook compile.
Result<Cost> cost_of(const std::string& name, const std::string& bytes) {
  CompileOptions options;
  options.target = find_target(kCostTarget);
  const Result<Program> program =
      compile(std::as_bytes(std::span(bytes.data(), bytes.size())), name, options);
  if (!program) return program.diag();
  Cost cost{static_cast<int64_t>(bytes.size()), program->constant_bytes(), program->scratch_bytes};
  for (const Call& call : program->calls) {
    const bool floats = !call.in_tensors.empty() && std::ranges::any_of(call.in_tensors, [&](TensorId t) {
      return t != TensorId::kNone && program->graph[t].type == nook::DType::kF32;
    });
    (floats ? cost.float_macs : cost.integer_macs) += call.macs;
  }
  return cost;
}

void add_tensor(const Graph& graph, const Quantized& quantized, const Judgement& judgement, TensorId t,
                const std::string& op, QuantizeReport& report) {
  const TensorId made = quantized.converted.where[index(t)];
  if (made == TensorId::kNone || !is_activation(graph, t)) return;
  const Tensor& tensor = quantized.converted.graph[made];
  const Affine affine = tensor.scales.empty() ? Affine{} : Affine{tensor.scales[0], tensor.zero_point};
  const Fidelity fidelity = judgement.tensors.empty() ? Fidelity{} : judgement.tensors[index(t)];
  report.tensors.push_back({printable(first_name(graph[t].name)), op, tensor.type, affine,
                            quantized.calibration.seen[index(t)], fidelity});
}

std::string equalized_text(const QuantizeReport& report) {
  if (!report.trial) return report.equalized ? "Weights are equalized\n" : "";
  const EqualizeTrial& trial = *report.trial;
  return std::string("Weights are ") + (report.equalized ? "" : "not ") +
         "equalized: " + decibels_text(trial.equalized) + " dB at the output, " + decibels_text(trial.plain) +
         " dB without (" + std::to_string(trial.samples) + " samples tried)\n";
}

// An end of a range, which is infinite for some masks.
std::string end_text(double end) {
  return end <= double{-FLT_MAX} ? "-inf" : end >= double{FLT_MAX} ? "inf" : format("%.4g", end);
}

std::vector<std::vector<std::string>> tensor_lines(const QuantizeReport& report) {
  std::vector<std::vector<std::string>> lines = {
      {"#", "operator", "type", "scale", "zero", "least", "most", "clipped", "dB", "tensor"}};
  for (const QuantizedTensor& t : report.tensors) {
    const bool integer = t.type != nook::DType::kF32;
    lines.push_back({std::to_string(lines.size() - 1), t.op.empty() ? "input" : t.op, dtype_name(t.type),
                     integer ? format("%.6g", t.affine.scale) : "-",
                     integer ? std::to_string(t.affine.zero) : "-", t.seen.known ? end_text(t.seen.low) : "-",
                     t.seen.known ? end_text(t.seen.high) : "-",
                     t.fidelity.values ? format("%.3f %%", 100 * t.fidelity.clipped_share()) : "-",
                     decibels_text(t.fidelity), t.name});
  }
  return lines;
}

nlohmann::ordered_json cost_json(const Cost& cost) {
  return {{"file_bytes", cost.file_bytes},
          {"constant_bytes", cost.constant_bytes},
          {"scratch_bytes", cost.scratch_bytes},
          {"float_macs", cost.float_macs},
          {"integer_macs", cost.integer_macs},
          {"instructions", cost.instructions ? nlohmann::ordered_json(*cost.instructions) : nullptr}};
}

nlohmann::ordered_json decibels_json(double decibels) {
  return std::isfinite(decibels) ? nlohmann::ordered_json(decibels) : nullptr;
}

nlohmann::ordered_json decibels_json(const Fidelity& f) {
  return f.values == 0 ? nlohmann::ordered_json(nullptr) : decibels_json(f.decibels());
}

nlohmann::ordered_json trial_json(const std::optional<EqualizeTrial>& trial) {
  if (!trial) return nullptr;
  return {{"samples", trial->samples},
          {"plain_decibels", decibels_json(trial->plain)},
          {"equalized_decibels", decibels_json(trial->equalized)}};
}

// Whether an operator of the float graph reads or makes int8: a layer of few bits.
bool has_bytes(const Graph& graph, const Node& node) {
  const auto is_bytes = [&](TensorId t) {
    return t != TensorId::kNone && !graph[t].constant() && graph[t].type == nook::DType::kS8;
  };
  return std::ranges::any_of(node.in, is_bytes) || std::ranges::any_of(node.out, is_bytes);
}

std::string notes_text(const QuantizeReport& report) {
  std::string text;
  for (const std::string& note : report.notes) text += note + "\n";
  return text;
}

std::string head_text(const QuantizeReport& report, const std::string& from, const std::string& to) {
  return from + " to " + to + "\n" + std::to_string(report.operators - report.floats) + " of " +
         std::to_string(report.operators) + " operators in integers\n" + equalized_text(report) +
         notes_text(report);
}

std::string cost_text(const QuantizeReport& report) {
  const Cost &a = report.before, &b = report.after;
  const auto line = [](const char* what, int64_t before, int64_t after) {
    return std::vector<std::string>{what, std::to_string(before), std::to_string(after)};
  };
  std::vector<std::vector<std::string>> lines = {
      {"", "before", "after"},
      line("bytes of the file", a.file_bytes, b.file_bytes),
      line("bytes of constants", a.constant_bytes, b.constant_bytes),
      line("bytes of scratch", a.scratch_bytes, b.scratch_bytes),
      line("multiply-accumulates, float", a.float_macs, b.float_macs),
      line("multiply-accumulates, integer", a.integer_macs, b.integer_macs)};
  const auto counted = [](const std::optional<int64_t>& n) { return n ? std::to_string(*n) : "-"; };
  if (b.instructions) lines.push_back({"instructions", counted(a.instructions), counted(b.instructions)});
  return columns(lines, "  ");
}

std::string fidelity_text(const QuantizeReport& report) {
  const Judgement& j = report.judgement;
  if (j.samples == 0) return {};
  std::string text = "Output: " + decibels_text(report.output) + " dB over " + std::to_string(j.samples) +
                     " samples, the same largest value in " + share_text(j.agree, j.samples) + "\n";
  if (report.labelled)
    text += "Accuracy: float " + share_text(j.float_right, j.samples) + ", quantized " +
            share_text(j.integer_right, j.samples) + "\n";
  return text;
}

}  // namespace

Result<QuantizeReport> report_of(const Quantized& quantized, const std::string& bytes, const Samples* samples,
                                 const std::vector<int32_t>& labels, const Workers& workers) {
  const Graph& graph = quantized.floats;
  QuantizeReport report;
  report.equalized = quantized.equalized;
  report.notes = notes_on_tflite(quantized.converted.graph);
  if (samples) {
    const Result<Network> network = Network::make(graph);
    if (!network) return network.diag();
    Result<Judgement> judgement = judge(*network, quantized.converted, *samples, labels, workers);
    if (!judgement) return judgement.diag();
    report.judgement = std::move(*judgement);
    report.labelled = !labels.empty();
    report.output = report.judgement.tensors[index(graph.outputs[0])];
  }
  for (TensorId t : graph.inputs) add_tensor(graph, quantized, report.judgement, t, "", report);
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    if (node.erased()) continue;
    const bool floats =
        quantized.converted.precisions[n] == Precision::kFloat && !has_bytes(graph, graph.nodes[n]);
    ++report.operators, report.floats += floats;
    for (TensorId t : node.out) add_tensor(graph, quantized, report.judgement, t, op_name(node), report);
  }
  const Result<std::string> floats = export_tflite(graph);
  if (!floats) return floats.diag();
  const Result<Cost> before = cost_of(graph.file, *floats),
                     after = cost_of(graph.file + ", quantized", bytes);
  if (!before) return before.diag();
  if (!after) return after.diag();
  report.before = *before, report.after = *after;
  return report;
}

std::string report_text(const QuantizeReport& report, const std::string& from, const std::string& to) {
  const std::string fidelity = fidelity_text(report);
  return head_text(report, from, to) + "\n" + columns(tensor_lines(report), "  ") + "\n" + cost_text(report) +
         (fidelity.empty() ? "" : "\n" + fidelity);
}

std::string short_report_text(const QuantizeReport& report, const std::string& from, const std::string& to) {
  return head_text(report, from, to) + fidelity_text(report);
}

nlohmann::ordered_json report_json(const QuantizeReport& report, const std::string& from,
                                   const std::string& to) {
  using Json = nlohmann::ordered_json;
  Json tensors = Json::array();
  for (const QuantizedTensor& t : report.tensors) {
    const bool integer = t.type != nook::DType::kF32;
    tensors.push_back({{"name", t.name},
                       {"operator", t.op.empty() ? Json(nullptr) : Json(t.op)},
                       {"type", dtype_name(t.type)},
                       {"scale", integer ? Json(t.affine.scale) : Json(nullptr)},
                       {"zero_point", integer ? Json(t.affine.zero) : Json(nullptr)},
                       {"least", t.seen.known ? Json(t.seen.low) : Json(nullptr)},
                       {"most", t.seen.known ? Json(t.seen.high) : Json(nullptr)},
                       {"clipped", t.fidelity.values ? Json(t.fidelity.clipped_share()) : Json(nullptr)},
                       {"decibels", decibels_json(t.fidelity)}});
  }
  const Judgement& j = report.judgement;
  const auto share = [&](size_t part) {
    return static_cast<double>(part) / static_cast<double>(std::max<size_t>(1, j.samples));
  };
  Json json = {{"model", from},
               {"file", to},
               {"operators", report.operators},
               {"float_operators", report.floats},
               {"equalized", report.equalized},
               {"equalizing", trial_json(report.trial)},
               {"samples", j.samples},
               {"output_decibels", decibels_json(report.output)},
               {"agreement", j.samples ? Json(share(j.agree)) : Json(nullptr)},
               {"accuracy", nullptr},
               {"tensorflow_lite", report.notes},
               {"before", cost_json(report.before)},
               {"after", cost_json(report.after)},
               {"tensors", tensors}};
  if (report.labelled)
    json["accuracy"] = {{"float", share(j.float_right)}, {"quantized", share(j.integer_right)}};
  return json;
}

}  // namespace nookc
