#include "tests/compat/nets.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "nook/interp/interpreter.h"
#include "nook/ops/table.h"
#include "tests/control/net.h"
#include "tests/interp/bench.h"

namespace compat_test {
namespace {

using control::Subgraph;
namespace fb = nook::tflite;

Net from(const std::string& name, const std::string& file) { return net_of(name, file.data(), file.size()); }

fb::TensorType type_of(int element_size) {
  switch (element_size) {
    case 1:
      return fb::TensorType_INT8;
    case 2:
      return fb::TensorType_INT16;
    case 4:
      return fb::TensorType_INT32;
    default:
      return fb::TensorType_INT64;
  }
}

// Computes the outputs with nook's interpreter.
void run(Net& net, uint32_t seed) {
  static std::vector<uint64_t> arena((12 << 20) / 8);
  const auto model = nook::Model::open(net.file());
  EXPECT(model);
  nook::InterpreterOptions options;
  options.control = &nook_control_flow, options.variables = &nook_resource_variables;
  options.subgraph_limit = 1'000'000;
  size_t used = 0;
  nook::Interpreter own = nook::Interpreter::in_arena(
      *model, nook::resolver(nook::all_ops()), {reinterpret_cast<uint8_t*>(arena.data()), arena.size() * 8},
      &used, options);
  EXPECT(own.ok());
  if (!own.ok()) return (void)printf("%s: %d %d\n", net.name.c_str(), own.fault().status, own.fault().role);
  const nook::SubgraphView graph = model->subgraph(0);
  const auto info = [&](int32_t t) {
    return *nook::tensor_info(*model, graph.tensor(static_cast<uint32_t>(t)));
  };
  const auto alignment = [&](int32_t t) {
    const bool wide = info(t).type == nook::DType::kS64 || info(t).type == nook::DType::kF64;
    return size_t{wide ? 8u : 4u};
  };
  test::Rng rng(seed);
  for (uint32_t i = 0; i < graph.inputs().size(); ++i) {
    Bytes bytes(static_cast<size_t>(info(graph.inputs()[i]).bytes()));
    const bool real = info(graph.inputs()[i]).type == nook::DType::kF32;
    for (uint8_t& b : bytes) b = static_cast<uint8_t>(rng.in(0, real ? 62 : 255));  // no float is a NaN
    memcpy(own.input(i), bytes.data(), bytes.size());
    net.inputs.push_back(bytes), net.alignments[0].push_back(alignment(graph.inputs()[i]));
  }
  own.invoke();
  for (uint32_t i = 0; i < graph.outputs().size(); ++i) {
    const auto* const y = static_cast<const uint8_t*>(own.output(i));
    net.outputs.emplace_back(y, y + info(graph.outputs()[i]).bytes());
    net.alignments[1].push_back(alignment(graph.outputs()[i]));
  }
}

Net unrun(const std::string& name, const void* file, size_t bytes) {
  Net net{name, std::vector<uint32_t>(bytes / 4 + 1), bytes, {}, {}, {}};
  memcpy(net.words.data(), file, bytes);
  return net;
}

}  // namespace

Net net_of(const std::string& name, const void* file, size_t bytes, uint32_t seed) {
  Net net = unrun(name, file, bytes);
  run(net, seed);
  return net;
}

const std::vector<Net>& small_nets() {
  static const std::vector<Net> nets = [] {
    std::vector<Net> made;
    for (const interp_test::Case& c : interp_test::cases())
      made.push_back(net_of(c.name, c.model.data(), c.model.size(), static_cast<uint32_t>(made.size())));
    const nook::Span<const uint8_t> state = interp_test::accumulator();
    made.push_back(net_of("accumulator", state.data(), state.size()));
    return made;
  }();
  return nets;
}

Net copies_of(const std::vector<int>& element_sizes) {
  Subgraph g;
  std::string name = "copies";
  for (const int size : element_sizes) {
    const control::Tensor t = {type_of(size), {3}};
    const int32_t x = g.input(t);
    g.out.push_back(g.op(fb::BuiltinOperator_RESHAPE, {x}, t));
    name += " " + std::to_string(size);
  }
  return from(name, control::write({g}));
}

Net chain_of(int operators) {
  Subgraph g;
  const control::Tensor t = {fb::TensorType_INT32, {5}};
  const int32_t x = g.input(t);
  int32_t last = x, before = x;
  for (int i = 0; i < operators; ++i) {
    const int32_t next = g.plus(last, i % 3 ? before : x, t);
    before = last, last = next;
  }
  g.out = {last, before};
  return from("a chain of " + std::to_string(operators), control::write({g}));
}

Net fan_of(int tensors) {
  Subgraph g;
  const control::Tensor t = {fb::TensorType_INT32, {5}};
  const int32_t x = g.input(t);
  std::vector<int32_t> all;
  for (int i = 0; i < tensors; ++i) all.push_back(g.plus(x, g.constant({i}), t));
  int32_t sum = x;
  for (const int32_t each : all) sum = g.plus(sum, each, t);
  g.out = {sum};
  return from("a fan of " + std::to_string(tensors), control::write({g}));
}

Net loop_of(int turns) {
  Subgraph main, until, body;
  const int32_t n = main.input(), x = main.input();
  main.out = main.loop({n, x}, 1, 2);
  const int32_t i = until.input(), value = until.input();
  until.out = {turns < 0 ? until.less(until.constant({0}), until.constant({1}))
                         : until.less(i, until.constant({turns}))};
  (void)value;
  const int32_t k = body.input(), y = body.input();
  body.out = {body.plus(k, body.constant({1})), body.plus(y, y)};
  const std::string file = control::write({main, until, body});
  return unrun("a loop of " + std::to_string(turns), file.data(), file.size());
}

Net loop_in_a_circle(int operators) {
  Subgraph main, until, body;
  main.out = main.loop({main.input()}, 1, 2);
  until.out = {until.less(until.input(), until.constant({3}))};
  int32_t last = body.input();
  for (int i = 0; i < operators; ++i) last = body.plus(last, last);
  body.out = body.loop({last}, 1, 2);
  const std::string file = control::write({main, until, body});
  return unrun("a circle", file.data(), file.size());
}

Net waiting() {
  flatbuffers::FlatBufferBuilder b;
  const std::vector<int32_t> row = {1, 1, 1, 4}, rows = {1, 3, 1, 4}, x = {0}, y = {1}, z = {2};
  const auto buffer = fb::CreateBuffer(b);
  const std::vector<flatbuffers::Offset<fb::Tensor>> tensors = {
      fb::CreateTensorDirect(b, &row, fb::TensorType_INT8),
      fb::CreateTensorDirect(b, &rows, fb::TensorType_INT8, 0, "kept", 0, true),
      fb::CreateTensorDirect(b, &rows, fb::TensorType_INT8)};
  const std::vector<flatbuffers::Offset<fb::Operator>> ops = {fb::CreateOperatorDirect(b, 0, &x, &y),
                                                              fb::CreateOperatorDirect(b, 1, &y, &z)};
  const std::vector<flatbuffers::Offset<fb::OperatorCode>> codes = {
      fb::CreateOperatorCodeDirect(b, 32, "CIRCULAR_BUFFER", 1, fb::BuiltinOperator_CUSTOM),
      fb::CreateOperatorCode(b, 22, 0, 1, fb::BuiltinOperator_RESHAPE)};
  const auto graph = fb::CreateSubGraphDirect(b, &tensors, &x, &z, &ops);
  b.Finish(
      fb::CreateModel(b, 3, b.CreateVector(codes), b.CreateVector(&graph, 1), 0, b.CreateVector(&buffer, 1)),
      fb::ModelIdentifier());
  return unrun("waiting", b.GetBufferPointer(), b.GetSize());
}

Net own_after_own(int count) {
  flatbuffers::FlatBufferBuilder b;
  const std::vector<int32_t> shape = {4};
  std::vector<flatbuffers::Offset<fb::Tensor>> tensors = {
      fb::CreateTensorDirect(b, &shape, fb::TensorType_FLOAT32)};
  std::vector<flatbuffers::Offset<fb::Operator>> ops;
  for (int32_t i = 0; i < count; ++i) {
    const std::vector<int32_t> x = {i}, y = {i + 1};
    tensors.push_back(fb::CreateTensorDirect(b, &shape, fb::TensorType_FLOAT32));
    ops.push_back(fb::CreateOperatorDirect(b, 0, &x, &y));
  }
  const auto code = fb::CreateOperatorCodeDirect(b, 32, "OWN", 1, fb::BuiltinOperator_CUSTOM);
  const std::vector<int32_t> in = {0}, out = {count};
  const auto graph = fb::CreateSubGraphDirect(b, &tensors, &in, &out, &ops);
  const auto buffer = fb::CreateBuffer(b);
  b.Finish(fb::CreateModel(b, 3, b.CreateVector(&code, 1), b.CreateVector(&graph, 1), 0,
                           b.CreateVector(&buffer, 1)),
           fb::ModelIdentifier());
  return unrun("own after own", b.GetBufferPointer(), b.GetSize());
}

Net huge(int count, int32_t bytes) {
  Subgraph g;
  const control::Tensor t = {fb::TensorType_INT8, {bytes}};
  for (int i = 0; i < count; ++i) g.out.push_back(g.op(fb::BuiltinOperator_RESHAPE, {g.input(t)}, t));
  const std::string file = control::write({g});
  return unrun("huge", file.data(), file.size());
}

namespace {

void add(const std::string& name, const std::string& path, std::vector<Net>* nets) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return;
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  nets->push_back(from(name, bytes));
}

}  // namespace

std::vector<Net> models_from_files() {
  std::vector<Net> nets;
  for (const char* name : {"sine", "digits"})
    add(name, std::string(NOOK_MODELS) + "/" + name + "/" + name + ".tflite", &nets);
  for (const char* name : {"mlperf_kws_ref_model", "tflm_keyword_scrambled_8bit", "mlperf_ad01_int8",
                           "tflm_micro_speech_quantized", "tflm_mnist_lstm", "tflm_hello_world_float"})
    add(name, std::string(NOOK_PUBLISHED) + "/" + name + "/model.tflite", &nets);
  return nets;
}

std::vector<Net> large_models_from_files() {
  std::vector<Net> nets;
  const char* const name = "xtensa_mobilenet_v2_quantized_1x3x224x224";
  add(name, std::string(NOOK_PUBLISHED) + "/" + name + "/model.tflite", &nets);
  return nets;
}

}  // namespace compat_test
