// Builds and runs interpreters of models with IF and WHILE.
//
// Every operator of every subgraph is prepared once and has one Node, in the order of the file. The steps of
// a subgraph are between the step of the operator that runs it and the next step: the entry, where its inputs
// are copied; its operators; the exit, where its outputs are copied. The loop variables of a WHILE are its
// results, so nothing inside a subgraph is live across iterations. A subgraph that several operators run has
// its steps at the first of them; its tensors and scratch stay allocated until the last.
#pragma once
#include "nook/interp/build.h"
#include "nook/interp/layout.h"
#include "nook/ops/contract/control_flow.h"

namespace nook::interp {

constexpr uint32_t kNobody = UINT32_MAX;

// The state of an IF or WHILE: Node::params. In use once at a time, since no subgraph runs itself.
struct ControlCall {
  const int32_t *in[2], *out[2];  // tensors of the subgraphs that it runs
  const uint32_t* bytes;          // bytes of each input copied into them, then of each output copied out
  uint32_t tensors[2];            // per subgraph: its first place,
  uint32_t first[2], end[2];      // its first node and the end of its nodes,
  uint32_t subgraph[2];           // its number
  uint32_t is_loop;
  // While it runs: the operator that called the subgraph of this one, and the subgraph that it runs now.
  uint32_t caller, which;
};
constexpr uint32_t control_call_bytes(uint32_t pointer) { return align_up(5 * pointer + 44, pointer); }
static_assert(sizeof(ControlCall) == control_call_bytes(sizeof(void*)), "a host counts for other machines");

// A subgraph during construction.
struct Subgraph {
  uint32_t tensors, operators;  // sum over all subgraphs before it
  int32_t entry, exit;          // steps; 0 if it is never run
  uint32_t caller, at;          // while steps are assigned: its caller, and its current operator
  uint32_t callees;             // number of operators that have steps
};

// The subgraphs of a model, for Builder.
class Subgraphs {
 public:
  static constexpr bool kAny = false, kFlow = true;

  // Counts all tensors and operators, and assigns steps to the subgraphs that run.
  Code open(const Model& model, Arena& working, nook_interpreter_fault* fault);
  uint32_t count() const { return static_cast<uint32_t>(all_.size()); }
  uint32_t tensors() const { return tensors_; }
  uint32_t operators() const { return operators_; }
  const Subgraph& operator[](uint32_t i) const { return all_[i]; }
  bool runs(uint32_t i) const { return all_[i].exit > 0; }
  const int32_t* steps() const { return steps_.data(); }
  // The last step at which memory of the current subgraph that is used at `step` must stay allocated.
  int32_t last_use(int32_t step) const { return at > 0 && all_[at].exit < again_ ? again_ : step; }

  // The functions of layout.h, for all subgraphs.
  void find_places(const Model& model, uint32_t* places, Workload* load) const;
  static Workload workload(const Model& model);
  static size_t working_bytes(const Model& model);
  Code lay_out(const Model& model, const nook_interpreter_options& options, uint32_t* places, Layout* layout,
               nook_interpreter_fault* fault) const;

  // Checks the sizes of everything that the IF or WHILE `i` of the current subgraph copies, and fills its
  // call.
  Code prepare(const Model& model, uint32_t i, const uint32_t* places, Layout* layout, Store& store,
               uint32_t pointer, Node* node, nook_interpreter_fault* fault) const;

  uint32_t at = 0;  // the current subgraph

 private:
  Code number(const Model& model, nook_interpreter_fault* fault);
  Code enter(const OperatorView& op, uint32_t* here, int32_t* step, nook_interpreter_fault* fault);

  Span<Subgraph> all_;
  Span<int32_t> steps_;  // per operator
  uint32_t tensors_ = 0, operators_ = 0;
  int32_t again_ = 0;  // the last step at which a subgraph runs again
};

}  // namespace nook::interp

struct nook_control {
  // Whether the model has IF or WHILE; always false if a program does not link this.
  bool (*is_needed)(const nook::Model& model);
  // Bytes needed in addition to the first subgraph's.
  size_t (*working_bytes)(const nook::Model& model);
  nook::interp::Build* build;
  nook_status (*run)(nook_interpreter* self);
};
