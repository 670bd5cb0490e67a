// The interpreter in the hands of an application that does what it should not.
#include "nook/ops/table.h"
#include "tests/interp/bench.h"

using namespace interp_test;

namespace {

// The interface in C for one model: what it is given, each part of which a test can take away.
struct InC {
  Bench b;
  nook_interpreter_options options;
  nook_interpreter_memory memory;
  nook_interpreter net{};
  nook_interpreter_fault fault{};

  explicit InC(const char* name) : b(case_of(name).model), options(b.options) {
    options.check = nook_check_model;
    memory = {b.in,
              b.out,
              {persistent, b.need.persistent.bytes},
              {scratch, b.need.scratch.bytes},
              {working, b.working_need},
              {}};
  }
  const void* file() const { return b.model.file().data(); }
  size_t bytes() const { return b.model.file().size(); }
  nook_status init(const void* model, const nook_resolver* resolver, const nook_interpreter_options* o,
                   const nook_interpreter_memory* m) {
    return nook_interpreter_init(&net, model, bytes(), resolver, o, m, &fault);
  }
  nook_status init() { return init(file(), &b.resolver, &options, &memory); }
  // Of the memory as it is now.
  nook_status overlap() { return nook_check_overlap(&memory, &b.need, &fault); }
};

constexpr const char *kName = "conv_2d_3x3_same", *kWithScratch = "wide";

// What an interpreter that runs nothing answers to each call.
void expect_idle(nook_interpreter* net) {
  static uint8_t buffer[16];
  nook_interpreter_invoke(net);
  nook_interpreter_reset(net);
  EXPECT_EQ(nook_interpreter_state(net).bytes, 0);
  EXPECT(!nook_interpreter_input(net, 0) && !nook_interpreter_output(net, 0));
  EXPECT_EQ(nook_interpreter_set_input(net, 0, {buffer, sizeof buffer}), NOOK_UNSUPPORTED);
  EXPECT_EQ(nook_interpreter_set_output(net, 0, {buffer, sizeof buffer}), NOOK_UNSUPPORTED);
  EXPECT_EQ(nook_interpreter_set_scratch(net, {buffer, sizeof buffer}), NOOK_OK);
  nook_interpreter_profile(net, nullptr, nullptr);
  nook_interpreter_invoke(net);
}

}  // namespace

TEST(arguments_that_are_missing_are_refused) {
  InC c(kName);
  EXPECT_EQ(c.init(), NOOK_OK);
  EXPECT_EQ(c.init(nullptr, &c.b.resolver, &c.options, &c.memory), NOOK_NULL);
  EXPECT_EQ(c.init(c.file(), nullptr, &c.options, &c.memory), NOOK_NULL);
  EXPECT_EQ(c.init(c.file(), &c.b.resolver, nullptr, &c.memory), NOOK_NULL);
  char text[100];
  nook_describe_fault(&c.fault, text, sizeof text);
  EXPECT(strcmp(text, "the model: it is missing, or the resolver, options.planner or options.check is") == 0);
  EXPECT_EQ(c.init(c.file(), &c.b.resolver, &c.options, nullptr), NOOK_NULL);
  expect_idle(&c.net);
  nook_interpreter_options without = c.options;
  without.planner = nullptr;
  EXPECT_EQ(c.init(c.file(), &c.b.resolver, &without, &c.memory), NOOK_NULL);
  without = c.options, without.check = nullptr;
  EXPECT_EQ(c.init(c.file(), &c.b.resolver, &without, &c.memory), NOOK_NULL);
  EXPECT_EQ(
      nook_interpreter_init(nullptr, c.file(), c.bytes(), &c.b.resolver, &c.options, &c.memory, nullptr),
      NOOK_NULL);
  EXPECT_EQ(nook_interpreter_init_in_arena(nullptr, c.file(), c.bytes(), &c.b.resolver, &c.options,
                                           {scratch, sizeof scratch}, nullptr, nullptr),
            NOOK_NULL);
  EXPECT_EQ(nook_interpreter_init_in_arena(&c.net, c.file(), c.bytes(), &c.b.resolver, &c.options,
                                           {nullptr, 0}, nullptr, nullptr),
            NOOK_NULL);
  nook_memory_requirements need;
  EXPECT_EQ(nook_requirements(c.file(), c.bytes(), &c.b.resolver, nullptr, {working, sizeof working}, &need,
                              nullptr),
            NOOK_NULL);
  EXPECT_EQ(nook_requirements(c.file(), c.bytes(), &c.b.resolver, &c.options, {working, sizeof working},
                              nullptr, nullptr),
            NOOK_NULL);
  EXPECT_EQ(nook_requirements(c.file(), c.bytes(), &c.b.resolver, &c.options, {nullptr, 0}, &need, nullptr),
            NOOK_NO_MEMORY);
  EXPECT_EQ(c.init(), NOOK_OK);
}

TEST(arrays_of_buffers_that_are_missing_are_refused) {
  InC c(kName);
  c.memory.inputs = nullptr;
  EXPECT(c.init() == NOOK_NULL && c.fault.role == NOOK_ROLE_INPUT);
  c.memory.inputs = c.b.in, c.memory.outputs = nullptr;
  EXPECT(c.init() == NOOK_NULL && c.fault.role == NOOK_ROLE_OUTPUT);
  c.memory.outputs = c.b.out, c.memory.persistent.data = nullptr, c.memory.persistent.bytes = 0;
  EXPECT(c.init() == NOOK_NULL && c.fault.role == NOOK_ROLE_PERSISTENT);
}

TEST(an_interpreter_that_was_refused_runs_sets_resets_and_saves_nothing) {
  InC c(kWithScratch);
  c.memory.scratch.bytes -= 1;
  EXPECT_EQ(c.init(), NOOK_NO_MEMORY);
  expect_idle(&c.net);
  nook_interpreter cleared{};  // static memory that nobody has touched yet
  expect_idle(&cleared);
}

TEST(a_construction_in_the_middle_of_a_life_starts_anew) {
  const Case& k = case_of(kName);
  InC c(kName);
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(c.init(), NOOK_OK);
    memcpy(const_cast<void*>(c.b.in[0].data), k.in, c.b.in[0].bytes);
    for (int run = 0; run <= round; ++run) {
      memset(c.b.out[0].data, 0x5A, c.b.out[0].bytes);
      nook_interpreter_invoke(&c.net);
      EXPECT(memcmp(c.b.out[0].data, k.out, c.b.out[0].bytes) == 0);
    }
  }
}

TEST(buffers_that_share_bytes_are_named) {
  InC c(kWithScratch);
  EXPECT_EQ(c.overlap(), NOOK_OK);
  const nook_buffer kept = c.memory.persistent, lent = c.memory.scratch;
  const auto expect = [&](nook_role role, nook_role other) {
    EXPECT(c.overlap() == NOOK_OVERLAP && c.fault.role == role && c.fault.operand == other);
    c.memory.persistent = kept, c.memory.scratch = lent, c.memory.working = {working, c.b.working_need};
    EXPECT_EQ(c.overlap(), NOOK_OK);
  };
  c.memory.scratch.data = persistent + kept.bytes - 1;
  expect(NOOK_ROLE_SCRATCH, NOOK_ROLE_PERSISTENT);
  c.memory.persistent.data = scratch + lent.bytes - 1;
  expect(NOOK_ROLE_SCRATCH, NOOK_ROLE_PERSISTENT);
  c.memory.working.data = persistent;
  expect(NOOK_ROLE_WORKING, NOOK_ROLE_PERSISTENT);
  c.memory.scratch.data = c.b.out[0].data;
  expect(NOOK_ROLE_OUTPUT, NOOK_ROLE_SCRATCH);
  c.memory.scratch.data = const_cast<void*>(c.b.in[0].data);
  expect(NOOK_ROLE_INPUT, NOOK_ROLE_SCRATCH);
  c.memory.scratch.data = persistent + kept.bytes;  // side by side
  EXPECT_EQ(c.overlap(), NOOK_OK);
  c.memory.scratch = lent, c.memory.working.data = scratch;  // free when an inference begins
  EXPECT_EQ(c.overlap(), NOOK_OK);
  c.memory.working = {nullptr, 0};
  EXPECT_EQ(c.overlap(), NOOK_OK);
  const void* const input = c.b.in[0].data;
  c.b.in[0].data = c.b.out[0].data;
  EXPECT_EQ(c.overlap(), NOOK_OVERLAP);
  char text[60];
  nook_describe_fault(&c.fault, text, sizeof text);
  EXPECT(strcmp(text, "output 0: it shares bytes with input 0") == 0);
  c.b.in[0].data = input;
}

TEST(outputs_in_the_scratch_share_bytes_with_nothing_of_the_application) {
  InterpreterOptions inside;
  inside.inputs_in_scratch = inside.outputs_in_scratch = 1;
  const Bench b(case_of(kName).model, inside);
  const nook_interpreter_memory memory = {
      nullptr, nullptr, {persistent, b.need.persistent.bytes}, {scratch, b.need.scratch.bytes}, {}, {}};
  EXPECT_EQ(nook_check_overlap(&memory, &b.need, nullptr), NOOK_OK);
}

namespace {

struct Inner {
  nook_interpreter* net;
  const Case* of;
  void* out;
  size_t bytes;
  int runs;
};

// What an interrupt does in the middle of an inference.
void run_inner(void* user, const nook_event*) {
  Inner& inner = *static_cast<Inner*>(user);
  memset(inner.out, 0x5A, inner.bytes);
  nook_interpreter_invoke(inner.net);
  EXPECT(memcmp(inner.out, inner.of->out, inner.bytes) == 0);
  ++inner.runs;
}

}  // namespace

TEST(a_model_runs_in_the_middle_of_another_that_has_other_memory) {
  const Case &outer = case_of(kName), &inner = case_of("fully_connected_per_channel");
  alignas(16) static uint8_t kept[4096], lent[4096], in[1024], out[1024];
  nook_const_buffer input{};
  nook_buffer output{};
  const Bench b(inner.model);  // its buffers take the place of those of `a`
  EXPECT(b.need.persistent.bytes <= sizeof kept && b.need.scratch.bytes <= sizeof lent);
  input = {in, b.need.inputs[0].bytes}, output = {out, b.need.outputs[0].bytes};
  EXPECT(input.bytes <= sizeof in && output.bytes <= sizeof out);
  Interpreter second(
      b.model, b.resolver,
      {{&input, 1}, {&output, 1}, {kept, sizeof kept}, {lent, sizeof lent}, {working, b.working_need}});
  EXPECT(second.ok());
  memcpy(in, inner.in, input.bytes);
  Inner user{second.c(), &inner, out, output.bytes, 0};
  const Bench first(outer.model);
  Interpreter net(
      first.model, first.resolver,
      first.memory({persistent, first.need.persistent.bytes}, {scratch, first.need.scratch.bytes}));
  EXPECT(net.ok());
  net.set_event(run_inner, &user);
  memcpy(const_cast<void*>(first.in[0].data), outer.in, first.in[0].bytes);
  net.invoke();
  EXPECT(user.runs >= 2);
  EXPECT(memcmp(first.out[0].data, outer.out, first.out[0].bytes) == 0);
}
