#include "nook/ops/contract/fits.h"

#include "nook/ops/conv2d/conv2d_fits.h"
#include "tests/test.h"

using namespace nook;

namespace {

// A layer with 3x3 taps on 8 channels, which has all properties that a Fits can demand.
Layer layer() {
  Layer l;
  l.in_h = 10, l.in_w = 10, l.out_h = 8, l.out_w = 8;
  l.filter_h = l.filter_w = 3;
  l.channels = l.group = 8, l.outputs = 16;
  l.one_scale = true;
  return l;
}

// Whether `demand` takes layer(), but not once `spoil` has changed it.
bool distinguishes(const Fits& demand, void (*spoil)(Layer&)) {
  Layer l = layer();
  if (!fits(demand, l)) return false;
  spoil(l);
  return !fits(demand, l);
}

}  // namespace

TEST(fits_reads_each_field_of_the_window) {
  EXPECT(distinguishes(Fits().filter(3, 3), [](Layer& l) { l.filter_h = 2; }));
  EXPECT(distinguishes(Fits().filter(3, 3), [](Layer& l) { l.filter_w = 4; }));
  EXPECT(distinguishes(Fits().filter_rows(2, 3), [](Layer& l) { l.filter_h = 1; }));
  EXPECT(distinguishes(Fits().filter_columns(0, 3), [](Layer& l) { l.filter_w = 4; }));
  EXPECT(distinguishes(Fits().most_taps(9), [](Layer& l) { l.filter_h = 4; }));
  EXPECT(distinguishes(Fits().stride(1, 1), [](Layer& l) { l.stride_h = 2; }));
  EXPECT(distinguishes(Fits().stride_w(1), [](Layer& l) { l.stride_w = 2; }));
  EXPECT(distinguishes(Fits().dense(), [](Layer& l) { l.dilation_h = 2; }));
  EXPECT(distinguishes(Fits().dense_w(), [](Layer& l) { l.dilation_w = 2; }));
  EXPECT(distinguishes(Fits().most_depth(72), [](Layer& l) { l.filter_w = 4; }));
  EXPECT(distinguishes(Fits().most_span(3), [](Layer& l) { l.dilation_w = 2; }));
  EXPECT(distinguishes(Fits().most_words(18), [](Layer& l) { l.channels = l.group = 9; }));
  EXPECT(distinguishes(Fits().most_segments(6), [](Layer& l) { l.dilation_w = 2; }));
}

TEST(fits_reads_each_limit_of_the_code_that_pays) {
  const auto with = [](int32_t Worth::*limit, int32_t value) {
    Worth worth;
    worth.*limit = value;
    return Fits().worth_if(worth);
  };
  Worth pairs;
  pairs.outputs = {12, 8};  // 16 outputs would be computed as 24
  const Layer l = layer();
  const struct {
    Fits reached, missed;
  } cases[] = {{with(&Worth::least_channels, 8), with(&Worth::least_channels, 9)},
               {with(&Worth::least_depth, 72), with(&Worth::least_depth, 73)},
               {with(&Worth::least_weights, 72 * 16), with(&Worth::least_weights, 72 * 16 + 1)},
               {with(&Worth::least_results, 64 * 16), with(&Worth::least_results, 64 * 16 + 1)},
               {Fits().compiled(), Fits().worth_if(pairs)}};
  for (const auto& each : cases) {
    EXPECT(fits(each.reached, l, KernelRows::kWorthTheirCode) && fits(each.missed, l, KernelRows::kAll));
    EXPECT(!fits(each.missed, l, KernelRows::kWorthTheirCode));
    EXPECT(!fits(each.missed, l, KernelRows::kWithoutScratch));
    EXPECT(!fits(each.reached, l, KernelRows::kInterpreted));
  }
  EXPECT(fits(Fits(), l, KernelRows::kInterpreted));
}

TEST(fits_reads_each_field_of_the_padding) {
  const auto with_one_tap = [](Layer& l) { l.filter_h = l.filter_w = 1; };
  Layer l = layer();
  with_one_tap(l);
  EXPECT(fits(Fits().one_tap(), l) && !fits(Fits().one_tap(), layer()));
  l.pad_top = 1;
  EXPECT(!fits(Fits().one_tap(), l));
  l.pad_top = 0, l.in_w = 7;
  EXPECT(!fits(Fits().one_tap(), l));
  EXPECT(distinguishes(Fits().most_padding(1), [](Layer& p) { p.pad_left = 2; }));
  EXPECT(distinguishes(Fits().most_padding(1), [](Layer& p) { p.in_w = 8; }));
  EXPECT(!fits(Fits().least_padding(1), layer()));
  l = layer(), l.pad_left = 1, l.in_w = 8;
  EXPECT(fits(Fits().least_padding(1).most_padding(1), l));
  l.in_w = 9;
  EXPECT(!fits(Fits().least_padding(1), l));
  EXPECT(distinguishes(Fits().middle_row_inside(), [](Layer& p) { p.pad_top = 2; }));
  EXPECT(distinguishes(Fits().middle_row_inside(), [](Layer& p) { p.in_h = 8; }));
}

TEST(fits_reads_each_field_of_sizes_and_values) {
  EXPECT(distinguishes(Fits(), [](Layer& l) { l.group = 4; }));
  EXPECT(!fits(Fits().groups(Groups::kSeveral), layer()) && fits(any_layer, layer()));
  EXPECT(distinguishes(Fits().channels(8), [](Layer& l) { l.channels = l.group = 7; }));
  EXPECT(distinguishes(Fits().channels(0, 8), [](Layer& l) { l.channels = l.group = 9; }));
  EXPECT(distinguishes(Fits().outputs(0, INT32_MAX, 4), [](Layer& l) { l.outputs = 18; }));
  EXPECT(distinguishes(Fits().columns(8), [](Layer& l) { l.out_w = 7; }));
  EXPECT(distinguishes(Fits().multiplier(1), [](Layer& l) { l.multiplier = 2; }));
  EXPECT(distinguishes(Fits().words_or_twos(), [](Layer& l) { l.channels = l.group = 7, l.out_w = 7; }));
  EXPECT(distinguishes(Fits().relu(), [](Layer& l) { l.low = -1; }));
  EXPECT(distinguishes(Fits().low_is_zero(), [](Layer& l) { l.low = 1; }));
  EXPECT(distinguishes(Fits().one_row(), [](Layer& l) { l.batch = 2; }));
  EXPECT(distinguishes(Fits().one_scale(), [](Layer& l) { l.one_scale = false; }));
  EXPECT(distinguishes(Fits().whole_range(), [](Layer& l) { l.whole_range = false; }));
  EXPECT(distinguishes(Fits().more([](const Layer& l) { return l.in_h > 9; }), [](Layer& l) { l.in_h = 9; }));
  EXPECT(distinguishes(Fits().stream([](int32_t outputs, int32_t rows, int32_t inputs) {
    return int64_t{outputs} * rows * inputs * (INT32_MAX / (16 * 72));
  }),
                       [](Layer& l) { l.outputs = 17; }));
}

TEST(fits_reads_each_field_of_the_waste_that_pays) {
  EXPECT(distinguishes(Fits().output_tile(4, 4), [](Layer& l) { l.outputs = 5; }));
  EXPECT(distinguishes(Fits().column_tile(4, 5), [](Layer& l) { l.out_w = 9; }));
  EXPECT(distinguishes(Fits().least_columns(8), [](Layer& l) { l.out_w = 7; }));
  EXPECT(distinguishes(Fits().least_pixels(64), [](Layer& l) { l.out_h = 7; }));
  EXPECT(distinguishes(Fits().least_taps(2), [](Layer& l) { l.filter_h = l.filter_w = 1; }));
  Layer l = layer();
  l.out_h = 4, l.out_w = 9;  // nine columns waste three of four, 36 pixels none
  EXPECT(!fits(Fits().column_tile(4, 5), l) && fits(Fits().column_tile(4, 5).small_image(36), l));
  EXPECT(!fits(Fits().column_tile(4, 5).small_image(35), l));
  l.stride_w = 2;
  EXPECT(!fits(Fits().column_tile(4, 5).small_image(36), l));
}
