#include "nookc/ir/form_types.h"

#include <string_view>

namespace nookc {

// The C type of a form's arguments names the element types; where a family shares that type, the reference
// kernel does.
std::string types_of(const nook::FormRow& form) {
  struct Ending {
    std::string_view end;
    const char* type;
  };
  constexpr Ending kEndings[] = {{"_s4", "int8 with int4 weights"},
                                 {"_hybrid", "float32 with int8 weights"},
                                 {"_shifted", "int8 with weights of any zero point"},
                                 {"_f16", "float16"},
                                 {"_s8", "int8"},
                                 {"_s16", "int16"},
                                 {"_s32", "int32"},
                                 {"_s64", "int64"},
                                 {"_u32", "uint32"},
                                 {"_u64", "uint64"},
                                 {"_f32", "float32"},
                                 {"_bool", "bool"}};
  const nook::Span<const nook::Kernel> kernels = form.kernels();
  std::string_view reference = kernels[kernels.size() - 1].symbol;
  if (reference.ends_with("_ref")) reference.remove_suffix(4);
  for (const std::string_view name : {std::string_view(form.type), reference})
    for (const Ending& each : kEndings)
      if (name.ends_with(each.end)) return each.type;
  return "any";
}

}  // namespace nookc
