// A typical sketch for TensorFlow Lite Micro, unchanged except for its includes, which are nook's. It
// computes a sine with models/sine and prints the largest error.
#include <math.h>
#include <stdio.h>

#include "model.h"  // g_model
#include "nook/compat/tflm.h"
// Before:
//   #include "tensorflow/lite/micro/micro_interpreter.h"
//   #include "tensorflow/lite/micro/micro_mutable_op_resolver.h"
//   #include "tensorflow/lite/micro/system_setup.h"
//   #include "tensorflow/lite/schema/schema_generated.h"

namespace {

const tflite::Model* model = nullptr;
tflite::MicroInterpreter* interpreter = nullptr;
TfLiteTensor* input = nullptr;
TfLiteTensor* output = nullptr;

constexpr int kTensorArenaSize = 3000;
alignas(16) uint8_t tensor_arena[kTensorArenaSize];

bool setup() {
  tflite::InitializeTarget();
  model = tflite::GetModel(g_model);
  if (model->version() != TFLITE_SCHEMA_VERSION) return false;

  static tflite::MicroMutableOpResolver<1> resolver;
  if (resolver.AddFullyConnected() != kTfLiteOk) return false;

  static tflite::MicroInterpreter static_interpreter(model, resolver, tensor_arena, kTensorArenaSize);
  interpreter = &static_interpreter;
  if (interpreter->AllocateTensors() != kTfLiteOk) return false;

  input = interpreter->input(0);
  output = interpreter->output(0);
  return true;
}

// The network's sine of x.
float predict(float x) {
  input->data.int8[0] = static_cast<int8_t>(lroundf(x / input->params.scale) + input->params.zero_point);
  if (interpreter->Invoke() != kTfLiteOk) return 1e9f;
  return static_cast<float>(output->data.int8[0] - output->params.zero_point) * output->params.scale;
}

}  // namespace

int main() {
  if (!setup()) return 1;
  float worst = 0;
  for (int i = 0; i <= 100; ++i) {
    const float x = 6.283185f * static_cast<float>(i) / 100, off = fabsf(predict(x) - sinf(x));
    if (off > worst) worst = off;
  }
  printf("%d bytes of arena used, at most 0.%02d off\n", static_cast<int>(interpreter->arena_used_bytes()),
         static_cast<int>(worst * 100 + 0.5f));
  return worst < 0.15f ? 0 : 1;
}
