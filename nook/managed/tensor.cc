#include "nook/managed/tensor.h"

namespace nook::managed {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "elements are read lowest byte first");

TensorInterface::TensorInterface(const TensorShape& shape, ttype type)
    : type_(type),
      shift_(static_cast<uint8_t>(log2_size(type))),
      shape_(shape),
      context_(*Context::get_default_context()) {
  set_shape(shape);
  context_.register_tensor(*this);
}

void TensorInterface::drop_block() {
  if (AllocatorInterface* const home = data_.allocator()) home->deallocate(*data_);
}

TensorInterface::~TensorInterface() {
  drop_block();
  drop_quantization();
  context_.unregister_tensor(*this);
}

uint32_t TensorInterface::bytes_of(const TensorShape& shape) const { return shape.num_bytes(1u << shift_); }

bool TensorInterface::set_shape(const TensorShape& shape) {
  const uint32_t bytes = bytes_of(shape);
  if (bytes == kTooManyBytes) return context_.raise(InvalidTensorDimensionsError());
  shape_ = shape, count_ = bytes >> shift_, stamp_ = context_.next_stamp();
  return true;
}

bool TensorInterface::resize(const TensorShape& shape) {
  const uint32_t bytes = bytes_of(shape);
  // set_shape() refuses a shape that is too large.
  return (bytes == num_bytes() || bytes == kTooManyBytes || make_room(bytes, SIZE_MAX)) && set_shape(shape);
}

bool TensorInterface::make_room(uint32_t, size_t) { return context_.raise(InvalidResizeError()); }

// ---- elements ----

bool TensorInterface::read(uint32_t offset, void* to, uint32_t bytes) const {
  const void* const block = get_readable_block(bytes, offset);
  if (block) memcpy(to, block, bytes);
  return block;
}

bool TensorInterface::write(uint32_t offset, const void* from, uint32_t bytes) {
  void* const block = get_writeable_block(bytes, offset);
  if (block) memcpy(block, from, bytes);
  return block;
}

const void* TensorInterface::get_readable_block(uint32_t bytes, uint32_t offset) const {
  const uint8_t* const data = static_cast<const uint8_t*>(*data_);
  if (data && in_range(offset, bytes)) return data + offset;
  if (data) return context_.raise(OutOfTensorBoundsError()), nullptr;
  if (is_ready()) return context_.raise(InvalidOptimizableTensorError()), nullptr;
  return context_.raise(InvalidTensorError()), nullptr;
}

void* TensorInterface::get_writeable_block(uint32_t bytes, uint32_t offset) {
  if (!writable_) return context_.raise(ReadOnlyTensorError()), nullptr;
  return const_cast<void*>(get_readable_block(bytes, offset));
}

// Handles all cases that the inline code does not: other types, other memories, and refused accesses.
void TensorInterface::read_elsewhere(uint32_t index, void* to, uint32_t bytes) const {
  // An index whose offset would wrap around is out of range as well.
  read(index < num_elems() ? index << shift_ : UINT32_MAX, to, bytes);
}

void TensorInterface::put_integer(uint32_t index, uint32_t bits, bool is_signed) {
  if (type_ == flt) {
    const float value = is_signed ? static_cast<float>(static_cast<int32_t>(bits)) : static_cast<float>(bits);
    memcpy(&bits, &value, sizeof bits);
  }
  put_raw(index, bits);
}

void TensorInterface::put_raw(uint32_t index, uint32_t bits) {
  // The target is little-endian.
  write(index < num_elems() ? index << shift_ : UINT32_MAX, &bits, 1u << shift_);
}

void TensorInterface::put_float(uint32_t index, float value) {
  const bool is_signed = type_ == i8 || type_ == i16 || type_ == i32;
  const uint32_t bits = (8u << shift_) - (is_signed ? 1 : 0);
  uint32_t raw = saturated(value, bits, is_signed);
  if (type_ == flt) memcpy(&raw, &value, sizeof raw);
  put_raw(index, raw);
}

void TensorInterface::copy_element(uint32_t index, const TensorInterface& from, uint32_t at) {
  switch (from.type_) {
    case i8:
      return put(index, from.get<int8_t>(at));
    case u8:
      return put(index, from.get<uint8_t>(at));
    case i16:
      return put(index, from.get<int16_t>(at));
    case u16:
      return put(index, from.get<uint16_t>(at));
    case i32:
      return put(index, from.get<int32_t>(at));
    case u32:
      return put(index, from.get<uint32_t>(at));
    case flt:
      return put(index, from.get<float>(at));
  }
}

TensorInterface* IntegralReference::tensor() const {
  if (!tensor_) raise(InvalidTensorError());
  return const_cast<TensorInterface*>(tensor_);
}

const IntegralReference& IntegralReference::operator=(const IntegralValue& from) const {
  TensorInterface* const to = tensor();
  if (!from.tensor_) raise(InvalidTensorError());
  if (to && from.tensor_) to->copy_element(index_, *from.tensor_, from.index_);
  return *this;
}

// ---- quantization ----

void TensorInterface::drop_quantization() {
  AllocatorInterface* const home = owns_quantization_ ? context_.get_metadata_allocator() : nullptr;
  if (home) home->deallocate(const_cast<float*>(quantization_.scales()));
  owns_quantization_ = false;
}

bool TensorInterface::set_rom_quantization(const float* scales, const int32_t* zero_points, uint32_t count) {
  drop_quantization();
  quantization_ = {scales, zero_points, count}, stamp_ = context_.next_stamp();
  return true;
}

bool TensorInterface::set_copied(const float* scales, const int32_t* zero_points, uint32_t count) {
  AllocatorInterface* const allocator = context_.get_metadata_allocator();
  const size_t bytes = count <= INT32_MAX / 8 ? 8 * size_t{count} : SIZE_MAX;
  void* const block = AllocatorInterface::allocate_fixed(allocator, bytes);
  if (!block) return false;
  float* const kept = static_cast<float*>(block);
  int32_t* const zeros = reinterpret_cast<int32_t*>(kept + count);
  memcpy(kept, scales, sizeof(float) * count), memcpy(zeros, zero_points, sizeof(int32_t) * count);
  set_rom_quantization(kept, zeros, count);
  return owns_quantization_ = true;
}

bool TensorInterface::set_quantization_params(const PerTensorQuantizationParams& params) {
  return set_copied(&params.scale, &params.zero_point, 1);
}
bool TensorInterface::set_quantization_params(const PerChannelQuantizationParams& params) {
  return set_copied(params.scales, params.zero_points, params.count);
}

// ---- Tensor ----

void Tensor::own(TensorInterface* tensor) {
  if (!tensor) return;  // `new` has raised the error
  AllocatorInterface* const allocator = tensor->context().get_metadata_allocator();
  if (!allocator || !allocator->bind(tensor, *this)) return;
  if (!tensor->is_ready()) reset();
}

void Tensor::reset() {
  TensorInterface* const tensor = get();
  if (!tensor) return;
  AllocatorInterface* const home = allocator();
  tensor->~TensorInterface();
  home->deallocate(tensor);
}

Tensor& Tensor::operator=(TensorInterface* tensor) {
  reset();
  own(tensor);
  return *this;
}

Tensor& Tensor::operator=(Tensor&& other) noexcept {
  if (this == &other) return *this;
  reset();
  Handle::operator=(static_cast<Handle&&>(other));
  return *this;
}

}  // namespace nook::managed
