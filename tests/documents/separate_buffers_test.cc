// Document 000, "TensorFlow Lite for Microcontrollers Memory Allocations Update": a buffer for each role.
#include <stdlib.h>

#include "integrations/xaf/nook_component.h"
#include "tests/documents/sine_model.h"

#pragma GCC diagnostic ignored "-Wshadow"  // the document's examples name locals like globals

namespace {

constexpr size_t kRoom = 1024, kGuard = 16;

// A buffer of the application, between guards and at any address.
struct Buffer {
  alignas(16) uint8_t memory[kRoom];
  uint8_t* at(size_t lead) {
    memset(memory, 0xA5, sizeof memory);
    return memory + kGuard + lead;
  }
  bool whole(const uint8_t* from, int32_t bytes) const {
    for (const uint8_t& byte : memory)
      if ((&byte < from || &byte >= from + bytes) && byte != 0xA5) return false;
    return true;
  }
};
Buffer inputs, outputs, persistents, scratches;

struct Sizes {
  int32_t input, output, persistent, scratch;
};
Sizes sizes() {
  open();
  Sizes s{};
  EXPECT_EQ(tflite::GetMemRequirements(model, op_resolver, &s.input, &s.output, &s.persistent, &s.scratch),
            kTfLiteOk);
  return s;
}

int right_sine_of(int8_t x) {
  alignas(16) static uint8_t arena[3000];
  tflite::MicroInterpreter interpreter(model, op_resolver, arena, sizeof arena);
  EXPECT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  interpreter.input(0)->data.int8[0] = x;
  EXPECT_EQ(interpreter.Invoke(), kTfLiteOk);
  return interpreter.output(0)->data.int8[0];
}

class Reporter : public tflite::ErrorReporter {
 public:
  int Report(const char*, va_list) override { return ++reports; }
  int reports = 0;
};

}  // namespace

// "DSP would generally run multiple neural networks simultaneously and would also run DSP workload"
// Yes: two networks and other work use one scratch alternately, each with its own persistent memory.
TEST(background_1_networks_and_other_work_share_the_scratch) {
  const Sizes s = sizes();
  uint8_t *const in = inputs.at(0), *const out = outputs.at(0), *const kept = persistents.at(0),
                 *const scratch = scratches.at(0);
  EXPECT(2 * s.persistent + 2 * static_cast<int32_t>(kGuard) < static_cast<int32_t>(kRoom));
  tflite::MicroInterpreter one(model, op_resolver, in, out, kept, scratch, nullptr);
  tflite::MicroInterpreter two(model, op_resolver, in + 4, out + 4, kept + s.persistent, scratch, nullptr);
  EXPECT_EQ(one.AllocateTensors(), kTfLiteOk);
  EXPECT_EQ(two.AllocateTensors(), kTfLiteOk);
  for (int x = -128; x < 128; x += 15) {
    in[0] = static_cast<uint8_t>(x), in[4] = static_cast<uint8_t>(-x);
    memset(scratch, x, static_cast<size_t>(s.scratch));  // the other work
    EXPECT_EQ(one.Invoke(), kTfLiteOk);
    EXPECT_EQ(two.Invoke(), kTfLiteOk);
    EXPECT_EQ(static_cast<int8_t>(out[0]), right_sine_of(static_cast<int8_t>(x)));
    EXPECT_EQ(static_cast<int8_t>(out[4]), right_sine_of(static_cast<int8_t>(-x)));
  }
}

// "We are planning to use Cadence's Xtensa Audio Framework (XAF) for this purpose."
// Yes: `integrations/xaf` is a component of the framework for a model of any size, with any number of inputs
// and outputs, packed weights and rows; a frame without a result produces 0 bytes. It is tested against the
// framework's rules (tests/xaf), not on a DSP, because there is no free compiler for one.
TEST(background_2_a_component_of_the_audio_framework) {
  uint32_t object = 0;
  EXPECT_EQ(xaf_nook::component(nullptr, xaf::kGetApiSize, 0, &object), xaf::kOk);
  EXPECT(object > 0 && object <= 512);
}

// "Input and output tensors of the network are within arena. Application / upper layer would need to copy
// data" Yes: they are buffers of the application, which the network reads and writes in place.
TEST(current_allocations_1_nothing_is_copied) {
  const Sizes s = sizes();
  uint8_t *const in = inputs.at(0), *const out = outputs.at(0);
  tflite::MicroInterpreter net(model, op_resolver, in, out, persistents.at(0), scratches.at(0), nullptr);
  EXPECT_EQ(net.AllocateTensors(), kTfLiteOk);
  EXPECT(net.input(0)->data.data == in && net.output(0)->data.data == out);
  EXPECT(s.input == 1 && s.output == 1);
  in[0] = 7;
  EXPECT_EQ(net.Invoke(), kTfLiteOk);
  EXPECT_EQ(in[0], 7);
  EXPECT(inputs.whole(in, s.input) && outputs.whole(out, s.output));
}

// "It may not be possible to reuse scratch memory for other DSP workload."
// Yes: between two calls of Invoke() the scratch holds nothing.
TEST(current_allocations_2_the_scratch_is_free_between_two_inferences) {
  const Sizes s = sizes();
  uint8_t *const in = inputs.at(0), *const out = outputs.at(0), *const scratch = scratches.at(3);
  tflite::MicroInterpreter net(model, op_resolver, in, out, persistents.at(0), scratch, nullptr);
  EXPECT_EQ(net.AllocateTensors(), kTfLiteOk);
  for (int garbage = 0; garbage < 256; garbage += 51) {
    memset(scratch, garbage, static_cast<size_t>(s.scratch));
    in[0] = static_cast<uint8_t>(garbage);
    EXPECT_EQ(net.Invoke(), kTfLiteOk);
    EXPECT_EQ(static_cast<int8_t>(out[0]), right_sine_of(static_cast<int8_t>(garbage)));
  }
}

// "The upfront memory requirement of network is not known."
// Yes: it is known before a byte is committed, as sizes that are sufficient for buffers at any address.
TEST(current_allocations_3_the_requirement_is_known) {
  const Sizes s = sizes();
  for (size_t lead = 0; lead < 16; ++lead) {
    uint8_t *const in = inputs.at(0), *const out = outputs.at(0), *const kept = persistents.at(lead),
                   *const scratch = scratches.at(lead);
    tflite::MicroInterpreter net(model, op_resolver, in, out, kept, scratch, nullptr);
    EXPECT_EQ(net.AllocateTensors(), kTfLiteOk);
    in[0] = static_cast<uint8_t>(lead);
    EXPECT_EQ(net.Invoke(), kTfLiteOk);
    EXPECT_EQ(static_cast<int8_t>(out[0]), right_sine_of(static_cast<int8_t>(lead)));
    EXPECT(persistents.whole(kept, s.persistent) && scratches.whole(scratch, s.scratch));
  }
}

// "scratch memory is used by the network during one invoke call and can be reused outside of the invoke call"
// Yes: the interpreter owns the persistent memory as long as it lives, and no other memory must be kept.
TEST(current_allocations_4_scratch_and_persistent) {
  const Sizes s = sizes();
  uint8_t* const kept = persistents.at(0);
  uint8_t* const scratch = scratches.at(0);
  tflite::MicroInterpreter net(model, op_resolver, inputs.at(0), outputs.at(0), kept, scratch, nullptr);
  EXPECT_EQ(net.AllocateTensors(), kTfLiteOk);
  for (int run = 0; run < 3; ++run) {
    memset(scratch, 0xA5, static_cast<size_t>(s.scratch));
    net.input(0)->data.int8[0] = 40;
    EXPECT_EQ(net.Invoke(), kTfLiteOk);
    EXPECT_EQ(net.output(0)->data.int8[0], right_sine_of(40));
    EXPECT(persistents.whole(kept, s.persistent) && scratches.whole(scratch, s.scratch));
  }
}

// "Provide a query API to get input, output, scratch and persistent memory requirements of the network at
// init time." Yes: `GetMemRequirements()` of the adapter, `nook_query_sizes()` and `nook_requirements()` of
// nook, all on the device; `nook analyze --engine interpreter` on the host.
TEST(proposed_updates_1_a_query) {
  const Sizes s = sizes();
  nook::MemorySizes own{};
  EXPECT(nook::memory_sizes(*nook::Model::open(g_model), op_resolver.resolver(), nook::InterpreterOptions(),
                            &own) == nook::Code::kOk);
  EXPECT(own.inputs == 1 && own.outputs == 1);
  EXPECT_EQ(s.persistent, own.persistent + 7);  // at any address
  EXPECT_EQ(s.scratch, own.scratch + 15);
}

// "Allow scratch and persistent buffers to be separate and respective buffer pointers would be passed to
// MicroInterpreter."
// Yes: also with `MicroAllocator::Create()` for two arenas.
TEST(proposed_updates_2_scratch_and_persistent_are_separate) {
  const Sizes s = sizes();
  alignas(16) static uint8_t kept[1200], lent[3000];
  tflite::MicroInterpreter net(model, op_resolver,
                               tflite::MicroAllocator::Create(kept, sizeof kept, lent, sizeof lent));
  EXPECT_EQ(net.AllocateTensors(), kTfLiteOk);
  EXPECT(net.input(0)->data.raw >= reinterpret_cast<char*>(lent) &&
         net.input(0)->data.raw < reinterpret_cast<char*>(lent) + sizeof lent);
  net.input(0)->data.int8[0] = 33;
  EXPECT_EQ(net.Invoke(), kTfLiteOk);
  EXPECT_EQ(net.output(0)->data.int8[0], right_sine_of(33));
  tflite::MicroInterpreter small(model, op_resolver,
                                 tflite::MicroAllocator::Create(kept, sizeof kept, lent, 16));
  EXPECT_EQ(small.AllocateTensors(), kTfLiteError);
  EXPECT(small.error().role == NOOK_ROLE_SCRATCH && small.error().have <= 16 && s.scratch > 16);
}

// "Allow input and output buffers to be allocated by application / upper layer and respective buffer pointers
// would be passed to MicroInterpreter." Yes: several inputs are consecutive in one buffer. Inputs and outputs
// are aligned to 4 (to 8 if elements have 8 bytes); a misaligned, null or overlapping buffer is refused, and
// so is one that extends beyond the end of memory.
TEST(proposed_updates_3_input_and_output_of_the_application) {
  (void)sizes();
  for (size_t lead = 1; lead < 8; ++lead) {
    struct {  // an application with data after its outputs
      alignas(8) uint8_t bytes[16];
      uint8_t next[16];
    } mine = {};
    tflite::MicroInterpreter odd(model, op_resolver, inputs.at(0), mine.bytes + lead, persistents.at(0),
                                 scratches.at(0), nullptr);
    EXPECT_EQ(odd.AllocateTensors() == kTfLiteOk, lead == 4);
    if (lead == 4) continue;
    EXPECT(odd.error().status == NOOK_MISALIGNED && odd.error().role == NOOK_ROLE_OUTPUT);
    EXPECT(odd.error().need == 4 && odd.error().have == lead % 4);
  }
  tflite::MicroInterpreter twice(model, op_resolver, inputs.at(0), scratches.at(0), persistents.at(0),
                                 scratches.at(0), nullptr);
  EXPECT(twice.AllocateTensors() == kTfLiteError && twice.error().status == NOOK_OVERLAP);
  Reporter reporter;
  tflite::MicroInterpreter none(model, op_resolver, nullptr, outputs.at(0), persistents.at(0),
                                scratches.at(0), &reporter);
  EXPECT_EQ(none.AllocateTensors(), kTfLiteError);
  EXPECT(none.error().role == NOOK_ROLE_INPUT && none.error().status == NOOK_NULL);
  EXPECT_EQ(reporter.reports, 1);
  tflite::MicroInterpreter no_scratch(model, op_resolver, inputs.at(0), outputs.at(0), persistents.at(0),
                                      nullptr, &reporter);
  EXPECT_EQ(no_scratch.AllocateTensors(), kTfLiteError);
  EXPECT_EQ(reporter.reports, 2);
}

// "tflite::void GetMemRequirements(const Model* model, int32_t* inp_sz, int32_t* out_sz, int32_t* persist_sz,
// int32_t* scratch_sz);" Yes: for a model with any number of operators, with IF and WHILE too. But it returns
// a TfLiteStatus, since a model may be refused (all sizes are then -1), and links every operator; with a
// resolver as second argument, only the program's own. It needs up to 8,192 bytes of the stack, which is not
// enough for one operator with more than about a hundred operands; tests/compat has models of 2,000
// operators, with branches and loops too.
TEST(example_1_get_mem_requirements) {
  const Sizes s = sizes();
  const tflite::Model* model = tflite::GetModel(g_model);
  int32_t inp_sz, out_sz, persist_sz, scratch_sz;
  tflite::GetMemRequirements(model, &inp_sz, &out_sz, &persist_sz, &scratch_sz);
  EXPECT(inp_sz == s.input && out_sz == s.output && persist_sz == s.persistent && scratch_sz == s.scratch);
  static const uint8_t none[64] = {};
  EXPECT_EQ(tflite::GetMemRequirements(tflite::GetModel(none), &inp_sz, &out_sz, &persist_sz, &scratch_sz),
            kTfLiteError);
  EXPECT(inp_sz == -1 && out_sz == -1 && persist_sz == -1 && scratch_sz == -1);
}

// "MicroInterpreter(const Model* model, const MicroOpResolver& op_resolver, uint8_t* p_inp, uint8_t* p_out,
// uint8_t* p_persist, uint8_t* p_scratch, ErrorReporter* error_reporter, tflite::Profiler* profiler =
// nullptr);" Yes: with these types. The buffers have no sizes there: they are assumed to be as large as the
// query reported.
TEST(example_2_the_constructor) {
  class Counter : public tflite::Profiler {
   public:
    uint32_t BeginEvent(const char* tag) override {
      EXPECT(strcmp(tag, "FullyConnected") == 0);
      return ++begun;
    }
    void EndEvent(uint32_t handle) override { ended += handle == begun; }
    uint32_t begun = 0, ended = 0;
  };
  const Sizes s = sizes();
  const tflite::MicroOpResolver& resolver = op_resolver;
  Reporter reporter;
  Counter counter;
  tflite::ErrorReporter* const error_reporter = &reporter;
  tflite::Profiler* const profiler = &counter;
  uint8_t *p_inp = inputs.at(0), *p_out = outputs.at(0), *p_persist = persistents.at(1),
          *p_scratch = scratches.at(1);
  tflite::MicroInterpreter interpreter(model, resolver, p_inp, p_out, p_persist, p_scratch, error_reporter,
                                       profiler);
  EXPECT_EQ(interpreter.AllocateTensors(), kTfLiteOk);
  p_inp[0] = 99;
  EXPECT_EQ(interpreter.Invoke(), kTfLiteOk);
  EXPECT_EQ(static_cast<int8_t>(p_out[0]), right_sine_of(99));
  EXPECT(counter.begun == 3 && counter.ended == 3 && reporter.reports == 0);
  EXPECT(persistents.whole(p_persist, s.persistent) && scratches.whole(p_scratch, s.scratch));
}
