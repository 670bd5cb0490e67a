#include "nook/kernels/dot/pack/pack_k27.h"

namespace nook {
namespace {

// Two words of each row of nine inputs, then the last inputs of the rows.
constexpr TwoInputs kTwos[] = {{0, 2},   {1, 3},   {4, 6},   {5, 7},   {9, 11},  {10, 12}, {13, 15},
                               {14, 16}, {18, 20}, {19, 21}, {22, 24}, {23, 25}, {8, 17},  {26, -1}};
constexpr int32_t kCount = sizeof kTwos / sizeof *kTwos;

}  // namespace

int64_t k27_bytes(int32_t outputs) { return bytes_2x4(outputs, 2 * kCount); }

void pack_k27(const DotWeights& all, PackedBytes& to) { pack_2x4_in_order(all, kTwos, kCount, to); }

}  // namespace nook
