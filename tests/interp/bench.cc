#include "tests/interp/bench.h"

namespace interp_test {
namespace {

#include "interp_cases.inc"

}  // namespace

// On a board they, and the models, are not in its small memories.
#define LARGE alignas(16) NOOK_SECTION(".nook_scratch")
LARGE uint8_t working[kRoom];
LARGE uint8_t persistent[kRoom];
LARGE uint8_t scratch[kRoom];
LARGE uint8_t interface[kRoom];
LARGE uint8_t constants[kRoom];

Span<const Case> cases() { return kCases; }
Span<const Case> row_cases() { return kRowCases; }
Span<const uint8_t> accumulator() { return kAccumulator; }
Span<const uint8_t> planned() { return kPlanned; }

const Case& case_of(const char* name) {
  for (const Case& c : kCases)
    if (strcmp(c.name, name) == 0) return c;
  return kCases[0];
}

namespace {

constexpr size_t kNotRefused = SIZE_MAX;

// The reported need if one role gets only `bytes`.
size_t refused(const Bench& b, nook_role role, uint32_t index, size_t bytes) {
  Guarded kept(persistent, role == NOOK_ROLE_PERSISTENT ? bytes : b.need.persistent.bytes);
  Guarded lent(scratch, role == NOOK_ROLE_SCRATCH ? bytes : b.need.scratch.bytes);
  nook_const_buffer in[64];
  nook_buffer out[64];
  memcpy(in, b.in, sizeof in), memcpy(out, b.out, sizeof out);
  if (role == NOOK_ROLE_INPUT) in[index].bytes = bytes;
  if (role == NOOK_ROLE_OUTPUT) out[index].bytes = bytes;
  const Guarded laid(constants, role == NOOK_ROLE_CONSTANTS ? bytes : b.need.constants.bytes);
  const size_t work = role == NOOK_ROLE_WORKING ? bytes : b.working_need;
  memset(working + work, 0xA5, kGuard);
  // An empty working buffer means the scratch.
  const Span<uint8_t> lent_span = role == NOOK_ROLE_WORKING && bytes == 0 ? Span<uint8_t>{} : lent.span();
  const Interpreter net(b.model, b.resolver,
                        {{in, b.need.input_count},
                         {out, b.need.output_count},
                         kept.span(),
                         lent_span,
                         {working, work},
                         laid.span()},
                        b.options);
  EXPECT(kept.whole() && lent.whole() && laid.whole() && interface_is_whole(b));
  for (size_t i = 0; i < kGuard; ++i) EXPECT_EQ(working[work + i], 0xA5);
  if (net.ok()) return kNotRefused;
  const InterpreterFault& why = net.fault();
  EXPECT_EQ(why.role, role);
  EXPECT_EQ(why.status, NOOK_NO_MEMORY);
  EXPECT_EQ(why.have, bytes);
  if (role == NOOK_ROLE_INPUT || role == NOOK_ROLE_OUTPUT) EXPECT_EQ(why.index, index);
  return why.need;
}

// Every size below the need is refused with the need; the need itself is enough.
void sweep(const Bench& b, nook_role role, uint32_t index, size_t need) {
  // The emulated boards try some of the sizes (tests/CMakeLists.txt), but all of the last ones.
  for (size_t bytes = 0; bytes < need; bytes += bytes + 64 < need ? NOOK_SIZE_STEP : 1)
    if (refused(b, role, index, bytes) != need) {
      EXPECT_EQ(refused(b, role, index, bytes), need);
      return;
    }
  EXPECT_EQ(refused(b, role, index, need), kNotRefused);
}

}  // namespace

void sweep_all(const Bench& b) {
  sweep(b, NOOK_ROLE_PERSISTENT, 0, b.need.persistent.bytes);
  sweep(b, NOOK_ROLE_SCRATCH, 0, b.need.scratch.bytes);
  sweep(b, NOOK_ROLE_WORKING, 0, b.need.working.bytes);
  sweep(b, NOOK_ROLE_CONSTANTS, 0, b.need.constants.bytes);
  for (uint32_t i = 0; i < b.need.input_count; ++i) sweep(b, NOOK_ROLE_INPUT, i, b.need.inputs[i].bytes);
  for (uint32_t i = 0; i < b.need.output_count; ++i) sweep(b, NOOK_ROLE_OUTPUT, i, b.need.outputs[i].bytes);
}

void run_case(const Case& c, const InterpreterOptions& options, const Resolver& ops) {
  const Bench b(c.model, options, ops);
  const Guarded kept(persistent, b.need.persistent.bytes);
  memset(scratch, 0x5A, sizeof scratch);
  Interpreter net(b.model, b.resolver, b.memory(kept.span(), {scratch + kGuard, b.need.scratch.bytes}),
                  b.options);
  EXPECT(net.ok());
  EXPECT_EQ(net.persistent_bytes(), b.need.persistent.bytes);
  memset(working, 0xEE, sizeof working);  // no longer needed
  const uint8_t *in = c.in, *out = c.out;
  for (int k = 0; k < c.runs; ++k) {
    const Guarded lent(scratch + (k + 1) * static_cast<ptrdiff_t>(kGuard), b.need.scratch.bytes);
    memset(lent.data, 0x33 + k, lent.bytes);
    EXPECT(net.set_scratch(lent.span()) == Code::kOk);
    for (uint32_t i = 0; i < b.need.input_count; ++i)
      memcpy(net.input(i), in, b.in[i].bytes), in += b.in[i].bytes;
    net.invoke();
    for (uint32_t i = 0; i < b.need.output_count; ++i) {
      const bool same = memcmp(net.output(i), out, b.out[i].bytes) == 0;
      EXPECT(same);
      if (!same) printf("%s: run %d, output %u\n", c.name, k, static_cast<unsigned>(i));
      out += b.out[i].bytes;
    }
    EXPECT(lent.whole() && kept.whole() && interface_is_whole(b));
  }
}

}  // namespace interp_test
