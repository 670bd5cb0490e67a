// Document 001, "Offline Memory Plan Via NonpersistentMemoryPlannerShim": a plan in flash.
#include "tests/documents/plans_in_flash.h"

#include "nook/interp/planner.h"
#include "nook/plan/verify.h"
#include "tests/documents/sine_model.h"

#pragma GCC diagnostic ignored "-Wshadow"  // the document's examples name locals like globals

namespace {

#include "tests/documents/plans_in_flash.inc"  // in C++; plans_in_flash.c has it in C

// The nine buffers of the document's picture: sizes, and the operators (1 to 4) between which they live.
constexpr nook::Buffer kNine[] = {{400, 1, 1, 4}, {401, 1, 1, 1}, {10, 1, 1, 2},
                                  {201, 1, 2, 4}, {11, 1, 2, 3},  {202, 1, 3, 3},
                                  {12, 1, 3, 4},  {200, 1, 4, 4}, {13, 1, 4, 4}};

// A plan that the shim computed for them, and its height.
struct Planned {
  nook_status status;
  nook_interpreter_fault fault;
  int32_t height;
};

Planned planned(const BufferPlan* plan) {
  nook::Buffer buffers[9];
  int32_t tensors[9], offsets[9] = {}, order[9];
  for (int i = 0; i < 9; ++i) buffers[i] = kNine[i], tensors[i] = i;
  alignas(4) static const uint8_t none[64] = {};  // the shim ignores the model
  const nook::Model model = nook::Model::trusted(none);
  Planned result{NOOK_OK, {}, 0};
  nook::PlanRequest request{model, 9, buffers, tensors, {}, {{offsets}}, order, &result.fault};
  request.problem.buffers = buffers;
  request.plan.height = request.problem.capacity = 826;
  const nook_planner shim = nook_shim_planner(plan);
  result.status = shim.place(&shim, &request);
  if (result.status == NOOK_OK) result.status = shim.verify(&request);
  for (int i = 0; i < 9; ++i)
    if (offsets[i] + kNine[i].size > result.height) result.height = offsets[i] + kNine[i].size;
  return result;
}

}  // namespace

// "The more effecient memory plan above can be represented by the following C++ struct"
// Yes: the literal, word for word, as C99 and C++, with gcc and clang, for any number of entries
// (`nook/buffer_plan.h`).
TEST(usage_1_the_struct) {
  EXPECT_EQ(kOfflineNonPersistentBufferPlan.buffer_count, 9);
  EXPECT_EQ(kOfflineNonPersistentBufferPlan.buffer_plan_entries[8].offset, 801);
  const Planned in_cpp = planned(&kOfflineNonPersistentBufferPlan), in_c = planned(plan_in_c());
  EXPECT_EQ(in_cpp.height, 826);
  EXPECT_EQ(in_c.height, 826);
  EXPECT_EQ(in_c.status, in_cpp.status);
}

// "[4] = { .offset = 811 }, ... [6] = { .offset = 814 }"
// No: these two, A5 and A7, are both needed by the third operator and share bytes, and the device refuses
// them by the numbers of the two buffers; the correct offsets, with A3 at 814 and A5 at 803, need the same
// 826 bytes.
TEST(usage_1_the_offsets_that_are_printed_overlap) {
  const BufferPlan* const all[] = {&kOfflineNonPersistentBufferPlan, plan_in_c()};
  for (const BufferPlan* plan : all) {
    const Planned printed = planned(plan);
    EXPECT_EQ(printed.status, NOOK_BAD_MODEL);
    EXPECT_EQ(printed.fault.plan_fault, static_cast<int>(nook::PlanFault::kOverlap));
    EXPECT(printed.fault.index == 4 && printed.fault.other == 6);
  }
  const BufferPlan right = {9, {{0}, {400}, {814}, {400}, {803}, {601}, {814}, {601}, {801}}};
  EXPECT_EQ(planned(&right).status, NOOK_OK);
  EXPECT_EQ(planned(&right).height, 826);
}

namespace {

constexpr int kArenaSize = 2 * 1048;
uint8_t tensor_arena[kArenaSize];
constexpr size_t arena_size = kArenaSize;  // the document forgets to define it

// The offsets that nook plan gives the sine's four buffers, with inputs and outputs in the arena.
const struct BufferPlan kSinePlan = {
    .buffer_count = 4, .buffer_plan_entries = {{.offset = 0}, {.offset = 16}, {.offset = 0}, {.offset = 16}}};

// The network's sine at x, in its own quantization.
int sine_of(tflite::MicroInterpreter& interpreter, int8_t x) {
  interpreter.input(0)->data.int8[0] = x;
  EXPECT_EQ(interpreter.Invoke(), kTfLiteOk);
  return interpreter.output(0)->data.int8[0];
}
int right_sine_of(int8_t x) {
  alignas(16) static uint8_t arena[3000];
  tflite::MicroInterpreter interpreter(model, op_resolver, arena, sizeof arena);
  EXPECT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  return sine_of(interpreter, x);
}

}  // namespace

// "Then you can create a NonPersistentBufferPlannerShim and provide it to the Interpreter such as below"
// Yes: the example's four lines, word for word (with arena_size, which it does not define), with
// `nook/compat/tflm.h`.
TEST(usage_2_the_example_runs) {
  open();
  const struct BufferPlan& kOfflineNonPersistentBufferPlan = kSinePlan;
  // clang-format off
  tflite::NonPersistentMemoryPlannerShim planner(&kOfflineNonPersistentBufferPlan);

  tflite::MicroAllocator * allocator = tflite::MicroAllocator::Create(
    tensor_arena, arena_size, &planner);

  tflite::MicroInterpreter interpreter(model, op_resolver, allocator);
  // clang-format on
  EXPECT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  for (int x = -128; x < 128; x += 17)
    EXPECT_EQ(sine_of(interpreter, static_cast<int8_t>(x)), right_sine_of(static_cast<int8_t>(x)));
}

// "The arena includes both persistent buffers and non-persistent buffers."
// Yes: plus the allocator; the used size is reported, and an arena that is one byte smaller is refused with
// the needed size.
TEST(usage_3_one_arena_for_both) {
  open();
  size_t smallest = 0;
  for (size_t bytes = sizeof(tflite::MicroAllocator) + 16; bytes <= arena_size && smallest == 0; ++bytes) {
    tflite::NonPersistentMemoryPlannerShim planner(&kSinePlan);
    tflite::MicroAllocator* const allocator = tflite::MicroAllocator::Create(tensor_arena, bytes, &planner);
    EXPECT(allocator != nullptr);
    tflite::MicroInterpreter interpreter(model, op_resolver, allocator);
    if (interpreter.AllocateTensors() == kTfLiteOk) {
      smallest = bytes;
      EXPECT(interpreter.arena_used_bytes() <= bytes);
      EXPECT_EQ(sine_of(interpreter, 5), right_sine_of(5));
    } else {
      EXPECT(interpreter.error().role == NOOK_ROLE_ARENA && interpreter.error().need > bytes);
    }
  }
  EXPECT(smallest > 0);
  tflite::NonPersistentMemoryPlannerShim planner(&kSinePlan);
  EXPECT(tflite::MicroAllocator::Create(tensor_arena, 16, &planner) == nullptr);
}

// "work with a external tooling that can plan the offset of each non persistent buffer"
// Yes: a plan of another model, or an invalid one, is refused.
TEST(summary_1_a_plan_that_is_wrong_is_refused) {
  open();
  const BufferPlan short_one = {3, {{0}, {16}, {0}}}, overlapping = {4, {{0}, {0}, {0}, {0}}};
  const BufferPlan odd = {4, {{0}, {17}, {0}, {16}}}, none = {0, {{0}}}, negative = {-1, {{0}}};
  const BufferPlan* const all[] = {&short_one, &overlapping, &odd, &none, &negative};
  for (const BufferPlan* plan : all) {
    tflite::NonPersistentMemoryPlannerShim planner(plan);
    tflite::MicroInterpreter interpreter(model, op_resolver,
                                         tflite::MicroAllocator::Create(tensor_arena, arena_size, &planner));
    EXPECT(interpreter.AllocateTensors() == kTfLiteError && interpreter.error().role == NOOK_ROLE_PLAN);
  }
}

namespace {

// A planner derived as programs for TensorFlow Lite Micro derive theirs: each buffer follows the previous
// one.
class OneAfterTheOther : public tflite::MicroMemoryPlanner {
 public:
  TfLiteStatus AddBuffer(int size, int, int) override {
    if (count_ == 8) return kTfLiteError;
    offsets_[count_++] = next_;
    next_ += size;
    return kTfLiteOk;
  }
  size_t GetMaximumMemorySize() override { return static_cast<size_t>(next_); }
  int GetBufferCount() override { return count_; }
  TfLiteStatus GetOffsetForBuffer(int i, int* offset) override {
    if (i >= count_) return kTfLiteError;
    *offset = offsets_[i];
    return kTfLiteOk;
  }
  bool preserves_all_tensors() const override { return true; }

 private:
  int offsets_[8] = {}, count_ = 0, next_ = 0;
};

}  // namespace

// "The approach in this document is an early stage exploration of what the next version of offline memory
// planning" Yes: your own planner, derived from `MicroMemoryPlanner`, is called once and its plan is checked.
TEST(background_1_a_planner_of_ones_own) {
  open();
  OneAfterTheOther planner;
  tflite::MicroInterpreter interpreter(model, op_resolver,
                                       tflite::MicroAllocator::Create(tensor_arena, arena_size, &planner));
  EXPECT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(planner.GetBufferCount(), 4);
  EXPECT_EQ(sine_of(interpreter, -9), right_sine_of(-9));
}
