#pragma once
#include <optional>
#include <span>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/front/import/input_facts.h"
#include "nookc/graph/graph.h"

namespace nookc {

// Reads a model as a graph: every operator is known, and every tensor has a valid type, shape and
// quantization. Constants are copied, so `bytes` need not outlive the graph. The Diag is the first problem;
// survey() returns all of them.
Result<Graph> import_tflite(std::span<const std::byte> bytes, const std::string& file);

// Like import_tflite(), for passes, which need the order of operators to be sound. N3014: it is not.
Result<Graph> import_sound(std::span<const std::byte> bytes, const std::string& file);

// Like import_tflite(), but the inputs have the stated shapes and values, all other shapes follow from them
// as in TensorFlow Lite, and branches that they decide are gone. `changed`: whether anything differs from the
// file. Diag N2052: no such input, or the statement does not fit it.
Result<Graph> import_restated(std::span<const std::byte> bytes, const std::string& file,
                              const InputFacts& facts, bool* changed);

// Whether nook would refuse the model because recorded shapes contradict each other, or the interpreter for
// slices with computed bounds (computed_bounds.h).
bool needs_restating(std::span<const std::byte> bytes);

// The refusal of a node whose operands or results have shapes that do not fit or are not known; nothing: they
// fit.
std::optional<Diag> refuses_shapes(const Graph& graph, const Node& node);

// Every reason why import_tflite() and lowering would refuse the model, in the model's order. Empty if it is
// accepted.
std::vector<Diag> survey(std::span<const std::byte> bytes, const std::string& file);

}  // namespace nookc
