// The adapter's single arena for TensorFlow Lite Micro sketches, and an application's own operator written
// for it: y = MovingAverage(ABS(x)).
#include "nook/compat/tflm.h"

#include "model.h"
#include "tests/interp/bench.h"

namespace {

constexpr int kCount = 16, kGuard = 16;
alignas(16) uint8_t memory[kGuard + 3000 + kGuard];
uint8_t* const arena = memory + kGuard;
alignas(16) uint8_t kept[2500];

// Counts the calls of the operator's functions, and sets their answers.
struct Calls {
  int made, freed, reset;
  bool refuse, fail;
  int payload;
} calls;

struct Average {
  int window, sums;  // the index of the scratch
};

void* init(TfLiteContext* context, const char* buffer, size_t length) {
  ++calls.made;
  auto* const data = static_cast<Average*>(context->AllocatePersistentBuffer(context, sizeof(Average)));
  if (data) data->window = buffer[length - 5];  // from the flexbuffer {"window": 4}
  return data;
}

TfLiteStatus prepare(TfLiteContext* context, TfLiteNode* node) {
  TF_LITE_ENSURE(context, node->user_data != nullptr);
  TF_LITE_ENSURE(context, !calls.refuse);
  TF_LITE_ENSURE_EQ(context, tflite::NumInputs(node), 1);
  TF_LITE_ENSURE_EQ(context, tflite::NumOutputs(node), 1);
  tflite::MicroContext* const micro = tflite::GetMicroContext(context);
  for (int i = 0; i < 100; ++i) {  // each is freed again
    TfLiteTensor* const x = micro->AllocateTempInputTensor(node, 0);
    TF_LITE_ENSURE(context, x != nullptr);
    TfLiteTensor* const y = micro->AllocateTempOutputTensor(node, 0);
    TF_LITE_ENSURE(context, y != nullptr);
    TF_LITE_ENSURE_TYPES_EQ(context, x->type, kTfLiteFloat32);
    TF_LITE_ENSURE_EQ(context, x->quantization.type, kTfLiteNoQuantization);
    TF_LITE_ENSURE(context, tflite::HaveSameShapes(x, y) && !tflite::IsConstantTensor(x));
    TF_LITE_ENSURE_EQ(context, x->bytes, kCount * sizeof(float));
    micro->DeallocateTempTfLiteTensor(y);
    micro->DeallocateTempTfLiteTensor(x);
  }
  TF_LITE_ENSURE(context, micro->AllocateTempInputTensor(node, 1) == nullptr);
  auto* const data = static_cast<Average*>(node->user_data);
  int other = 0;
  TF_LITE_ENSURE_STATUS(context->RequestScratchBufferInArena(context, 5, &other));
  TF_LITE_ENSURE(context, context->GetScratchBuffer(context, other) == nullptr);
  return context->RequestScratchBufferInArena(context, (kCount + 1) * sizeof(float), &data->sums);
}

TfLiteStatus invoke(TfLiteContext* context, TfLiteNode* node) {
  TF_LITE_ENSURE(context, !calls.fail);
  const auto* const data = static_cast<const Average*>(node->user_data);
  if (calls.payload != 0)
    TF_LITE_ENSURE_EQ(context, *static_cast<int*>(tflite::GetMicroContext(context)->external_context()),
                      calls.payload);
  const TfLiteTensor* const described = tflite::GetInput(context, node, 0);
  const TfLiteEvalTensor* const x = tflite::micro::GetEvalInput(context, node, 0);
  TfLiteEvalTensor* const y = tflite::micro::GetEvalOutput(context, node, 0);
  if (described) TF_LITE_ENSURE(context, described->data.data == x->data.data);
  TF_LITE_ENSURE(context, context->AllocatePersistentBuffer(context, 1) == nullptr);
  auto* const sums = static_cast<float*>(context->GetScratchBuffer(context, data->sums));
  TF_LITE_ENSURE(context, sums != nullptr && context->GetScratchBuffer(context, 2) == nullptr);
  const float* const in = tflite::micro::GetTensorData<float>(x);
  float* const out = tflite::micro::GetTensorData<float>(y);
  const int count = tflite::micro::GetTensorShape(x).FlatSize();
  sums[0] = 0;
  for (int i = 0; i < count; ++i) sums[i + 1] = sums[i] + in[i];
  for (int i = 0; i < count; ++i) {
    const int from = i + 1 > data->window ? i + 1 - data->window : 0;
    out[i] = (sums[i + 1] - sums[from]) / static_cast<float>(data->window);
  }
  return kTfLiteOk;
}

const TFLMRegistration* Register_AVERAGE() {
  static TFLMRegistration r = tflite::micro::RegisterOp(
      init, prepare, invoke, [](TfLiteContext*, void*) { ++calls.freed; },
      [](TfLiteContext*, void*) { ++calls.reset; });
  return &r;
}

struct Ops : tflite::MicroMutableOpResolver<2> {
  Ops() {
    EXPECT(AddAbs() == kTfLiteOk && AddCustom("MovingAverage", Register_AVERAGE()) == kTfLiteOk);
    calls = {};
  }
};

const tflite::Model* smooth() { return tflite::GetModel(smooth_model, sizeof smooth_model); }

// y for x = 4, -8, 12 ...: integers, so that float sums are exact.
void run(tflite::MicroInterpreter& net) {
  float* const x = net.typed_input_tensor<float>(0);
  for (int i = 0; i < kCount; ++i) x[i] = static_cast<float>(4 * (i + 1) * (i % 2 ? -1 : 1));
  EXPECT_EQ(static_cast<int>(net.Invoke()), static_cast<int>(kTfLiteOk));
  const float* const y = net.typed_output_tensor<float>(0);
  for (int i = 0; i < kCount; ++i) {
    int sum = 0;
    for (int k = i; k >= 0 && k > i - 4; --k) sum += k + 1;
    EXPECT(y[i] == static_cast<float>(sum));
  }
}

}  // namespace

extern "C" void DebugLog(const char*, va_list) {}

TEST(an_operator_with_tables_and_scratch_runs_in_any_arena_that_is_not_refused) {
  Ops ops;
  bool ran = false;
  for (size_t bytes = 0; bytes <= 3000; bytes += bytes < 2000 ? 1 : 100) {
    memset(memory, 0xA5, sizeof memory);
    tflite::MicroInterpreter net(smooth(), ops, arena, bytes);
    if (net.AllocateTensors() == kTfLiteOk) {
      ran = true;
      EXPECT(net.arena_used_bytes() <= bytes);
      run(net);
      run(net);
    } else {
      EXPECT(!ran && net.error().need > 0);
    }
    for (int i = 0; i < kGuard; ++i)
      EXPECT(memory[i] == 0xA5 && arena[bytes + static_cast<size_t>(i)] == 0xA5);
  }
  EXPECT(ran);
  EXPECT(calls.freed == calls.made && calls.freed > 0);
}

TEST(an_operator_is_freed_with_its_interpreter_and_reset_with_it) {
  Ops ops;
  {
    tflite::MicroInterpreter net(smooth(), ops, arena, 3000);
    EXPECT(net.AllocateTensors() == kTfLiteOk && net.Reset() == kTfLiteOk);
    EXPECT(calls.made == 1 && calls.freed == 0 && calls.reset == 1);
  }
  EXPECT_EQ(calls.freed, 1);
}

TEST(two_interpreters_share_an_allocator_with_operators_of_the_application) {
  Ops ops;
  const bool kinds[] = {false, true};
  for (const bool two_arenas : kinds) {
    tflite::MicroAllocator* const allocator =
        two_arenas ? tflite::MicroAllocator::Create(kept, sizeof kept, arena, 3000)
                   : tflite::MicroAllocator::Create(arena, 3000);
    tflite::MicroInterpreter a(smooth(), ops, allocator), b(smooth(), ops, allocator);
    EXPECT(a.AllocateTensors() == kTfLiteOk && b.AllocateTensors() == kTfLiteOk);
    run(a);
    run(b);
    run(a);
  }
}

TEST(an_operator_may_refuse_and_fail_and_has_the_context_of_the_application) {
  Ops ops;
  tflite::MicroInterpreter net(smooth(), ops, arena, 3000);
  calls.refuse = true;
  EXPECT_EQ(static_cast<int>(net.AllocateTensors()), static_cast<int>(kTfLiteError));
  EXPECT(net.error().status == NOOK_UNSUPPORTED && net.error().index == 1);
  calls = {};
  EXPECT_EQ(static_cast<int>(net.AllocateTensors()), static_cast<int>(kTfLiteOk));
  calls.fail = true;
  EXPECT_EQ(static_cast<int>(net.Invoke()), static_cast<int>(kTfLiteError));
  calls.fail = false, calls.payload = 7;
  EXPECT(net.SetMicroExternalContext(&calls.payload) == kTfLiteOk);
  EXPECT(net.SetMicroExternalContext(&calls.payload) == kTfLiteError);
  run(net);
}

TEST(operators_of_the_application_are_added_once_each_and_need_an_arena) {
  tflite::MicroMutableOpResolver<2> ops;
  EXPECT(ops.AddCustom("MovingAverage", Register_AVERAGE()) == kTfLiteOk);
  EXPECT(ops.AddCustom("MovingAverage", Register_AVERAGE()) == kTfLiteError);
  EXPECT(ops.AddAbs() == kTfLiteOk && ops.AddCustom("Another", Register_AVERAGE()) == kTfLiteError);
  int32_t sizes[4] = {};
  EXPECT(tflite::GetMemRequirements(smooth(), ops, sizes, sizes + 1, sizes + 2, sizes + 3) == kTfLiteError);
}

namespace {

alignas(16) uint8_t one_arena[3000];

// The bytes that AllocateTensors() reports as needed, 0 if the arena is large enough.
size_t refused_in(const interp_test::Case& c, size_t bytes) {
  tflite::MicroMutableOpResolver<2> resolver;
  resolver.AddFullyConnected();
  resolver.AddRelu();
  tflite::MicroInterpreter net(tflite::GetModel(c.model.data(), c.model.size()), resolver, one_arena, bytes);
  if (net.AllocateTensors() == kTfLiteOk) {
    EXPECT(net.arena_used_bytes() <= bytes);
    memcpy(net.input(0)->data.raw, c.in, net.input(0)->bytes);
    EXPECT_EQ(static_cast<int>(net.Invoke()), static_cast<int>(kTfLiteOk));
    EXPECT_EQ(memcmp(net.output(0)->data.raw, c.out, net.output(0)->bytes), 0);
    return 0;
  }
  EXPECT(net.error().status == NOOK_NO_MEMORY && net.error().role == NOOK_ROLE_ARENA);
  EXPECT_EQ(net.error().have, bytes);
  return net.error().need;
}

}  // namespace

TEST(an_arena_is_refused_by_its_own_name_until_it_is_large_enough) {
  const interp_test::Case& c = interp_test::case_of("fully_connected_plain");
  size_t bytes = 0, need = 0;
  for (; bytes < sizeof one_arena && (need = refused_in(c, bytes)) != 0; ++bytes) EXPECT(need > bytes);
  EXPECT(bytes < sizeof one_arena);
  for (; bytes < sizeof one_arena; bytes += 7) EXPECT_EQ(refused_in(c, bytes), size_t{0});
}

TEST(a_file_that_is_none_is_refused_as_the_model) {
  static const uint8_t none[64] = {};
  tflite::MicroMutableOpResolver<1> resolver;
  const tflite::Model* const model = tflite::GetModel(none);
  EXPECT_EQ(model->version(), 0u);
  tflite::MicroInterpreter net(model, resolver, one_arena, sizeof one_arena);
  EXPECT_EQ(static_cast<int>(net.AllocateTensors()), static_cast<int>(kTfLiteError));
  EXPECT(net.error().role == NOOK_ROLE_MODEL && net.error().status == NOOK_BAD_MODEL);
  EXPECT(net.error().need == 0 && net.error().have == 0);  // the size is not the reason
}

TEST(every_operator_is_added_by_the_name_that_it_has_there) {
  tflite::MicroMutableOpResolver<3> resolver;
  EXPECT(resolver.AddPadV2() == kTfLiteOk && resolver.AddShape() == kTfLiteOk);
  EXPECT(resolver.AddSplitV() == kTfLiteOk && resolver.AddAbs() == kTfLiteError);  // there is room for three
}
