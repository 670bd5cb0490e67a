#include "nookc/front/onnx/wire.h"

namespace nookc::onnx {

bool WireReader::varint(uint64_t* value) {
  uint64_t read = 0;
  for (size_t i = 0; i < left_.size() && i < 10; ++i) {
    read |= static_cast<uint64_t>(left_[i] & 0x7f) << (7 * i);
    if (left_[i] & 0x80) continue;
    left_ = left_.subspan(i + 1);
    *value = read;
    return true;
  }
  damaged_ = true;
  return false;
}

bool WireReader::fixed(size_t size, uint64_t* value) {
  if (left_.size() < size) {
    damaged_ = true;
    return false;
  }
  *value = 0;
  for (size_t i = 0; i < size; ++i) *value |= static_cast<uint64_t>(left_[i]) << (8 * i);
  left_ = left_.subspan(size);
  return true;
}

bool WireReader::next(WireField* field) {
  if (left_.empty() || damaged_) return false;
  const std::span<const uint8_t> before = left_;
  uint64_t tag = 0;
  if (!varint(&tag)) return false;
  *field = {};
  field->number = static_cast<uint32_t>(tag >> 3);
  field->type = static_cast<WireType>(tag & 7);
  bool whole = field->number > 0 && tag >> 32 == 0;
  if (whole && field->type == WireType::kVarint) {
    whole = varint(&field->value);
  } else if (whole && field->type == WireType::kFixed64) {
    whole = fixed(8, &field->value);
  } else if (whole && field->type == WireType::kFixed32) {
    whole = fixed(4, &field->value);
  } else if (whole && field->type == WireType::kBytes) {
    uint64_t size = 0;
    whole = varint(&size) && size <= left_.size();
    if (whole) {
      field->bytes = left_.first(static_cast<size_t>(size));
      left_ = left_.subspan(static_cast<size_t>(size));
    }
  } else {
    whole = false;
  }
  if (!whole) left_ = before, damaged_ = true;
  return whole;
}

}  // namespace nookc::onnx
