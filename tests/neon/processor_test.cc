// The instruction sets that the command finds in an emulated processor; NOOK_EMULATED is its name.
#include "nookc/target/processor.h"

#include <stdlib.h>
#include <string.h>

#include "nook/core/isa.h"
#include "tests/test.h"

TEST(the_processor_has_dot_products_if_the_emulated_one_has_them) {
  const char* const emulated = getenv("NOOK_EMULATED");
  EXPECT(emulated);
  const bool dot_products = strcmp(emulated, "max") == 0;
  const uint32_t isa = nookc::isa_of_this_processor();
  EXPECT_EQ(isa, dot_products ? nook::kNeon | nook::kDotprod : uint32_t{nook::kNeon});
}
