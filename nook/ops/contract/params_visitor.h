// The fields of a Params struct as data, for code that prints, counts or compares any Params.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace nook {

enum class FieldType : uint8_t { kS8, kU8, kS16, kU16, kS32, kU32, kS64, kF32, kF64 };

struct ParamsField {
  const char* name;  // including the path inside the struct: "walk.count"
  FieldType type;    // type of an element
  const void* data;  // null: the table is missing
  int32_t count;     // elements
  enum class Kind : uint8_t { kValue, kArray, kTable } kind;
};

constexpr size_t size_of(FieldType type) {
  constexpr uint8_t kSizes[] = {1, 1, 2, 2, 4, 4, 8, 4, 8};
  return kSizes[static_cast<size_t>(type)];
}

// The argument of a form's fields(): passes each field to `visit`, with `context`.
class ParamsVisitor {
 public:
  using Visit = void (*)(void* context, const ParamsField& field);
  ParamsVisitor(Visit visit, void* context) : visit_(visit), context_(context) {}

  template <class T>
  void value(const char* name, const T& v) {
    field({name, type_of(v), &v, 1, ParamsField::Kind::kValue});
  }
  template <class T, size_t N>
  void value(const char* name, const T (&v)[N]) {
    field({name, type_of(v[0]), v, static_cast<int32_t>(N), ParamsField::Kind::kArray});
  }
  template <class T>
  void table(const char* name, const T* data, int32_t count) {
    field({name, type_of(T{}), data, count, ParamsField::Kind::kTable});
  }

 private:
  void field(const ParamsField& field) { visit_(context_, field); }

  static constexpr FieldType type_of(int8_t) { return FieldType::kS8; }
  static constexpr FieldType type_of(uint8_t) { return FieldType::kU8; }
  static constexpr FieldType type_of(int16_t) { return FieldType::kS16; }
  static constexpr FieldType type_of(uint16_t) { return FieldType::kU16; }
  static constexpr FieldType type_of(int32_t) { return FieldType::kS32; }
  static constexpr FieldType type_of(uint32_t) { return FieldType::kU32; }
  static constexpr FieldType type_of(int64_t) { return FieldType::kS64; }
  static constexpr FieldType type_of(float) { return FieldType::kF32; }
  static constexpr FieldType type_of(double) { return FieldType::kF64; }

  Visit visit_;
  void* context_;
};

}  // namespace nook
