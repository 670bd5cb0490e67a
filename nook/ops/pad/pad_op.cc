#include "nook/ops/pad/pad_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/reference/odometer.h"

namespace nook {
namespace {

// x may be at the end of y, before the last padding: then the last run is in place, and all others are ahead
// by less than the padding that is still to be written.
template <class Params>
int32_t at_the_last_run(const Params& p, int) {
  int32_t between = p.head, times = 1;
  for (int32_t d = 0; d < p.rank; ++d) {
    between += p.gap[d] * (p.dim[d] - 1) * times;
    times *= p.dim[d];
  }
  return between;
}

struct Margins {
  int32_t before[kMaxRank] = {}, after[kMaxRank] = {};  // elements
};

Code read_margins(const NodeView& node, PrepareContext& context, Margins* margins) {
  const Shape& x = node.inputs[0].shape;
  NOOK_TRY(check_indices(node, 1, 2 * x.rank, context));
  Shape expected = x;
  for (int d = 0; d < x.rank; ++d) {
    const int64_t before = index_at(node.inputs[1], 2 * d), after = index_at(node.inputs[1], 2 * d + 1);
    NOOK_CHECK(context, before >= 0 && before <= INT32_MAX, Reason::kPadding, 1, 0, before);
    NOOK_CHECK(context, after >= 0 && after <= INT32_MAX, Reason::kPadding, 1, 0, after);
    const int64_t size = x.dim[d] + before + after;
    NOOK_CHECK(context, size <= INT32_MAX, Reason::kTooLarge, kFirstOutput, INT32_MAX, INT32_MAX);
    margins->before[d] = static_cast<int32_t>(before), margins->after[d] = static_cast<int32_t>(after);
    expected.dim[d] = static_cast<int32_t>(size);
  }
  return check_output_shape(node.outputs[0], expected, context);
}

}  // namespace

NOOK_FORM_KERNEL(nook_pad_ref, at_the_last_run, PadAny)

Span<const RowInvoke> PadAny::row_kernels() {
  static constexpr RowInvoke kOfRows[] = {linked_row<PadAny, kRef, nook_pad_ref_row>()};
  return kOfRows;
}

Result<PadAny::Params> PadAny::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  const auto padded = make_pad(node, context);
  NOOK_REQUIRE(padded, padded.code());
  Params p = *padded;
  const int32_t fill = x.type == DType::kS8 ? y.zero_point : 0;
  NOOK_CHECK(context, fill >= -128 && fill <= 127, Reason::kZeroPoint, kFirstOutput, 0, fill);
  const bool zero = x.type == DType::kS8 || y.zero_point == 0;
  NOOK_CHECK(context, zero, Reason::kZeroPoint, kFirstOutput, 0, y.zero_point);
  p.fill = fill;
  return p;
}

Result<nook_pad> make_pad(const NodeView& node, PrepareContext& context) {
  NOOK_TRY(check_moved(node, context));
  Margins margins;
  NOOK_TRY(read_margins(node, context, &margins));
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];

  nook_pad p{};
  p.run = size_of(x.type);
  int32_t dim[kMaxRank] = {}, gap[kMaxRank] = {};  // innermost first
  int32_t row = p.run;                             // bytes of y along the dimensions so far
  for (int d = x.shape.rank - 1; d >= 0; --d) {
    const int32_t size = x.shape.dim[d], between = p.head + p.tail;
    if (between == 0) {
      p.run *= size;
    } else if (size > 1 && p.rank > 0 && gap[p.rank - 1] == between) {
      dim[p.rank - 1] *= size;
    } else if (size > 1) {
      dim[p.rank] = size, gap[p.rank] = between, ++p.rank;
    }
    p.head += margins.before[d] * row, p.tail += margins.after[d] * row;
    row *= y.shape.dim[d];
  }
  if (x.shape.rank == 4) p.in_h = x.shape.dim[1], p.row = y.bytes() / (y.shape.dim[0] * y.shape.dim[1]);
  if (p.rank == 0) return p;
  const size_t rank = static_cast<size_t>(p.rank);
  const Span<int32_t> dims = context.persistent.make<int32_t>(rank),
                      gaps = context.persistent.make<int32_t>(rank);
  NOOK_CHECK(context, !dims.empty() && !gaps.empty(), Reason::kPersistent, 0, rank * 8, 0);
  for (size_t i = 0; i < rank; ++i) dims[i] = dim[rank - 1 - i], gaps[i] = gap[rank - 1 - i];
  p.dim = dims.data(), p.gap = gaps.data();
  return p;
}

void PadAny::fields(ParamsVisitor& f, const Params& p) {
  f.value("fill", p.fill), f.value("head", p.head), f.value("tail", p.tail), f.value("run", p.run);
  f.value("rank", p.rank), f.table("dim", p.dim, p.rank), f.table("gap", p.gap, p.rank);
  f.value("in_h", p.in_h), f.value("row", p.row);
}

}  // namespace nook

NOOK_DEFINE_OP(Pad, pad)
