#include "nook/managed/ops/prepared.h"

#include <float.h>

namespace nook::managed {

TensorInfo describe(const TensorInterface& tensor) {
  static constexpr DType kTypes[] = {DType::kS8,  DType::kS8,  DType::kS16, DType::kU16,
                                     DType::kS32, DType::kU32, DType::kF32};
  TensorInfo info;
  info.type = kTypes[tensor.get_type()];
  const TensorShape& shape = tensor.get_shape();
  info.shape.rank = static_cast<uint8_t>(shape.num_dims());
  for (int i = 0; i < shape.num_dims(); ++i) info.shape.dim[i] = static_cast<int32_t>(shape[i]);
  const QuantizationParams& q = tensor.get_quantization_params();
  if (tensor.get_type() == flt) return info;
  info.scales = {q.scales(), q.num_channels()};
  // If there are several zero points, which no operator accepts, chooses one that is not 0.
  for (uint32_t i = 0; i < q.num_channels() && info.zero_point == 0; ++i)
    info.zero_point = q.get_zeroP_for_channel(i);
  if (tensor.get_type() == u8) info.zero_point -= 128;
  return info;
}

bool is_sound(const TensorInterface& tensor, int operand, Refusal* refusal) {
  static constexpr int32_t kLeast[] = {INT8_MIN, 0, INT16_MIN, 0, INT32_MIN, INT32_MIN};
  static constexpr int32_t kMost[] = {INT8_MAX, UINT8_MAX, INT16_MAX, UINT16_MAX, INT32_MAX, INT32_MAX};
  const ttype type = tensor.get_type();
  const QuantizationParams& q = tensor.get_quantization_params();
  const uint32_t channels = type == flt ? 0 : q.num_channels();
  for (uint32_t i = 0; i < channels; ++i) {
    const float scale = q.get_scale_for_channel(i);
    const int32_t zero = q.get_zeroP_for_channel(i);
    const bool in_type = zero >= kLeast[type] && zero <= kMost[type];
    if (in_type && scale > 0 && scale <= FLT_MAX) continue;
    if (refusal && in_type)
      *refusal = {Reason::kScaleValue, static_cast<int8_t>(operand), 0, static_cast<int32_t>(i)};
    if (refusal && !in_type)
      *refusal = {Reason::kZeroPoint, static_cast<int8_t>(operand),
                  zero < kLeast[type] ? kLeast[type] : kMost[type], zero};
    return raise(InvalidQuantizationError());
  }
  return true;
}

bool raise_refusal(Code code, const Refusal& refusal) {
  switch (code) {
    case Code::kBadShape:
      return raise(InvalidTensorShapeError());
    case Code::kBadType:
      if (refusal.reason == Reason::kNone || refusal.reason == Reason::kType)
        return raise(InvalidTensorDataTypeError());
      return raise(InvalidQuantizationError());
    case Code::kNoMemory:
      return raise(OutOfMemError());
    default:
      return raise(InvalidAttributeError());
  }
}

namespace detail {

void PreparedBase::drop() {
  if (AllocatorInterface* const allocator = kept_.allocator()) allocator->deallocate(*kept_);
}

bool PreparedBase::keep(uint32_t bytes) {
  drop();
  AllocatorInterface* const allocator = Context::get_default_context()->get_ram_data_allocator();
  void* const block = allocator ? allocator->allocate(bytes) : nullptr;
  if (!block) return false;
  if (allocator->bind(block, kept_)) return true;
  allocator->deallocate(block);
  return false;
}

}  // namespace detail
}  // namespace nook::managed
