// The options of a custom operator, named once for whoever reads or writes them:
//
//   template <class F, class A>
//   static void options(F& f, A& attrs) {
//     f.value("frame_step", attrs.frame_step), f.value("prefill", attrs.prefill);
//   }
// An operator that derives from CustomOp<Operator, number> is parsed by it. // Members are int32_t, bool or
// float.
#pragma once
#include "nook/model/option_map.h"
#include "nook/ops/op.h"

namespace nook {

// Sets members to what a map says; those that it does not name keep their value.
class OptionReader {
 public:
  explicit OptionReader(Span<const uint8_t> bytes) : map_(bytes), ok_(map_.sound()) {}

  // False: the bytes are no map, or a number is of another kind or out of range.
  bool ok() const { return ok_; }

  void value(const char* name, int32_t& member);
  void value(const char* name, bool& member);
  void value(const char* name, float& member);

 private:
  // Whether it is there, as an integer.
  bool integer(const char* name, int64_t least, int64_t most, int64_t* value);

  OptionMap map_;
  bool ok_;
};

// kBadModel: see OptionReader.
template <class Op>
Result<typename Op::Attrs> parse_custom(const NodeView& node) {
  typename Op::Attrs attrs{};
  OptionReader reader(node.custom_options);
  Op::options(reader, attrs);
  NOOK_REQUIRE(reader.ok(), Code::kBadModel);
  return attrs;
}

// An operator that models call by name: its number of ops.inc, Attrs, options() and kName.
template <class Operator, int16_t number>
struct CustomOp {
  static constexpr OpCode kCode = OpCode{number};
  template <class Op = Operator>
  static Result<typename Op::Attrs> parse(const NodeView& node) {
    return parse_custom<Op>(node);
  }
};

}  // namespace nook
