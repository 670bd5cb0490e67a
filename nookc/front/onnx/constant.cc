#include "nookc/front/onnx/constant.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "nookc/core/dtype.h"

namespace nookc::onnx {
namespace {

template <class T, class Number>
T held(Number number) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(number);
  } else {
    if (number != number) return 0;
    // Compared as floating point: 2^63 is the first value that int64 can't hold.
    if (static_cast<double>(number) <= static_cast<double>(std::numeric_limits<T>::min()))
      return std::numeric_limits<T>::min();
    if (static_cast<double>(number) >= static_cast<double>(std::numeric_limits<T>::max()))
      return std::numeric_limits<T>::max();
    return static_cast<T>(number);
  }
}

template <class To>
std::vector<To> read_as(const Constant& constant) {
  return with_c_type(constant.type, [&](auto kind) {
    using T = decltype(kind);
    std::vector<To> all;
    all.reserve(constant.data.size() / sizeof(T));
    for (size_t i = 0; i + sizeof(T) <= constant.data.size(); i += sizeof(T)) {
      T element;
      std::memcpy(&element, constant.data.data() + i, sizeof(T));
      all.push_back(held<To>(element));
    }
    return all;
  });
}

template <class Number>
Constant write_as(nook::DType type, Dims dims, const std::vector<Number>& numbers) {
  Constant made;
  made.type = type, made.dims = std::move(dims);
  with_c_type(type, [&](auto kind) {
    using T = decltype(kind);
    made.data.resize(numbers.size() * sizeof(T));
    for (size_t i = 0; i < numbers.size(); ++i) {
      T element = held<T>(numbers[i]);
      if (type == nook::DType::kBool) element = numbers[i] != 0;
      std::memcpy(made.data.data() + i * sizeof(T), &element, sizeof(T));
    }
    return 0;
  });
  return made;
}

}  // namespace

std::optional<int64_t> elements_of(const Dims& dims) {
  int64_t product = 1;
  bool empty = false;
  for (const int64_t dim : dims) {
    if (dim < 0 || dim > INT32_MAX) return {};
    empty |= dim == 0;
    if (dim > 0) product *= dim;
    if (product > INT32_MAX) return {};
  }
  return empty ? 0 : product;
}

std::vector<double> numbers_of(const Constant& constant) { return read_as<double>(constant); }
std::vector<int64_t> integers_of(const Constant& constant) { return read_as<int64_t>(constant); }

std::vector<double> reals_of(const Constant& constant) {
  std::vector<double> all = numbers_of(constant);
  if (constant.scales.empty()) return all;
  size_t inner = 1;
  for (size_t i = static_cast<size_t>(constant.axis) + 1; i < constant.dims.size(); ++i)
    inner *= static_cast<size_t>(constant.dims[i]);
  for (size_t i = 0; i < all.size(); ++i) {
    const size_t channel = constant.scales.size() == 1 ? 0 : i / inner % constant.scales.size();
    all[i] = (all[i] - constant.zero_point) * static_cast<double>(constant.scales[channel]);
  }
  return all;
}

double single(const Constant& constant, double otherwise) {
  const std::vector<double> all = reals_of(constant);
  return all.size() == 1 ? all[0] : otherwise;
}

Constant make_constant(nook::DType type, Dims dims, const std::vector<double>& numbers) {
  return write_as(type, std::move(dims), numbers);
}

Constant make_constant(nook::DType type, Dims dims, const std::vector<int64_t>& numbers) {
  return write_as(type, std::move(dims), numbers);
}

ConstantPtr shared(Constant constant) { return std::make_shared<const Constant>(std::move(constant)); }

Constant transposed(const Constant& constant, const std::vector<int>& perm) {
  const size_t rank = perm.size(), unit = static_cast<size_t>(nook::size_of(constant.type));
  Constant made = constant;
  std::vector<size_t> step(rank, 1), jump(rank);
  for (size_t i = rank; i-- > 1;) step[i - 1] = step[i] * static_cast<size_t>(constant.dims[i]);
  for (size_t i = 0; i < rank; ++i) {
    made.dims[i] = constant.dims[static_cast<size_t>(perm[i])];
    jump[i] = step[static_cast<size_t>(perm[i])];
    if (perm[i] == constant.axis) made.axis = static_cast<int32_t>(i);
  }
  std::vector<int64_t> at(rank, 0);
  size_t from = 0;
  for (size_t to = 0; to + unit <= made.data.size(); to += unit) {
    std::memcpy(made.data.data() + to, constant.data.data() + from * unit, unit);
    for (size_t i = rank; i-- > 0;) {
      from += jump[i];
      if (++at[i] < made.dims[i]) break;
      from -= jump[i] * static_cast<size_t>(made.dims[i]);
      at[i] = 0;
    }
  }
  return made;
}

Constant as_float(const Constant& constant) {
  return make_constant(nook::DType::kF32, constant.dims, reals_of(constant));
}

}  // namespace nookc::onnx
