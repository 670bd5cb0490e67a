// Seed models, one for each operator: nook_fuzz_models FOLDER.
#include <cstdio>
#include <fstream>

#include "nook/ops/contract/op_row.h"
#include "nookc/front/export/export.h"
#include "tests/control/net.h"
#include "tests/generated/samples.h"
#include "tests/generated/steps.h"
#include "tests/hostile/sparse.h"

namespace {

using namespace control;

// A branch, a loop and a variable with an initial value.
std::string with_control_flow() {
  Subgraph main, then, other, once;
  const auto handle = [](Subgraph& g) { return g.op(fb::BuiltinOperator_VAR_HANDLE, {}, kName); };
  const int32_t flag = main.input(kFlag), x = main.input();
  main.ops.push_back({fb::BuiltinOperator_CALL_ONCE, {}, {}, 5});
  const int32_t chosen = main.branch({flag, x}, 1, 2, {{}})[0];
  const int32_t counted = main.loop({main.constant({0}), chosen}, 3, 4)[0];
  const int32_t kept = main.op(fb::BuiltinOperator_READ_VARIABLE, {handle(main)});
  main.out = {counted, main.plus(kept, x)};
  const int32_t value = then.input();
  then.ops.push_back({fb::BuiltinOperator_ASSIGN_VARIABLE, {handle(then), value}, {}});
  then.out = {then.plus(value, then.constant({1}))};
  const int32_t same = other.input();
  other.out = {other.plus(same, other.constant({2}))};
  const int32_t name = handle(once);
  once.ops.push_back({fb::BuiltinOperator_ASSIGN_VARIABLE, {name, once.constant({7})}, {}});
  return write({main, then, other, until_n({}), next_turn({}), once});
}

// A constant of each type whose elements are stored sparse.
std::string with_sparse_constant(uint32_t seed) {
  const hostile::fb::TensorType types[] = {hostile::fb::TensorType_INT8, hostile::fb::TensorType_FLOAT16,
                                           hostile::fb::TensorType_FLOAT32};
  test::Rng rng(seed);
  std::vector<uint8_t> dense;
  return objects::written(hostile::sparse_net(rng, &dense, types[seed % 3]).model);
}

// An unrolled layer of recurrent cells.
std::string with_unrolled_layer(uint32_t seed) {
  generated::Choices choices(seed);
  generated::Sketch s(choices);
  const nookc::TensorId x = s.real({3, 3, 4});
  s.graph.inputs = {x}, s.graph.input_names = {"x"};
  const nookc::TensorId y = generated::unrolled(s, {x}, x);
  if (y == nookc::TensorId::kNone) return {};
  s.graph.outputs = {y}, s.graph.output_names = {"y"};
  const auto bytes = nookc::export_bytes(s.graph);
  return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : std::string();
}

bool write_file(const std::string& path, const std::string& bytes) {
  std::ofstream file(path, std::ios::binary);
  file << bytes;
  return static_cast<bool>(file);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const std::string folder = std::string(arguments[1]) + "/";
  bool written = write_file(folder + "control_flow.tflite", with_control_flow());
  for (uint32_t seed = 0; seed < 6; ++seed)
    written &= write_file(folder + "sparse_" + std::to_string(seed) + ".tflite", with_sparse_constant(seed));
  for (uint32_t seed = 0; seed < 4; ++seed)
    written &= write_file(folder + "unrolled_" + std::to_string(seed) + ".tflite", with_unrolled_layer(seed));
  for (const auto& [code, tflite] : generated::samples())
    written &= write_file(folder + nookc::op_row(code).folder + ".tflite", tflite);
  if (!written) std::fprintf(stderr, "nook_fuzz_models: can't write %s\n", arguments[1]);
  return written ? 0 : 1;
}
