// Runs smooth.tflite, whose operator MovingAverage is in this folder, compiled and interpreted, and reports
// whether the results are equal.
#include <cstdio>
#include <cstring>

#include "model.h"  // g_model
#include "nook/interp/interpreter.h"
#include "nook/ops/abs/abs_op.h"
#include "nook/ops/moving_average/moving_average_op.h"
#include "smooth.h"

namespace {

constexpr int kCount = 16;

// Named like nook's own operators.
constexpr nook::OpEntry kOps[] = {nook::op_entry<nook::Abs, nook::UnaryF32<nook::Abs>>(),
                                  nook::op_entry<nook::MovingAverage>()};
constexpr nook::Resolver kResolver = nook::resolver(kOps);

bool interpret(const float* x, float* y) {
  alignas(16) static uint8_t arena[4096];
  const auto model = nook::Model::open(g_model);
  if (!model) return false;
  size_t used = 0;
  nook::Interpreter net = nook::Interpreter::in_arena(*model, kResolver, arena, &used);
  if (!net.ok()) {
    char text[160];
    nook_describe_fault(&net.fault(), text, sizeof text);
    std::printf("custom_op: %s\n", text);
    return false;
  }
  std::memcpy(net.input(0), x, sizeof(float) * kCount);
  net.invoke();
  std::memcpy(y, net.output(0), sizeof(float) * kCount);
  return true;
}

void run_compiled(const float* x, float* y) {
  alignas(16) static uint8_t scratch[SMOOTH_SCRATCH_SRAM_BYTES];
  const smooth_memory memory = {scratch, sizeof scratch};
  const smooth_inputs_ref inputs = {x};
  const smooth_outputs_ref outputs = {y};
  smooth_run_ref(&memory, &inputs, &outputs);
}

}  // namespace

int main() {
  float x[kCount], compiled[kCount], interpreted[kCount];
  for (int i = 0; i < kCount; ++i) x[i] = i % 2 == 0 ? 4.0f * static_cast<float>(i) : -4.0f;
  run_compiled(x, compiled);
  if (!interpret(x, interpreted)) return 1;
  for (const float y : compiled) std::printf("%g ", static_cast<double>(y));
  const bool same = std::memcmp(compiled, interpreted, sizeof compiled) == 0;
  std::printf("\n%s\n", same ? "both give the same" : "they differ");
  return same ? 0 : 1;
}
