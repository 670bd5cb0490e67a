#include "nookc/interp/elsewhere.h"

#include <algorithm>

#include "nook/ops/all.h"
#include "nook/ops/prepare.h"
#include "nookc/lower/visit_form.h"

namespace nookc {
namespace {

// The size of a struct of C whose pointers have 4 bytes, from its fields.
class Bytes32 {
 public:
  template <class T>
  void value(const char*, const T&) {
    add(sizeof(T), alignof(T));
  }
  template <class T>
  void table(const char*, const T*, int32_t) {
    add(4, 4);
  }
  uint32_t bytes() const { return round(at_, alignment_); }

 private:
  static uint32_t round(uint32_t at, uint32_t alignment) {
    return (at + alignment - 1) / alignment * alignment;
  }
  void add(size_t bytes, size_t alignment) {
    const uint32_t to = static_cast<uint32_t>(alignment);
    at_ = round(at_, to) + static_cast<uint32_t>(bytes);
    alignment_ = std::max(alignment_, to);
  }
  uint32_t at_ = 0, alignment_ = 1;
};

uint32_t params_bytes(nook::OpCode code, int32_t form) {
  uint32_t bytes = 0;
  visit_form(code, form & (nook::kPackedForm - 1), [&]<class Form>(std::type_identity<Form>) {
    const typename Form::Params params{};
    Bytes32 there;
    Form::fields(there, params);
    bytes = there.bytes();
  });
  return bytes + (form & nook::kPackedForm ? nook::kPackedRun32 : 0);
}

// As nook::fast_op_entry, with the kernels of all cores.
template <class Op>
constexpr nook::OpEntry fast_elsewhere() {
  return {nook::OpLine<Op>::code, nook::OpLine<Op>::name,
          nook::parse_and_prepare<Op, typename Op::Forms, nook::Kernels::kElsewhere>};
}

constexpr nook::OpEntry kFastOps[] = {
#define NOOK_OP(Type, folder, number) fast_elsewhere<nook::Type>(),
#include "nook/ops/ops.inc"
#undef NOOK_OP
};

}  // namespace

nook::interp::Widths widths_of(const Target& target) {
  nook::interp::Widths widths;
  if (!target.this_machine()) widths = nook::interp::kWidths32, widths.params = params_bytes;
  widths.isa = target.isa;
  return widths;
}

nook_resolver fast_resolver() { return nook::resolver(kFastOps); }

Diag interpreter_fault(const std::string& file, const nook_interpreter_fault& fault) {
  char text[240];
  nook_describe_fault(&fault, text, sizeof text);
  return Diag{Exit::kUnsupported, "N3017", file, text,
              fault.role == NOOK_ROLE_PLAN ? "`nook plan --embed` writes a plan into a copy of the model, "
                                             "with --engine interpreter --rows chains too"
                                           : ""};
}

}  // namespace nookc
