#include "nookc/middle/lower/lower.h"

#include <algorithm>
#include <map>
#include <set>

#include "nook/kernels/dot/pack/packed_bytes.h"
#include "nookc/middle/lower/choose_kernel.h"
#include "nookc/middle/lower/constant_store.h"
#include "nookc/middle/lower/insert_copies.h"
#include "nookc/middle/lower/refusal.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/middle/lower/unit_calls.h"
#include "nookc/middle/lower/worth_code.h"

namespace nookc {
namespace {

// The most bytes for packed weights and Params, in addition to eight times the model's constants.
constexpr int64_t kLoweredBytes = int64_t{1} << 24;

// The Params of every node, each in its own block so that pointers stay valid.
using ParamsMemory = std::vector<std::unique_ptr<uint64_t[]>>;

class Lowering {
 public:
  Lowering(Graph graph, const CompileOptions& options, const std::vector<KernelRows>& rows)
      : options_(options), rows_(rows) {
    program_.graph = std::move(graph);
    program_.target = options.target;
    program_.while_limit = options.while_limit;
  }

  Result<Program> run() {
    insert_copies(program_.graph);
    left_ = kLoweredBytes + 8 * constant_bytes();
    storage_ = share_storage(program_.graph);
    if (const Status placed = place_interface(); !placed) return placed.diag();
    if (const Status fine = choose_kernels(); !fine) return fine.diag();
    for (size_t i = 0; i < graph().nodes.size(); ++i) {
      mark_calls(i);
      if (!chosen_[i].op) continue;
      if (const Status status = lower_node(NodeId{static_cast<uint32_t>(i)}, chosen_[i]); !status)
        return status.diag();
    }
    mark_calls(graph().nodes.size());
    name_views();
    name_units();
    program_.constants = constants_.take();
    program_.arena = std::make_shared<ParamsMemory>(std::move(memory_));
    return std::move(program_);
  }

 private:
  const Graph& graph() const { return program_.graph; }

  // Marks the tensors that are in the application's buffers, persistent, or in scratch; the other locations
  // follow from the nodes.
  Status place_interface() {
    Graph& g = program_.graph;
    program_.location.resize(g.tensors.size());
    for (size_t i = 0; i < g.tensors.size(); ++i) {
      const Tensor& t = g.tensors[i];
      program_.location[i].kind = t.constant() ? Location::Kind::kNone
                                  : t.variable ? Location::Kind::kKept
                                               : Location::Kind::kScratch;
    }
    place_side(g.inputs, g.input_names, options_.inputs_in_scratch, Location::Kind::kInput,
               program_.input_in_scratch);
    place_side(g.outputs, g.output_names, options_.outputs_in_scratch, Location::Kind::kOutput,
               program_.output_in_scratch);
    // A view of the application's buffer is in that buffer too.
    for (size_t i = 0; i < g.tensors.size(); ++i) {
      program_.location[i] = program_.location[index(storage_.root[i])];
      program_.location[i].offset = storage_.offset[i];
    }
    return Done{};
  }

  void place_side(const std::vector<TensorId>& tensors, const std::vector<std::string>& names,
                  const std::set<std::string>& in_scratch, Location::Kind kind, std::vector<bool>& flags) {
    for (size_t i = 0; i < tensors.size(); ++i) {
      flags.push_back(in_scratch.count("*") || in_scratch.count(names[i]) ||
                      in_scratch.count(graph()[tensors[i]].name));
      if (!flags.back()) program_.location[index(tensors[i])] = {kind, static_cast<int32_t>(i), 0};
    }
  }

  // Chooses a kernel for each node that has a call. An operator without a call must still be valid.
  Status choose_kernels() {
    chosen_.resize(graph().nodes.size());
    for (size_t i = 0; i < graph().nodes.size(); ++i) {
      const Node& node = graph().nodes[i];
      if (node.erased()) continue;
      Chosen chosen = choose_kernel(graph(), node,
                                    {options_.target, weights_are_constant(node), rows_of(node),
                                     options_.level == Level::kFlash, options_.flash});
      if (!chosen.op) return refusal(graph(), node, chosen.op.code(), chosen.refusal);
      memory_.push_back(std::move(chosen.memory));
      if (const Status fits = spend(static_cast<int64_t>(chosen.bytes)); !fits) return fits.diag();
      if (!storage_.view[i]) chosen_[i] = std::move(chosen);
    }
    if (options_.level != Level::kTime) drop_unworthy(chosen_, constant_bytes());
    return Done{};
  }

  int64_t constant_bytes() const {
    std::set<const Bytes*> counted;  // tensors may share bytes
    int64_t bytes = 0;
    for (const Tensor& t : graph().tensors)
      if (t.constant() && counted.insert(t.data.get()).second) bytes += static_cast<int64_t>(t.data->size());
    return bytes;
  }

  // Charges for packed bytes: layers that share weights pack them once each, and weights that are not
  // constant may have any number of channels.
  Status spend(int64_t bytes) {
    left_ -= bytes;
    if (left_ >= 0) return Done{};
    return Diag{
        Exit::kUnsupported, "N3019", graph().file,
        "packed weights and arguments of its kernels take more than 16 MiB and eight times its constants",
        "-O size packs nothing"};
  }

  KernelRows rows_of(const Node& node) const {
    const size_t i = static_cast<size_t>(&node - graph().nodes.data());
    return i < rows_.size() ? rows_[i] : KernelRows::kAll;
  }

  // Packing folds the bias into the weights, so both must be known.
  bool weights_are_constant(const Node& node) const {
    const nook::Signature& signature = op_row(node).signature;
    for (size_t i = 0; i < node.in.size() && i < signature.count; ++i) {
      const nook::Role role = signature.at(i).role;
      if (role != nook::Role::kWeights && role != nook::Role::kBias) continue;
      if (node.in[i] != TensorId::kNone && !graph()[node.in[i]].constant()) return false;
    }
    return true;
  }

  Status lower_node(NodeId id, const Chosen& chosen) {
    const Node& node = graph().nodes[index(id)];
    Call call;
    call.node = id;
    call.step = static_cast<int32_t>(program_.calls.size()) + 1;
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
      call.in.push_back(packed ? Location{} : locate(t));
    }
    for (TensorId t : node.out) call.out_tensors.push_back(t), call.out.push_back(locate(t));
    keep(node, call);
    if (packs)
      if (const Status fits = pack(node, call); !fits) return fits.diag();
    program_.calls.push_back(std::move(call));
    return Done{};
  }

  // Records the call's state and its initial value; place_kept() decides where the state is.
  void keep(const Node& node, Call& call) {
    const int32_t number = static_cast<int32_t>(program_.calls.size());
    if (call.op.state_bytes > 0) {
      call.state.kind = Location::Kind::kKept;
      program_.kept.push_back(
          {"state of " + describe(graph(), node), TensorId::kNone, number, call.op.state_bytes});
    }
    for (const auto* side : {&call.in_tensors, &call.out_tensors})
      for (TensorId t : *side) {
        if (t == TensorId::kNone) continue;
        const TensorId root = storage_.root[index(t)];
        const Tensor& tensor = graph()[root];
        if (program_.location[index(root)].kind != Location::Kind::kKept || !kept_.insert(root).second)
          continue;
        Kept kept{tensor.name, root, number, tensor.bytes()};
        const bool bytes = nook::size_of(tensor.type) == 1;
        kept.fill = bytes ? static_cast<uint8_t>(tensor.zero_point) : 0;
        if (tensor.first)
          kept.first = constants_.add(graph(), {tensor.name, root, tensor.type, tensor.shape,
                                                nook::kBufferAlignment, tensor.first, false});
        program_.kept.push_back(std::move(kept));
      }
  }

  // The regions that begin or end before node `i`.
  void mark_calls(size_t i) {
    const std::vector<RegionMark>& marks = graph().regions.marks;
    for (; program_.marks.size() < marks.size() && marks[program_.marks.size()].at <= i;) {
      const RegionMark& mark = marks[program_.marks.size()];
      program_.marks.push_back({mark.kind, program_.calls.size(), mark.condition, locate(mark.condition),
                                mark.label, mark.source, mark.results});
    }
  }

  Location locate(TensorId t) {
    if (t == TensorId::kNone) return {};
    if (graph()[t].constant()) return constant(t);
    const TensorId root = storage_.root[index(t)];  // it may be a view of a constant
    return graph()[root].constant() ? constant(root) : program_.location[index(t)];
  }

  Location constant(TensorId id) {
    const Tensor& t = graph()[id];
    const int32_t number =
        constants_.add(graph(), {t.name, id, t.type, t.shape, nook::kBufferAlignment, t.data, false});
    return {Location::Kind::kConstant, number, 0};
  }

  // Packs the constant operands for the kernel, which gets the result in place of the weights.
  Status pack(const Node& node, Call& call) {
    const nook::PackingRow& packing = *call.op.kernel->packing;
    const void* const params = call.op.params;
    const std::vector<const void*> in = constant_operands(graph(), node, call.in.size());
    if (Status fits = spend(packing.bytes(params)); !fits) return fits;
    auto bytes = std::make_shared<Bytes>(static_cast<size_t>(packing.bytes(params)));
    nook::PackedBytes to(bytes->data());
    packing.pack(params, in.data(), to);
    bytes->resize(static_cast<size_t>(to.at() - reinterpret_cast<const uint8_t*>(bytes->data())));
    nook::Shape shape;
    shape.rank = 1, shape.dim[0] = static_cast<int32_t>(bytes->size());
    const size_t at = op_row(node).signature.first(nook::Role::kWeights);
    const TensorId weights = node.in[at];
    const int32_t number = constants_.add(graph(), {graph()[weights].name, weights, nook::DType::kU8, shape,
                                                    nook::kBufferAlignment, std::move(bytes), true});
    call.in[at] = {Location::Kind::kConstant, number, 0};
    return Done{};
  }

  // Decides where a trace shows an operator without a call: after the last call that writes some of its
  // bytes. A view of an input is shown before the first call, which may overwrite it.
  void name_views() {
    if (program_.calls.empty() || !graph().regions.empty()) return;
    std::map<TensorId, std::vector<size_t>> writers;  // per root: calls that write some of its bytes
    for (size_t i = 0; i < program_.calls.size(); ++i)
      for (TensorId t : program_.calls[i].out_tensors) writers[storage_.root[index(t)]].push_back(i);
    const std::set<TensorId> inputs(graph().inputs.begin(), graph().inputs.end());
    for (size_t i = 0; i < graph().nodes.size(); ++i) {
      if (!storage_.view[i]) continue;
      for (TensorId t : graph().nodes[i].out) name_view(t, writers[storage_.root[index(t)]], inputs);
    }
  }

  void name_view(TensorId t, const std::vector<size_t>& writers, const std::set<TensorId>& inputs) {
    const auto last = std::ranges::find_if(writers.rbegin(), writers.rend(),
                                           [&](size_t call) { return writes(program_.calls[call], t); });
    if (last != writers.rend())
      program_.calls[*last].views.push_back(t);
    else if (inputs.contains(storage_.root[index(t)]))
      program_.calls[0].views_before.push_back(t);
  }

  // Lists the requested units that still have calls.
  void name_units() {
    for (const std::string& name : unit_names(options_.units))
      if (std::ranges::any_of(program_.calls, [&](const Call& c) { return unit_of(program_, c) == name; }))
        program_.units.push_back(name);
  }

  // Whether an output of the call contains a byte of `t`.
  bool writes(const Call& call, TensorId t) const {
    const auto begin = [&](TensorId of) { return storage_.offset[index(of)]; };
    const auto end = [&](TensorId of) { return storage_.offset[index(of)] + graph()[of].bytes(); };
    return std::ranges::any_of(call.out_tensors, [&](TensorId o) {
      return storage_.root[index(o)] == storage_.root[index(t)] && begin(o) < end(t) && begin(t) < end(o);
    });
  }

  const CompileOptions& options_;
  const std::vector<KernelRows>& rows_;
  Program program_;
  Storage storage_;
  ParamsMemory memory_;
  std::vector<Chosen> chosen_;  // per node; a node without `op` has no call
  ConstantStore constants_;
  std::set<TensorId> kept_;
  int64_t left_ = 0;  // bytes left of the limit
};

}  // namespace

Result<Program> lower(Graph graph, const CompileOptions& options, const std::vector<KernelRows>& rows) {
  return Lowering(std::move(graph), options, rows).run();
}

}  // namespace nookc
