#include "nook/interp/control.h"
#include "nook/interp/layout_maker.h"

namespace nook::interp {
namespace {

constexpr uint32_t kMostCounted = kPlaceLimit / 128;

// One of several subgraphs.
struct Part {
  int32_t tensors;       // tensors of earlier subgraphs
  uint32_t operators;    // operators of earlier subgraphs
  int32_t entry, exit;   // steps at which its inputs are written and its outputs are read
  const int32_t* steps;  // per operator
  bool inner;            // its inputs and outputs are ordinary tensors
  bool spans = true;     // operands and results of operator i live until the step before the next operator's
};

void add(const Workload& one, Workload* all) {
  all->tensors += one.tensors, all->operators += one.operators;
  all->activations += one.activations, all->states += one.states, all->read += one.read;
  all->widest = one.widest > all->widest ? one.widest : all->widest;
  all->places = one.places > all->places ? one.places : all->places;
}

}  // namespace

// The most nested subgraphs; open() refuses deeper models.
Workload Subgraphs::workload(const Model& model) {
  Workload all = workload_of(model);
  for (uint32_t s = 1; s < model.subgraph_count(); ++s) {
    if (all.tensors > kMostCounted || all.operators > kMostCounted) break;
    Workload one;
    interp::find_places(model, model.subgraph(s), nullptr, &one);
    add(one, &all);
  }
  return all;
}

size_t Subgraphs::working_bytes(const Model& model) {
  if (!has_control_flow(model)) return 0;
  const Workload all = workload(model);
  const size_t own = model.subgraph_count() * sizeof(Subgraph) + all.operators * sizeof(int32_t) + 8;
  return interp::working_bytes(all) - interp::working_bytes(workload_of(model)) + own;
}

Code Subgraphs::open(const Model& model, Arena& working, nook_interpreter_fault* fault) {
  all_ = working.make<Subgraph>(model.subgraph_count());
  if (all_.empty()) return refuse(fault, NOOK_NO_MEMORY, NOOK_ROLE_WORKING, 0, working.size());
  for (uint32_t s = 0; s < count(); ++s) {
    const SubgraphView graph = model.subgraph(s);
    all_[s] = {tensors_, operators_, 0, 0, kNobody, 0, 0};
    tensors_ += graph.tensor_count(), operators_ += graph.operator_count();
    if (tensors_ > kMostCounted || operators_ > kMostCounted)
      return refuse(fault, NOOK_UNSUPPORTED, NOOK_ROLE_MODEL, kMostCounted,
                    tensors_ > operators_ ? tensors_ : operators_);
  }
  steps_ = working.make<int32_t>(operators_);
  if (steps_.size() < operators_) return refuse(fault, NOOK_NO_MEMORY, NOOK_ROLE_WORKING, 0, working.size());
  return number(model, fault);
}

// Assigns an entry step to the next subgraph that the current operator of `*here` runs, and makes it current,
// unless it already has steps.
Code Subgraphs::enter(const OperatorView& op, uint32_t* here, int32_t* step, nook_interpreter_fault* fault) {
  Subgraph& s = all_[*here];
  const int32_t callee = callee_of(op, s.callees++);
  const auto known = [&] { return callee >= 0 && static_cast<uint32_t>(callee) < count(); };
  // A subgraph with an entry but no exit is one of this operator's callers.
  const bool runs_itself = known() && (callee == 0 || (all_[static_cast<uint32_t>(callee)].entry > 0 &&
                                                       all_[static_cast<uint32_t>(callee)].exit == 0));
  if (!known() || runs_itself)
    return refuse_operator(fault, op, s.operators + s.at, Code::kBadModel,
                           {Reason::kSubgraph, 0, static_cast<int32_t>(count()) - 1, callee});
  Subgraph& next = all_[static_cast<uint32_t>(callee)];
  if (next.exit > 0) {
    again_ = ++*step;
  } else {
    next.entry = ++*step, next.caller = *here;
    *here = static_cast<uint32_t>(callee);
  }
  return Code::kOk;
}

// Numbers the steps in the order in which the operators would run if each branch and each loop body ran once.
Code Subgraphs::number(const Model& model, nook_interpreter_fault* fault) {
  int32_t step = 0;
  for (uint32_t here = 0; here != kNobody;) {
    Subgraph& s = all_[here];
    const SubgraphView graph = model.subgraph(here);
    if (s.at == graph.operator_count()) {
      s.exit = ++step;
      here = s.caller;
      continue;
    }
    const OperatorView op = graph.op(s.at);
    if (here > 0 && op.code() == static_cast<int32_t>(OpCode::kCallOnce))  // it runs before everything else
      return refuse_operator(fault, op, s.operators + s.at, Code::kUnsupported, {});
    if (s.callees == 0) steps_[s.operators + s.at] = ++step;
    if (!is_control_flow(op.code()) || s.callees == 2) {
      ++s.at, s.callees = 0;
      continue;
    }
    const Code code = enter(op, &here, &step, fault);
    NOOK_REQUIRE(code == Code::kOk, code);
  }
  return Code::kOk;
}

void Subgraphs::find_places(const Model& model, uint32_t* places, Workload* load) const {
  for (uint32_t s = 0; s < count(); ++s) {
    if (!runs(s)) continue;
    Workload one;
    interp::find_places(model, model.subgraph(s), places + all_[s].tensors, &one);
    add(one, load);
  }
  load->tensors = tensors_, load->operators = operators_;
  load->inputs = model.subgraph(0).inputs().size(), load->outputs = model.subgraph(0).outputs().size();
}

Code Subgraphs::lay_out(const Model& model, const nook_interpreter_options& options, uint32_t* places,
                        Layout* layout, nook_interpreter_fault* fault) const {
  Layout& l = *layout;
  for (uint32_t s = 0; s < count(); ++s) {
    if (!runs(s)) continue;
    const SubgraphView graph = model.subgraph(s);
    const size_t from = l.buffer_count;
    const Part part{static_cast<int32_t>(all_[s].tensors),
                    all_[s].operators,
                    all_[s].entry,
                    all_[s].exit,
                    steps_.data() + all_[s].operators,
                    s > 0};
    uint32_t* const own = places + all_[s].tensors;
    const Code code = Maker<Part>(model, graph, options, part, own, layout, fault).make();
    NOOK_REQUIRE(code == Code::kOk, code);
    if (s == 0) continue;
    for (size_t b = from; b < l.buffer_count; ++b) {
      l.buffers[b].kind = BufferKind::kActivation;
      if (l.buffers[b].last >= 0 && l.buffers[b].last < again_ && all_[s].exit < again_)
        l.buffers[b].last = again_;
    }
  }
  return Code::kOk;
}

namespace {

// A pair of tensors, one of which is copied to the other.
class Copies {
 public:
  Copies(const Model& model, const OperatorView& op, uint32_t number, Layout* layout,
         nook_interpreter_fault* fault)
      : model_(model), op_(op), number_(number), l_(*layout), fault_(*fault) {}

  struct Side {
    SubgraphView graph;
    const uint32_t* places;  // places of the subgraph
    uint32_t tensors;        // tensors of earlier subgraphs
  };

  Code refuse(Reason reason, size_t operand, size_t need, size_t have) {
    const int8_t at = static_cast<int8_t>(operand < 127 ? operand : 127);
    return refuse_operator(&fault_, op_, number_, code_of(reason),
                           {reason, at, static_cast<int32_t>(need), static_cast<int32_t>(have)});
  }

  // Records the size of the tensor that `info` describes.
  Code look(const Side& side, int32_t tensor, TensorInfo* info) {
    TensorFault why;
    if (tensor < 0) return refuse(Reason::kOperandCount, 0, 1, 0);
    if (read_tensor(model_, side.graph.tensor(static_cast<uint32_t>(tensor)), info, &why) < 0)
      return refuse_tensor(&fault_, tensor + static_cast<int32_t>(side.tensors), why);
    const uint32_t place = side.places[tensor];
    if (kind_of(place) == Place::kScratch) l_.buffers[where_of(place)].size = info->bytes();
    return Code::kOk;
  }

  // Whether tensor `from` fits into `to`; `operand` is for the fault if it does not.
  Code match(const Side& here, int32_t from, const Side& there, int32_t to, size_t operand, uint32_t* bytes) {
    if (is_handle(here.graph, from) && is_handle(there.graph, to)) {
      if (bytes) *bytes = 0;
      return Code::kOk;
    }
    TensorInfo a, b;
    Code code = look(here, from, &a);
    NOOK_REQUIRE(code == Code::kOk, code);
    code = look(there, to, &b);
    NOOK_REQUIRE(code == Code::kOk, code);
    const auto type = [](const TensorInfo& t) { return static_cast<size_t>(t.type); };
    if (a.type != b.type) return refuse(Reason::kType, operand, type(a), type(b));
    const auto size = [](const TensorInfo& t) { return static_cast<size_t>(t.bytes()); };
    if (a.bytes() != b.bytes()) return refuse(Reason::kCarried, operand, size(a), size(b));
    if (bytes) *bytes = static_cast<uint32_t>(a.bytes());
    return Code::kOk;
  }

  // Checks the tensor that selects the branch or ends the loop.
  Code decides(const Side& side, int32_t tensor) {
    TensorInfo info;
    const Code code = look(side, tensor, &info);
    NOOK_REQUIRE(code == Code::kOk, code);
    if (info.type != DType::kBool)
      return refuse(Reason::kType, 0, static_cast<size_t>(DType::kBool), static_cast<size_t>(info.type));
    if (info.bytes() != 1) return refuse(Reason::kElements, 0, 1, static_cast<size_t>(info.bytes()));
    return Code::kOk;
  }

 private:
  const Model& model_;
  const OperatorView& op_;
  const uint32_t number_;
  Layout& l_;
  nook_interpreter_fault& fault_;
};

}  // namespace

Code Subgraphs::prepare(const Model& model, uint32_t i, const uint32_t* places, Layout* layout, Store& store,
                        uint32_t pointer, Node* node, nook_interpreter_fault* fault) const {
  const SubgraphView graph = model.subgraph(at);
  const OperatorView op = graph.op(i);
  const IndexList in = op.inputs(), out = op.outputs();
  const bool loop = is_while(op.code());
  Copies copies(model, op, all_[at].operators + i, layout, fault);
  if (!loop && in.empty()) return copies.refuse(Reason::kOperandCount, 0, 1, 0);
  const uint32_t skipped = loop ? 0 : 1;  // the condition is not copied
  const uint32_t given = in.size() - skipped, taken = out.size();
  ControlCall* const call = static_cast<ControlCall*>(store.take(control_call_bytes(pointer), pointer));
  uint32_t* const bytes = static_cast<uint32_t*>(store.take((given + taken) * sizeof(uint32_t), 4));
  ControlCall made{};
  const Copies::Side here{graph, places + all_[at].tensors, all_[at].tensors};
  Code code = loop ? Code::kOk : copies.decides(here, in[0]);
  NOOK_REQUIRE(code == Code::kOk, code);
  if (loop && given != taken) return copies.refuse(Reason::kOperandCount, kFirstOutput, given, taken);
  for (uint32_t k = 0; loop && k < given; ++k) {
    code = copies.match(here, in[k], here, out[k], k, nullptr);
    NOOK_REQUIRE(code == Code::kOk, code);
  }
  for (uint32_t which = 0; which < 2; ++which) {
    const uint32_t number = static_cast<uint32_t>(callee_of(op, which));
    const Subgraph& s = all_[number];
    const Copies::Side there{model.subgraph(number), places + s.tensors, s.tensors};
    const IndexList inputs = there.graph.inputs(), outputs = there.graph.outputs();
    const bool condition = loop && which == 0;
    if (inputs.size() != given) return copies.refuse(Reason::kOperandCount, 0, inputs.size(), given);
    if (outputs.size() != (condition ? 1 : taken))
      return copies.refuse(Reason::kOperandCount, kFirstOutput, outputs.size(), condition ? 1 : taken);
    for (uint32_t k = 0; k < given && code == Code::kOk; ++k)
      code = copies.match(here, in[k + skipped], there, inputs[k], k + skipped, bytes ? bytes + k : nullptr);
    for (uint32_t k = 0; k < taken && !condition && code == Code::kOk; ++k)
      code = copies.match(there, outputs[k], here, out[k], kFirstOutput + k,
                          bytes ? bytes + given + k : nullptr);
    if (condition && code == Code::kOk) code = copies.decides(there, outputs[0]);
    NOOK_REQUIRE(code == Code::kOk, code);
    made.in[which] = inputs.span().data(), made.out[which] = outputs.span().data();
    made.tensors[which] = s.tensors, made.subgraph[which] = number;
    made.first[which] = s.operators, made.end[which] = s.operators + there.graph.operator_count();
  }
  if (!node) return Code::kOk;
  made.bytes = bytes, made.is_loop = loop, made.caller = kNobody;
  if (call) *call = made;
  *node = {nullptr,
           call,
           in.span().data(),
           out.span().data(),
           nullptr,
           0,
           0,
           static_cast<uint16_t>(in.size()),
           static_cast<uint16_t>(taken)};
  return Code::kOk;
}

}  // namespace nook::interp
