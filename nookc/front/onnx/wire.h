// The wire format of protocol buffers, as much of it as ONNX files need.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace nookc::onnx {

enum class WireType : uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

struct WireField {
  uint32_t number = 0;
  WireType type = WireType::kVarint;
  uint64_t value = 0;              // of all types but kBytes
  std::span<const uint8_t> bytes;  // of kBytes
  int64_t integer() const { return static_cast<int64_t>(value); }
};

// Goes through the fields of one message. Nothing outside of `bytes` is read and nothing is allocated; each
// byte is looked at once for each message that it is in.
class WireReader {
 public:
  explicit WireReader(std::span<const uint8_t> bytes) : left_(bytes) {}

  // False: there is no other, or the message is damaged here.
  bool next(WireField* field);
  bool varint(uint64_t* value);  // of a packed field
  bool done() const { return left_.empty(); }
  bool damaged() const { return damaged_; }
  const uint8_t* at() const { return left_.data(); }

 private:
  bool fixed(size_t size, uint64_t* value);

  std::span<const uint8_t> left_;
  bool damaged_ = false;
};

}  // namespace nookc::onnx
