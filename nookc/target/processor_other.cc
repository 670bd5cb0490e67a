#include "nook/core/isa.h"
#include "nookc/target/processor.h"

namespace nookc {

uint32_t isa_of_this_processor() { return nook::kRef; }

}  // namespace nookc
