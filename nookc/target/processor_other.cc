#include "nook/core/isa.h"
#include "nookc/target/processor.h"

namespace nookc {

// The instruction sets that this program was compiled for.
uint32_t isa_of_this_processor() { return nook::kBuildIsa; }

}  // namespace nookc
