#include "nookc/study/quantize/moments.h"

#include <array>
#include <cstring>

namespace nookc {
namespace {

// Two elements at a time; each has the operations of one alone, in the same order.
using Pair = double __attribute__((vector_size(16)));
constexpr size_t kPair = 2;

// Adds the products of `count` vectors to each sum, in their order.
template <size_t count>
void add_products(const double* vectors, size_t size, double* sums) {
  for (size_t i = 0; i < size; ++i, sums += size) {
    std::array<double, count> by;
    for (size_t v = 0; v < count; ++v) by[v] = vectors[v * size + i];
    size_t j = 0;
    for (; j + kPair <= i + 1; j += kPair) {
      Pair sum, x;
      std::memcpy(&sum, sums + j, sizeof sum);
#pragma GCC unroll 8
      for (size_t v = 0; v < count; ++v) {
        std::memcpy(&x, vectors + v * size + j, sizeof x);
        sum += x * by[v];
      }
      std::memcpy(sums + j, &sum, sizeof sum);
    }
    for (; j <= i; ++j)
      for (size_t v = 0; v < count; ++v) sums[j] += by[v] * vectors[v * size + j];
  }
}

}  // namespace

void Moments::begin(size_t size) {
  size_ = size;
  sums_.assign(size * size, 0), waiting_.resize(size * kBlock);
}

void Moments::settle() const {
  if (count_waiting_ == kBlock)
    add_products<kBlock>(waiting_.data(), size_, sums_.data());
  else
    for (size_t v = 0; v < count_waiting_; ++v)
      add_products<1>(waiting_.data() + v * size_, size_, sums_.data());
  count_waiting_ = 0;
}

}  // namespace nookc
