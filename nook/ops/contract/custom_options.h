// The options of a custom operator, listed once for reading and writing:
//
//   static constexpr Option<Attrs> kOptions[] = {{"frame_step", &Attrs::frame_step}, ...};
//
// An operator that derives from CustomOp<Operator, number, roles> is parsed according to this list.
#pragma once
#include "nook/model/option_map.h"
#include "nook/ops/contract/op.h"

namespace nook {

// Sets members from a map; members that the map does not name keep their value.
class OptionReader {
 public:
  explicit OptionReader(Span<const uint8_t> bytes) : map_(bytes), ok_(map_.sound()) {}

  // False: the bytes are not a map, or a number has the wrong kind or is out of range.
  bool ok() const { return ok_; }

  void value(const char* name, int32_t& member);
  void value(const char* name, bool& member);
  void value(const char* name, float& member);

 private:
  // Whether the map has this name, as an integer in range.
  bool integer(const char* name, int64_t least, int64_t most, int64_t* value);

  OptionMap map_;
  bool ok_;
};

// One option: its name in the map, and its member.
template <class Attrs>
class Option {
 public:
  constexpr Option(const char* name, int32_t Attrs::*member) : name_(name), integer_(member) {}
  constexpr Option(const char* name, bool Attrs::*member) : name_(name), flag_(member) {}
  constexpr Option(const char* name, float Attrs::*member) : name_(name), number_(member) {}

  // calls f.value(name, member)
  template <class F, class A>
  void visit(F& f, A& attrs) const {
    if (integer_) f.value(name_, attrs.*integer_);
    if (flag_) f.value(name_, attrs.*flag_);
    if (number_) f.value(name_, attrs.*number_);
  }

 private:
  const char* name_;
  int32_t Attrs::*integer_ = nullptr;
  bool Attrs::*flag_ = nullptr;
  float Attrs::*number_ = nullptr;
};

template <class Op, class F, class A>
void visit_options(F& f, A& attrs) {
  for (const auto& option : Op::kOptions) option.visit(f, attrs);
}

// An operator that models refer to by name: its number in ops.inc, Attrs, kOptions and kName.
template <class Operator, int16_t number, Role... roles>
struct CustomOp : OptionsOp<OpCode{number}, roles...> {
  // kBadModel: OptionReader failed.
  template <class Op = Operator>
  static Result<typename Op::Attrs> parse(const NodeView& node) {
    typename Op::Attrs attrs{};
    OptionReader reader(node.custom_options());
    visit_options<Op>(reader, attrs);
    NOOK_REQUIRE(reader.ok(), Code::kBadModel);
    return attrs;
  }
};

}  // namespace nook
