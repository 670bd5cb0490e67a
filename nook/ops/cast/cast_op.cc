#include "nook/ops/cast/cast_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

constexpr int32_t kNoType = -1;

// In the order of nook_cast_type.
constexpr DType kTypes[] = {DType::kF32,  DType::kS8, DType::kS16, DType::kS32, DType::kU32,
                            DType::kBool, DType::kU8, DType::kS64, DType::kU16};
static_assert(NOOK_CAST_F32 == 0 && NOOK_CAST_U16 + 1 == sizeof kTypes / sizeof *kTypes, "the order");

int32_t cast_type(DType type) {
  for (size_t i = 0; i < sizeof kTypes / sizeof *kTypes; ++i)
    if (kTypes[i] == type) return static_cast<int32_t>(i);
  return kNoType;
}
int32_t element_bytes(int32_t type) {
  switch (type) {
    case NOOK_CAST_S64:
      return 8;
    case NOOK_CAST_S16:
    case NOOK_CAST_U16:
      return 2;
    case NOOK_CAST_S8:
    case NOOK_CAST_U8:
    case NOOK_CAST_BOOL:
      return 1;
    default:
      return 4;
  }
}

// Element i is written after it has been read; the next one must not be overwritten yet.
template <class Params>
int32_t element_by_element(const Params& p, int) {
  const int32_t wider = element_bytes(p.to) - element_bytes(p.from);
  return wider > 0 ? (p.size - 1) * wider : 0;
}

}  // namespace

NOOK_FORM_KERNEL(nook_cast_ref, element_by_element, CastAny)

Result<CastAny::Params> CastAny::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  const int32_t from = cast_type(x.type), to = cast_type(y.type);
  NOOK_REQUIRE(from != kNoType && to != kNoType, Code::kBadType);
  NOOK_TRY(check_output_shape(y, x.shape, context));
  return Params{x.shape.elements(), from, to};
}

void CastAny::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("from", p.from), f.value("to", p.to);
}

}  // namespace nook

NOOK_DEFINE_OP(Cast, cast)
