#include "nookc/target/invoke_kernel.h"

namespace nookc {

const Target& target_here() { return fastest_here(); }

nook::Invoke invoke_here(std::string_view symbol) {
  return detail::invoke_kernel<nook::kNeon | nook::kDotprod>(symbol);
}

}  // namespace nookc
