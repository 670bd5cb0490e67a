#include "nookc/back/run/random_input.h"

#include <cstring>

namespace nookc {
namespace {

// splitmix64.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
  }

 private:
  uint64_t state_;
};

template <class T>
void append(std::string& bytes, T value) {
  char raw[sizeof(T)];
  std::memcpy(raw, &value, sizeof raw);
  bytes.append(raw, sizeof raw);
}

}  // namespace

std::string random_input(const Tensor& tensor, size_t i) {
  Random random(i + 1);
  std::string bytes;
  for (int32_t n = tensor.shape.elements(); n > 0; --n) {
    const uint64_t draw = random.next();
    switch (tensor.type) {
      case nook::DType::kF32:
        append(bytes, static_cast<float>(draw >> 40) / 8388608.0f - 1.0f);
        break;
      case nook::DType::kF64:
        append(bytes, static_cast<double>(draw >> 40) / 8388608.0 - 1.0);
        break;
      case nook::DType::kF16:
        append(bytes, static_cast<uint16_t>(draw & 0xBBFF));
        break;  // below 1, never NaN
      case nook::DType::kBool:
        append(bytes, static_cast<uint8_t>(draw & 1));
        break;
      case nook::DType::kS16:
      case nook::DType::kU16:
        append(bytes, static_cast<uint16_t>(draw));
        break;
      case nook::DType::kS32:
      case nook::DType::kU32:
        append(bytes, static_cast<uint32_t>(draw & 255));
        break;
      case nook::DType::kS64:
      case nook::DType::kU64:
        append(bytes, draw & 255);
        break;
      default:
        append(bytes, static_cast<uint8_t>(draw));
        break;
    }
  }
  return bytes;
}

}  // namespace nookc
