#include "nookc/emit/params.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "nookc/emit/c_text.h"

namespace nookc {
namespace {

template <class T>
std::string literal(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return c_literal(value);
  } else if constexpr (std::is_enum_v<T>) {
    return c_literal(static_cast<int64_t>(value));
  } else if constexpr (std::is_unsigned_v<T> && sizeof(T) >= 4) {
    return std::to_string(value) + "u";
  } else {
    return c_literal(static_cast<int64_t>(value));
  }
}

template <class T>
const char* element_type() {
  if constexpr (std::is_same_v<T, float>) return "float";
  if constexpr (std::is_same_v<T, double>) return "double";
  if constexpr (std::is_same_v<T, int8_t>) return "int8_t";
  if constexpr (std::is_same_v<T, uint8_t>) return "uint8_t";
  if constexpr (std::is_same_v<T, int16_t>) return "int16_t";
  if constexpr (std::is_same_v<T, uint16_t>) return "uint16_t";
  if constexpr (std::is_same_v<T, int32_t>) return "int32_t";
  if constexpr (std::is_same_v<T, uint32_t>) return "uint32_t";
  if constexpr (std::is_same_v<T, int64_t>) return "int64_t";
}

// What Form::fields() calls: one line per field, tables apart.
class FieldPrinter {
 public:
  FieldPrinter(std::string symbol, std::string prefix)
      : symbol_(std::move(symbol)), prefix_(std::move(prefix)) {}

  template <class T>
  void value(const char* name, const T& v) {
    if constexpr (std::is_array_v<T>) {
      std::string items;
      for (const auto& item : v) items += (items.empty() ? "" : ", ") + printed(item);
      fields_.push_back("." + std::string(name) + " = {" + items + "}");
    } else {
      fields_.push_back("." + std::string(name) + " = " + printed(v));
    }
  }

  template <class T>
  void table(const char* name, const T* data, int32_t count) {
    if (!data || count == 0) {
      fields_.push_back("." + std::string(name) + " = NULL");
      return;
    }
    std::string symbol = symbol_ + "_" + name;
    std::replace(symbol.begin(), symbol.end(), '.', '_');  // a field of a struct in Params
    Wrapped items;
    for (int32_t i = 0; i < count; ++i) items.add(printed(data[i]));
    tables_ += "static const " + std::string(element_type<T>()) + " " + symbol + "[" + std::to_string(count) +
               "] " + prefix_ + "CONSTANT" + " = {\n" + items.str() + "};\n";
    fields_.push_back("." + std::string(name) + " = " + symbol);
  }

  std::string str(const std::string& type, Linkage linkage) const {
    Wrapped lines;
    for (const std::string& field : fields_) lines.add(field);
    // A struct without fields has no place in C99, and so no Params are empty.
    return tables_ + (linkage == Linkage::kStatic ? "static const " : "const ") + type + " " + symbol_ + " " +
           prefix_ + "ARGUMENTS = {\n" + lines.str() + "};\n";
  }

  bool math() const { return math_; }

 private:
  template <class T>
  std::string printed(T v) {
    if constexpr (std::is_floating_point_v<T>) math_ |= !std::isfinite(v);
    return literal(v);
  }

  std::string symbol_, prefix_;
  std::string tables_;
  std::vector<std::string> fields_;
  bool math_ = false;
};

}  // namespace

std::string print_params(const Call& call, const std::string& symbol, const std::string& prefix, bool* math,
                         Linkage linkage) {
  std::string text;
  visit_form(call.code, call.op.form, [&]<class Form>(std::type_identity<Form>) {
    FieldPrinter printer(symbol, prefix);
    Form::fields(printer, *static_cast<const typename Form::Params*>(call.op.params));
    text = printer.str(Form::kType, linkage);
    *math |= printer.math();
  });
  return text;
}

}  // namespace nookc
