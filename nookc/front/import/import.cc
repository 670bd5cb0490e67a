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
#include "nookc/core/model_size.h"
#include "nookc/core/text.h"
#include "nookc/front/import/detections.h"
#include "nookc/front/import/faults.h"
#include "nookc/front/import/no_such_operator.h"
#include "nookc/front/import/operand_counts.h"
#include "nookc/front/import/regions.h"
#include "nookc/front/import/signature.h"
#include "nookc/front/import/unsigned.h"
#include "nookc/front/import/variables.h"
#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"
#include "nookc/middle/lower/refusal.h"

namespace nookc {
namespace {

// Subgraphs are inlined at each place that runs them; this bounds the work that one file can demand.
constexpr size_t kMostInlined = 1 << 16, kMostNested = 32;
constexpr const char* kDamaged = "the file is damaged; convert the model again";  // the hint of the error

// Reads a model into a graph. Continues after a problem, so that one run finds all of them.
class Importer {
 public:
  Importer(std::span<const std::byte> bytes, const std::string& file) : bytes_(bytes) { graph.file = file; }

  void run() {
    const nook::Span<const uint8_t> file(reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size());
    nook::ModelFault fault;
    const auto opened = nook::Model::open(file, &fault);
    if (!opened) {
      diags.push_back(file_fault(bytes_, graph.file, opened.code(), fault));
      return;
    }
    model_ = *opened;
    if (const Status fits = check_model_size(model_, graph.file); !fits) {
      diags.push_back(fits.diag());
      return;
    }
    graph.description = model_text(model_.description());
    enter(0);
    for (uint32_t i = 0; i < here_.view.tensor_count(); ++i) here_.tensors.push_back(read_tensor(i));
    for (uint32_t i = 0; i < here_.view.operator_count(); ++i) read_operator(i);
    if (const std::string wrong = variables_.finish(); !wrong.empty())
      diags.push_back({Exit::kUnsupported, "N3023", graph.file, wrong, "convert the model again"});
    read_interface();
    make_signed(graph);
  }

  Graph graph;
  std::vector<Diag> diags;

 private:
  // The subgraph being read: number 0 once, the others at each place that runs them.
  struct Instance {
    uint32_t number = 0;
    nook::SubgraphView view;
    uint32_t tensors_before = 0, operators_before = 0;  // in the preceding subgraphs
    std::vector<TensorId> tensors;                      // tensor of the graph, per tensor of the subgraph
    std::vector<TensorId> inputs;                       // likewise, for the inputs of a subgraph that is run
  };

  void enter(uint32_t number) {
    for (uint32_t s = static_cast<uint32_t>(before_.size()); s <= number; ++s) {
      const nook::SubgraphView last = s ? model_.subgraph(s - 1) : nook::SubgraphView();
      before_.push_back(s ? std::pair(before_.back().first + last.tensor_count(),
                                      before_.back().second + last.operator_count())
                          : std::pair(0u, 0u));
    }
    here_ = {number, model_.subgraph(number), before_[number].first, before_[number].second, {}, {}};
  }

  // Variable tensors of a subgraph are the same tensors wherever it runs.
  TensorId read_tensor(uint32_t i) {
    const auto source = static_cast<int32_t>(here_.tensors_before + i);
    if (const auto kept = kept_.find(source); kept != kept_.end()) return kept->second;
    const TensorId t = add_tensor(i, source);
    if (graph[t].variable) kept_[source] = t;
    return t;
  }

  TensorId add_tensor(uint32_t i, int32_t source) {
    const nook::TensorView view = here_.view.tensor(i);
    Tensor tensor;
    tensor.name = model_text(view.name());
    if (tensor.name.empty()) tensor.name = "tensor_" + std::to_string(i);
    tensor.source = source;
    nook::ModelFault fault;
    const auto info = nook::tensor_info(model_, view, &fault);
    if (!info) {
      fault.index = static_cast<int32_t>(i);
      tensor.type = view.type();
      const TensorId t = graph.add(tensor);
      if (!names_variable(t))
        faults_[t] = model_fault("'" + first_name(tensor.name) + "'", info.code(), fault);
      return t;
    }
    tensor.type = info->type;
    tensor.shape = info->shape;
    tensor.scales.assign(info->scales.begin(), info->scales.end());
    tensor.zero_point = info->zero_point;
    tensor.channel_axis = info->channel_axis;
    tensor.variable = info->variable;
    if (info->data) {
      const std::byte* const first = static_cast<const std::byte*>(info->data);
      tensor.data = shared_bytes(first, tensor.bytes());
    }
    return graph.add(std::move(tensor));
  }

  // Whether it is the result of a VAR_HANDLE, which may be passed to subgraphs.
  bool names_variable(TensorId t) const { return graph[t].type == nook::DType::kResource; }

  // Tensors that refer to the same buffer of the model share one copy of it.
  std::shared_ptr<const Bytes> shared_bytes(const std::byte* first, int32_t bytes) {
    std::shared_ptr<const Bytes>& data = copies_[{first, bytes}];
    if (!data) data = std::make_shared<const Bytes>(first, first + bytes);
    return data;
  }

  TensorId id(int32_t index) const {
    return index < 0 ? TensorId::kNone : here_.tensors[static_cast<size_t>(index)];
  }
  std::vector<TensorId> ids(const nook::IndexList& list) const {
    std::vector<TensorId> all;
    for (uint32_t k = 0; k < list.size(); ++k) all.push_back(id(list[k]));
    return all;
  }
  bool broken(TensorId t) const { return faults_.contains(t); }

  std::string where(uint32_t i, const nook::OperatorView& op) const {
    std::string name = nook::builtin_name(op.code());
    if (op.custom_code().size() > 0) name += " '" + model_text(op.custom_code()) + "'";
    std::string at = graph.file + ": operator " + std::to_string(here_.operators_before + i) + " " + name;
    if (op.outputs().size() > 0 && op.outputs()[0] >= 0)
      at += " '" + first_name(graph[id(op.outputs()[0])].name) + "'";
    return at;
  }

  void read_operator(uint32_t i) {
    const nook::OperatorView op = here_.view.op(i);
    Node node;
    node.source = static_cast<int32_t>(here_.operators_before + i);
    node.version = op.version();
    node.in = ids(op.inputs()), node.out = ids(op.outputs());
    if (nook::is_control_flow(op.code())) {
      read_control(i, op, node);
      return;
    }
    if (Variables::is_for(op.code())) {
      const std::string wrong = here_.number == 0 || !Variables::is_first(op.code())
                                    ? variables_.add(op, std::move(node))
                                    : "it is not supported in a subgraph of IF or WHILE";
      if (!wrong.empty())
        diags.push_back({Exit::kUnsupported, "N3023", where(i, op), wrong,
                         "export the model with its variables initialised by constants"});
      return;
    }
    const nook::OpEntry* const entry = nook::find_op(op.code(), op.custom_code());
    if (!entry) {
      diags.push_back(
          no_such_operator(where(i, op), model_text(op.custom_code()), op.version(), types_of(graph, node)));
      return;
    }
    const auto at = [&] { return where(i, op); };
    if (const std::string wrong = operand_counts(entry->code, node); !wrong.empty()) {
      diags.push_back({Exit::kUnsupported, "N3007", at(), wrong, kDamaged});
      return;
    }
    if (!check_operands(node, at)) return;
    if (!keeps_once(entry->code, node, at)) return;
    const nook::Code parsed = parse(entry->code, op, node);
    if (parsed != nook::Code::kOk) {
      diags.push_back({Exit::kUnsupported, "N3006", at(),
                       "version " + std::to_string(op.version()) +
                           ": its options are malformed, or of a kind that nook does not support",
                       "convert the model again"});
      return;
    }
    shape_detections(graph, node);
    graph.nodes.push_back(std::move(node));
  }

  // An IF or a WHILE: the operators of its subgraphs are inlined.
  void read_control(uint32_t i, const nook::OperatorView& op, const Node& node) {
    const auto at = [&] { return where(i, op); };
    const std::string label = "operator " + std::to_string(node.source) + " " + nook::builtin_name(op.code());
    const size_t before = diags.size();
    check_operands(node, at);
    for (TensorId t : node.in)
      if (t == TensorId::kNone) refuse_control(at(), "one of its inputs is not a tensor");
    std::set<TensorId> others(here_.inputs.begin(), here_.inputs.end());
    others.insert(node.in.begin(), node.in.end());
    for (TensorId t : node.out)
      if (!others.insert(t).second) {
        refuse_control(at(), "one of its results is an input, or another result");
        break;
      }
    if (diags.size() > before) return;
    if (nook::is_while(op.code())) {
      read_while(op, node, at(), label);
    } else {
      read_if(op, node, at(), label);
    }
  }

  void read_if(const nook::OperatorView& op, const Node& node, const std::string& at,
               const std::string& label) {
    if (node.in.empty()) return refuse_control(at, "it has no condition");
    if (!decides(node.in[0], at)) return;
    const std::vector<TensorId> given(node.in.begin() + 1, node.in.end());
    regions_.begin_if(node.in[0], label);
    for (const uint32_t branch : {0u, 1u}) {
      if (branch == 1) regions_.begin_else();
      const size_t from = graph.nodes.size();
      const auto values = read_subgraph(nook::callee_of(op, branch), given, at);
      if (!values || !same_kind(*values, node.out, at, "results")) return;
      for (TensorId t : node.out)
        if (names_variable(t))
          return refuse_control(at, "the name of a variable can't depend on its condition");
      regions_.give(from, node.out, *values);
    }
    regions_.end_if();
    regions_.done(node.source, node.out);
  }

  void read_while(const nook::OperatorView& op, const Node& node, const std::string& at,
                  const std::string& label) {
    if (!same_kind(node.in, node.out, at, "results")) return;
    // Values that the body returns unchanged are already in place; all others are copied from iteration to
    // iteration.
    std::vector<TensorId> inside = node.out, carried, given;
    for (size_t k = 0; k < inside.size(); ++k) {
      if (passes_through(nook::callee_of(op, 1), k) && !graph[node.in[k]].constant())
        inside[k] = node.in[k];
      else if (names_variable(node.out[k]))
        return refuse_control(at, "a variable must keep its name in every iteration");
      else
        carried.push_back(node.out[k]), given.push_back(node.in[k]);
    }
    regions_.begin_loop(carried, given, label);
    const auto condition = read_subgraph(nook::callee_of(op, 0), inside, at);
    if (!condition) return;
    if (condition->size() != 1)
      return refuse_control(at,
                            "its condition has " + std::to_string(condition->size()) + " outputs, need 1");
    if (!decides(condition->front(), at)) return;
    regions_.break_unless(condition->front());
    const auto next = read_subgraph(nook::callee_of(op, 1), inside, at);
    if (!next || !same_kind(*next, node.out, at, "outputs of its body")) return;
    std::vector<TensorId> kept;
    for (size_t k = 0; k < inside.size(); ++k)
      if (inside[k] == node.out[k]) kept.push_back((*next)[k]);
    regions_.end_loop(carried, kept);
    std::vector<TensorId> results;
    for (size_t k = 0; k < inside.size(); ++k) {
      if (names_variable(node.out[k])) {
        variables_.rename(inside[k], node.out[k]);
        continue;
      }
      if (inside[k] != node.out[k]) regions_.rename(inside[k], node.out[k]);
      results.push_back(node.out[k]);
    }
    regions_.done(node.source, results);
  }

  // Whether output `k` of a subgraph is its input `k`.
  bool passes_through(int32_t number, size_t k) const {
    if (number < 0 || static_cast<uint32_t>(number) >= model_.subgraph_count())
      return false;  // it will be refused
    const nook::SubgraphView view = model_.subgraph(static_cast<uint32_t>(number));
    const nook::IndexList in = view.inputs(), out = view.outputs();
    const auto at = static_cast<uint32_t>(k);
    return at < in.size() && at < out.size() && in[at] >= 0 && in[at] == out[at];
  }

  void refuse_control(const std::string& at, const std::string& why) {
    diags.push_back({Exit::kUnsupported, "N3022", at, why, "convert the model again"});
  }

  bool decides(TensorId t, const std::string& at) {
    const Tensor& tensor = graph[t];
    if (tensor.type == nook::DType::kBool && tensor.bytes() == 1) return true;
    refuse_control(at, "its condition must be one bool, have " + std::to_string(tensor.shape.elements()) +
                           " of " + dtype_name(tensor.type));
    return false;
  }

  // Copied tensors must have equal sizes: no size changes while a model runs.
  bool same_kind(const std::vector<TensorId>& from, const std::vector<TensorId>& to, const std::string& at,
                 const char* what) {
    if (from.size() != to.size()) {
      refuse_control(at, std::string(what) + ": need " + std::to_string(to.size()) + ", have " +
                             std::to_string(from.size()));
      return false;
    }
    for (size_t k = 0; k < from.size(); ++k) {
      const Tensor &a = graph[from[k]], &b = graph[to[k]];
      if (a.type == b.type && a.bytes() == b.bytes()) continue;
      const auto kind = [](const Tensor& t) {
        return std::to_string(t.bytes()) + " bytes of " + dtype_name(t.type);
      };
      refuse_control(at, std::string(what) + ": number " + std::to_string(k) + " ('" + first_name(a.name) +
                             "' and '" + first_name(b.name) + "') must not change: need " + kind(b) +
                             ", have " + kind(a));
      return false;
    }
    return true;
  }

  // Inlines the subgraph's operators with these inputs and returns its outputs. Nothing: a problem was noted.
  std::optional<std::vector<TensorId>> read_subgraph(int32_t number, const std::vector<TensorId>& given,
                                                     const std::string& at) {
    const auto refused = [&](const std::string& why) {
      refuse_control(at, why);
      return std::nullopt;
    };
    const std::string name = "subgraph " + std::to_string(number);
    if (number < 0 || static_cast<uint32_t>(number) >= model_.subgraph_count())
      return refused("it runs " + name + ", the model has " + std::to_string(model_.subgraph_count()));
    if (std::ranges::find(running_, static_cast<uint32_t>(number)) != running_.end())
      return refused(name + " would run itself");
    if (running_.size() > kMostNested)
      return refused("nested subgraphs: at most " + std::to_string(kMostNested));
    Instance outer = std::move(here_);
    enter(static_cast<uint32_t>(number));
    running_.push_back(here_.number);
    const size_t before = diags.size();
    std::vector<TensorId> values;
    inlined_ += 1 + here_.view.tensor_count() + here_.view.operator_count();
    if (inlined_ > kMostInlined) {
      refuse_control(at, "all runs of subgraphs together have more than " + std::to_string(kMostInlined) +
                             " tensors and operators");
    } else if (bind(given, name, at)) {
      for (uint32_t i = 0; i < here_.view.operator_count() && diags.size() == before; ++i) read_operator(i);
      values = ids(here_.view.outputs());
      for (TensorId t : values)
        if (t == TensorId::kNone || broken(t))
          refuse_control(at, "an output of " + name + " is not a valid tensor");
    }
    running_.pop_back();
    here_ = std::move(outer);
    if (diags.size() > before) return std::nullopt;
    return values;
  }

  // The subgraph's inputs are the caller's tensors, or views of them if the subgraph declares a different
  // shape or type.
  bool bind(const std::vector<TensorId>& given, const std::string& name, const std::string& at) {
    const nook::IndexList inputs = here_.view.inputs();
    if (inputs.size() != given.size()) {
      refuse_control(at, "inputs of " + name + ": need " + std::to_string(inputs.size()) + ", have " +
                             std::to_string(given.size()));
      return false;
    }
    for (uint32_t i = 0; i < here_.view.tensor_count(); ++i) here_.tensors.push_back(read_tensor(i));
    std::vector<TensorId> own;
    std::set<TensorId> seen;
    for (uint32_t k = 0; k < inputs.size(); ++k) {
      const TensorId t = id(inputs[k]);
      const bool fine = t != TensorId::kNone && !broken(t) && !graph[t].constant() && !graph[t].variable;
      if (!fine || !seen.insert(t).second) {
        refuse_control(at, "input " + std::to_string(k) + " of " + name +
                               " is not a valid tensor, or is a constant, a variable or another input");
        return false;
      }
      own.push_back(t);
    }
    if (!same_kind(given, own, at, ("inputs of " + name).c_str())) return false;
    for (uint32_t k = 0; k < inputs.size(); ++k) {
      const Tensor &a = graph[given[k]], &b = graph[own[k]];
      const bool same =
          names_variable(given[k]) || (a.shape == b.shape && graph.same_quantization(given[k], own[k]));
      if (same) {
        here_.tensors[static_cast<size_t>(inputs[k])] = given[k];
      } else {
        regions_.rename(given[k], own[k]);
      }
      here_.inputs.push_back(id(inputs[k]));
    }
    return true;
  }

  // Only tensors that an operator uses must be valid.
  bool check_operands(const Node& node, const auto& at) {
    bool sound = true;
    for (const std::vector<TensorId>* side : {&node.in, &node.out}) {
      for (TensorId t : *side) {
        if (t == TensorId::kNone) {
          if (side == &node.in) continue;
          diags.push_back({Exit::kUnsupported, "N3007", at(), "an output is not a tensor", kDamaged});
          sound = false;
        } else if (broken(t)) {
          Diag diag = faults_.at(t);
          diag.where = at() + ": " + diag.where;
          diags.push_back(std::move(diag));
          sound = false;
        }
      }
    }
    return sound;
  }

  // The operator's own state would exist once for each place that inlines its subgraph, so only one place is
  // allowed.
  bool keeps_once(nook::OpCode code, const Node& node, const auto& at) {
    const auto keeps = [](const nook::FormRow& form) { return form.keeps_state; };
    if (std::ranges::none_of(op_row(code).forms, keeps) || keeping_.insert(node.source).second) return true;
    refuse_control(at(), "it keeps a state, and several operators run its subgraph");
    return false;
  }

  nook::Code parse(nook::OpCode code, const nook::OperatorView& op, Node& node) const {
    const Operands all = operands(graph, node);
    nook::NodeView view = all.view(code, op.version());
    view.options = op.options(), view.in_model = &op;
    return Attrs::parse(op_row(view.code), view, &node.attrs);
  }

  void read_interface() {
    const auto read = [&](const nook::IndexList& list, std::vector<TensorId>& tensors, const char* role) {
      for (uint32_t i = 0; i < list.size(); ++i) {
        const TensorId t = id(list[i]);
        if (t == TensorId::kNone || broken(t) || names_variable(t)) {
          diags.push_back({Exit::kUnsupported, "N3008", graph.file,
                           std::string(role) + " " + std::to_string(i) +
                               " is not a tensor, or is of a type that nook does not support",
                           "`nook inspect` shows it"});
          continue;
        }
        tensors.push_back(t);
      }
    };
    read(here_.view.inputs(), graph.inputs, "input");
    // The application provides its value each time.
    for (TensorId t : graph.inputs) graph[t].variable = false;
    read(here_.view.outputs(), graph.outputs, "output");
    if (graph.outputs.empty())
      diags.push_back({Exit::kUnsupported, "N3009", graph.file, "the model has no output",
                       "export the model with outputs"});
    for (TensorId t : graph.inputs) graph.input_names.push_back(graph[t].name);
    for (TensorId t : graph.outputs) graph.output_names.push_back(graph[t].name);
    name_by_signature(model_, graph);
  }

  std::span<const std::byte> bytes_;
  nook::Model model_;
  Instance here_;
  // Per subgraph: number of tensors and operators before its own.
  std::vector<std::pair<uint32_t, uint32_t>> before_;
  std::vector<uint32_t> running_ = {0};  // the subgraphs being read, the outermost first
  size_t inlined_ = 0;                   // tensors and operators of inlined subgraphs so far
  RegionWriter regions_{graph};
  std::map<std::pair<const std::byte*, int32_t>, std::shared_ptr<const Bytes>> copies_;
  std::map<TensorId, Diag> faults_;   // faults of invalid tensors
  std::map<int32_t, TensorId> kept_;  // variable tensors
  std::set<int32_t> keeping_;         // operators with their own state
  Variables variables_{graph, model_};
};

}  // namespace

Result<Graph> import_tflite(std::span<const std::byte> bytes, const std::string& file) {
  Importer importer(bytes, file);
  importer.run();
  if (!importer.diags.empty()) return importer.diags.front();
  return std::move(importer.graph);
}

std::vector<Diag> survey(std::span<const std::byte> bytes, const std::string& file) {
  Importer importer(bytes, file);
  importer.run();
  NodeMemory memory;
  for (const Node& node : importer.graph.nodes) {
    nook::Arena arena = memory.arena();
    nook::PrepareContext context{arena, nook::kRef, false, {}};
    const auto prepared = prepare_node(importer.graph, node, context);
    if (!prepared) importer.diags.push_back(refusal(importer.graph, node, prepared.code(), context.refusal));
  }
  return importer.diags;
}

}  // namespace nookc
