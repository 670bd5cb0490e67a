#pragma once
#include "nookc/graph/graph.h"
#include "schema_generated.h"

namespace nookc {

// The options of an operator in terms of the .tflite format.
struct Options {
  nook::tflite::BuiltinOptions type = nook::tflite::BuiltinOptions_NONE;
  flatbuffers::Offset<void> table;
  std::vector<uint8_t> custom = {};  // options of a custom operator
};

Options write_options(flatbuffers::FlatBufferBuilder& to, const Graph& graph, const Node& node);

// Fields of options that determine an operator's version.
enum class OptionField : uint8_t {
  kBiasType,
  kActivation,
  kDilationH,
  kDilationW,
  kKeepDims,
  kAsymmetric,
  kBatchDims,
  kOffset,
  kEllipsisMask,
  kNewAxisMask,
  kHalfPixels,
  kAlignedCorners,
};

// A field as a number; 0 if the operator lacks it.
int option_number(const Attrs& attrs, OptionField field);

}  // namespace nookc
