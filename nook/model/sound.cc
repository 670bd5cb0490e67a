#include "nook/model/sound.h"

namespace nook {

detail::Elements SoundTable::elements(const uint8_t* at, const uint8_t* vtable, uint32_t entry) {
  if (entry + 2 > aligned<uint16_t>(vtable)) return {};
  const uint32_t offset = aligned<uint16_t>(vtable + entry);
  if (offset == 0) return {};
  at += offset;
  return detail::Elements(at + detail::load<uint32_t>(at));
}

}  // namespace nook
