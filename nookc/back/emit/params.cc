#include "nookc/back/emit/params.h"

#include <algorithm>
#include <cmath>

#include "nookc/back/emit/c_text.h"

namespace nookc {
namespace {

const char* element_type(nook::FieldType type) {
  constexpr const char* kTypes[] = {"int8_t",   "uint8_t", "int16_t", "uint16_t", "int32_t",
                                    "uint32_t", "int64_t", "float",   "double"};
  return kTypes[static_cast<size_t>(type)];
}

template <class T>
T element(const nook::ParamsField& field, int32_t i) {
  return static_cast<const T*>(field.data)[i];
}

// One line per field, except tables.
class FieldPrinter {
 public:
  FieldPrinter(std::string symbol, std::string prefix, Linkage linkage)
      : symbol_(std::move(symbol)), prefix_(std::move(prefix)), linkage_(linkage) {}

  std::string str(const std::string& type) const {
    Wrapped lines;
    for (const std::string& field : fields_) lines.add(field);
    if (!addresses_.empty()) return tables_ + copied(type, fields_.empty() ? "  0\n" : lines.str());
    // C99 has no empty structs, so every Params has a field.
    return tables_ + (linkage_ == Linkage::kExternal ? "const " : "static const ") + type + " " + symbol_ +
           " " + prefix_ + "ARGUMENTS = {\n" + lines.str() + "};\n";
  }

  // A field may be called like a suffix of the symbol, but not like a prefix of it.
  std::string copied(const std::string& type, const std::string& fields) const {
    const std::string fixed = "fixed_" + symbol_, copy = "copy_" + symbol_;
    return "static const " + type + " " + fixed + " " + prefix_ + "CONSTANT = {\n" + fields +
           "};\nstatic inline const " + type + "* " + copy + "(" + type + "* to) {\n  *to = " + fixed +
           ";\n" + addresses_ + "  return to;\n}\n#define " + symbol_ + " (*" + copy + "(&(" + type +
           "){0}))\n";
  }

  bool math() const { return math_; }

  void field(const nook::ParamsField& f) {
    switch (f.kind) {
      case nook::ParamsField::Kind::kValue:
        return fields_.push_back("." + std::string(f.name) + " = " + literal(f, 0));
      case nook::ParamsField::Kind::kArray:
        return array(f);
      case nook::ParamsField::Kind::kTable:
        return table(f);
    }
  }

 private:
  void array(const nook::ParamsField& f) {
    std::string items;
    for (int32_t i = 0; i < f.count; ++i) items += (i ? ", " : "") + literal(f, i);
    fields_.push_back("." + std::string(f.name) + " = {" + items + "}");
  }

  void table(const nook::ParamsField& f) {
    if (!f.data || f.count == 0) {
      fields_.push_back("." + std::string(f.name) + " = NULL");
      return;
    }
    std::string symbol = symbol_ + "_" + f.name;
    std::replace(symbol.begin(), symbol.end(), '.', '_');  // a field of a nested struct
    Wrapped items;
    for (int32_t i = 0; i < f.count; ++i) items.add(literal(f, i));
    tables_ += "static const " + std::string(element_type(f.type)) + " " + symbol + "[" +
               std::to_string(f.count) + "] " + prefix_ + "CONSTANT" + " = {\n" + items.str() + "};\n";
    if (linkage_ == Linkage::kCopied)
      addresses_ += "  to->" + std::string(f.name) + " = " + symbol + ";\n";
    else
      fields_.push_back("." + std::string(f.name) + " = " + symbol);
  }

  std::string literal(const nook::ParamsField& f, int32_t i) {
    switch (f.type) {
      case nook::FieldType::kS8:
        return c_literal(int64_t{element<int8_t>(f, i)});
      case nook::FieldType::kU8:
        return c_literal(int64_t{element<uint8_t>(f, i)});
      case nook::FieldType::kS16:
        return c_literal(int64_t{element<int16_t>(f, i)});
      case nook::FieldType::kU16:
        return c_literal(int64_t{element<uint16_t>(f, i)});
      case nook::FieldType::kS32:
        return c_literal(int64_t{element<int32_t>(f, i)});
      case nook::FieldType::kU32:
        return std::to_string(element<uint32_t>(f, i)) + "u";
      case nook::FieldType::kS64:
        return c_literal(element<int64_t>(f, i));
      case nook::FieldType::kF32:
        return real(element<float>(f, i));
      case nook::FieldType::kF64:
        return real(element<double>(f, i));
    }
    return "0";
  }
  template <class T>
  std::string real(T value) {
    math_ |= !std::isfinite(value);
    return c_literal(value);
  }

  std::string symbol_, prefix_;
  Linkage linkage_;
  std::string tables_, addresses_;
  std::vector<std::string> fields_;
  bool math_ = false;
};

}  // namespace

std::string print_params(const Call& call, const std::string& symbol, const std::string& prefix, bool* math,
                         Linkage linkage) {
  FieldPrinter printer(symbol, prefix, linkage);
  const nook::FormRow& form = form_of(call);
  visit_params(form, call.op.params, [&](const nook::ParamsField& f) { printer.field(f); });
  *math |= printer.math();
  return printer.str(form.type);
}

}  // namespace nookc
