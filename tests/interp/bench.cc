#include "tests/interp/bench.h"

namespace interp_test {
namespace {

#include "interp_cases.inc"

}  // namespace

// A board keeps them, and the models, out of its small memories.
#define LARGE alignas(16) NOOK_SECTION(".nook_scratch")
LARGE uint8_t working[kRoom];
LARGE uint8_t persistent[kRoom];
LARGE uint8_t scratch[kRoom];
LARGE uint8_t interface[kRoom];

Span<const Case> cases() { return kCases; }
Span<const uint8_t> accumulator() { return kAccumulator; }

const Case& case_of(const char* name) {
  for (const Case& c : kCases)
    if (strcmp(c.name, name) == 0) return c;
  return kCases[0];
}

void run_case(const Case& c, const InterpreterOptions& options) {
  const Bench b(c.model, options);
  const Guarded kept(persistent, b.need.persistent.bytes);
  memset(scratch, 0x5A, sizeof scratch);
  Interpreter net(b.model, b.resolver, b.memory(kept.span(), {scratch + kGuard, b.need.scratch.bytes}),
                  options);
  EXPECT(net.ok());
  EXPECT_EQ(net.persistent_bytes(), b.need.persistent.bytes);
  memset(working, 0xEE, sizeof working);  // needed no longer
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
