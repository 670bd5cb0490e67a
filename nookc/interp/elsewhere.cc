#include "nookc/interp/elsewhere.h"

#include <algorithm>

#include "nook/ops/entries.h"
#include "nook/ops/prepare_fast.h"
#include "nookc/ir/graph.h"

namespace nookc {
namespace {

constexpr uint32_t round_up(uint32_t at, uint32_t alignment) {
  return (at + alignment - 1) / alignment * alignment;
}

// The size of a form's Params, a C struct, with 4-byte pointers.
uint32_t params_bytes(nook::OpCode code, int32_t number) {
  uint32_t at = 0, alignment = 1;
  const nook::FormRow& form = op_row(code).forms[static_cast<size_t>(number & (nook::kPackedForm - 1))];
  visit_params(form, form.none, [&](const nook::ParamsField& f) {
    const bool table = f.kind == nook::ParamsField::Kind::kTable;
    const uint32_t size = table ? 4 : static_cast<uint32_t>(nook::size_of(f.type));
    at = round_up(at, size) + size * (table ? 1 : static_cast<uint32_t>(f.count));
    alignment = std::max(alignment, size);
  });
  return round_up(at, alignment) + (number & nook::kPackedForm ? nook::kPackedRun32 : 0);
}

}  // namespace

nook::interp::Widths widths_of(const Target& target) {
  nook::interp::Widths widths;
  if (!target.this_machine()) widths = nook::interp::kWidths32, widths.params = params_bytes;
  widths.isa = target.isa;
  return widths;
}

nook_resolver fast_resolver() { return nook::resolver(nook::kEntries<nook::Kernels::kElsewhere>); }

Diag interpreter_fault(const std::string& file, const nook_interpreter_fault& fault) {
  char text[240];
  nook_describe_fault(&fault, text, sizeof text);
  return Diag{Exit::kUnsupported, "N3017", file, text,
              fault.role == NOOK_ROLE_PLAN ? "`nook plan --embed` writes a plan into a copy of the model, "
                                             "with --engine interpreter --rows chains too"
                                           : "`nook analyze` says whether it can be compiled instead"};
}

}  // namespace nookc
