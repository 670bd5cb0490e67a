#include "nookc/front/import/import.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <set>

#include "nook/model/builtin_names.h"
#include "nook/model/model.h"
#include "nook/ops/contract/control_flow.h"
#include "nookc/core/dtype.h"
#include "nookc/core/invariant.h"
#include "nookc/core/model_fault.h"
#include "nookc/core/model_size.h"
#include "nookc/core/text.h"
#include "nookc/front/import/compute_sizes.h"
#include "nookc/front/import/computed_bounds.h"
#include "nookc/front/import/densify.h"
#include "nookc/front/import/detections.h"
#include "nookc/front/import/draft.h"
#include "nookc/front/import/ethos_u.h"
#include "nookc/front/import/faults.h"
#include "nookc/front/import/infer_results.h"
#include "nookc/front/import/narrow_integers.h"
#include "nookc/front/import/no_such_operator.h"
#include "nookc/front/import/operand_counts.h"
#include "nookc/front/import/regions.h"
#include "nookc/front/import/signature.h"
#include "nookc/front/import/sparse.h"
#include "nookc/front/import/tensor_lists.h"
#include "nookc/front/import/unsigned.h"
#include "nookc/front/import/variables.h"
#include "nookc/front/import/with_commands.h"
#include "nookc/graph/ethos_u.h"
#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"
#include "nookc/middle/lower/refusal.h"

namespace nookc::importing {

void enter(Import& d, uint32_t number) {
  for (uint32_t s = static_cast<uint32_t>(d.before.size()); s <= number; ++s) {
    const nook::SubgraphView last = s ? d.model.subgraph(s - 1) : nook::SubgraphView();
    d.before.push_back(s ? std::pair(d.before.back().first + last.tensor_count(),
                                     d.before.back().second + last.operator_count())
                         : std::pair(0u, 0u));
  }
  d.here = {number, d.model.subgraph(number), d.before[number].first, d.before[number].second, {}, {}};
}

bool names_variable(const Import& d, TensorId t) { return d.graph[t].type == nook::DType::kResource; }

// Tensors that refer to the same buffer of the model share one copy of it.
static std::shared_ptr<const Bytes> shared_bytes(Import& d, const std::byte* first, int32_t bytes) {
  std::shared_ptr<const Bytes>& data = d.copies[{first, bytes}];
  if (!data) data = std::make_shared<const Bytes>(first, first + bytes);
  return data;
}

static TensorId add_faulty(Import& d, Tensor tensor, Diag fault) {
  const std::string name = "'" + first_name(tensor.name) + "'";
  const TensorId t = d.graph.add(std::move(tensor));
  fault.where = name;
  if (!names_variable(d, t)) d.faults[t] = std::move(fault);
  return t;
}

// A sparse constant of this size at most per byte of the file: a bound on the memory that a file can demand.
constexpr int64_t kMostDense = 256;

static TensorId add_sparse(Import& d, Tensor tensor, const nook::TensorView& view,
                           const nook::TensorInfo& info) {
  auto dense = std::make_shared<Bytes>();
  int64_t most = kMostDense * static_cast<int64_t>(d.bytes.size()) - d.dense_bytes;
  const std::string wrong = make_dense(d.model, view, info, &most, dense.get());
  if (!wrong.empty())
    return add_faulty(d, std::move(tensor),
                      {Exit::kUnsupported,
                       "N3002",
                       {},
                       "it is sparse; " + wrong,
                       "the file is damaged; convert the model again, or without sparsity"});
  d.dense_bytes = kMostDense * static_cast<int64_t>(d.bytes.size()) - most;
  tensor.data = std::move(dense);
  d.graph.rewritten = true;
  return d.graph.add(std::move(tensor));
}

static TensorId add_tensor(Import& d, uint32_t i, int32_t source) {
  const nook::TensorView view = d.here.view.tensor(i);
  Tensor tensor;
  tensor.name = model_text(view.name());
  if (tensor.name.empty()) tensor.name = "tensor_" + std::to_string(i);
  tensor.source = source;
  nook::TensorInfo info;
  nook::ModelFault fault;
  const bool sound = nook::read_tensor(d.model, view, &info, &fault);
  if (!sound && fault.fault != nook::Fault::kSparse) {
    fault.index = static_cast<int32_t>(i);
    tensor.type = view.type();
    return add_faulty(d, std::move(tensor), model_fault({}, nook::code_of(fault.fault), fault));
  }
  tensor.type = info.type;
  tensor.shape = info.shape;
  tensor.scales.assign(info.scales.begin(), info.scales.end());
  tensor.zero_point = info.zero_point;
  tensor.channel_axis = info.channel_axis;
  tensor.variable = info.variable;
  if (!sound) return add_sparse(d, std::move(tensor), view, info);
  if (info.data) {
    const std::byte* const first = static_cast<const std::byte*>(info.data);
    tensor.data = shared_bytes(d, first, tensor.bytes());
  }
  return d.graph.add(std::move(tensor));
}

// Variable tensors of a subgraph are the same tensors wherever it runs.
TensorId read_tensor(Import& d, uint32_t i) {
  const auto source = static_cast<int32_t>(d.here.tensors_before + i);
  if (const auto kept = d.kept.find(source); kept != d.kept.end()) return kept->second;
  const TensorId t = add_tensor(d, i, source);
  if (d.graph[t].variable) d.kept[source] = t;
  return t;
}

TensorId id(const Import& d, int32_t index) {
  return index < 0 ? TensorId::kNone : d.here.tensors[static_cast<size_t>(index)];
}

std::vector<TensorId> ids(const Import& d, const nook::IndexList& list) {
  std::vector<TensorId> all;
  for (uint32_t k = 0; k < list.size(); ++k) all.push_back(id(d, list[k]));
  return all;
}

std::string where(const Import& d, uint32_t i, const nook::OperatorView& op) {
  std::string name = nook::builtin_name(op.code());
  if (op.custom_code().size() > 0) name += " '" + model_text(op.custom_code()) + "'";
  std::string at = d.graph.file + ": operator " + std::to_string(d.here.operators_before + i) + " " + name;
  if (op.outputs().size() > 0 && op.outputs()[0] >= 0)
    at += " '" + first_name(d.graph[id(d, op.outputs()[0])].name) + "'";
  return at;
}

// The operator's own state would exist once for each place that inlines its subgraph, so only one place is
// allowed.
static bool keeps_once(Import& d, nook::OpCode code, const Node& node, const auto& at) {
  const auto keeps = [](const nook::FormRow& form) { return form.keeps_state; };
  if (std::ranges::none_of(op_row(code).forms, keeps) || d.keeping.insert(node.source).second) return true;
  refuse_control(d, at(), "it keeps a state, and several operators run its subgraph");
  return false;
}

static nook::Code parse(const Import& d, nook::OpCode code, const nook::OperatorView& op, Node& node) {
  const Operands all = operands(d.graph, node);
  nook::NodeView view = all.view(code, op.version());
  view.options = op.options(), view.in_model = &op;
  return Attrs::parse(op_row(view.code), view, &node.attrs);
}

void read_operator(Import& d, uint32_t i) {
  const nook::OperatorView op = d.here.view.op(i);
  Node node;
  node.source = static_cast<int32_t>(d.here.operators_before + i);
  node.version = op.version();
  node.in = ids(d, op.inputs()), node.out = ids(d, op.outputs());
  if (nook::is_control_flow(op.code())) {
    read_control(d, i, op, node);
    return;
  }
  if (op.code() == static_cast<int32_t>(nook::OpCode::kDensify)) return read_densify(d, i, op, node);
  if (Variables::is_for(op.code())) {
    const std::string wrong = d.here.number == 0 || !Variables::is_first(op.code())
                                  ? d.variables.add(op, std::move(node))
                                  : "it is not supported in a subgraph of IF or WHILE";
    if (!wrong.empty())
      d.diags.push_back({Exit::kUnsupported, "N3023", where(d, i, op), wrong,
                         "convert the model again; its variables must begin with constants"});
    return;
  }
  if (model_text(op.custom_code()) == EthosU::kName &&
      op.code() == static_cast<int32_t>(nook::OpCode::kCustom))
    return read_ethos_u(d, i, op, std::move(node));
  if (read_list_operator(d, i, op, node)) return;
  if (d.infers && compute_sizes(d, op, node)) return;
  d.computes_sizes |= must_be_computed(d, op, node);
  const nook::OpEntry* const entry = nook::find_op(op.code(), op.custom_code());
  if (!entry) {
    d.diags.push_back(no_such_operator(where(d, i, op), model_text(op.custom_code()), op.version(),
                                       types_of(d.graph, node)));
    return;
  }
  const auto at = [&] { return where(d, i, op); };
  if (const std::string wrong = operand_counts(entry->code, node); !wrong.empty()) {
    d.diags.push_back({Exit::kUnsupported, "N3007", at(), wrong, kDamaged});
    return;
  }
  if (!check_operands(d, node, at)) return;
  if (!keeps_once(d, entry->code, node, at)) return;
  const nook::Code parsed = parse(d, entry->code, op, node);
  if (parsed != nook::Code::kOk) {
    d.diags.push_back({Exit::kUnsupported, "N3006", at(),
                       "version " + std::to_string(op.version()) +
                           ": its options are malformed, or of a kind that nook does not support",
                       "convert the model again"});
    return;
  }
  shape_detections(d.graph, node);
  if (replace_slice(d, node, op) || replace_update(d, node)) return;
  if (settle_results(d, node, op)) return;
  d.graph.nodes.push_back(std::move(node));
}

static void read_interface(Import& d) {
  const auto read = [&](const nook::IndexList& list, std::vector<TensorId>& tensors, const char* role) {
    for (uint32_t i = 0; i < list.size(); ++i) {
      const TensorId t = id(d, list[i]);
      const std::string wrong = t == TensorId::kNone   ? "is not a tensor"
                                : names_variable(d, t) ? "is the name of a variable, not a tensor"
                                : broken(d, t)         ? d.faults.at(t).what
                                                       : "";
      if (!wrong.empty()) {
        d.diags.push_back({Exit::kUnsupported, "N3008", d.graph.file,
                           std::string(role) + " " + std::to_string(i) + ": " + wrong,
                           "`nook inspect` shows it; convert or quantize the model again"});
        continue;
      }
      if (!d.fixed.contains(t)) tensors.push_back(t);
    }
  };
  read(d.here.view.inputs(), d.graph.inputs, "input");
  // The application provides its value each time.
  for (TensorId t : d.graph.inputs) d.graph[t].variable = false;
  read(d.here.view.outputs(), d.graph.outputs, "output");
  if (d.here.view.outputs().size() == 0)
    d.diags.push_back({Exit::kUnsupported, "N3009", d.graph.file, "the model has no output",
                       "export the model with outputs"});
  for (TensorId t : d.graph.inputs) d.graph.input_names.push_back(d.graph[t].name);
  for (TensorId t : d.graph.outputs) d.graph.output_names.push_back(d.graph[t].name);
  name_by_signature(d.model, d.graph);
}

void read_file(Import& d) {
  const nook::Span<const uint8_t> file(reinterpret_cast<const uint8_t*>(d.bytes.data()), d.bytes.size());
  nook::ModelFault fault;
  const auto opened = nook::Model::open(file, &fault);
  if (!opened) {
    d.diags.push_back(file_fault(d.bytes, d.graph.file, opened.code(), fault));
    return;
  }
  d.model = *opened;
  if (const Status fits = check_model_size(d.model, d.graph.file); !fits) {
    d.diags.push_back(fits.diag());
    return;
  }
  d.graph.description = model_text(d.model.description());
  enter(d, 0);
  for (uint32_t i = 0; i < d.here.view.tensor_count(); ++i) d.here.tensors.push_back(read_tensor(d, i));
  for (const TensorId t : ids(d, d.here.view.outputs())) d.results.insert(t);
  if (d.infers) state_inputs(d);
  if (!d.diags.empty()) return;
  for (uint32_t i = 0; i < d.here.view.operator_count(); ++i) read_operator(d, i);
  if (const std::string wrong = d.variables.finish(); !wrong.empty())
    d.diags.push_back({Exit::kUnsupported, "N3023", d.graph.file, wrong, "convert the model again"});
  invariant(d.running.size() == 1 && d.here.number == 0, "inlined subgraphs were left again");
  read_interface(d);
  if (d.rewritten && d.diags.empty()) drop_unread(d.graph);
  if (d.diags.empty()) note_arena(d);
  if (holds_commands(d.graph)) return;  // commands expect the tensors of the file
  make_signed(d.graph);
  narrow_integers(d.graph);
}

}  // namespace nookc::importing

namespace nookc {

namespace {

Result<Graph> import_file(std::span<const std::byte> bytes, const std::string& file, importing::Import& d) {
  d.bytes = bytes, d.graph.file = file;
  importing::read_file(d);
  if (!d.diags.empty()) return d.diags.front();
  return std::move(d.graph);
}

Result<Graph> verified(Result<Graph> graph, const std::string& file) {
  if (!graph) return graph;
  if (const std::string wrong = verify(*graph); !wrong.empty())
    return Diag{Exit::kUnsupported, "N3014", file, wrong, "the file is damaged; convert the model again"};
  return graph;
}

}  // namespace

Result<Graph> import_tflite(std::span<const std::byte> bytes, const std::string& file) {
  importing::Import d;
  return import_file(bytes, file, d);
}

Result<Graph> import_restated(std::span<const std::byte> bytes, const std::string& file,
                              const InputFacts& facts, bool* changed) {
  importing::Import d;
  d.bytes = bytes, d.graph.file = file, d.facts = facts, d.infers = true;
  importing::read_file(d);
  if (!d.diags.empty()) return d.diags.front();
  *changed = d.changed || d.rewritten;
  return std::move(d.graph);
}

bool needs_restating(std::span<const std::byte> bytes) {
  std::vector<size_t> doubts;
  importing::Import d;
  d.bytes = bytes, d.doubts = &doubts;
  importing::read_file(d);
  const auto of_control = [](const Diag& diag) { return diag.code == "N3022"; };
  if (!d.diags.empty()) return d.computes_sizes || std::ranges::all_of(d.diags, of_control);
  if (d.rewritten || d.computes_sizes) return true;
  return std::ranges::any_of(doubts, [&](size_t i) {
    return i < d.graph.nodes.size() && refuses_shapes(d.graph, d.graph.nodes[i]).has_value();
  });
}

std::optional<Diag> refuses_shapes(const Graph& graph, const Node& node) {
  NodeMemory memory;
  nook::Arena arena = memory.arena();
  nook::PrepareContext context{arena, nook::kRef, false, {}};
  const auto prepared = prepare_node(graph, node, context);
  const bool shapes =
      prepared.code() == nook::Code::kBadShape || context.refusal.reason == nook::Reason::kNotConstant;
  if (prepared || !shapes) return {};
  return refusal(graph, node, prepared.code(), context.refusal);
}

Result<Graph> import_sound(std::span<const std::byte> bytes, const std::string& file) {
  return verified(import_tflite(bytes, file), file);
}

Result<Graph> import_with_commands(std::span<const std::byte> bytes, const std::string& file) {
  importing::Import d;
  d.takes_commands = true;
  return verified(import_file(bytes, file, d), file);
}

static std::vector<Diag> survey(std::span<const std::byte> bytes, const std::string& file,
                                importing::Import& d) {
  d.bytes = bytes, d.graph.file = file;
  importing::read_file(d);
  NodeMemory memory;
  for (const Node& node : d.graph.nodes) {
    nook::Arena arena = memory.arena();
    nook::PrepareContext context{arena, nook::kRef, false, {}};
    const auto prepared = prepare_node(d.graph, node, context);
    if (!prepared) d.diags.push_back(refusal(d.graph, node, prepared.code(), context.refusal));
  }
  return d.diags;
}

std::vector<Diag> survey(std::span<const std::byte> bytes, const std::string& file) {
  importing::Import d;
  return survey(bytes, file, d);
}

std::vector<Diag> survey_with_commands(std::span<const std::byte> bytes, const std::string& file) {
  importing::Import d;
  d.takes_commands = true;
  return survey(bytes, file, d);
}

}  // namespace nookc
