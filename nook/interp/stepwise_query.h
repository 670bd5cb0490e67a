// One subgraph at a time, one operator at a time, on the stack: what stepwise.cc does with a model's only
// subgraph, and stepwise_control.cc with several.
#pragma once
#include "nook/interp/buffers.h"
#include "nook/interp/build.h"
#include "nook/interp/interpreter.h"
#include "nook/ops/contract/control_flow.h"

namespace nook::interp {

// A buffer that is live: a tensor's or (-1) the scratch of the current operator.
struct Live {
  int32_t tensor, last;  // the last operator that needs it
  uint32_t offset, bytes;
};

constexpr uint32_t padded(uint32_t bytes) { return align_up(bytes, kBufferAlignment); }

class StepwiseQuery {
 public:
  StepwiseQuery(const Model& model, const Resolver& resolver, const nook_interpreter_options& options,
                Fault* fault)
      : model_(model), resolver_(resolver), options_(options), fault_(*fault) {}

  // Divides the room between prepare()'s data, the operands of the widest operator, and buffers; counts the
  // tables of persistent memory. `load`: the work of all subgraphs; `first`: of the model's first.
  Code start(Span<uint8_t> room, const Workload& load, const Workload& first);

  // Makes a subgraph the current one. Buffers that are live now stay, and belong to its callers.
  void enter(uint32_t subgraph) { make_current(subgraph, live_count_); }
  // Makes the caller of the current subgraph the current one; `own_live`: its first buffer.
  void leave(uint32_t caller, size_t own_live) {
    live_count_ = own_live_;
    make_current(caller, own_live);
  }
  const SubgraphView& graph() const { return graph_; }
  // Whether a tensor of the current subgraph names a variable.
  bool is_resource(int32_t t) const { return tensor(t).type() == DType::kResource; }
  size_t own_live() const { return own_live_; }

  // Prepares operator `i` of the current subgraph. Nothing of it is counted yet.
  Code prepare(uint32_t i, const OperatorView& op, Prepared* prepared);
  // Counts the persistent memory of the operator that was prepared last.
  Code count(const Prepared& prepared);
  // Counts a table or a record of persistent memory.
  Code take(size_t bytes, uint32_t alignment);
  // Counts the state of all operators, then the variables of the current subgraph.
  Code take_state() { return take(own_state_, 8); }
  Code take_variables();
  // The largest table of scales, and the sum of all that do not fill gaps of the scratch.
  uint32_t largest_table() const { return largest_table_; }
  uint32_t all_tables() const { return all_tables_; }

  // Places the inputs of a subgraph that IF or WHILE runs: the results of their copies.
  Code place_inputs();
  // Places the results of operator `i`, and its scratch. `prepared`: null for IF and WHILE, which have none.
  Code place_results(uint32_t i, const OperatorView& op, const Prepared* prepared);
  // Forgets the buffers of the current subgraph that no operator after `i` needs.
  void drop_after(int32_t i);

  // The height of the plan, or the bytes of all buffers if more were live at once than there is room for.
  uint64_t scratch() const { return overflows_ ? all_ : height_; }
  // Fills the answer, with the sizes of the model's own inputs and outputs. `first`: as in start().
  Code finish(const Workload& first, uint64_t scratch, MemorySizes* sizes);

  Code refuse(nook_status status, nook_role role, size_t need, size_t have, int32_t index = -1) {
    return interp::refuse(&fault_, status, role, need, have, index);
  }

 private:
  void make_current(uint32_t subgraph, size_t own_live) {
    inner_ = subgraph > 0, own_live_ = own_live;
    graph_ = model_.subgraph(subgraph), inputs_ = graph_.inputs(), outputs_ = graph_.outputs();
  }
  bool is_constant(int32_t t) const { return !model_.buffer(tensor(t).buffer()).empty(); }
  bool is_kept(int32_t t) const;
  TensorView tensor(int32_t t) const { return graph_.tensor(static_cast<uint32_t>(t)); }

  Code divide(Span<uint8_t> room, const Workload& load);
  Code describe(const IndexList& list, TensorInfo* infos);
  Code place_tensor(int32_t tensor, int32_t bytes, int32_t step, const OperatorView* op,
                    const Prepared* prepared);
  int32_t last_use(int32_t tensor, int32_t from) const;
  void put(const Live& buffer, int32_t step, const OperatorView* op, const Prepared* prepared);
  int32_t separation(const Live& other, int32_t step, const OperatorView& op, const Prepared& prepared) const;
  Code size_of_side(const IndexList& side, size_t* bytes);

  const Model& model_;
  const Resolver& resolver_;
  const nook_interpreter_options& options_;
  Fault& fault_;
  SubgraphView graph_;
  IndexList inputs_, outputs_;
  bool inner_ = false;  // IF or WHILE runs the subgraph: its inputs and outputs are ordinary tensors
  Store store_ = Store::counting();
  Arena prepared_{{}};           // what prepare() of the current operator took
  TensorInfo* infos_ = nullptr;  // current operator: results, then operands
  Span<Live> live_;
  size_t live_count_ = 0, own_live_ = 0;  // all; the callers of the current subgraph
  bool overflows_ = false;
  uint64_t all_ = 0;
  uint32_t height_ = 0, own_state_ = 0;  // height of the plan so far; state of operators
  uint32_t largest_table_ = 0, all_tables_ = 0;
};

}  // namespace nook::interp
