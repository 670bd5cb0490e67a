#include "nookc/target/roof.h"

#include <algorithm>
#include <iterator>

namespace nookc {
namespace {

struct Row {
  std::string_view target;
  Roof roof;
};

// On Cortex-M0 and RV32 a word holds two products (docs/kernels.md). A vector instruction of a Cortex-M55
// takes two cycles. Vectors of RISC-V have 32 sums in a group of eight registers of 128 bits.
constexpr Row kRoofs[] = {
    {"cortex-m0", {2, 2, "muls of two pixels"}},
    {"cortex-m0plus", {2, 2, "muls of two pixels"}},
    {"cortex-m23", {2, 2, "muls of two pixels"}},
    {"cortex-m3", {2, 2, "muls of two pixels"}},
    {"cortex-m4", {2, 2, "smlad"}},
    {"cortex-m33", {2, 2, "smlad"}},
    {"cortex-m4-nofp", {2, 2, "smlad"}},
    {"cortex-m33-nofp", {2, 2, "smlad"}},
    {"cortex-m7", {2, 2, "smlad"}},
    {"cortex-m55", {8, 16, "vmladava.s8"}},
    {"cortex-m85", {8, 16, "vmladava.s8"}},
    {"rv32", {0, 2, "mul of two pixels"}},
    {"rv32v", {0, 32, "vwmacc of 128 bits"}},
    {"rv32fv", {0, 32, "vwmacc of 128 bits"}},
    {"host-avx2", {0, 16, "vpmaddwd"}},
    {"host-vnni", {0, 32, "vpdpbusd"}},
    {"host-neon", {0, 8, "smlal"}},
    {"host-dotprod", {0, 16, "sdot"}},
};

}  // namespace

Roof roof_of(std::string_view target) {
  const Row* const row = std::ranges::find(kRoofs, target, &Row::target);
  return row == std::end(kRoofs) ? Roof{} : row->roof;
}

}  // namespace nookc
