#include <asm/hwcap.h>
#include <sys/auxv.h>

#include "nook/core/isa.h"
#include "nookc/target/processor.h"

namespace nookc {

uint32_t isa_of_this_processor() {
  const bool dot_products = (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
  return dot_products ? nook::kNeon | nook::kDotprod : uint32_t{nook::kNeon};
}

}  // namespace nookc
