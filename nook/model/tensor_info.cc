#include "nook/model/model.h"

namespace nook {
namespace {

struct Range {
  int32_t min, max;
};

// What an element of the type can be, as far as an int32_t can say it; {1, 0} for types that are not
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

class Reader {
 public:
  Reader(const Model& model, const TensorView& view)
      : model_(model), view_(view), quantization_(view.quantization()) {}

  bool read() { return kind() && shape() && constant() && quantization(); }

  TensorInfo info;
  ModelFault fault;

 private:
  // Whether it holds; if not, notes why not.
  bool check(bool holds, Fault why, uint16_t slot, int32_t need, int32_t have);
  bool kind();
  bool shape();
  bool constant();
  bool quantization();
  bool zero_points(Range range);

  const Model& model_;
  const TensorView& view_;
  const Table quantization_;
};

bool Reader::check(bool holds, Fault why, uint16_t slot, int32_t need, int32_t have) {
  if (holds) return true;
  fault.fault = why, fault.slot = static_cast<uint8_t>(slot);
  fault.need = need, fault.have = have, fault.offset = view_.table().at();
  return false;
}

bool Reader::kind() {
  namespace field = fields::Tensor;
  fault.part = Part::kTensor;
  info.type = view_.type();
  info.variable = view_.variable();
  return check(size_of(info.type) > 0 || info.type == DType::kS4, Fault::kType, field::type.slot, 0,
               static_cast<int32_t>(info.type) - 1) &&
         check(!view_.sparse(), Fault::kSparse, field::sparsity.slot, 0, 1) &&
         check(!view_.external(), Fault::kExternal, field::external_buffer.slot, 0, 1);
}

bool Reader::shape() {
  constexpr uint16_t kSlot = fields::Tensor::shape.slot;
  const IndexList dims = view_.shape();
  if (!check(dims.size() <= kMaxRank, Fault::kRank, kSlot, kMaxRank, static_cast<int32_t>(dims.size())))
    return false;
  info.shape.rank = static_cast<uint8_t>(dims.size());
  // Zeros count as one here: Shape::elements() multiplies the others before it may come to the zero.
  int64_t most = info.type == DType::kS4 ? 1 : size_of(info.type);
  for (uint32_t i = 0; i < dims.size(); ++i) {
    if (!check(dims[i] >= 0, Fault::kDimension, kSlot, 0, dims[i])) return false;
    info.shape.dim[i] = dims[i];
    most *= dims[i] > 0 ? dims[i] : 1;
    if (!check(most <= INT32_MAX, Fault::kTooLarge, kSlot, INT32_MAX, 0)) return false;
  }
  return true;
}

bool Reader::constant() {
  const Span<const uint8_t> bytes = model_.buffer(view_.buffer());
  const int32_t need = info.bytes();
  if (bytes.empty() && need > 0) return true;  // an activation, or a variable
  info.data = bytes.data();
  return check(bytes.size() == static_cast<size_t>(need), Fault::kConstantSize, fields::Tensor::buffer.slot,
               need, static_cast<int32_t>(bytes.size()));
}

bool Reader::zero_points(Range range) {
  constexpr uint16_t kSlot = fields::QuantizationParameters::zero_point.slot;
  const Vector<int64_t> zeros = quantization_[fields::QuantizationParameters::zero_point];
  if (!check(zeros.size() == info.scales.size(), Fault::kZeroPointCount, kSlot,
             static_cast<int32_t>(info.scales.size()), static_cast<int32_t>(zeros.size())))
    return false;
  for (uint32_t i = 0; i < zeros.size(); ++i) {
    if (i > 0 && zeros[i] == zeros[0]) continue;
    if (!check(zeros[i] >= range.min && zeros[i] <= range.max, Fault::kZeroPointRange, kSlot, 0, 0))
      return false;
    if (!check(i == 0, Fault::kZeroPointsDiffer, kSlot, 0, 0)) return false;
  }
  info.zero_point = static_cast<int32_t>(zeros[0]);
  return true;
}

bool Reader::quantization() {
  namespace field = fields::QuantizationParameters;
  if (quantization_.empty()) return true;
  fault.part = Part::kQuantization;
  if (!check(quantization_[field::details_type] == 0, Fault::kQuantization, field::details_type.slot, 0, 1))
    return false;
  const Range range = range_of(info.type);
  const Span<const float> scales = quantization_[field::scale].span();
  if (scales.empty() || range.min > range.max) return true;
  for (const float scale : scales)
    if (!check(scale > 0 && scale <= 3.402823466e38f, Fault::kScaleValue, field::scale.slot, 0, 0))
      return false;
  info.scales = scales;
  if (!zero_points(range)) return false;
  if (scales.size() == 1) return true;
  // Converters give the bias of a depthwise convolution the axis of its filter, 3.
  const int32_t axis = info.shape.rank == 1 ? 0 : quantization_[field::quantized_dimension];
  const int32_t count = static_cast<int32_t>(scales.size());
  if (!check(axis >= 0 && axis < info.shape.rank, Fault::kAxis, field::quantized_dimension.slot,
             info.shape.rank, axis))
    return false;
  info.channel_axis = axis;
  return check(info.shape.dim[axis] == count, Fault::kScaleCount, field::scale.slot, info.shape.dim[axis],
               count);
}

}  // namespace

Result<TensorInfo> tensor_info(const Model& model, const TensorView& tensor, ModelFault* fault) {
  Reader reader(model, tensor);
  const bool good = reader.read();
  if (fault) *fault = good ? ModelFault() : reader.fault;
  if (!good) return code_of(reader.fault.fault);
  return reader.info;
}

}  // namespace nook
