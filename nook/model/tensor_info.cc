#include "nook/model/read_tensor.h"

namespace nook {
namespace {

constexpr uint32_t set_of(DType type) { return 1u << static_cast<uint32_t>(type); }
// The types for which scales and zero points are defined.
constexpr uint32_t kUnsigned =
    set_of(DType::kU8) | set_of(DType::kU16) | set_of(DType::kU32) | set_of(DType::kU64);
constexpr uint32_t kIntegers = kUnsigned | set_of(DType::kS4) | set_of(DType::kS8) | set_of(DType::kS16) |
                               set_of(DType::kS32) | set_of(DType::kS64);

[[gnu::noinline]] void note(TensorFault* fault, Fault why, int32_t need, int32_t have) {
  fault->fault = why, fault->need = need, fault->have = have;
}

// Reads a tensor part by part. Each function returns whether to continue; if not, `fault` says why.
class Reader {
 public:
  Reader(const Model& model, const SoundTable& tensor, TensorInfo* info, TensorFault* fault)
      : model_(model), tensor_(tensor), info_(*info), fault_(fault) {}

  int32_t read() { return kind() && shape() && quantization() && constant() ? bytes_ : -1; }

 private:
  bool fail(Fault why, int32_t need, int32_t have) {
    note(fault_, why, need, have);
    return false;
  }

  bool kind();
  bool shape();
  bool quantization();
  // Last, so that code that can decode a sparse tensor finds everything else in `info`.
  bool constant();
  bool zero_point(const SoundTable& quantization);
  bool channels(const SoundTable& quantization);

  const Model& model_;
  const SoundTable tensor_;
  TensorInfo& info_;
  TensorFault* const fault_;
  int32_t element_ = 0, bytes_ = 0;  // bytes of one element (0: two elements per byte) and of the tensor
};

bool Reader::kind() {
  namespace field = fields::Tensor;
  info_.type = static_cast<DType>(tensor_[field::type] + 1);
  info_.variable = tensor_[field::is_variable];
  element_ = size_of(info_.type);
  return element_ != 0 || info_.type == DType::kS4 ||
         fail(Fault::kType, 0, static_cast<int32_t>(info_.type) - 1);
}

bool Reader::shape() {
  const Vector<int32_t> dims = tensor_[fields::Tensor::shape];
  const uint32_t rank = dims.size();
  if (rank > kMaxRank) return fail(Fault::kRank, kMaxRank, static_cast<int32_t>(rank));
  info_.shape.rank = static_cast<uint8_t>(rank);
  // Replace zeros by one: Shape::elements() may multiply the other dimensions before it reaches the zero.
  int32_t most = element_ ? element_ : 1;
  bool none = false;
  for (uint32_t i = 0; i < rank; ++i) {
    int32_t dim = dims[i];
    if (dim < 0) return fail(Fault::kDimension, 0, dim);
    info_.shape.dim[i] = dim;
    if (dim == 0) dim = 1, none = true;
    if (__builtin_mul_overflow(most, dim, &most)) return fail(Fault::kTooLarge, INT32_MAX, 0);
  }
  if (!element_) most = most / 2 + most % 2;
  bytes_ = none ? 0 : most;
  return true;
}

bool Reader::quantization() {
  namespace field = fields::QuantizationParameters;
  info_.scales = {}, info_.zero_point = 0, info_.channel_axis = 0;
  const SoundTable quantization = tensor_[fields::Tensor::quantization];
  if (quantization.empty()) return true;
  if (quantization[field::details_type] != 0) return fail(Fault::kQuantization, 0, 1);
  const Vector<float> scales = quantization[field::scale];
  if (scales.empty() || !(kIntegers & set_of(info_.type))) return true;
  for (uint32_t i = 0; i < scales.size(); ++i) {
    // Positive floats have the same order as their bits, from 1 to the bits of the largest float.
    const uint32_t bits = detail::load<uint32_t>(reinterpret_cast<const uint8_t*>(scales.data() + i));
    if (bits - 1 >= 0x7F7FFFFF) return fail(Fault::kScaleValue, 0, 0);
  }
  info_.scales = {scales.data(), scales.size()};
  return zero_point(quantization) && (scales.size() == 1 || channels(quantization));
}

bool Reader::zero_point(const SoundTable& quantization) {
  const Vector<int64_t> zeros = quantization[fields::QuantizationParameters::zero_point];
  const uint32_t count = zeros.size(), need = static_cast<uint32_t>(info_.scales.size());
  if (count != need)
    return fail(Fault::kZeroPointCount, static_cast<int32_t>(need), static_cast<int32_t>(count));
  const int64_t zero = zeros[0];
  // The element's range, as far as an int32_t can represent it.
  const int32_t above = element_ == 0 ? 28 : element_ >= 4 ? 0 : 32 - 8 * element_;
  int32_t min = INT32_MIN >> above, max = INT32_MAX >> above;
  if (kUnsigned & set_of(info_.type)) max = element_ >= 4 ? max : max - min, min = 0;
  if (zero < min || zero > max) return fail(Fault::kZeroPointRange, 0, 0);
  for (uint32_t i = 1; i < count; ++i)
    if (zeros[i] != zero) return fail(Fault::kZeroPointsDiffer, 0, 0);
  info_.zero_point = static_cast<int32_t>(zero);
  return true;
}

bool Reader::channels(const SoundTable& quantization) {
  namespace field = fields::QuantizationParameters;
  // Converters store the filter's axis, 3, with the bias of a depthwise convolution.
  const int32_t rank = info_.shape.rank, axis = rank == 1 ? 0 : quantization[field::quantized_dimension];
  if (axis < 0 || axis >= rank) return fail(Fault::kAxis, rank, axis);
  info_.channel_axis = axis;
  const int32_t count = static_cast<int32_t>(info_.scales.size()), need = info_.shape.dim[axis];
  return count == need || fail(Fault::kScaleCount, need, count);
}

bool Reader::constant() {
  namespace field = fields::Tensor;
  const bool external = tensor_[field::external_buffer] != 0;
  if (external || tensor_.has(field::sparsity))
    return fail(external ? Fault::kExternal : Fault::kSparse, 0, 1);
  const Span<const uint8_t> bytes = model_.buffer(tensor_[field::buffer]);
  const int32_t have = static_cast<int32_t>(bytes.size());
  info_.data = have == bytes_ ? bytes.data() : nullptr;
  return have == bytes_ || have == 0 || fail(Fault::kConstantSize, bytes_, have);  // 0: not a constant
}

// The field to which a fault of a tensor refers.
uint16_t slot_of(Fault fault) {
  namespace field = fields::QuantizationParameters;
  switch (fault) {
    case Fault::kType:
      return fields::Tensor::type.slot;
    case Fault::kSparse:
      return fields::Tensor::sparsity.slot;
    case Fault::kExternal:
      return fields::Tensor::external_buffer.slot;
    case Fault::kConstantSize:
      return fields::Tensor::buffer.slot;
    case Fault::kQuantization:
      return field::details_type.slot;
    case Fault::kScaleValue:
    case Fault::kScaleCount:
      return field::scale.slot;
    case Fault::kZeroPointCount:
    case Fault::kZeroPointRange:
    case Fault::kZeroPointsDiffer:
      return field::zero_point.slot;
    case Fault::kAxis:
      return field::quantized_dimension.slot;
    default:
      return fields::Tensor::shape.slot;
  }
}

}  // namespace

int32_t read_tensor(const Model& model, const TensorView& tensor, TensorInfo* info, TensorFault* fault) {
  return Reader(model, tensor.table(), info, fault).read();
}

bool read_tensor(const Model& model, const TensorView& tensor, TensorInfo* info, ModelFault* fault) {
  TensorFault why;
  if (read_tensor(model, tensor, info, &why) >= 0) return true;
  fault->fault = why.fault, fault->slot = static_cast<uint8_t>(slot_of(why.fault));
  fault->part = why.fault >= Fault::kQuantization ? Part::kQuantization : Part::kTensor;
  fault->need = why.need, fault->have = why.have;
  fault->offset = static_cast<uint32_t>(tensor.table().at() - model.file().data());
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
