#include "nookc/import/import.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "nook/model/builtin_names.h"
#include "nook/model/model.h"
#include "nookc/core/dtype.h"
#include "nookc/core/model_size.h"
#include "nookc/core/text.h"
#include "nookc/import/faults.h"
#include "nookc/lower/prepare_node.h"
#include "nookc/lower/refusal.h"

namespace nookc {
namespace {

// Reads a model into a graph and goes on after a problem, so that one run finds all of them.
class Importer {
 public:
  Importer(std::span<const std::byte> bytes, const std::string& file) : bytes_(bytes) { graph.file = file; }

  void run() {
    const nook::Span<const uint8_t> file(reinterpret_cast<const uint8_t*>(bytes_.data()), bytes_.size());
    nook::ModelFault fault;
    const auto opened = nook::Model::open(file, &fault);
    if (!opened) {
      diags.push_back(model_fault(graph.file, opened.code(), fault));
      return;
    }
    model_ = *opened;
    if (const Status fits = check_model_size(model_, graph.file); !fits) {
      diags.push_back(fits.diag());
      return;
    }
    graph.description = model_text(model_.description());
    if (model_.subgraph_count() != 1) {
      diags.push_back({Exit::kUnsupported, "N3003", graph.file,
                       "the model has " + std::to_string(model_.subgraph_count()) + " subgraphs, need 1",
                       model_.subgraph_count() ? "control flow (IF, WHILE, CALL) is not supported"
                                               : "the file is damaged; convert the model anew"});
      return;
    }
    subgraph_ = model_.subgraph(0);
    for (uint32_t i = 0; i < subgraph_.tensor_count(); ++i) read_tensor(i);
    for (uint32_t i = 0; i < subgraph_.operator_count(); ++i) read_operator(i);
    read_interface();
  }

  Graph graph;
  std::vector<Diag> diags;

 private:
  void read_tensor(uint32_t i) {
    const nook::TensorView view = subgraph_.tensor(i);
    Tensor tensor;
    tensor.name = model_text(view.name());
    if (tensor.name.empty()) tensor.name = "tensor_" + std::to_string(i);
    tensor.source = static_cast<int32_t>(i);
    nook::ModelFault fault;
    const auto info = nook::tensor_info(model_, view, &fault);
    broken_.push_back(!info);
    if (!info) {
      fault.index = static_cast<int32_t>(i);
      tensor.type = view.type();
      faults_[i] = model_fault("'" + first_name(tensor.name) + "'", info.code(), fault);
      graph.add(std::move(tensor));
      return;
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
    graph.add(std::move(tensor));
  }

  // Tensors that name the same buffer of the model share one copy of it.
  std::shared_ptr<const Bytes> shared_bytes(const std::byte* first, int32_t bytes) {
    std::shared_ptr<const Bytes>& data = copies_[{first, bytes}];
    if (!data) data = std::make_shared<const Bytes>(first, first + bytes);
    return data;
  }

  static TensorId id(int32_t index) {
    return index < 0 ? TensorId::kNone : TensorId{static_cast<uint32_t>(index)};
  }

  std::string where(uint32_t i, const nook::OperatorView& op) const {
    std::string name = nook::builtin_name(op.code());
    if (op.custom_code().size() > 0) name += " '" + model_text(op.custom_code()) + "'";
    std::string at = graph.file + ": operator " + std::to_string(i) + " " + name;
    if (op.outputs().size() > 0 && op.outputs()[0] >= 0)
      at += " '" + first_name(graph.tensors[static_cast<size_t>(op.outputs()[0])].name) + "'";
    return at;
  }

  void read_operator(uint32_t i) {
    const nook::OperatorView op = subgraph_.op(i);
    Node node;
    node.source = static_cast<int32_t>(i);
    node.version = op.version();
    for (uint32_t k = 0; k < op.inputs().size(); ++k) node.in.push_back(id(op.inputs()[k]));
    for (uint32_t k = 0; k < op.outputs().size(); ++k) node.out.push_back(id(op.outputs()[k]));
    if (!nook::find_op(op.code())) {
      diags.push_back({Exit::kUnsupported, "N3005", where(i, op),
                       "version " + std::to_string(op.version()) + " on " + types(node) + " is not supported",
                       "`nook supported-ops` lists what is"});
      return;
    }
    const auto at = [&] { return where(i, op); };
    if (!check_counts(static_cast<nook::OpCode>(op.code()), node, at) || !check_operands(node, at)) return;
    const nook::Code parsed = parse(op, node);
    if (parsed != nook::Code::kOk) {
      diags.push_back({Exit::kUnsupported, "N3006", at(),
                       "version " + std::to_string(op.version()) +
                           ": its options are malformed or of a kind that is not supported",
                       "convert the model anew"});
      return;
    }
    graph.nodes.push_back(std::move(node));
  }

  std::string types(const Node& node) const {
    std::string list;
    for (TensorId t : node.in)
      if (t != TensorId::kNone) list += (list.empty() ? "" : ", ") + dtype_name(graph[t].type);
    list += " -> ";
    for (size_t k = 0; k < node.out.size(); ++k)
      if (node.out[k] != TensorId::kNone) list += (k ? ", " : "") + dtype_name(graph[node.out[k]].type);
    return list;
  }

  // As many operands and results as the operator has, those that it can't do without among them: passes read
  // them without looking.
  bool check_counts(nook::OpCode code, const Node& node, const auto& at) {
    const nook::Signature& signature = op_row(code).signature;
    const size_t least = signature.least(), most = signature.most(), results = signature.results;
    const auto given = [&](size_t i) { return i < node.in.size() && node.in[i] != TensorId::kNone; };
    bool complete =
        node.in.size() <= most && (signature.many_results() ? !node.out.empty() : node.out.size() == results);
    for (size_t i = 0; i < least; ++i) complete &= given(i);
    if (complete) return true;
    const std::string need = std::to_string(least) + (signature.many_inputs() ? " or more"
                                                      : most > least          ? " to " + std::to_string(most)
                                                                              : "");
    const auto have = std::ranges::count_if(node.in, [](TensorId t) { return t != TensorId::kNone; });
    diags.push_back({Exit::kUnsupported, "N3007", at(),
                     "operands: need " + need + ", have " + std::to_string(have) + "; results: need " +
                         (signature.many_results() ? "1 or more" : std::to_string(results)) + ", have " +
                         std::to_string(node.out.size()),
                     "the file is damaged; convert the model anew"});
    return false;
  }

  // Only tensors that an operator uses have to be sound.
  bool check_operands(const Node& node, const auto& at) {
    bool sound = true;
    for (const std::vector<TensorId>* side : {&node.in, &node.out}) {
      for (TensorId t : *side) {
        if (t == TensorId::kNone) {
          if (side == &node.in) continue;
          diags.push_back({Exit::kUnsupported, "N3007", at(), "one of its outputs is no tensor", {}});
          sound = false;
        } else if (broken_[index(t)]) {
          Diag diag = faults_.at(static_cast<uint32_t>(index(t)));
          diag.where = at() + ": " + diag.where;
          diags.push_back(std::move(diag));
          sound = false;
        }
      }
    }
    return sound;
  }

  nook::Code parse(const nook::OperatorView& op, Node& node) const {
    const Operands all = operands(graph, node);
    nook::NodeView view = all.view(static_cast<nook::OpCode>(op.code()), op.version());
    view.options = op.options();
    return Attrs::parse(op_row(view.code), view, &node.attrs);
  }

  void read_interface() {
    const auto read = [&](const nook::IndexList& list, std::vector<TensorId>& tensors, const char* role) {
      for (uint32_t i = 0; i < list.size(); ++i) {
        const TensorId t = id(list[i]);
        if (t == TensorId::kNone || broken_[index(t)]) {
          diags.push_back(
              {Exit::kUnsupported, "N3008", graph.file,
               std::string(role) + " " + std::to_string(i) + " is no tensor or has an unsupported type",
               "`nook inspect` shows it"});
          continue;
        }
        tensors.push_back(t);
      }
    };
    read(subgraph_.inputs(), graph.inputs, "input");
    read(subgraph_.outputs(), graph.outputs, "output");
    if (graph.outputs.empty())
      diags.push_back({Exit::kUnsupported, "N3009", graph.file, "the model has no output",
                       "export the model with outputs"});
    for (TensorId t : graph.inputs) graph.input_names.push_back(graph[t].name);
    for (TensorId t : graph.outputs) graph.output_names.push_back(graph[t].name);
    if (model_.signature_count() > 0) name_by_signature(model_.signature(0));
  }

  // The names that the exporter gave to inputs and outputs say more than those of the tensors.
  void name_by_signature(const nook::SignatureView& signature) {
    if (signature.subgraph() != 0) return;
    using Places = std::multimap<uint32_t, size_t>;  // of a tensor, among the inputs or outputs
    const auto places = [](const std::vector<TensorId>& tensors) {
      Places all;
      for (size_t i = 0; i < tensors.size(); ++i) all.emplace(static_cast<uint32_t>(index(tensors[i])), i);
      return all;
    };
    const auto rename = [](const Places& of, std::vector<std::string>& names, uint32_t tensor,
                           nook::Span<const char> name) {
      const auto [begin, end] = of.equal_range(tensor);
      for (auto at = begin; at != end && name.size() > 0; ++at) names[at->second] = model_text(name);
    };
    const Places inputs = places(graph.inputs), outputs = places(graph.outputs);
    for (uint32_t i = 0; i < signature.input_count(); ++i)
      rename(inputs, graph.input_names, signature.input_tensor(i), signature.input_name(i));
    for (uint32_t i = 0; i < signature.output_count(); ++i)
      rename(outputs, graph.output_names, signature.output_tensor(i), signature.output_name(i));
  }

  std::span<const std::byte> bytes_;
  nook::Model model_;
  nook::SubgraphView subgraph_;
  std::vector<bool> broken_;  // per tensor
  std::map<std::pair<const std::byte*, int32_t>, std::shared_ptr<const Bytes>> copies_;
  std::map<uint32_t, Diag> faults_;  // of the broken ones
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
  std::vector<uint64_t> memory(size_t{1} << 17);
  for (const Node& node : importer.graph.nodes) {
    nook::Arena arena({reinterpret_cast<uint8_t*>(memory.data()), memory.size() * 8});
    nook::PrepareContext context{arena, nook::kRef, false, {}};
    const auto prepared = prepare_node(importer.graph, node, context);
    if (!prepared) importer.diags.push_back(refusal(importer.graph, node, prepared.code(), context.refusal));
  }
  return importer.diags;
}

}  // namespace nookc
