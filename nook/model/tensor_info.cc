#include "nook/model/model.h"

namespace nook {
namespace {

struct Range {
  int32_t min, max;
};

// The range of an element of the type, as far as an int32_t can express it; {1, 0} for types that are not
// quantized.
Range range_of(DType type) {
  switch (type) {
    case DType::kS4:
      return {-8, 7};
    case DType::kS8:
      return {INT8_MIN, INT8_MAX};
    case DType::kU8:
      return {0, UINT8_MAX};
    case DType::kS16:
      return {INT16_MIN, INT16_MAX};
    case DType::kU16:
      return {0, UINT16_MAX};
    case DType::kS32:
    case DType::kS64:
      return {INT32_MIN, INT32_MAX};
    case DType::kU32:
    case DType::kU64:
      return {0, INT32_MAX};
    default:
      return {1, 0};
  }
}

// Each of these reads a part of `info` and returns whether to continue; if not, `fault` says why.
bool fail(ModelFault* fault, Part part, Fault why, uint16_t slot, int32_t need, int32_t have) {
  fault->part = part, fault->fault = why, fault->slot = static_cast<uint8_t>(slot);
  fault->need = need, fault->have = have;
  return false;
}

bool read_kind(const SoundTable& tensor, TensorInfo* info, ModelFault* fault) {
  namespace field = fields::Tensor;
  info->type = static_cast<DType>(tensor[field::type] + 1);
  info->variable = tensor[field::is_variable];
  if (size_of(info->type) == 0 && info->type != DType::kS4)
    return fail(fault, Part::kTensor, Fault::kType, field::type.slot, 0,
                static_cast<int32_t>(info->type) - 1);
  if (tensor.has(field::sparsity))
    return fail(fault, Part::kTensor, Fault::kSparse, field::sparsity.slot, 0, 1);
  if (tensor[field::external_buffer] != 0)
    return fail(fault, Part::kTensor, Fault::kExternal, field::external_buffer.slot, 0, 1);
  return true;
}

// `bytes`: of the whole tensor.
bool read_shape(const SoundTable& tensor, TensorInfo* info, ModelFault* fault, int32_t* bytes) {
  constexpr uint16_t kSlot = fields::Tensor::shape.slot;
  const Vector<int32_t> dims = tensor[fields::Tensor::shape];
  const uint32_t rank = dims.size();
  if (rank > kMaxRank)
    return fail(fault, Part::kTensor, Fault::kRank, kSlot, kMaxRank, static_cast<int32_t>(rank));
  info->shape.rank = static_cast<uint8_t>(rank);
  // Zeros count as one here: Shape::elements() may multiply the other dimensions before it reaches the zero.
  int32_t most = info->type == DType::kS4 ? 1 : size_of(info->type);
  bool none = false;
  for (uint32_t i = 0; i < rank; ++i) {
    int32_t dim = dims[i];
    if (dim < 0) return fail(fault, Part::kTensor, Fault::kDimension, kSlot, 0, dim);
    info->shape.dim[i] = dim;
    if (dim == 0) dim = 1, none = true;
    if (__builtin_mul_overflow(most, dim, &most))
      return fail(fault, Part::kTensor, Fault::kTooLarge, kSlot, INT32_MAX, 0);
  }
  if (info->type == DType::kS4) most = bytes_of(DType::kS4, most);
  *bytes = none ? 0 : most;
  return true;
}

bool read_constant(const Model& model, const SoundTable& tensor, TensorInfo* info, ModelFault* fault,
                   int32_t need) {
  namespace field = fields::Tensor;
  const Span<const uint8_t> bytes = model.buffer(tensor[field::buffer]);
  const int32_t have = static_cast<int32_t>(bytes.size());
  info->data = nullptr;
  if (have == 0 && need > 0) return true;  // an activation, or a variable
  info->data = bytes.data();
  return have == need || fail(fault, Part::kTensor, Fault::kConstantSize, field::buffer.slot, need, have);
}

bool read_zero_point(const SoundTable& quantization, TensorInfo* info, ModelFault* fault, Range range) {
  constexpr uint16_t kSlot = fields::QuantizationParameters::zero_point.slot;
  const Vector<int64_t> zeros = quantization[fields::QuantizationParameters::zero_point];
  const uint32_t count = zeros.size();
  if (count != info->scales.size())
    return fail(fault, Part::kQuantization, Fault::kZeroPointCount, kSlot,
                static_cast<int32_t>(info->scales.size()), static_cast<int32_t>(count));
  const int64_t zero = zeros[0];
  if (zero < range.min || zero > range.max)
    return fail(fault, Part::kQuantization, Fault::kZeroPointRange, kSlot, 0, 0);
  for (uint32_t i = 1; i < count; ++i)
    if (zeros[i] != zero) return fail(fault, Part::kQuantization, Fault::kZeroPointsDiffer, kSlot, 0, 0);
  info->zero_point = static_cast<int32_t>(zero);
  return true;
}

bool read_channels(const SoundTable& quantization, TensorInfo* info, ModelFault* fault) {
  namespace field = fields::QuantizationParameters;
  // Converters give the bias of a depthwise convolution the axis of its filter, 3.
  const int32_t rank = info->shape.rank, axis = rank == 1 ? 0 : quantization[field::quantized_dimension];
  if (axis < 0 || axis >= rank)
    return fail(fault, Part::kQuantization, Fault::kAxis, field::quantized_dimension.slot, rank, axis);
  info->channel_axis = axis;
  const int32_t count = static_cast<int32_t>(info->scales.size()), need = info->shape.dim[axis];
  return count == need ||
         fail(fault, Part::kQuantization, Fault::kScaleCount, field::scale.slot, need, count);
}

bool read_quantization(const SoundTable& quantization, TensorInfo* info, ModelFault* fault) {
  namespace field = fields::QuantizationParameters;
  info->scales = {}, info->zero_point = 0, info->channel_axis = 0;
  if (quantization.empty()) return true;
  if (quantization[field::details_type] != 0)
    return fail(fault, Part::kQuantization, Fault::kQuantization, field::details_type.slot, 0, 1);
  const Span<const float> scales = quantization[field::scale].span();
  const Range range = range_of(info->type);
  if (scales.empty() || range.min > 0) return true;
  for (const float scale : scales)
    if (!(scale > 0 && scale <= 3.402823466e38f))
      return fail(fault, Part::kQuantization, Fault::kScaleValue, field::scale.slot, 0, 0);
  info->scales = scales;
  return read_zero_point(quantization, info, fault, range) &&
         (scales.size() == 1 || read_channels(quantization, info, fault));
}

}  // namespace

bool read_tensor(const Model& model, const TensorView& view, TensorInfo* info, ModelFault* fault) {
  const SoundTable tensor = view.table();
  int32_t bytes = 0;
  if (read_kind(tensor, info, fault) && read_shape(tensor, info, fault, &bytes) &&
      read_constant(model, tensor, info, fault, bytes) &&
      read_quantization(tensor[fields::Tensor::quantization], info, fault))
    return true;
  fault->offset = static_cast<uint32_t>(tensor.at() - model.file().data());
  return false;
}

Result<TensorInfo> tensor_info(const Model& model, const TensorView& tensor, ModelFault* fault) {
  TensorInfo info;
  ModelFault why;
  const bool good = read_tensor(model, tensor, &info, &why);
  if (fault) *fault = why;
  if (!good) return code_of(why.fault);
  return info;
}

}  // namespace nook
