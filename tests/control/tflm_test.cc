// Models with subgraphs and variables, run through TensorFlow Lite Micro's interface.
#include "nook/compat/tflm.h"

#include "tests/control/net.h"
#include "tests/test.h"

namespace {

using namespace control;

alignas(16) uint8_t arena[8000];

// Counts in steps of its second input up to the first.
std::string counting() {
  Subgraph main, until, body;
  const std::vector<int32_t> carried = {main.input(), main.input()};
  main.out = main.loop(carried, 1, 2);
  const int32_t limit = until.input(), n = until.input();
  until.out = {until.less(n, limit)};
  const int32_t same = body.input(), next = body.input();
  body.out = {same, body.plus(next, body.constant({3}))};
  return write({main, until, body});
}

// Adds its input to its state.
std::string summing() {
  Subgraph main;
  const int32_t x = main.input();
  const int32_t handle = main.op(fb::BuiltinOperator_VAR_HANDLE, {}, {fb::TensorType_RESOURCE, {1}});
  const int32_t kept = main.op(fb::BuiltinOperator_READ_VARIABLE, {handle});
  const int32_t sum = main.plus(kept, x);
  main.ops.push_back({fb::BuiltinOperator_ASSIGN_VARIABLE, {handle, sum}, {}});
  main.out = {sum};
  return write({main});
}

struct Names : tflite::MicroProfilerInterface {
  std::string all;
  uint32_t BeginEvent(const char* tag) override {
    all += tag + std::string(" ");
    return 0;
  }
  void EndEvent(uint32_t) override {}
};

}  // namespace

TEST(the_adapter_runs_loops_and_names_the_operators_of_all_subgraphs) {
  const std::string file = counting();
  tflite::MicroMutableOpResolver<2> resolver;
  EXPECT(resolver.AddAdd() == kTfLiteOk && resolver.AddLess() == kTfLiteOk);
  const tflite::Model* const model = tflite::GetModel(file.data(), file.size());
  {
    tflite::MicroInterpreter net(model, resolver, arena, sizeof arena);
    EXPECT(net.AllocateTensors() == kTfLiteError);
  }
  EXPECT(resolver.AddWhile() == kTfLiteOk);  // needs no entry
  int32_t sizes[4];
  EXPECT(tflite::GetMemRequirements(model, resolver, &sizes[0], &sizes[1], &sizes[2], &sizes[3]) ==
         kTfLiteOk);
  EXPECT_EQ(sizes[0], 8);
  Names names;
  std::vector<uint8_t> persistent(static_cast<size_t>(sizes[2])), scratch(static_cast<size_t>(sizes[3]));
  alignas(4) int32_t in[2] = {7, 0}, out[2] = {};
  tflite::MicroInterpreter net(model, resolver, reinterpret_cast<uint8_t*>(in),
                               reinterpret_cast<uint8_t*>(out), persistent.data(), scratch.data(), nullptr,
                               &names);
  EXPECT(net.AllocateTensors() == kTfLiteOk && net.Invoke() == kTfLiteOk);
  EXPECT_EQ(out[1], 9);
  EXPECT(names.all.find("While") != std::string::npos && names.all.find("Less") != std::string::npos);
}

TEST(the_adapter_keeps_variables_and_resets_them) {
  const std::string file = summing();
  tflite::MicroMutableOpResolver<4> resolver;
  EXPECT(resolver.AddAdd() == kTfLiteOk && resolver.AddVarHandle() == kTfLiteOk);
  EXPECT(resolver.AddReadVariable() == kTfLiteOk && resolver.AddAssignVariable() == kTfLiteOk);
  tflite::MicroInterpreter net(tflite::GetModel(file.data(), file.size()), resolver, arena, sizeof arena);
  EXPECT(net.AllocateTensors() == kTfLiteOk);
  if (!net.input(0)) return;
  for (const int32_t want : {5, 10, 15}) {
    *net.typed_input_tensor<int32_t>(0) = 5;
    EXPECT(net.Invoke() == kTfLiteOk);
    EXPECT_EQ(*net.typed_output_tensor<int32_t>(0), want);
  }
  EXPECT(net.Reset() == kTfLiteOk);
  *net.typed_input_tensor<int32_t>(0) = 2;
  EXPECT(net.Invoke() == kTfLiteOk && *net.typed_output_tensor<int32_t>(0) == 2);
}
