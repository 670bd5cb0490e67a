#include "nookc/study/explain/explain.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "nookc/study/explain/unmet.h"
#include "nookc/target/isa.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace nookc {
namespace {

// Sizes as layers have them: often small, sometimes a number of a whole tile.
int32_t size(test::Rng& rng, int32_t most) {
  const int32_t tiles[] = {1, 2, 3, 4, 8, 16, 32, 64};
  return rng.in(0, 1) ? std::min(tiles[rng.in(0, 7)], most) : rng.in(1, most);
}

nook::Layer random_layer(test::Rng& rng) {
  nook::Layer l;
  l.batch = rng.in(1, 4), l.channels = size(rng, 70), l.outputs = size(rng, 70);
  l.group = rng.in(0, 3) ? l.channels : 1, l.multiplier = rng.in(1, 3);
  l.filter_h = rng.in(1, 5), l.filter_w = rng.in(1, 5);
  l.stride_h = rng.in(1, 2), l.stride_w = rng.in(1, 2);
  l.dilation_h = rng.in(0, 3) ? 1 : 2, l.dilation_w = rng.in(0, 3) ? 1 : 2;
  l.pad_top = rng.in(0, 2), l.pad_left = rng.in(0, 2);
  l.out_h = size(rng, 30), l.out_w = size(rng, 30);
  l.in_h = std::max(1, l.stride_h * l.out_h + rng.in(-2, 2)),
  l.in_w = std::max(1, l.stride_w * l.out_w + rng.in(-2, 2));
  l.zero = rng.in(-128, 127), l.low = rng.in(0, 1) ? l.zero : rng.in(-128, 127);
  l.whole_range = rng.in(0, 1) != 0, l.one_scale = rng.in(0, 1) != 0;
  return l;
}

}  // namespace

TEST(a_layer_lacks_something_for_a_kernel_exactly_if_the_kernel_does_not_take_it) {
  test::Rng rng(47);
  int rows = 0;
  uint32_t taken = 0, lacking = 0;
  for (const nook::FormFitsOf of : nook::kernel_fits_of_forms()) {
    const nook::FormFits form = of();
    if (!form.layer) continue;
    for (const nook::KernelFits& row : form.rows) {
      ++rows;
      for (uint32_t i = 0; i < test::quick_seeds(400); ++i) {
        const nook::Layer layer = random_layer(rng);
        const bool fits = nook::fits(row.fits, layer, nook::KernelRows::kAll);
        const std::vector<std::string> lacks = unmet(row, layer);
        EXPECT_EQ(lacks.empty(), fits);
        EXPECT_EQ(unworthy(row, layer).empty(),
                  nook::worth_for(row.fits.worth, layer, nook::KernelRows::kWorthTheirCode));
        fits ? ++taken : ++lacking;
        for (const std::string& each : lacks) EXPECT(each.find("need ") != std::string::npos);
      }
    }
  }
  EXPECT(rows > 80 && taken > test::quick_seeds(3000) && lacking > test::quick_seeds(3000));
}

TEST(every_condition_that_is_a_function_has_words) {
  for (const nook::FormFitsOf of : nook::kernel_fits_of_forms()) {
    const nook::FormFits form = of();
    for (const nook::KernelFits& row : form.rows) {
      const bool more = form.layer && row.fits.can.more;
      const bool function = !form.layer && std::string_view(row.condition) != "always";
      if (!more && !function) continue;
      EXPECT_EQ(condition_in_words(row.condition).find('`'), std::string::npos);
    }
  }
}

// A list of words for some of the sets once told a RISC-V core that it lacked RISC-V, and not vectors.
TEST(every_instruction_set_of_a_kernel_has_words_of_its_own) {
  std::set<std::string_view> words;
  for (const Isa& each : kIsas) EXPECT(words.insert(each.words).second);
  for (const nook::OpRowOf of : nook::op_rows())
    for (const nook::FormRow& form : of().forms)
      for (const nook::KernelEntry& row : form.kernels())
        EXPECT_EQ(row.isa == nook::kRef || std::ranges::count(kIsas, uint32_t{row.isa}, &Isa::isa) == 1,
                  true);
}

TEST(every_form_with_packed_weights_in_rows_as_data_is_explained) {
  std::vector<std::string_view> known;
  for (const nook::FormFitsOf of : nook::kernel_fits_of_forms()) {
    const nook::FormFits form = of();
    for (const nook::KernelFits& row : form.rows) known.push_back(row.symbol);
  }
  int found = 0;
  for (const nook::OpRowOf of : nook::op_rows())
    for (const nook::FormRow& form : of().forms) {
      const nook::Span<const nook::KernelEntry> rows = form.kernels();
      const std::string_view folder = of().folder;
      if (folder != "conv2d" && folder != "depthwise_conv2d" && folder != "fully_connected") continue;
      if (rows.size() < 4 || std::string_view(rows[0].symbol).find("_s4_") != std::string_view::npos)
        continue;
      ++found;
      for (const nook::KernelEntry& row : rows) EXPECT(std::ranges::find(known, row.symbol) != known.end());
    }
  EXPECT(found >= 6);
}

}  // namespace nookc
