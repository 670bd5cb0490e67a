// A .tflite file on its way into a graph, for the sources that read it.
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "nook/model/model.h"
#include "nookc/core/diag.h"
#include "nookc/front/import/input_facts.h"
#include "nookc/front/import/number.h"
#include "nookc/front/import/regions.h"
#include "nookc/front/import/variables.h"
#include "nookc/graph/graph.h"

namespace nookc::importing {

constexpr const char* kDamaged = "the file is damaged; convert the model again";  // the hint of the error

// The subgraph being read: number 0 once, the others at each place that runs them.
struct Instance {
  uint32_t number = 0;
  nook::SubgraphView view;
  uint32_t tensors_before = 0, operators_before = 0;  // in the preceding subgraphs
  std::vector<TensorId> tensors;                      // tensor of the graph, per tensor of the subgraph
  std::vector<TensorId> inputs;                       // likewise, for the inputs of a subgraph that is run
};

// A model being read into a graph. Reading continues after a problem, so that one run finds all of them.
struct Import {
  Graph graph;
  std::vector<Diag> diags;
  std::span<const std::byte> bytes;
  nook::Model model;
  Instance here;
  // Per subgraph: number of tensors and operators before its own.
  std::vector<std::pair<uint32_t, uint32_t>> before;
  std::vector<uint32_t> running = {0};  // the subgraphs being read, the outermost first
  size_t inlined = 0;                   // tensors and operators of inlined subgraphs so far
  RegionWriter regions{graph};
  std::map<std::pair<const std::byte*, int32_t>, std::shared_ptr<const Bytes>> copies;
  int64_t dense_bytes = 0;           // bytes of sparse constants, made dense
  std::map<TensorId, Diag> faults;   // faults of invalid tensors
  std::set<TensorId> reported;       // tensors that follow from a problem noted before
  std::map<int32_t, TensorId> kept;  // variable tensors
  std::set<int32_t> keeping;         // operators with their own state
  Variables variables{graph, model};

  Makers makers;
  bool rewritten = false;       // operators were replaced, which the interpreter would refuse
  bool takes_commands = false;  // the caller can use operators that hold commands (nookc/graph/ethos_u.h)

  InputFacts facts;
  bool infers = false;                             // computes the shapes of all results from the inputs'
  bool changed = false;                            // a shape or an input is not as in the file
  std::map<TensorId, std::vector<int64_t>> sizes;  // results of compute_sizes(), which may be empty
  bool computes_sizes = false;                     // the model needs it
  std::set<TensorId> results;                      // tensors that the model returns
  std::set<TensorId> fixed;                        // inputs that the caller gave a value
  std::vector<size_t>* doubts = nullptr;  // nodes whose recorded shapes are not as computed; null: not asked
};

// Makes a subgraph the one being read.
void enter(Import& d, uint32_t number);
// Reads tensor i, or finds it.
TensorId read_tensor(Import& d, uint32_t i);
// The tensor of an index in the subgraph.
TensorId id(const Import& d, int32_t index);
std::vector<TensorId> ids(const Import& d, const nook::IndexList& list);
// Whether it is the result of a VAR_HANDLE, which may be passed to subgraphs.
bool names_variable(const Import& d, TensorId t);
inline bool broken(const Import& d, TensorId t) { return d.faults.contains(t); }
// Where an operator is, for messages.
std::string where(const Import& d, uint32_t i, const nook::OperatorView& op);
// Notes a problem with control flow, or with an operator in it.
void refuse_control(Import& d, const std::string& at, const std::string& why);

// Subgraphs contain operators, and operators run subgraphs.
void read_operator(Import& d, uint32_t i);
// Notes operands that are not valid tensors; false: there are some. Only tensors that an operator uses must
// be valid.
bool check_operands(Import& d, const Node& node, const std::function<std::string()>& at);
void read_control(Import& d, uint32_t i, const nook::OperatorView& op, const Node& node);

}  // namespace nookc::importing
