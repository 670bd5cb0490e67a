#include "nookc/front/onnx/tensor_proto.h"

#include <bit>
#include <cstring>

#include "nookc/core/half.h"
#include "nookc/core/text.h"

namespace nookc::onnx {
namespace {

// The fields of a TensorProto, before the element type is known.
struct Fields {
  std::string name;
  Dims dims;
  int32_t type = 0;
  std::span<const uint8_t> raw;
  bool has_raw = false, external = false;
  std::vector<double> reals;      // float_data, double_data
  std::vector<int64_t> integers;  // int32_data, int64_data, uint64_data
  std::string location;
  int64_t offset = 0, length = -1;
};

constexpr int32_t kFloat = 1, kDouble = 11;

struct TypeRow {
  int32_t number;
  const char* name;
  nook::DType type;
  size_t bytes;  // size of an element in raw_data
};
constexpr TypeRow kTypes[] = {{kFloat, "float32", nook::DType::kF32, 4},
                              {2, "uint8", nook::DType::kU8, 1},
                              {3, "int8", nook::DType::kS8, 1},
                              {4, "uint16", nook::DType::kU16, 2},
                              {5, "int16", nook::DType::kS16, 2},
                              {6, "int32", nook::DType::kS32, 4},
                              {7, "int64", nook::DType::kS64, 8},
                              {8, "string", nook::DType::kNone, 0},
                              {9, "bool", nook::DType::kBool, 1},
                              {10, "float16", nook::DType::kF32, 2},
                              {kDouble, "double", nook::DType::kF32, 8},
                              {12, "uint32", nook::DType::kS64, 4},
                              {13, "uint64", nook::DType::kS64, 8},
                              {14, "complex64", nook::DType::kNone, 0},
                              {15, "complex128", nook::DType::kNone, 0},
                              {16, "bfloat16", nook::DType::kF32, 2},
                              {17, "float8e4m3fn", nook::DType::kNone, 0},
                              {18, "float8e4m3fnuz", nook::DType::kNone, 0},
                              {19, "float8e5m2", nook::DType::kNone, 0},
                              {20, "float8e5m2fnuz", nook::DType::kNone, 0},
                              {21, "uint4", nook::DType::kU8, 0},
                              {22, "int4", nook::DType::kS8, 0},
                              {23, "float4e2m1", nook::DType::kNone, 0},
                              {24, "float8e8m0", nook::DType::kNone, 0},
                              {25, "uint2", nook::DType::kNone, 0},
                              {26, "int2", nook::DType::kNone, 0}};

// Two numbers per byte, the first in the lower half.
bool is_half_byte(int32_t type) { return type == 21 || type == 22; }

const TypeRow* find_type(int32_t number) {
  for (const TypeRow& row : kTypes)
    if (row.number == number) return &row;
  return nullptr;
}

std::string text_of(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

double from_bits(uint16_t bits, int32_t type) {
  return type == 10 ? half_value(bits)
                    : static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits) << 16));
}

// One number of raw_data, for types that are converted to float32.
double real_at(const std::byte* at, int32_t type) {
  uint16_t bits = 0;
  double wide = 0;
  if (type != kDouble) {
    std::memcpy(&bits, at, 2);
    return from_bits(bits, type);
  }
  std::memcpy(&wide, at, 8);
  return wide;
}

std::byte half_byte(int bits, int32_t type) {
  const int low = bits & 15;
  return static_cast<std::byte>(type == 22 && low > 7 ? low - 16 : low);
}

Constant from_raw(const Fields& fields, const TypeRow& row, std::span<const std::byte> raw) {
  Constant made;
  made.type = row.type, made.dims = fields.dims;
  const size_t unit = static_cast<size_t>(nook::size_of(row.type));
  if (is_half_byte(row.number)) {
    const size_t count = static_cast<size_t>(elements_of(fields.dims).value_or(0));
    made.half_bytes = true;
    for (size_t i = 0; i < count; ++i)
      made.data.push_back(half_byte(std::to_integer<uint8_t>(raw[i / 2]) >> (i % 2 * 4), row.number));
    return made;
  }
  if (unit == row.bytes) {
    made.data.assign(raw.begin(), raw.end());
    return made;
  }
  if (row.type == nook::DType::kF32) {
    std::vector<double> reals;
    reals.reserve(raw.size() / row.bytes);
    for (size_t i = 0; i < raw.size(); i += row.bytes) reals.push_back(real_at(raw.data() + i, row.number));
    return make_constant(row.type, fields.dims, reals);
  }
  std::vector<int64_t> integers;  // uint32
  integers.reserve(raw.size() / row.bytes);
  for (size_t i = 0; i < raw.size(); i += row.bytes) {
    uint32_t element = 0;
    std::memcpy(&element, raw.data() + i, sizeof element);
    integers.push_back(element);
  }
  return make_constant(row.type, fields.dims, integers);
}

Constant from_numbers(const Fields& fields, const TypeRow& row) {
  if (row.number == 10 || row.number == 16) {  // their bit patterns, as integers
    std::vector<double> reals;
    for (const int64_t bits : fields.integers)
      reals.push_back(from_bits(static_cast<uint16_t>(bits), row.number));
    return make_constant(row.type, fields.dims, reals);
  }
  if (is_half_byte(row.number)) {  // bytes of two numbers, as integers
    Bytes raw;
    for (const int64_t pair : fields.integers) raw.push_back(static_cast<std::byte>(pair));
    return from_raw(fields, row, raw);
  }
  return fields.reals.empty() ? make_constant(row.type, fields.dims, fields.integers)
                              : make_constant(row.type, fields.dims, fields.reals);
}

bool read_integers(const WireField& field, std::vector<int64_t>* to) {
  if (field.type == WireType::kVarint) {
    to->push_back(field.integer());
    return true;
  }
  WireReader packed(field.bytes);
  uint64_t value = 0;
  while (!packed.done() && packed.varint(&value)) to->push_back(static_cast<int64_t>(value));
  return field.type == WireType::kBytes && !packed.damaged();
}

bool read_reals(const WireField& field, size_t unit, std::vector<double>* to) {
  const auto one = [&](uint64_t bits) {
    to->push_back(unit == 4 ? static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits)))
                            : std::bit_cast<double>(bits));
  };
  if (field.type != WireType::kBytes) {
    one(field.value);
    return field.type == (unit == 4 ? WireType::kFixed32 : WireType::kFixed64);
  }
  for (size_t i = 0; i + unit <= field.bytes.size(); i += unit) {
    uint64_t bits = 0;
    std::memcpy(&bits, field.bytes.data() + i, unit);
    one(bits);
  }
  return field.bytes.size() % unit == 0;
}

// A StringStringEntryProto: where the external data is.
void read_place(std::span<const uint8_t> bytes, Fields* fields) {
  std::string key, value;
  WireReader reader(bytes);
  for (WireField field; reader.next(&field);) {
    if (field.number == 1) key = text_of(field.bytes);
    if (field.number == 2) value = text_of(field.bytes);
  }
  if (key == "location") fields->location = value;
  if (key == "offset") fields->offset = std::strtoll(value.c_str(), nullptr, 10);
  if (key == "length") fields->length = std::strtoll(value.c_str(), nullptr, 10);
}

bool read_fields(std::span<const uint8_t> bytes, Fields* to, Fault* fault) {
  WireReader reader(bytes);
  bool sound = true;
  for (WireField field; sound && reader.next(&field);) {
    if (field.number == 1) sound = read_integers(field, &to->dims);
    if (field.number == 2) to->type = static_cast<int32_t>(field.integer());
    if (field.number == 4) sound = read_reals(field, 4, &to->reals);
    if (field.number == 5 || field.number == 7 || field.number == 11)
      sound = read_integers(field, &to->integers);
    if (field.number == 8) to->name = text_of(field.bytes);
    if (field.number == 9) to->raw = field.bytes, to->has_raw = true;
    if (field.number == 10) sound = read_reals(field, 8, &to->reals);
    if (field.number == 13) read_place(field.bytes, to);
    if (field.number == 14) to->external = field.integer() == 1;
  }
  return sound && !reader.damaged() ? true : fault->damaged(reader, "a tensor '" + to->name + "'");
}

}  // namespace

nook::DType type_of(int32_t onnx_type) {
  const TypeRow* const row = find_type(onnx_type);
  return row && !is_half_byte(onnx_type) ? row->type : nook::DType::kNone;
}

std::string type_name(int32_t onnx_type) {
  const TypeRow* const row = find_type(onnx_type);
  return row ? row->name : "type " + std::to_string(onnx_type);
}

bool Fault::is(const std::string& why) {
  if (what.empty()) what = why;
  return false;
}

bool Fault::damaged(const WireReader& at, const std::string& part) {
  return is("damaged at byte " + std::to_string(at.at() - begin) + ", in " + part);
}

bool read_tensor(std::span<const uint8_t> bytes, const ReadExternal& external, std::string* name,
                 ConstantPtr* made, Fault* fault, std::vector<double>* doubles) {
  Fields fields;
  if (!read_fields(bytes, &fields, fault)) return false;
  *name = fields.name;
  const std::string tensor = "tensor '" + fields.name + "'";
  const TypeRow* const row = find_type(fields.type);
  const auto count = elements_of(fields.dims);
  if (!row) return fault->is(tensor + " is of " + type_name(fields.type) + ", which ONNX does not have");
  if (!count) return fault->is(tensor + " has more elements than 2^31 - 1, or a dimension below 0");
  if (row->type == nook::DType::kNone) {  // matters only to the nodes that read it
    made->reset();
    return true;
  }
  const uint64_t numbers = static_cast<uint64_t>(*count);
  const uint64_t need = is_half_byte(row->number) ? (numbers + 1) / 2 : numbers * row->bytes;
  Bytes loaded;
  std::span<const std::byte> raw(reinterpret_cast<const std::byte*>(fields.raw.data()), fields.raw.size());
  if (fields.external) {
    Result<Bytes> read = external ? external(fields.location, fields.offset,
                                             fields.length < 0 ? static_cast<int64_t>(need) : fields.length)
                                  : Result<Bytes>(Diag{{}, "N3032", {}, "is missing", {}});
    if (!read) {
      fault->code = "N3032";
      return fault->is(tensor + " is in another file, '" + printable(fields.location) + "': it " +
                       read.diag().what);
    }
    loaded = *std::move(read);
    raw = loaded;
  }
  if (fields.has_raw || fields.external) {
    if (raw.size() != need)
      return fault->is(tensor + ": need " + std::to_string(need) + " bytes, have " +
                       std::to_string(raw.size()));
    *made = shared(from_raw(fields, *row, raw));
    if (doubles && row->number == kDouble)
      for (size_t i = 0; i < raw.size(); i += row->bytes)
        doubles->push_back(real_at(raw.data() + i, kDouble));
    return true;
  }
  const bool real = row->number == kFloat || row->number == kDouble;
  const size_t have = real ? fields.reals.size() : fields.integers.size();
  const size_t stored = is_half_byte(row->number) ? need : numbers;
  if (real ? !fields.integers.empty() : !fields.reals.empty())
    return fault->is(tensor + ": need " + (real ? "floats" : "integers") + " for its type, have " +
                     (real ? "integers" : "floats"));
  if (have != stored)
    return fault->is(tensor + ": need " + std::to_string(stored) + " elements, have " + std::to_string(have));
  *made = shared(from_numbers(fields, *row));
  if (doubles && row->number == kDouble) *doubles = fields.reals;
  return true;
}

}  // namespace nookc::onnx
