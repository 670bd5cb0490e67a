// Builds and runs interpreters of models with IF and WHILE.
//
// Every operator of every subgraph is prepared once and has one Node, in the order of the file. The steps of
// a subgraph are between the step of the operator that runs it and the next step: the entry, where its inputs
// are copied; its operators; the exit, where its outputs are copied. What a WHILE carries is in its results,
// so nothing inside a subgraph lives from one turn to the next. A subgraph that several operators run has the
// steps of the first; its tensors and the scratch of its operators live until the last.
#pragma once
#include "nook/interp/build.h"
#include "nook/interp/layout.h"
#include "nook/ops/contract/control_flow.h"

namespace nook::interp {

constexpr uint32_t kNobody = UINT32_MAX;

// The work of an IF or WHILE: Node::params. Used once at a time, since no subgraph runs itself.
struct ControlCall {
  const int32_t *in[2], *out[2];  // tensors of the subgraphs that it runs
  const uint32_t* bytes;          // of what is copied into them, then out of them
  uint32_t tensors[2];            // of the subgraphs: where their places begin,
  uint32_t first[2], end[2];      // their nodes,
  uint32_t subgraph[2];           // their numbers
  uint32_t is_loop;
  // While it runs: the operator that runs its own subgraph, and the subgraph it runs now.
  uint32_t caller, which;
};
constexpr uint32_t control_call_bytes(uint32_t pointer) { return align_up(5 * pointer + 44, pointer); }
static_assert(sizeof(ControlCall) == control_call_bytes(sizeof(void*)), "a host counts for other machines");

// A subgraph while its interpreter is built.
struct Subgraph {
  uint32_t tensors, operators;  // of all before it
  int32_t entry, exit;          // steps; of one that nobody runs 0
  uint32_t caller, at;          // while its steps are found: who runs it, and its operator at hand,
  uint32_t callees;             // of which so many have steps
};

// The subgraphs of a model, for Builder.
class Subgraphs {
 public:
  static constexpr bool kAny = false, kFlow = true;

  // Counts all tensors and operators, and finds the steps of subgraphs that are run.
  Code open(const Model& model, Arena& working, nook_interpreter_fault* fault);
  uint32_t count() const { return static_cast<uint32_t>(all_.size()); }
  uint32_t tensors() const { return tensors_; }
  uint32_t operators() const { return operators_; }
  const Subgraph& operator[](uint32_t i) const { return all_[i]; }
  bool runs(uint32_t i) const { return all_[i].exit > 0; }
  const int32_t* steps() const { return steps_.data(); }
  // Until when memory of the subgraph at hand is in use that is used at `step`.
  int32_t last_use(int32_t step) const { return at > 0 && all_[at].exit < again_ ? again_ : step; }

  // Like those of layout.h, for all subgraphs.
  void find_places(const Model& model, uint32_t* places, Workload* load) const;
  static Workload workload(const Model& model);
  static size_t working_bytes(const Model& model);
  Code lay_out(const Model& model, const nook_interpreter_options& options, uint32_t* places, Layout* layout,
               nook_interpreter_fault* fault) const;

  // Checks the sizes of everything that the IF or WHILE `i` of the current subgraph copies, and fills its
  // call.
  Code prepare(const Model& model, uint32_t i, const uint32_t* places, Layout* layout, Store& store,
               uint32_t pointer, Node* node, nook_interpreter_fault* fault) const;

  uint32_t at = 0;  // the subgraph at hand

 private:
  Code number(const Model& model, nook_interpreter_fault* fault);
  Code enter(const OperatorView& op, uint32_t* here, int32_t* step, nook_interpreter_fault* fault);

  Span<Subgraph> all_;
  Span<int32_t> steps_;  // per operator
  uint32_t tensors_ = 0, operators_ = 0;
  int32_t again_ = 0;  // the last step at which a subgraph is run that was run before
};

}  // namespace nook::interp

struct nook_control {
  // Whether the model has any; a program that does not link this does not ask.
  bool (*is_needed)(const nook::Model& model);
  // Needed beside the first subgraph's memory.
  size_t (*working_bytes)(const nook::Model& model);
  nook::interp::Build* build;
  nook_status (*run)(nook_interpreter* self);
};
