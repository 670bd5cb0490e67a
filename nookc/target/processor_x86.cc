#include <cpuid.h>

#include "nook/core/isa.h"
#include "nookc/target/processor.h"

namespace nookc {
namespace {

// Not every compiler has a name for it: leaf 7, subleaf 1, bit 4 of eax. It uses AVX2's registers, which the
// operating system saves if it lets programs use AVX2.
bool has_avx_vnni() {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  (void)__get_cpuid_count(7, 1, &eax, &ebx, &ecx, &edx);  // leaves them 0 if there is no such leaf
  return (eax >> 4 & 1) != 0;
}

}  // namespace

uint32_t isa_of_this_processor() {
  if (!__builtin_cpu_supports("avx2")) return nook::kRef;
  return has_avx_vnni() ? nook::kAvx2 | nook::kVnni : uint32_t{nook::kAvx2};
}

}  // namespace nookc
