#include "nook/ops/tflm_decode/tflm_decode_op.h"
#include "tests/generated/steps.h"

namespace generated {

// A constant as long as the last dimension of x.
TensorId random_tflm_decode(Sketch& s, const Live&, TensorId x) {
  if (s.rank(x) == 0 || s.is_float(x)) return TensorId::kNone;
  const auto mark = s.mark();
  const int32_t size = s.dims(x).back(), bits = s.choose.in(1, 7), bytes = s.is_wide(x) ? 2 : 1;
  Ints codes, tables = {0, 1, 0, 0, 1, bits, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  for (int32_t i = 0; i < (size * bits + 7) / 8; ++i) codes.push_back(s.draw(0, 255));
  for (int32_t i = 0; i < bytes << bits; ++i) tables.push_back(s.draw(0, 255));
  const TensorId y = s.alike(x, {size});
  return s.add(mark, nook::TflmDecode::Attrs{}, {s.octets(codes), s.octets(tables)}, y) ? y : TensorId::kNone;
}

}  // namespace generated
