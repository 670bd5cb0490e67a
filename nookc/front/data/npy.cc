#include "nookc/front/data/npy.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

#include "nookc/core/bytes.h"
#include "nookc/core/text.h"
#include "nookc/front/data/npy_header.h"

namespace nookc {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

Diag malformed(const std::string& file, const std::string& what) {
  return {Exit::kInputOutput, "N4020", file, what, "write it with numpy.save(), or copy it again"};
}

struct Descr {
  const char* text;  // type without its byte order
  nook::DType type;
};
constexpr Descr kDescrs[] = {
    {"f4", nook::DType::kF32}, {"f8", nook::DType::kF64},  {"i1", nook::DType::kS8},
    {"u1", nook::DType::kU8},  {"i2", nook::DType::kS16},  {"u2", nook::DType::kU16},
    {"i4", nook::DType::kS32}, {"u4", nook::DType::kU32},  {"i8", nook::DType::kS64},
    {"u8", nook::DType::kU64}, {"b1", nook::DType::kBool}, {"f2", nook::DType::kF16}};

nook::DType type_named(std::string_view descr) {
  if (descr.size() != 3 || std::string_view("<>=|").find(descr[0]) == std::string_view::npos)
    return nook::DType::kNone;
  for (const Descr& d : kDescrs)
    if (descr.substr(1) == d.text) return d.type;
  return nook::DType::kNone;
}

// Nothing if the product overflows.
std::optional<int64_t> product(const std::vector<int64_t>& factors, int64_t first) {
  int64_t all = first;
  for (const int64_t f : factors)
    if (__builtin_mul_overflow(all, f, &all)) return std::nullopt;
  return all;
}

// Converts Fortran order (first dimension fastest) to C order (last dimension fastest).
Bytes to_c_order(const Bytes& from, const std::vector<int64_t>& shape, size_t size) {
  Bytes to(from.size());
  std::vector<int64_t> strides(shape.size()), at(shape.size());
  int64_t stride = 1;
  for (size_t d = 0; d < shape.size(); ++d) strides[d] = stride, stride *= shape[d];
  int64_t offset = 0;
  for (size_t i = 0; i < to.size(); i += size) {
    std::memcpy(&to[i], &from[static_cast<size_t>(offset) * size], size);
    for (size_t d = shape.size(); d-- > 0;) {
      offset += strides[d];
      if (++at[d] < shape[d]) break;
      offset -= at[d] * strides[d];
      at[d] = 0;
    }
  }
  return to;
}

}  // namespace

Result<Array> parse_npy(std::vector<std::byte> bytes, const std::string& file) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (!text.starts_with(kMagic)) return malformed(file, "is not a .npy: it does not begin with \\x93NUMPY");
  constexpr size_t kVersionAt = 6, kLengthAt = 8;
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t version = text.size() > kVersionAt ? byte(kVersionAt) : 0;
  const size_t length_bytes = version == 1 ? 2 : 4, header_at = kLengthAt + length_bytes;
  if (version < 1 || version > 3)
    return malformed(file, "need version 1 to 3 of the format, have " + std::to_string(version));
  if (text.size() < header_at) return malformed(file, "ends within its header");
  size_t length = 0;
  for (size_t i = 0; i < length_bytes; ++i) length |= size_t{byte(kLengthAt + i)} << (8 * i);
  if (length > text.size() - header_at) return malformed(file, "ends within its header");
  const Result<NpyHeader> header = parse_npy_header(text.substr(header_at, length), file);
  if (!header) return header.diag();
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(header_at + length));
  Result<Array> array = make_array(header->descr, header->shape, std::move(bytes), file);
  if (array && header->fortran && array->shape.size() > 1)
    array->bytes = to_c_order(array->bytes, array->shape, static_cast<size_t>(nook::size_of(array->type)));
  return array;
}

Result<Array> make_array(const std::string& descr, std::vector<int64_t> shape, std::vector<std::byte> bytes,
                         const std::string& file) {
  Array array{type_named(descr), std::move(shape), std::move(bytes)};
  if (array.type == nook::DType::kNone)
    return Diag{Exit::kInputOutput, "N4021", file,
                "nook does not read elements of type '" + printable(descr) + "'",
                "numpy.save(file, array.astype('float32')), or int8, uint8, int16, int32, int64, bool"};
  const size_t size = static_cast<size_t>(nook::size_of(array.type)), have = array.bytes.size();
  const std::optional<int64_t> need = product(array.shape, static_cast<int64_t>(size));
  if (!need || static_cast<uint64_t>(*need) != have)
    return malformed(file, "need " + (need ? std::to_string(*need) : std::string("more than 2^63")) +
                               " bytes of elements for its shape, have " + std::to_string(have));
  if (descr[0] == '>')
    for (size_t i = 0; i < array.bytes.size(); i += size)
      std::reverse(&array.bytes[i], &array.bytes[i] + size);
  return array;
}

std::string npy_descr(nook::DType type) {
  const auto* descr =
      std::find_if(std::begin(kDescrs), std::end(kDescrs), [&](const Descr& d) { return d.type == type; });
  return (nook::size_of(type) == 1 ? '|' : '<') + std::string(descr->text);
}

std::string npy_bytes(const Array& array) {
  static_assert(std::endian::native == std::endian::little);
  std::string shape;
  for (const int64_t n : array.shape) shape += std::to_string(n) + ", ";
  std::string header =
      "{'descr': '" + npy_descr(array.type) + "', 'fortran_order': False, 'shape': (" + shape + "), }";
  constexpr size_t kBefore = 10, kAligned = 64;  // bytes before the header; alignment of the first element
  header.append(kAligned - (kBefore + header.size() + 1) % kAligned, ' ');
  header += '\n';
  std::string text(kMagic);
  text += std::string("\x01\x00", 2);
  text += static_cast<char>(header.size() & 255);
  text += static_cast<char>(header.size() >> 8);
  return text + header + std::string(reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size());
}

}  // namespace nookc
