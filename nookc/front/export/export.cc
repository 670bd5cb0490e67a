#include "nookc/front/export/export.h"

#include <map>

#include "nookc/front/export/complete.h"
#include "nookc/front/export/op_versions.h"
#include "nookc/front/export/options.h"
#include "nookc/front/export/subgraphs.h"
#include "nookc/front/export/unfold_pads.h"

namespace nookc {
namespace {

namespace fb = nook::tflite;

constexpr uint32_t kFormatVersion = 3;
constexpr int64_t kMostBytes = int64_t{1} << 31;
constexpr int32_t kLargestOldCode = 127;  // value of the one-byte field for every larger number

// An upper bound for the tables around the constants, with a reserve.
int64_t bytes_at_most(const Graph& graph) {
  int64_t bytes = 1 << 20;
  for (const Tensor& t : graph.tensors)
    bytes += 256 + static_cast<int64_t>(t.name.size() + t.scales.size() * 12 + (t.data ? t.data->size() : 0));
  for (const Node& node : graph.nodes) bytes += 256 + 4 * static_cast<int64_t>(node.in.size());
  return bytes;
}

class Exporter {
 public:
  Exporter(const Graph& graph, const Subgraphs& subgraphs) : graph_(graph), all_(subgraphs) {
    buffers_.push_back(fb::CreateBuffer(b_));  // for tensors without data
  }

  std::string run() {
    std::vector<flatbuffers::Offset<fb::SubGraph>> made;
    // The model's own subgraph is created last: its signature follows with the same numbers.
    made.push_back({});
    for (size_t i = 1; i < all_.parts.size(); ++i) made.push_back(subgraph(all_.parts[i], {}));
    made[0] = all_.calls.empty() ? subgraph(whole(), numbered_as_they_are()) : subgraph(all_.parts[0], {});
    const auto signatures = signature();
    const auto buffers = b_.CreateVector(buffers_);
    const auto description = b_.CreateString(graph_.description);
    const auto subgraphs = b_.CreateVector(made);
    const auto codes = b_.CreateVector(codes_);
    const auto model =
        fb::CreateModel(b_, kFormatVersion, codes, subgraphs, description, buffers, 0, 0, signatures);
    b_.Finish(model, fb::ModelIdentifier());
    return {reinterpret_cast<const char*>(b_.GetBufferPointer()), b_.GetSize()};
  }

 private:
  using Numbers = std::map<TensorId, int32_t>;

  // A graph without control flow keeps all of its tensors, even those that no node uses.
  Numbers numbered_as_they_are() const {
    Numbers numbers;
    for (size_t i = 0; i < graph_.tensors.size(); ++i)
      numbers[static_cast<TensorId>(i)] = static_cast<int32_t>(i);
    return numbers;
  }

  SubgraphParts whole() const {
    SubgraphParts whole{graph_.inputs, graph_.outputs, {}};
    for (size_t i = 0; i < graph_.nodes.size(); ++i)
      if (!graph_.nodes[i].erased()) whole.steps.push_back({false, i});
    return whole;
  }

  // `numbers`: numbers of the part's tensors; other tensors get the next ones.
  flatbuffers::Offset<fb::SubGraph> subgraph(const SubgraphParts& part, Numbers numbers) {
    numbers_ = std::move(numbers);
    std::vector<TensorId> named(numbers_.size());
    for (const auto& [id, number] : numbers_) named[static_cast<size_t>(number)] = id;
    const auto name = [&](const std::vector<TensorId>& ids) {
      for (const TensorId id : ids)
        if (id != TensorId::kNone && numbers_.try_emplace(id, static_cast<int32_t>(named.size())).second)
          named.push_back(id);
    };
    name(part.inputs);
    for (const SubgraphParts::Step& step : part.steps) {
      name(step.call ? all_.calls[step.at].in : graph_.nodes[step.at].in);
      name(step.call ? all_.calls[step.at].out : graph_.nodes[step.at].out);
    }
    name(part.outputs);
    std::vector<flatbuffers::Offset<fb::Tensor>> tensors;
    for (const TensorId id : named) tensors.push_back(tensor(graph_[id]));
    std::vector<flatbuffers::Offset<fb::Operator>> operators;
    for (const SubgraphParts::Step& step : part.steps)
      operators.push_back(step.call ? call(all_.calls[step.at]) : op(graph_.nodes[step.at], &tensors));
    // Here and below, each table is created in its own statement before the call that refers to it: C++ does
    // not define the order in which arguments are evaluated, and the bytes must not depend on it.
    const auto all_operators = b_.CreateVector(operators);
    const auto outputs = b_.CreateVector(numbers_of(part.outputs));
    const auto inputs = b_.CreateVector(numbers_of(part.inputs));
    const auto all_tensors = b_.CreateVector(tensors);
    return fb::CreateSubGraph(b_, all_tensors, inputs, outputs, all_operators);
  }

  std::vector<int32_t> numbers_of(const std::vector<TensorId>& tensors) const {
    std::vector<int32_t> all;
    all.reserve(tensors.size());
    for (TensorId t : tensors) all.push_back(t == TensorId::kNone ? -1 : numbers_.at(t));
    return all;
  }

  flatbuffers::Offset<fb::Tensor> tensor(const Tensor& t) {
    flatbuffers::Offset<fb::QuantizationParameters> quantization;
    if (!t.scales.empty()) {
      const auto scales = b_.CreateVector(t.scales);
      const auto zeros = b_.CreateVector(std::vector<int64_t>(t.scales.size(), t.zero_point));
      quantization = fb::CreateQuantizationParameters(b_, 0, 0, scales, zeros, fb::QuantizationDetails_NONE,
                                                      0, t.channel_axis);
    }
    const auto shape = b_.CreateVector(t.shape.dim, t.shape.rank);
    const auto type = static_cast<fb::TensorType>(static_cast<int>(t.type) - 1);
    const auto name = b_.CreateString(t.name);
    const uint32_t data = buffer(t);
    return fb::CreateTensor(b_, shape, type, data, name, quantization, t.variable, 0, 0, true);
  }

  uint32_t buffer(const Tensor& t) {
    if (!t.data) return 0;
    const auto [found, fresh] = buffer_of_.try_emplace(t.data.get(), static_cast<uint32_t>(buffers_.size()));
    if (fresh) {
      b_.ForceVectorAlignment(t.data->size(), 1, 16);
      const auto bytes = b_.CreateVector(reinterpret_cast<const uint8_t*>(t.data->data()), t.data->size());
      buffers_.push_back(fb::CreateBuffer(b_, bytes));
    }
    return found->second;
  }

  uint32_t code(const Node& node) {
    return nook::is_custom(op_code(node)) ? code(op_code(node), node.version, op_name(node))
                                          : code(op_code(node), version_of(graph_, node), {});
  }

  uint32_t code(nook::OpCode kind_of, int32_t version, const std::string& custom) {
    const auto [found, fresh] =
        code_of_.try_emplace({static_cast<int32_t>(kind_of), version}, static_cast<uint32_t>(codes_.size()));
    if (!fresh) return found->second;
    const int32_t kind = static_cast<int32_t>(custom.empty() ? kind_of : nook::OpCode::kCustom);
    const auto name = custom.empty() ? flatbuffers::Offset<flatbuffers::String>() : b_.CreateString(custom);
    codes_.push_back(fb::CreateOperatorCode(b_, static_cast<int8_t>(std::min(kind, kLargestOldCode)), name,
                                            version, static_cast<fb::BuiltinOperator>(kind)));
    return found->second;
  }

  flatbuffers::Offset<fb::Operator> call(const ControlCall& call) {
    const int32_t first = static_cast<int32_t>(call.subgraphs[0]),
                  second = static_cast<int32_t>(call.subgraphs[1]);
    const uint32_t kind = code(call.loop ? nook::OpCode::kWhile : nook::OpCode::kIf, 1, {});
    const auto type = call.loop ? fb::BuiltinOptions_WhileOptions : fb::BuiltinOptions_IfOptions;
    const auto options = call.loop ? fb::CreateWhileOptions(b_, first, second).Union()
                                   : fb::CreateIfOptions(b_, first, second).Union();
    const auto outputs = b_.CreateVector(numbers_of(call.out));
    const auto inputs = b_.CreateVector(numbers_of(call.in));
    return fb::CreateOperator(b_, kind, inputs, outputs, type, options);
  }

  // Additional tensors that TensorFlow Lite requires for an integer LSTM: a scale for the sums of each gate,
  // which it does not use, and the quantization of the hidden state, whose zero point it subtracts although
  // it should add it.
  std::vector<int32_t> intermediates(const Node& node,
                                     std::vector<flatbuffers::Offset<fb::Tensor>>* tensors) {
    constexpr size_t kGates = 4;
    if (op_code(node) != nook::OpCode::kUnidirectionalSequenceLstm) return {};
    const Tensor& y = graph_[node.out[0]];
    const bool integers = y.type == nook::DType::kS8 || y.type == nook::DType::kS16;
    if (!integers || y.scales.size() != 1) return {};
    std::vector<int32_t> all;
    for (size_t i = 0; i <= kGates; ++i) {
      Tensor made;
      made.name = y.name + "_intermediate" + std::to_string(i);
      made.type = i < kGates ? nook::DType::kS16 : y.type;
      made.scales = {i < kGates ? 1.0f / 4096 : y.scales[0]},
      made.zero_point = i < kGates ? 0 : -y.zero_point;
      all.push_back(static_cast<int32_t>(tensors->size()));
      tensors->push_back(tensor(made));
    }
    return all;
  }

  flatbuffers::Offset<fb::Operator> op(const Node& node,
                                       std::vector<flatbuffers::Offset<fb::Tensor>>* tensors) {
    const uint32_t kind = code(node);
    const Options options = write_options(b_, graph_, node);
    const auto custom = options.custom.empty() ? flatbuffers::Offset<flatbuffers::Vector<uint8_t>>()
                                               : b_.CreateVector(options.custom);
    const std::vector<int32_t> more = intermediates(node, tensors);
    const auto between =
        more.empty() ? flatbuffers::Offset<flatbuffers::Vector<int32_t>>() : b_.CreateVector(more);
    const auto outputs = b_.CreateVector(numbers_of(node.out));
    const auto inputs = b_.CreateVector(numbers_of(node.in));
    return fb::CreateOperator(b_, kind, inputs, outputs, options.type, options.table, custom,
                              fb::CustomOptionsFormat_FLEXBUFFERS, 0, between);
  }

  using Maps = std::vector<flatbuffers::Offset<fb::TensorMap>>;

  // Adds the names of inputs or outputs; returns true if some differ from the tensors' names.
  bool add_names(const std::vector<TensorId>& tensors, const std::vector<std::string>& names, Maps& maps) {
    bool differ = false;
    for (size_t i = 0; i < names.size(); ++i) {
      differ |= names[i] != graph_[tensors[i]].name;
      maps.push_back(
          fb::CreateTensorMap(b_, b_.CreateString(names[i]), static_cast<uint32_t>(numbers_.at(tensors[i]))));
    }
    return differ;
  }

  flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<fb::SignatureDef>>> signature() {
    Maps inputs, outputs;
    const bool input_names = add_names(graph_.inputs, graph_.input_names, inputs);
    const bool output_names = add_names(graph_.outputs, graph_.output_names, outputs);
    if (!input_names && !output_names) return 0;
    const auto key = b_.CreateString("serving_default");
    const auto all_outputs = b_.CreateVector(outputs);
    const auto all_inputs = b_.CreateVector(inputs);
    const auto one = fb::CreateSignatureDef(b_, all_inputs, all_outputs, key);
    return b_.CreateVector(&one, 1);
  }

  const Graph& graph_;
  const Subgraphs& all_;
  Numbers numbers_;  // numbers of the current subgraph's tensors
  flatbuffers::FlatBufferBuilder b_;
  std::vector<flatbuffers::Offset<fb::Buffer>> buffers_;
  std::map<const Bytes*, uint32_t> buffer_of_;
  std::vector<flatbuffers::Offset<fb::OperatorCode>> codes_;
  std::map<std::pair<int32_t, int32_t>, uint32_t> code_of_;  // by kind and version
};

}  // namespace

Result<std::string> export_tflite(const Graph& graph) {
  if (bytes_at_most(graph) >= kMostBytes)
    return Diag{Exit::kUnsupported, "N3020", graph.file,
                "the model would be larger than a .tflite file can be, 2 GiB", "divide the model"};
  Graph plain = graph;
  unfold_pads(plain);
  complete(plain);
  Subgraphs subgraphs;
  const std::string wrong = plain.regions.empty() ? "" : cut_into_subgraphs(plain, &subgraphs);
  if (!wrong.empty())
    return Diag{Exit::kUnsupported, "N3020", graph.file, "a subgraph of IF or WHILE: " + wrong,
                "keep the state outside of control flow"};
  return Exporter(plain, subgraphs).run();
}

}  // namespace nookc
