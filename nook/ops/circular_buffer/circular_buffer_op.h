#pragma once
#include "nook/ops/circular_buffer/circular_buffer.h"
#include "nook/ops/custom_options.h"

namespace nook {

struct CircularBufferS8;

// The last inputs [1][1][w][c] together as y [1][slots][w][c], a variable tensor. Every cycles_max-th run has
// a result; the others end here, as NOOK_NOT_READY says.
struct CircularBuffer {
  static constexpr OpCode kCode = OpCode{1100};
  static constexpr const char* kName = "CIRCULAR_BUFFER";
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = CircularBuffer;
    int32_t cycles_max = 0;  // below 1: as the two published models want it that say no more, by their shapes
  };
  template <class F, class A>
  static void options(F& f, A& a) {
    f.value("cycles_max", a.cycles_max);
  }
  static Result<Attrs> parse(const NodeView& node) { return parse_custom<CircularBuffer>(node); }
  using Forms = List<CircularBufferS8>;
};

// int8.
struct CircularBufferS8 : FormOf<CircularBuffer, nook_circular_buffer_s8> {
  static constexpr const char* kType = "nook_circular_buffer_s8";
  static constexpr bool kMayWait = true;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int32_t state_bytes(const Params&) { return sizeof(int32_t); }  // the calls since the last result

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("slots", p.slots), f.value("depth", p.depth), f.value("cycles", p.cycles);
  }
};

}  // namespace nook
