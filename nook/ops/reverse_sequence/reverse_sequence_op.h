#pragma once
#include "nook/ops/contract/op.h"
#include "nook/ops/reverse_sequence/reverse_sequence.h"

namespace nook {

// Reverses the first elements of each sequence. Operands: x and lengths, one number per sequence. Lengths
// computed at run time are clamped to the sequence.
struct ReverseSequence : OptionsOp<OpCode::kReverseSequence, Role::kData, Role::kData> {
  struct Attrs {
    using Op = ReverseSequence;
    int32_t seq_dim = 1, batch_dim = 0;  // dimension along a sequence; dimension that counts sequences
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<struct ReverseSequenceAny>;
};

// Any type of whole bytes.
struct ReverseSequenceAny : OpForm<ReverseSequence> {
  NOOK_FORM(nook_reverse_sequence);
};

}  // namespace nook
