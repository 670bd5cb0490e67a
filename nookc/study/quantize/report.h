// The effect of quantizing, as text, JSON and a picture.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "nookc/study/quantize/try_equalizing.h"

namespace nookc {

// The cost of a network on a device.
struct Cost {
  int64_t file_bytes = 0;
  int64_t constant_bytes = 0, scratch_bytes = 0;  // as planned by nook compile
  int64_t float_macs = 0, integer_macs = 0;       // multiply-accumulates
  std::optional<int64_t> instructions = {};       // instructions of one inference, if counted
};

struct QuantizedTensor {
  std::string name, op;  // the operator that computes it; empty: an input
  nook::DType type;
  Affine affine;      // scale and zero point of an integer tensor
  Range seen;         // range in the float network; unknown if ranges were given
  Fidelity fidelity;  // empty without samples
};

struct QuantizeReport {
  std::vector<QuantizedTensor> tensors;  // in the order of execution
  size_t operators = 0, floats = 0;      // number of operators of the network, and of those that stayed float
  Judgement judgement;                   // empty without samples
  bool labelled = false, equalized = false;
  std::optional<EqualizeTrial> trial;  // if equalized weights were tried
  Fidelity output;                     // the first output
  Cost before, after;
  std::vector<std::string> notes;  // about TensorFlow Lite (nookc/front/export/elsewhere.h)
};

// `samples` may be null, `labels` empty. `bytes`: the quantized model. Diags as judge() and compile().
Result<QuantizeReport> report_of(const Quantized& quantized, const std::string& bytes, const Samples* samples,
                                 const std::vector<int32_t>& labels, const Workers& workers);

std::string report_text(const QuantizeReport& report, const std::string& from, const std::string& to);
// The report without the tables.
std::string short_report_text(const QuantizeReport& report, const std::string& from, const std::string& to);
nlohmann::ordered_json report_json(const QuantizeReport& report, const std::string& from,
                                   const std::string& to);
// The signal-to-noise ratio of each tensor as a picture.
std::string report_svg(const QuantizeReport& report);

}  // namespace nookc
