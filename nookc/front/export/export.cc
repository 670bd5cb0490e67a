#include "nookc/front/export/export.h"

#include <map>
#include <set>

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

using Numbers = std::map<TensorId, int32_t>;

using Maps = std::vector<flatbuffers::Offset<fb::TensorMap>>;

struct Export {
  const Graph& graph;
  const Subgraphs& all;
  Numbers numbers = {};  // numbers of the current subgraph's tensors
  flatbuffers::FlatBufferBuilder b = flatbuffers::FlatBufferBuilder();
  std::vector<flatbuffers::Offset<fb::Buffer>> buffers = {};
  std::map<const Bytes*, uint32_t> buffer_of = {};
  std::vector<flatbuffers::Offset<fb::OperatorCode>> codes = {};
  std::map<std::pair<int32_t, int32_t>, uint32_t> code_of = {};  // by kind and version
};

// A graph without control flow keeps all of its tensors and their numbers, even those that no node uses.
Numbers numbered_as_they_are(const Export& d) {
  Numbers numbers = {};
  for (size_t i = 0; i < d.graph.tensors.size(); ++i)
    numbers[static_cast<TensorId>(i)] = static_cast<int32_t>(i);
  return numbers;
}

SubgraphParts whole(const Export& d) {
  SubgraphParts whole{d.graph.inputs, d.graph.outputs, {}};
  for (size_t i = 0; i < d.graph.nodes.size(); ++i)
    if (!d.graph.nodes[i].erased()) whole.steps.push_back({false, i});
  return whole;
}

std::vector<int32_t> numbers_of(const Export& d, const std::vector<TensorId>& tensors) {
  std::vector<int32_t> all;
  all.reserve(tensors.size());
  for (TensorId t : tensors) all.push_back(t == TensorId::kNone ? -1 : d.numbers.at(t));
  return all;
}

uint32_t buffer(Export& d, const Tensor& t) {
  if (!t.data) return 0;
  const auto [found, fresh] = d.buffer_of.try_emplace(t.data.get(), static_cast<uint32_t>(d.buffers.size()));
  if (fresh) {
    d.b.ForceVectorAlignment(t.data->size(), 1, 16);
    const auto bytes = d.b.CreateVector(reinterpret_cast<const uint8_t*>(t.data->data()), t.data->size());
    d.buffers.push_back(fb::CreateBuffer(d.b, bytes));
  }
  return found->second;
}

// A tensor that nothing uses keeps its number and its name: a runtime may refuse its type, and its data takes
// room.
Tensor without_contents(const Tensor& t) {
  Tensor empty;
  empty.name = t.name, empty.shape = t.shape, empty.type = nook::DType::kF32;
  return empty;
}

flatbuffers::Offset<fb::Tensor> tensor(Export& d, const Tensor& t) {
  flatbuffers::Offset<fb::QuantizationParameters> quantization;
  if (!t.scales.empty()) {
    const auto scales = d.b.CreateVector(t.scales);
    const auto zeros = d.b.CreateVector(std::vector<int64_t>(t.scales.size(), t.zero_point));
    quantization = fb::CreateQuantizationParameters(d.b, 0, 0, scales, zeros, fb::QuantizationDetails_NONE, 0,
                                                    t.channel_axis);
  }
  const auto shape = d.b.CreateVector(t.shape.dim, t.shape.rank);
  const auto type = static_cast<fb::TensorType>(static_cast<int>(t.type) - 1);
  const auto name = d.b.CreateString(t.name);
  const uint32_t data = buffer(d, t);
  return fb::CreateTensor(d.b, shape, type, data, name, quantization, t.variable, 0, 0, true);
}

uint32_t code(Export& d, nook::OpCode kind_of, int32_t version, const std::string& custom) {
  const auto [found, fresh] =
      d.code_of.try_emplace({static_cast<int32_t>(kind_of), version}, static_cast<uint32_t>(d.codes.size()));
  if (!fresh) return found->second;
  const int32_t kind = static_cast<int32_t>(custom.empty() ? kind_of : nook::OpCode::kCustom);
  const auto name = custom.empty() ? flatbuffers::Offset<flatbuffers::String>() : d.b.CreateString(custom);
  d.codes.push_back(fb::CreateOperatorCode(d.b, static_cast<int8_t>(std::min(kind, kLargestOldCode)), name,
                                           version, static_cast<fb::BuiltinOperator>(kind)));
  return found->second;
}

uint32_t code(Export& d, const Node& node) {
  return nook::is_custom(op_code(node)) ? code(d, op_code(node), node.version, op_name(node))
                                        : code(d, op_code(node), version_of(d.graph, node), {});
}

flatbuffers::Offset<fb::Operator> call(Export& d, const ControlCall& call) {
  const int32_t first = static_cast<int32_t>(call.subgraphs[0]),
                second = static_cast<int32_t>(call.subgraphs[1]);
  const uint32_t kind = code(d, call.loop ? nook::OpCode::kWhile : nook::OpCode::kIf, 1, {});
  const auto type = call.loop ? fb::BuiltinOptions_WhileOptions : fb::BuiltinOptions_IfOptions;
  const auto options = call.loop ? fb::CreateWhileOptions(d.b, first, second).Union()
                                 : fb::CreateIfOptions(d.b, first, second).Union();
  const auto outputs = d.b.CreateVector(numbers_of(d, call.out));
  const auto inputs = d.b.CreateVector(numbers_of(d, call.in));
  return fb::CreateOperator(d.b, kind, inputs, outputs, type, options);
}

// Additional tensors that TensorFlow Lite requires for an integer LSTM: a scale for the sums of each gate,
// which it does not use, and the quantization of the hidden state, whose zero point it subtracts although
// it should add it.
std::vector<int32_t> intermediates(Export& d, const Node& node,
                                   std::vector<flatbuffers::Offset<fb::Tensor>>* tensors) {
  constexpr size_t kGates = 4;
  if (op_code(node) != nook::OpCode::kUnidirectionalSequenceLstm) return {};
  const Tensor& y = d.graph[node.out[0]];
  const bool integers = y.type == nook::DType::kS8 || y.type == nook::DType::kS16;
  if (!integers || y.scales.size() != 1) return {};
  std::vector<int32_t> all;
  for (size_t i = 0; i <= kGates; ++i) {
    Tensor made;
    made.name = y.name + "_intermediate" + std::to_string(i);
    made.type = i < kGates ? nook::DType::kS16 : y.type;
    made.scales = {i < kGates ? 1.0f / 4096 : y.scales[0]}, made.zero_point = i < kGates ? 0 : -y.zero_point;
    all.push_back(static_cast<int32_t>(tensors->size()));
    tensors->push_back(tensor(d, made));
  }
  return all;
}

flatbuffers::Offset<fb::Operator> op(Export& d, const Node& node,
                                     std::vector<flatbuffers::Offset<fb::Tensor>>* tensors) {
  const uint32_t kind = code(d, node);
  const Options options = write_options(d.b, d.graph, node);
  const auto custom = options.custom.empty() ? flatbuffers::Offset<flatbuffers::Vector<uint8_t>>()
                                             : d.b.CreateVector(options.custom);
  const std::vector<int32_t> more = intermediates(d, node, tensors);
  const auto between =
      more.empty() ? flatbuffers::Offset<flatbuffers::Vector<int32_t>>() : d.b.CreateVector(more);
  const auto outputs = d.b.CreateVector(numbers_of(d, node.out));
  const auto inputs = d.b.CreateVector(numbers_of(d, node.in));
  return fb::CreateOperator(d.b, kind, inputs, outputs, options.type, options.table, custom,
                            fb::CustomOptionsFormat_FLEXBUFFERS, 0, between);
}

// `numbers`: numbers of the part's tensors; other tensors get the next ones.
flatbuffers::Offset<fb::SubGraph> subgraph(Export& d, const SubgraphParts& part, Numbers numbers) {
  d.numbers = std::move(numbers);
  std::vector<TensorId> named(d.numbers.size());
  for (const auto& [id, number] : d.numbers) named[static_cast<size_t>(number)] = id;
  std::set<TensorId> used;
  const auto name = [&](const std::vector<TensorId>& ids) {
    for (const TensorId id : ids) {
      if (id == TensorId::kNone || !used.insert(id).second) continue;
      if (d.numbers.try_emplace(id, static_cast<int32_t>(named.size())).second) named.push_back(id);
    }
  };
  name(part.inputs);
  for (const SubgraphParts::Step& step : part.steps) {
    name(step.call ? d.all.calls[step.at].in : d.graph.nodes[step.at].in);
    name(step.call ? d.all.calls[step.at].out : d.graph.nodes[step.at].out);
  }
  name(part.outputs);
  std::vector<flatbuffers::Offset<fb::Tensor>> tensors;
  for (const TensorId id : named)
    tensors.push_back(tensor(d, used.contains(id) ? d.graph[id] : without_contents(d.graph[id])));
  std::vector<flatbuffers::Offset<fb::Operator>> operators;
  for (const SubgraphParts::Step& step : part.steps)
    operators.push_back(step.call ? call(d, d.all.calls[step.at]) : op(d, d.graph.nodes[step.at], &tensors));
  // Here and below, each table is created in its own statement before the call that refers to it: C++ does
  // not define the order in which arguments are evaluated, and the bytes must not depend on it.
  const auto all_operators = d.b.CreateVector(operators);
  const auto outputs = d.b.CreateVector(numbers_of(d, part.outputs));
  const auto inputs = d.b.CreateVector(numbers_of(d, part.inputs));
  const auto all_tensors = d.b.CreateVector(tensors);
  return fb::CreateSubGraph(d.b, all_tensors, inputs, outputs, all_operators);
}

// Adds the names of inputs or outputs; returns true if some differ from the tensors' names.
bool add_names(Export& d, const std::vector<TensorId>& tensors, const std::vector<std::string>& names,
               Maps& maps) {
  bool differ = false;
  for (size_t i = 0; i < names.size(); ++i) {
    differ |= names[i] != d.graph[tensors[i]].name;
    maps.push_back(fb::CreateTensorMap(d.b, d.b.CreateString(names[i]),
                                       static_cast<uint32_t>(d.numbers.at(tensors[i]))));
  }
  return differ;
}

flatbuffers::Offset<flatbuffers::Vector<flatbuffers::Offset<fb::SignatureDef>>> signature(Export& d) {
  Maps inputs, outputs;
  const bool input_names = add_names(d, d.graph.inputs, d.graph.input_names, inputs);
  const bool output_names = add_names(d, d.graph.outputs, d.graph.output_names, outputs);
  if (!input_names && !output_names) return 0;
  const auto key = d.b.CreateString("serving_default");
  const auto all_outputs = d.b.CreateVector(outputs);
  const auto all_inputs = d.b.CreateVector(inputs);
  const auto one = fb::CreateSignatureDef(d.b, all_inputs, all_outputs, key);
  return d.b.CreateVector(&one, 1);
}

std::string write_model(Export& d) {
  std::vector<flatbuffers::Offset<fb::SubGraph>> made;
  // The model's own subgraph is created last: its signature follows with the same numbers.
  made.push_back({});
  for (size_t i = 1; i < d.all.parts.size(); ++i) made.push_back(subgraph(d, d.all.parts[i], {}));
  made[0] =
      d.all.calls.empty() ? subgraph(d, whole(d), numbered_as_they_are(d)) : subgraph(d, d.all.parts[0], {});
  const auto signatures = signature(d);
  const auto buffers = d.b.CreateVector(d.buffers);
  const auto description = d.b.CreateString(d.graph.description);
  const auto subgraphs = d.b.CreateVector(made);
  const auto codes = d.b.CreateVector(d.codes);
  const auto model =
      fb::CreateModel(d.b, kFormatVersion, codes, subgraphs, description, buffers, 0, 0, signatures);
  d.b.Finish(model, fb::ModelIdentifier());
  return {reinterpret_cast<const char*>(d.b.GetBufferPointer()), d.b.GetSize()};
}

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
  Export d{.graph = plain, .all = subgraphs};
  d.buffers.push_back(fb::CreateBuffer(d.b));  // for tensors without data
  return write_model(d);
}

Result<std::vector<std::byte>> export_bytes(const Graph& graph) {
  const Result<std::string> made = export_tflite(graph);
  if (!made) return made.diag();
  const std::byte* const first = reinterpret_cast<const std::byte*>(made->data());
  return std::vector<std::byte>(first, first + made->size());
}

}  // namespace nookc
