// What quantizing did to a network, for people and other tools.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "nookc/quantize/try_equalizing.h"

namespace nookc {

// What a network takes on a device.
struct Cost {
  int64_t file_bytes = 0;
  int64_t constant_bytes = 0, scratch_bytes = 0;  // as nook compile places them
  int64_t float_macs = 0, integer_macs = 0;       // multiply-accumulates
  std::optional<int64_t> instructions = {};       // of one inference, where they were counted
};

struct QuantizedTensor {
  std::string name, op;  // of the operator that makes it; empty: an input
  nook::DType type;
  Affine affine;      // of integers
  Range seen;         // in the float network; not known where ranges are given
  Fidelity fidelity;  // without values where there are no samples
};

struct QuantizeReport {
  std::vector<QuantizedTensor> tensors;  // in the order in which they are made
  size_t operators = 0, floats = 0;      // of the network, and how many of these stayed float
  Judgement judgement;                   // without samples where there are none
  bool labelled = false, equalized = false;
  std::optional<EqualizeTrial> trial;  // where equalized weights were tried
  Fidelity output;                     // of the first
  Cost before, after;
};

// `samples` may be null, `labels` empty. `bytes`: the file. Diags as judge() and compile().
Result<QuantizeReport> report_of(const Quantized& quantized, const std::string& bytes, const Samples* samples,
                                 const std::vector<int32_t>& labels, const Workers& workers);

std::string report_text(const QuantizeReport& report, const std::string& from, const std::string& to);
nlohmann::ordered_json report_json(const QuantizeReport& report, const std::string& from,
                                   const std::string& to);
// The signal-to-noise ratio of each tensor as a picture.
std::string report_svg(const QuantizeReport& report);

}  // namespace nookc
