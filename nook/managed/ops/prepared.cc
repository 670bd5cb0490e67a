#include "nook/managed/ops/prepared.h"

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
  info.scales = {q.scales(), q.num_channels()};
  // Of channels with several, which no operator takes, one that is not 0.
  for (uint32_t i = 0; i < q.num_channels() && info.zero_point == 0; ++i)
    info.zero_point = q.get_zeroP_for_channel(i);
  if (tensor.get_type() == u8) info.zero_point -= 128;
  return info;
}

bool raise_refusal(Code code, const Refusal& refusal) {
  switch (code) {
    case Code::kBadShape:
      raise(InvalidTensorShapeError());
      break;
    case Code::kBadType:
      if (refusal.reason == Reason::kNone || refusal.reason == Reason::kType) {
        raise(InvalidTensorDataTypeError());
      } else {
        raise(InvalidQuantizationError());
      }
      break;
    case Code::kNoMemory:
      raise(OutOfMemError());
      break;
    default:
      raise(InvalidAttributeError());
  }
  return false;
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
