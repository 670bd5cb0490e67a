#pragma once
#include <span>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/graph/graph.h"

namespace nookc {

// Reads a model as a graph: every operator is known, and every tensor has a valid type, shape and
// quantization. Constants are copied, so `bytes` need not outlive the graph. The Diag is the first problem;
// survey() returns all of them.
Result<Graph> import_tflite(std::span<const std::byte> bytes, const std::string& file);

// Every reason why import_tflite() and lowering would refuse the model, in the model's order. Empty if it is
// accepted.
std::vector<Diag> survey(std::span<const std::byte> bytes, const std::string& file);

}  // namespace nookc
