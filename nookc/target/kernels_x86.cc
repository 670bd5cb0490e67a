#include "nookc/target/invoke_kernel.h"
#include "nookc/target/processor.h"

namespace nookc {

const Target& target_here() {
  return *find_target(nook::has(isa_of_this_processor(), nook::kAvx2) ? "host-avx2" : "host");
}

nook::Invoke invoke_here(std::string_view symbol) { return detail::invoke_kernel<nook::kAvx2>(symbol); }

}  // namespace nookc
