#include "nook/ops/unpack/unpack_op.h"
#include "tests/generated/steps.h"

namespace generated {

TensorId random_unpack(Sketch& s, const Live& live, TensorId x) {
  if (s.rank(x) == 0) return TensorId::kNone;
  const auto mark = s.mark();
  nook::Unpack::Attrs attrs;
  attrs.axis = s.choose.in(0, s.rank(x) - 1);
  Ints part = s.dims(x);
  const int32_t count = part[static_cast<size_t>(attrs.axis)];
  if (count > 12) return TensorId::kNone;
  part.erase(part.begin() + attrs.axis);
  std::vector<TensorId> parts;
  for (int32_t i = 0; i < count; ++i) parts.push_back(s.alike(x, part));
  if (s.choose.chance(20)) attrs.axis -= s.rank(x);
  return s.add(mark, attrs, {x}, parts) ? of_parts(s, live, parts) : TensorId::kNone;
}

}  // namespace generated
