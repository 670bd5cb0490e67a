#include "nookc/graph/form_types.h"

#include <string_view>

namespace nookc {

// The reference kernel's name contains the element types; if it serves any type, the C type of its arguments
// is used.
std::string types_of(const nook::FormRow& form) {
  struct Ending {
    std::string_view end;
    const char* type;
  };
  constexpr Ending kEndings[] = {{"_s8_s16", "int8 to int16"},
                                 {"_s16_s8", "int16 to int8"},
                                 {"_s16_s16", "int16"},
                                 {"_s16_sum32", "int16"},
                                 {"_f32_s16", "float32 to int16"},
                                 {"_u8", "uint8"},
                                 {"_s4", "int8 with int4 weights"},
                                 {"_hybrid", "float32 with int8 weights"},
                                 {"_narrow", "float32 with narrow weights"},
                                 {"_nibbles", "int4"},
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
  const nook::Span<const nook::KernelEntry> kernels = form.kernels();
  std::string_view reference = kernels[kernels.size() - 1].symbol;
  if (reference.ends_with("_ref")) reference.remove_suffix(4);
  for (const std::string_view name : {reference, std::string_view(form.type)})
    for (const Ending& each : kEndings)
      if (name.ends_with(each.end)) return each.type;
  return "any";
}

}  // namespace nookc
