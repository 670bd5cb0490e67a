#pragma once
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "nookc/middle/lower/choose_kernel.h"
#include "nookc/options/compile_options.h"

namespace nookc {

// Whether kernels may pack the weights of a node: packing folds the bias into the weights, so that both must
// be known.
bool weights_are_constant(const Graph& graph, const Node& node);

// The Params, kernels and packed weights of single nodes, shared by all programs of one graph. Each is
// computed on first use. Nodes have the same numbers, shapes and constants in every variant of the graph.
class LoweredNodes {
 public:
  explicit LoweredNodes(const CompileOptions& options) : options_(options) {}

  const Chosen& chosen(const Graph& graph, size_t node, KernelRows rows);

  // All kernel rows that are exact for a node, in the operator's order.
  const Chosen& every(const Graph& graph, size_t node);

  uint32_t isa() const { return options_.target->isa; }

  // The weights of a node, packed for a kernel that packs; `params` are the node's. Equal ones share bytes.
  std::shared_ptr<const Bytes> packed(const Graph& graph, size_t node, const nook::KernelEntry& kernel,
                                      const void* params);

  // The most often that any node was lowered.
  int times() const;

 private:
  const CompileOptions& options_;
  std::map<std::pair<size_t, KernelRows>, Chosen> chosen_;
  std::map<size_t, Chosen> every_;
  std::map<std::pair<size_t, const nook::KernelEntry*>, std::shared_ptr<const Bytes>> packed_;
  // By kernel, constants and Params, which are all that packed weights depend on.
  std::map<std::string, std::shared_ptr<const Bytes>> packings_;
};

}  // namespace nookc
