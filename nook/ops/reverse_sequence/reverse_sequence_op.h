#pragma once
#include "nook/ops/op.h"
#include "nook/ops/reverse_sequence/reverse_sequence.h"

namespace nook {

struct ReverseSequenceAny;

// x with the first elements of each sequence in the opposite order: operands x and how many these are, one
// number for each sequence. Lengths that are computed at run time count as the nearest that there is.
struct ReverseSequence {
  static constexpr OpCode kCode = OpCode::kReverseSequence;
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  struct Attrs {
    using Op = ReverseSequence;
    int32_t seq_dim = 1, batch_dim = 0;  // along a sequence; from one to the next
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<ReverseSequenceAny>;
};

// Any type of whole bytes.
struct ReverseSequenceAny : FormOf<ReverseSequence, nook_reverse_sequence> {
  static constexpr const char* kType = "nook_reverse_sequence";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("outer", p.outer), f.value("first", p.first), f.value("between", p.between);
    f.value("second", p.second), f.value("run", p.run);
    f.value("sequences_first", p.sequences_first), f.value("bytes_of_a_length", p.bytes_of_a_length);
  }
};

}  // namespace nook
