// A program with its plan in flash: it contains no planner, which test_linked.py checks.
#include <math.h>
#include <stdio.h>

#include "model.h"  // g_model: a sine
#include "nook/buffer_plan.h"
#include "nook/interp/interpreter.h"
#include "nook/ops/fully_connected/fully_connected_op.h"

namespace {

constexpr nook::OpEntry kOps[] = {nook::op_entry<nook::FullyConnected, nook::FullyConnectedS8>()};
// The input, two intermediate tensors, the output; the first and the last are the application's.
const struct BufferPlan kPlan = {
    .buffer_count = 4, .buffer_plan_entries = {{.offset = 0}, {.offset = 0}, {.offset = 16}, {.offset = 0}}};

alignas(16) uint8_t scratch[2048], persistent[1024];

}  // namespace

int main() {
  int8_t x[4] = {}, y[4] = {};
  const nook_const_buffer in[] = {{x, 1}};
  const nook_buffer out[] = {{y, 1}};
  const nook_planner shim = nook_shim_planner(&kPlan);
  const auto model = nook::Model::open(g_model);
  if (!model) return 1;
  nook::Interpreter net(*model, nook::resolver(kOps), {in, out, persistent, scratch},
                        nook::InterpreterOptions(shim));
  if (!net.ok()) {
    char text[120];
    nook_describe_fault(&net.fault(), text, sizeof text);
    printf("%s\n", text);
    return 1;
  }
  const auto info = [&](int32_t tensor) {
    return *nook::tensor_info(*model, model->subgraph(0).tensor(static_cast<uint32_t>(tensor)));
  };
  const nook::TensorInfo from = info(model->subgraph(0).inputs()[0]),
                         to = info(model->subgraph(0).outputs()[0]);
  float worst = 0;
  for (int i = 0; i <= 50; ++i) {
    const float angle = 6.283185f * static_cast<float>(i) / 50;
    x[0] = static_cast<int8_t>(lroundf(angle / from.scale()) + from.zero_point);
    net.invoke();
    const float off = fabsf(static_cast<float>(y[0] - to.zero_point) * to.scale() - sinf(angle));
    worst = off > worst ? off : worst;
  }
  return worst < 0.15f ? 0 : 1;
}
