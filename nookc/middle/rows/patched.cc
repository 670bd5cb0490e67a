#include "nookc/middle/rows/patched.h"

#include <algorithm>

namespace nookc {

Patched::Patched(const Program& program, const Call& call, const CompileOptions& options,
                 const std::vector<KernelRows>& rows, StageMemory& memory) {
  const size_t at = index(call.node);
  const KernelRows allowed = at < rows.size() ? rows[at] : KernelRows::kAll;
  Chosen chosen = choose_kernel(program.graph, program.graph.nodes[at],
                                {options.target, false, allowed, false, options.flash});
  if (!chosen.op || chosen.op->form != call.op.form) return;
  params_ = chosen.op->params;
  memory.push_back(std::move(chosen.memory));
  visit_params(form_of(call), params_, [&](const nook::ParamsField& field) {
    const bool whole = field.kind == nook::ParamsField::Kind::kValue;
    if (whole && field.type == nook::FieldType::kS32)
      fields_[field.name] = static_cast<int32_t*>(const_cast<void*>(field.data));
  });
}

bool Patched::has(std::initializer_list<const char*> names) const {
  return std::ranges::all_of(names, [&](const char* name) { return fields_.contains(name); });
}

int32_t Patched::get(const char* name, int32_t otherwise) const {
  const auto at = fields_.find(name);
  return at == fields_.end() ? otherwise : *at->second;
}

}  // namespace nookc
