#include "nook/ops/reverse_sequence/reverse_sequence_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_reverse_sequence(Sketch& s, const Live&, TensorId x) {
  const int rank = s.rank(x);
  if (rank < 2) return TensorId::kNone;
  const auto mark = s.mark();
  nook::ReverseSequence::Attrs attrs{s.choose.in(0, rank - 1), 0};
  attrs.batch_dim = (attrs.seq_dim + s.choose.in(1, rank - 1)) % rank;
  Ints lengths;
  for (int32_t i = 0; i < s.dim(x, attrs.batch_dim); ++i)
    lengths.push_back(s.choose.in(0, s.dim(x, attrs.seq_dim)));
  const TensorId of = s.integers({static_cast<int32_t>(lengths.size())}, lengths);
  const TensorId y = s.alike(x, s.dims(x));
  return s.add(mark, attrs, {x, of}, y) ? y : TensorId::kNone;
}

}  // namespace generated
