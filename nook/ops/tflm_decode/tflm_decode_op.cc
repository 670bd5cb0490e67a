#include "nook/ops/tflm_decode/tflm_decode_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {
namespace {

// Bytes of the header: the encoding (0: tables) and its version and, for tables, their version, the bits of a
// code, and the distance between two tables in values.
enum Head { kCoding = 0, kVersion = 1, kTableVersion = 4, kBits = 5, kStride = 6 };

// Checks that every code has a value.
Code check_codes(const nook_decode& p, const uint8_t* codes, int32_t values, PrepareContext& context) {
  for (int32_t i = 0; i < p.size; ++i) {
    const int32_t last = i / p.run % p.channels * p.stride + nook_decode_code(codes, i, p.bits);
    NOOK_CHECK(context, last < values, Reason::kAxis, 0, values - 1, last);
  }
  return Code::kOk;
}

// Sets the number of tables, and which elements use which table.
Code find_channels(const TensorInfo& y, nook_decode* p, PrepareContext& context) {
  p->run = p->size;
  if (y.scales.size() < 2) return Code::kOk;
  p->channels = static_cast<int32_t>(y.scales.size());
  const bool last = y.channel_axis == y.shape.rank - 1;
  NOOK_CHECK(context, last || y.channel_axis == 0, Reason::kAxis, kFirstOutput, 0, y.channel_axis);
  const int32_t channels = y.shape.dim[y.channel_axis];
  NOOK_CHECK(context, p->channels == channels, Reason::kScaleCount, kFirstOutput, channels, p->channels);
  p->run = last ? 1 : p->size / p->channels;
  return Code::kOk;
}

}  // namespace

NOOK_FORM_KERNEL(nook_decode_ref, disjoint, TflmDecodeAny)

Result<TflmDecodeAny::Params> TflmDecodeAny::prepare(const Op::Attrs&, const NodeView& node,
                                                     PrepareContext& context) {
  const TensorInfo &codes = node.inputs[0], &tables = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(codes.type == DType::kU8 && tables.type == DType::kU8 && size_of(y.type) > 0, Code::kBadType);
  NOOK_CHECK(context, codes.data, Reason::kNotConstant, 0, 1, 0);
  NOOK_CHECK(context, tables.data, Reason::kNotConstant, 1, 1, 0);
  const int32_t bytes = tables.shape.elements() - NOOK_DECODE_HEAD;
  NOOK_CHECK(context, bytes >= 0, Reason::kElements, 1, NOOK_DECODE_HEAD, tables.shape.elements());
  const uint8_t* const head = static_cast<const uint8_t*>(tables.data);
  NOOK_CHECK(context, head[kCoding] == 0, Reason::kAttribute, 1, 0, head[kCoding]);
  NOOK_CHECK(context, head[kVersion] == 1, Reason::kAttribute, 1, 1, head[kVersion]);
  NOOK_CHECK(context, head[kTableVersion] == 1, Reason::kAttribute, 1, 1, head[kTableVersion]);
  Params p{y.shape.elements(), size_of(y.type), head[kBits] & 7, 1, 1, head[kStride]};
  NOOK_CHECK(context, p.bits > 0, Reason::kAttribute, 1, 1, p.bits);
  NOOK_CHECK(context, p.size > 0, Reason::kElements, kFirstOutput, 1, 0);
  const int64_t coded = (int64_t{p.size} * p.bits + 7) / 8;
  const bool there = coded <= codes.shape.elements() && coded <= INT32_MAX / 8;
  NOOK_CHECK(context, there, Reason::kElements, 0, coded < INT32_MAX ? coded : INT32_MAX,
             codes.shape.elements());
  NOOK_TRY(find_channels(y, &p, context));
  NOOK_TRY(check_codes(p, static_cast<const uint8_t*>(codes.data), bytes / p.bytes, context));
  return p;
}

void TflmDecodeAny::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("bytes", p.bytes), f.value("bits", p.bits);
  f.value("channels", p.channels), f.value("run", p.run), f.value("stride", p.stride);
}

}  // namespace nook

NOOK_DEFINE_OP(TflmDecode, tflm_decode)
