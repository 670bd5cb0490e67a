#include "nook/ops/select_v2/select_v2_op.h"

#include "nook/core/quantize.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/strides.h"

namespace nook {
namespace {

constexpr int kOperands = 3;

// A walk over y with the byte strides of condition, a and b; outermost dimension first.
struct ThreeWalk {
  int32_t rank = 0;
  int32_t dim[kMaxRank] = {};
  int32_t stride[kOperands][kMaxRank] = {};

  // Appends an innermost dimension, like Walk::add().
  void add(int32_t size, const int32_t (&inner)[kOperands]) {
    if (size == 1) return;
    bool merges = rank > 0;
    for (int k = 0; k < kOperands && merges; ++k) merges = stride[k][rank - 1] == int64_t{inner[k]} * size;
    if (merges) {
      dim[rank - 1] *= size;
    } else {
      dim[rank++] = size;
    }
    for (int k = 0; k < kOperands; ++k) stride[k][rank - 1] = inner[k];
  }
};

Code check_types(const NodeView& node, PrepareContext& context) {
  const TensorInfo &y = node.outputs[0], &condition = node.inputs[0];
  NOOK_REQUIRE(size_of(y.type) > 0, Code::kBadType);
  NOOK_REQUIRE(condition.type == DType::kBool, Code::kBadType);
  for (int k = 1; k < kOperands; ++k) {
    const TensorInfo& x = node.inputs[static_cast<size_t>(k)];
    NOOK_REQUIRE(x.type == y.type, Code::kBadType);
    const bool alike = y.type == DType::kF32 || same_quantization(x, y);
    NOOK_CHECK(context, alike, Reason::kQuantization, k, y.zero_point, x.zero_point);
  }
  return Code::kOk;
}

Result<ThreeWalk> make_walk(const NodeView& node, PrepareContext& context) {
  const Shape& y = node.outputs[0].shape;
  const int32_t width = size_of(node.outputs[0].type);
  int rank = 0;
  for (int k = 0; k < kOperands; ++k) {
    const Shape& x = node.inputs[static_cast<size_t>(k)].shape;
    NOOK_CHECK(context, x.elements() > 0, Reason::kElements, k, 1, 0);
    if (x.rank > rank) rank = x.rank;
  }
  NOOK_CHECK(context, y.rank == rank, Reason::kRank, kFirstOutput, rank, y.rank);
  int32_t stride[kMaxRank][kOperands] = {};
  int32_t elements[kOperands] = {1, width, width};  // in bytes
  for (int i = 0; i < rank; ++i) {                  // from the innermost dimension
    int32_t size = 1;
    for (int k = 0; k < kOperands; ++k) {
      const int32_t in = node.inputs[static_cast<size_t>(k)].shape.back(i);
      NOOK_CHECK(context, in == size || in == 1 || size == 1, Reason::kBroadcast, k, size, in);
      if (in != 1) size = in, stride[i][k] = elements[k];
      elements[k] *= in;
    }
    NOOK_CHECK(context, y.back(i) == size, Reason::kOutputShape, kFirstOutput, size, y.back(i));
  }
  ThreeWalk walk;
  for (int i = rank - 1; i >= 0; --i) walk.add(y.back(i), stride[i]);
  return walk;
}

// Fills the jumps of strides.h, interleaved for three operands.
void fill_jumps(const ThreeWalk& walk, Span<int32_t> table) {
  for (int k = 0; k < kOperands; ++k) {
    int32_t back = 0;
    for (int32_t d = walk.rank - 1; d >= 0; --d) {
      table[static_cast<size_t>(kOperands * d + k)] = walk.stride[k][d] - back;
      back += walk.stride[k][d] * (walk.dim[d] - 1);
    }
  }
}

}  // namespace

NOOK_FORM_KERNEL(nook_select_v2_ref, disjoint, SelectV2Any)

Result<SelectV2Any::Params> SelectV2Any::prepare(const Op::Attrs&, const NodeView& node,
                                                 PrepareContext& context) {
  NOOK_TRY(check_types(node, context));
  const Result<ThreeWalk> found = make_walk(node, context);
  NOOK_REQUIRE(found, found.code());
  ThreeWalk walk = *found;
  Params p{};
  p.element_bytes = size_of(node.outputs[0].type), p.run = 1;
  if (walk.rank > 0) {
    const int32_t d = --walk.rank;
    p.run = walk.dim[d];
    for (int k = 0; k < kOperands; ++k) p.step[k] = walk.stride[k][d];
  }
  p.rank = walk.rank;
  if (p.rank == 0) return p;
  const size_t rank = static_cast<size_t>(p.rank);
  const Span<int32_t> dim = context.persistent.make<int32_t>(rank);
  NOOK_CHECK(context, !dim.empty(), Reason::kPersistent, 0, rank * sizeof(int32_t), 0);
  const Span<int32_t> jump = context.persistent.make<int32_t>(kOperands * rank);
  NOOK_CHECK(context, !jump.empty(), Reason::kPersistent, 0, kOperands * rank * sizeof(int32_t), 0);
  for (size_t d = 0; d < rank; ++d) dim[d] = walk.dim[d];
  fill_jumps(walk, jump);
  p.dim = dim.data(), p.jump = jump.data();
  return p;
}

void SelectV2Any::fields(ParamsVisitor& f, const Params& p) {
  f.value("element_bytes", p.element_bytes), f.value("run", p.run), f.value("step", p.step);
  f.value("rank", p.rank), f.table("dim", p.dim, p.rank), f.table("jump", p.jump, 3 * p.rank);
}

}  // namespace nook

NOOK_DEFINE_OP(SelectV2, select_v2)
