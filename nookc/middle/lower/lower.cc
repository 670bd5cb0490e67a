#include "nookc/middle/lower/lower.h"

#include <algorithm>
#include <map>
#include <set>

#include "nookc/core/invariant.h"
#include "nookc/graph/ethos_u.h"
#include "nookc/middle/lower/constant_store.h"
#include "nookc/middle/lower/core_actions.h"
#include "nookc/middle/lower/insert_copies.h"
#include "nookc/middle/lower/lowered_nodes.h"
#include "nookc/middle/lower/refusal.h"
#include "nookc/middle/lower/share_weights.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/middle/lower/unit_calls.h"
#include "nookc/middle/lower/worth_code.h"

namespace nookc {
namespace {

// The most bytes for packed weights and Params, in addition to eight times the model's constants.
constexpr int64_t kLoweredBytes = int64_t{1} << 24;

// The Params of every node, each in its own block so that pointers stay valid.
using ParamsMemory = std::vector<std::shared_ptr<uint64_t[]>>;

// A program under construction, which the steps of lower() pass on.
struct Draft {
  const CompileOptions& options;
  const std::vector<KernelRows>& rows;
  const KernelPerNode& kernels;
  LoweredNodes& nodes;
  Program program;
  Storage storage;
  ParamsMemory memory;
  std::vector<Chosen> chosen;  // per node; a node without `op` has no call
  ConstantStore constants;
  std::set<TensorId> kept;
  std::set<const Bytes*> packed;  // that were charged for
  int64_t left = 0;               // bytes left of the limit

  const Graph& graph() const { return program.graph; }
};

void place_side(Draft& d, const std::vector<TensorId>& tensors, const std::vector<std::string>& names,
                const std::set<std::string>& in_scratch, Location::Kind kind, std::vector<bool>& flags) {
  const VelaPlan plan(d.graph());
  for (size_t i = 0; i < tensors.size(); ++i) {
    flags.push_back(in_scratch.count("*") || in_scratch.count(names[i]) ||
                    in_scratch.count(d.graph()[tensors[i]].name) || plan.is_operand(tensors[i]));
    if (!flags.back()) d.program.location[index(tensors[i])] = {kind, static_cast<int32_t>(i), 0};
  }
}

// Marks the tensors that are in the application's buffers, persistent, or in scratch; the other locations
// follow from the nodes.
void place_interface(Draft& d) {
  const Graph& g = d.graph();
  std::vector<Location>& location = d.program.location;
  location.resize(g.tensors.size());
  for (size_t i = 0; i < g.tensors.size(); ++i) {
    const Tensor& t = g.tensors[i];
    location[i].kind = t.constant() ? Location::Kind::kNone
                       : t.variable ? Location::Kind::kKept
                                    : Location::Kind::kScratch;
  }
  place_side(d, g.inputs, g.input_names, d.options.inputs_in_scratch, Location::Kind::kInput,
             d.program.input_in_scratch);
  place_side(d, g.outputs, g.output_names, d.options.outputs_in_scratch, Location::Kind::kOutput,
             d.program.output_in_scratch);
  // A view of the application's buffer is in that buffer too.
  for (size_t i = 0; i < g.tensors.size(); ++i) {
    location[i] = location[index(d.storage.root[i])];
    location[i].offset = d.storage.offset[i];
  }
}

int64_t constant_bytes(const Graph& graph) {
  std::set<const Bytes*> counted;  // tensors may share bytes
  int64_t bytes = 0;
  for (const Tensor& t : graph.tensors)
    if (t.constant() && counted.insert(t.data.get()).second) bytes += static_cast<int64_t>(t.data->size());
  return bytes;
}

// Charges for packed bytes and arguments: weights that are not constant may have any number of channels.
Status spend(Draft& d, int64_t bytes) {
  d.left -= bytes;
  if (d.left >= 0) return Done{};
  return Diag{
      Exit::kUnsupported, "N3019", d.graph().file,
      "packed weights and arguments of its kernels take more than 16 MiB and eight times its constants",
      "-O size packs nothing"};
}

// Chooses a kernel for each node that has a call. An operator without a call must still be valid.
Status choose_kernels(Draft& d) {
  const Graph& graph = d.graph();
  d.chosen.resize(graph.nodes.size());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (graph.nodes[i].erased()) continue;
    const nook::KernelEntry* const kernel = i < d.kernels.size() ? d.kernels[i] : nullptr;
    const KernelRows rows = i < d.rows.size() ? d.rows[i] : KernelRows::kAll;
    const Chosen& chosen = kernel ? d.nodes.every(graph, i) : d.nodes.chosen(graph, i, rows);
    if (!chosen.op) return refusal(graph, graph.nodes[i], chosen.op.code(), chosen.refusal);
    d.memory.push_back(chosen.memory);
    if (const Status fits = spend(d, static_cast<int64_t>(chosen.bytes)); !fits) return fits.diag();
    if (!d.storage.view[i]) d.chosen[i] = chosen;
    if (kernel && d.chosen[i].op) take(*kernel, &*d.chosen[i].op);
  }
  if (!d.kernels.empty()) return Done{};
  if (d.options.level != Level::kTime) drop_unworthy(d.chosen, constant_bytes(graph));
  share_weights(graph, d.options, d.nodes, d.chosen);
  return Done{};
}

Location constant(Draft& d, TensorId id) {
  const Tensor& t = d.graph()[id];
  const int32_t number =
      d.constants.add(d.graph(), {t.name, id, t.type, t.shape, nook::kBufferAlignment, t.data, false});
  return {Location::Kind::kConstant, number, 0};
}

Location locate(Draft& d, TensorId t) {
  if (t == TensorId::kNone) return {};
  if (d.graph()[t].constant()) return constant(d, t);
  const TensorId root = d.storage.root[index(t)];  // it may be a view of a constant
  return d.graph()[root].constant() ? constant(d, root) : d.program.location[index(t)];
}

// Packs the constant operands for the kernel, which gets the result in place of the weights.
Status pack(Draft& d, const Node& node, Call& call) {
  const nook::KernelEntry& kernel = *call.op.kernel;
  const std::shared_ptr<const Bytes> bytes =
      d.nodes.packed(d.graph(), index(call.node), kernel, call.op.params);
  if (d.packed.insert(bytes.get()).second)
    if (Status fits = spend(d, static_cast<int64_t>(bytes->size())); !fits) return fits;
  nook::Shape shape;
  shape.rank = 1, shape.dim[0] = static_cast<int32_t>(bytes->size());
  const size_t at = op_row(node).signature.first(nook::Role::kWeights);
  const TensorId weights = node.in[at];
  const int32_t number = d.constants.add(d.graph(), {d.graph()[weights].name, weights, nook::DType::kU8,
                                                     shape, nook::kBufferAlignment, bytes, true});
  call.in[at] = {Location::Kind::kConstant, number, 0};
  return Done{};
}

// Records a variable tensor that this call is the first to use, and its initial value.
void keep_variable(Draft& d, TensorId t, int32_t call) {
  const TensorId root = d.storage.root[index(t)];
  if (d.program.location[index(root)].kind != Location::Kind::kKept || !d.kept.insert(root).second) return;
  const KeptWindow* const window = d.graph().window_of(root);
  const TensorId variable = window ? window->variable : root;
  const Tensor& tensor = d.graph()[variable];
  Kept kept{tensor.name, root, call, d.graph()[root].bytes()};
  kept.first_at = window ? window->offset : 0;
  const bool bytes = nook::size_of(tensor.type) == 1;
  kept.fill = bytes ? static_cast<uint8_t>(tensor.zero_point) : 0;
  if (tensor.first)
    kept.first = d.constants.add(d.graph(), {tensor.name, variable, tensor.type, tensor.shape,
                                             nook::kBufferAlignment, tensor.first, false});
  d.program.kept.push_back(std::move(kept));
}

// Records the call's state and its initial value; place_kept() decides where the state is.
void keep(Draft& d, const Node& node, Call& call) {
  const int32_t number = static_cast<int32_t>(d.program.calls.size());
  if (call.op.state_bytes > 0) {
    call.state.kind = Location::Kind::kKept;
    d.program.kept.push_back(
        {"state of " + describe(d.graph(), node), TensorId::kNone, number, call.op.state_bytes});
  }
  for (const auto* side : {&call.in_tensors, &call.out_tensors})
    for (TensorId t : *side)
      if (t != TensorId::kNone) keep_variable(d, t, number);
}

Status lower_node(Draft& d, NodeId id, const Chosen& chosen) {
  const Node& node = d.graph().nodes[index(id)];
  invariant(chosen.op->kernel != nullptr, "an operator that was prepared has a kernel");
  Call call;
  call.node = id;
  call.step = static_cast<int32_t>(d.program.calls.size()) + 1;
  call.code = op_code(node);
  call.op = *chosen.op;
  const nook::OpRow& row = op_row(node);
  const nook::FormRow& form = form_of(call);
  const bool packs = call.op.kernel->packing->bytes != nullptr;
  call.params_type = form.type;
  const std::string folder = row.folder;
  call.header = form.header ? form.header : "nook/ops/" + folder + "/" + folder + ".h";
  call.macs = form.macs(call.op.params);
  for (const Candidate& each : chosen.candidates)
    if (each.row == call.op.kernel) call.estimate = each.estimate;
  for (size_t i = 0; i < row.signature.reach(node.in.size()); ++i) {
    const bool there = i < node.in.size() && row.signature.handed(i);
    const TensorId t = there ? node.in[i] : TensorId::kNone;
    const bool packed = packs && row.signature.packed(i);
    call.in_tensors.push_back(t);
    call.in.push_back(packed ? Location{} : locate(d, t));
  }
  for (TensorId t : node.out) call.out_tensors.push_back(t), call.out.push_back(locate(d, t));
  keep(d, node, call);
  if (packs)
    if (const Status fits = pack(d, node, call); !fits) return fits.diag();
  d.program.calls.push_back(std::move(call));
  return Done{};
}

// The regions that begin or end before node `i`.
void mark_calls(Draft& d, size_t i) {
  const std::vector<RegionMark>& marks = d.graph().regions.marks;
  std::vector<CallMark>& made = d.program.marks;
  for (; made.size() < marks.size() && marks[made.size()].at <= i;) {
    const RegionMark& mark = marks[made.size()];
    made.push_back({mark.kind, d.program.calls.size(), mark.condition, locate(d, mark.condition), mark.label,
                    mark.source, mark.results});
  }
}

// Whether an output of the call contains a byte of `t`.
bool writes(const Draft& d, const Call& call, TensorId t) {
  const auto begin = [&](TensorId of) { return d.storage.offset[index(of)]; };
  const auto end = [&](TensorId of) { return d.storage.offset[index(of)] + d.graph()[of].bytes(); };
  return std::ranges::any_of(call.out_tensors, [&](TensorId o) {
    return d.storage.root[index(o)] == d.storage.root[index(t)] && begin(o) < end(t) && begin(t) < end(o);
  });
}

void name_view(Draft& d, size_t node, TensorId t, const std::vector<size_t>& writers,
               const std::set<TensorId>& inputs) {
  std::vector<Call>& calls = d.program.calls;
  const TensorId root = d.storage.root[index(t)];
  const auto last = std::ranges::find_if(writers.rbegin(), writers.rend(), [&](size_t call) {
    return index(calls[call].node) < node && writes(d, calls[call], t);
  });
  if (last != writers.rend())
    calls[*last].views.push_back(t);
  else if (inputs.contains(root) || d.graph().window_of(root))
    calls[0].views_before.push_back(t);
}

// Decides where a trace shows an operator without a call: after the last call that writes some of its
// bytes before its place. A view of an input is shown before the first call, which may overwrite it, and so
// is the value that a variable kept.
void name_views(Draft& d) {
  const Graph& graph = d.graph();
  if (d.program.calls.empty() || !graph.regions.empty()) return;
  std::map<TensorId, std::vector<size_t>> writers;  // per root: calls that write some of its bytes
  for (size_t i = 0; i < d.program.calls.size(); ++i)
    for (TensorId t : d.program.calls[i].out_tensors) writers[d.storage.root[index(t)]].push_back(i);
  const std::set<TensorId> inputs(graph.inputs.begin(), graph.inputs.end());
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (!d.storage.view[i]) continue;
    for (TensorId t : graph.nodes[i].out) name_view(d, i, t, writers[d.storage.root[index(t)]], inputs);
  }
}

// Lists the requested units that still have calls.
std::vector<std::string> units_in(const Program& program, const CompileOptions& options) {
  std::vector<std::string> used;
  for (const std::string& name : unit_names(options.units))
    if (std::ranges::any_of(program.calls, [&](const Call& c) { return unit_of(program, c) == name; }))
      used.push_back(name);
  return used;
}

}  // namespace

Result<Program> lower(Graph graph, const CompileOptions& options, const std::vector<KernelRows>& rows,
                      const KernelPerNode& kernels, LoweredNodes& nodes) {
  insert_copies(graph);
  Draft d{options, rows, kernels, nodes, {}, share_storage(graph), {}, {}, {}, {}, {}, 0};
  invariant(reads_windows_in_time(graph, d.storage), "a window is read before it changes");
  d.left = kLoweredBytes + 8 * constant_bytes(graph);
  d.program.graph = std::move(graph);
  d.program.target = options.target;
  d.program.while_limit = options.while_limit;
  place_interface(d);
  if (const Status fine = choose_kernels(d); !fine) return fine.diag();
  for (size_t i = 0; i < d.graph().nodes.size(); ++i) {
    mark_calls(d, i);
    if (!d.chosen[i].op) continue;
    if (const Status status = lower_node(d, NodeId{static_cast<uint32_t>(i)}, d.chosen[i]); !status)
      return status.diag();
  }
  mark_calls(d, d.graph().nodes.size());
  name_views(d);
  if (options.cores > 1) pair_calls(d.program, d.storage);
  d.program.units = units_in(d.program, options);
  d.program.constants = d.constants.take();
  d.program.arena = std::make_shared<ParamsMemory>(std::move(d.memory));
  return std::move(d.program);
}

}  // namespace nookc
