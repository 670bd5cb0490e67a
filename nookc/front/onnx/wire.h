// The subset of the protocol buffer wire format that ONNX files need.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace nookc::onnx {

enum class WireType : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

struct WireField {
  uint32_t number = 0;
  WireType type = WireType::kVarint;
  uint64_t value = 0;              // for all types except kBytes
  std::span<const uint8_t> bytes;  // for kBytes
  int64_t integer() const { return static_cast<int64_t>(value); }
};

// Iterates over the fields of one message. Reads nothing outside of `bytes` and allocates nothing; each byte
// is visited once per message that contains it.
class WireReader {
 public:
  explicit WireReader(std::span<const uint8_t> bytes) : left_(bytes) {}

  // False: there are no more fields, or the message is damaged here.
  bool next(WireField* field);
  bool varint(uint64_t* value);  // next number of a packed field
  bool done() const { return left_.empty(); }
  bool damaged() const { return damaged_; }
  const uint8_t* at() const { return left_.data(); }

 private:
  bool fixed(size_t size, uint64_t* value);

  std::span<const uint8_t> left_;
  bool damaged_ = false;
};

}  // namespace nookc::onnx
