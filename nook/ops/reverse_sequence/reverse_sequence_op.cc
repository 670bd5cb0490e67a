#include "nook/ops/reverse_sequence/reverse_sequence_op.h"

#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

int32_t product(const Shape& s, int32_t from, int32_t to) {
  int32_t n = 1;
  for (int32_t d = from; d < to; ++d) n *= s.dim[d];
  return n;
}

// Checks that there is one length per sequence, and that constant lengths are within a sequence.
Code check_lengths(const TensorInfo& lengths, int32_t sequences, int32_t places, PrepareContext& context) {
  const bool index = lengths.type == DType::kS32 || lengths.type == DType::kS64;
  NOOK_CHECK(context, index, Reason::kType, 1, DType::kS32, lengths.type);
  NOOK_CHECK(context, lengths.shape.rank == 1, Reason::kRank, 1, 1, lengths.shape.rank);
  NOOK_CHECK(context, lengths.shape.dim[0] == sequences, Reason::kInputShape, 1, sequences,
             lengths.shape.dim[0]);
  for (int32_t i = 0; lengths.data && i < sequences; ++i) {
    const int64_t length = index_at(lengths, i);
    NOOK_CHECK(context, length >= 0 && length <= places, Reason::kAxis, 1, places, length);
  }
  return Code::kOk;
}

}  // namespace

NOOK_FORM_KERNEL(nook_reverse_sequence_ref, disjoint, ReverseSequenceAny)

Result<ReverseSequence::Attrs> ReverseSequence::parse(const NodeView& node) {
  namespace field = fields::ReverseSequenceOptions;
  return Attrs{node.options[field::seq_dim], node.options[field::batch_dim]};
}

Result<ReverseSequenceAny::Params> ReverseSequenceAny::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                               PrepareContext& context) {
  NOOK_TRY(check_moved(node, context));
  const TensorInfo &x = node.inputs[0], &lengths = node.inputs[1];
  NOOK_TRY(check_output_shape(node.outputs[0], x.shape, context));
  const int32_t rank = x.shape.rank, along = attrs.seq_dim, across = attrs.batch_dim;
  NOOK_CHECK(context, along >= 0 && along < rank, Reason::kAxis, 0, rank, along);
  NOOK_CHECK(context, across >= 0 && across < rank && across != along, Reason::kAxis, 0, rank, across);
  NOOK_TRY(check_lengths(lengths, x.shape.dim[across], x.shape.dim[along], context));
  const int32_t low = across < along ? across : along, high = across < along ? along : across;
  Params p{};
  p.outer = product(x.shape, 0, low), p.first = x.shape.dim[low];
  p.between = product(x.shape, low + 1, high), p.second = x.shape.dim[high];
  p.run = product(x.shape, high + 1, rank) * size_of(x.type);
  p.sequences_first = across < along, p.bytes_of_a_length = size_of(lengths.type);
  return p;
}

void ReverseSequenceAny::fields(ParamsVisitor& f, const Params& p) {
  f.value("outer", p.outer), f.value("first", p.first), f.value("between", p.between);
  f.value("second", p.second), f.value("run", p.run);
  f.value("sequences_first", p.sequences_first), f.value("bytes_of_a_length", p.bytes_of_a_length);
}

}  // namespace nook

NOOK_DEFINE_OP(ReverseSequence, reverse_sequence)
