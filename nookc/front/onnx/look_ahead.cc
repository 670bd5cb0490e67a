// The scale of a result, which the QuantizeLinear after its operator states.
#include <algorithm>
#include <cmath>

#include "nookc/front/onnx/mapper.h"
#include "nookc/front/onnx/quantization.h"

namespace nookc::onnx {
namespace {

bool is_quantizer(const OnnxNode& node) { return node.op == "QuantizeLinear"; }

constexpr int kMostReaders = 64;  // that are looked at for the quantization of one value

// Whether each element of its results is one of the first operand, the same one for each way to order or
// round them.
bool picks(const OnnxNode& node) {
  if (!node.domain.empty()) return false;
  constexpr const char* kNames[] = {"DepthToSpace",   "Dropout",      "Expand",   "Flatten", "Gather",
                                    "GatherElements", "GatherND",     "Identity", "MaxPool", "Reshape",
                                    "Slice",          "SpaceToDepth", "Split",    "Squeeze", "Tile",
                                    "Transpose",      "Unsqueeze"};
  return std::ranges::find(kNames, node.op) != std::end(kNames);
}

}  // namespace

// The quantization of `name`, from the scale and zero point of the nodes that quantize it, at once or after
// moving or picking its elements, which does not change the integers.
Quantization Mapper::quantized_by(const std::string& name) const {
  int budget = kMostReaders;
  Quantization all;
  return all_quantized_by(name, &all, &budget) ? all : Quantization{};
}

bool Mapper::all_quantized_by(const std::string& name, Quantization* all, int* budget) const {
  const auto readers = readers_.find(name);
  if (readers == readers_.end() || outputs_.count(name)) return false;
  for (const OnnxNode* reader : readers->second) {
    if (--*budget < 0) return false;
    if (!is_quantizer(*reader)) {
      if (!picks(*reader) || std::ranges::count(reader->in, name) != 1 || reader->in[0] != name) return false;
      for (const std::string& moved : reader->out)
        if ((readers_.contains(moved) || outputs_.count(moved)) && !all_quantized_by(moved, all, budget))
          return false;
      continue;
    }
    const auto find = [&](size_t i) {
      const auto found = values_.find(reader->input(i));
      return found == values_.end() ? nullptr : found->second.constant;
    };
    QuantizationOf said;
    if (!read_quantization(*reader, find(1), find(2), &said).empty() || said.scales.size() != 1) return false;
    if (is_asymmetric(said)) return false;
    const Quantization one{said.type, said.scales[0], said.zero_point};
    if (all->type != nook::DType::kNone && !(*all == one)) return false;
    *all = one;
  }
  return true;
}

nook::Activation Mapper::clamp_of(const OnnxNode& node) const {
  if (node.op == "Relu") return nook::Activation::kRelu;
  if (node.op != "Clip") return nook::Activation::kNone;
  const auto bound = [&](size_t i, const char* attribute, double otherwise) {
    const auto found = values_.find(node.input(i));
    if (found != values_.end() && found->second.known()) return single(*found->second.constant, NAN);
    return node.input(i).empty() ? static_cast<double>(node.real(attribute, static_cast<float>(otherwise)))
                                 : NAN;
  };
  const double low = bound(1, "min", -INFINITY), high = bound(2, "max", INFINITY);
  if (low == 0 && high >= 3e38) return nook::Activation::kRelu;
  if (low == 0 && high == 6) return nook::Activation::kRelu6;
  return low == -1 && high == 1 ? nook::Activation::kReluN1To1 : nook::Activation::kNone;
}

Mapper::LookAhead Mapper::look_ahead(const OnnxNode& node, bool through_clamp) const {
  LookAhead found;
  found.quantization = quantized_by(node.out[0]);
  const auto readers = readers_.find(node.out[0]);
  const bool alone = readers != readers_.end() && readers->second.size() == 1 && !outputs_.count(node.out[0]);
  if (found.quantization.type != nook::DType::kNone || !through_clamp || !alone) return found;
  const OnnxNode* const reader = readers->second[0];
  const nook::Activation activation = clamp_of(*reader);
  if (activation == nook::Activation::kNone) return found;
  found.quantization = quantized_by(reader->out[0]);
  found.activation = activation, found.clamp = reader;
  return found;
}

}  // namespace nookc::onnx
