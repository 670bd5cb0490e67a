#include "nookc/study/explain/unmet.h"

#include <cstdint>

namespace nookc {
namespace {

// Collects the properties that a layer lacks.
class Lacks {
 public:
  void unless(bool holds, const std::string& need, const std::string& have = {}) {
    if (!holds) all_.push_back("need " + need + (have.empty() ? "" : ", have " + have));
  }
  // A limit of 0 means none.
  void at_least(int64_t limit, int64_t value, const std::string& name) {
    count(value >= limit, name, "at least " + std::to_string(limit), value);
  }
  void at_most(int64_t limit, int64_t value, const std::string& name) {
    count(limit == 0 || value <= limit, name, "at most " + std::to_string(limit), value);
  }
  void exactly(int64_t wanted, int64_t value, const std::string& name) {
    count(wanted == 0 || wanted == value, name, std::to_string(wanted), value);
  }
  void inside(const nook::Bounds& bounds, int64_t value, const std::string& name) {
    const std::string least = std::to_string(bounds.least), most = std::to_string(bounds.most);
    std::string need = bounds.least == bounds.most ? least
                       : bounds.most == INT32_MAX  ? "at least " + least
                       : bounds.least == 0         ? "at most " + most
                                                   : least + " to " + most;
    if (bounds.multiple != 1) {
      const std::string times = "a multiple of " + std::to_string(bounds.multiple);
      need = bounds.least == 0 && bounds.most == INT32_MAX ? times : need + " and " + times;
    }
    count(bounds.hold(value), name, need, value);
  }
  void filled(const nook::Tiling& tiles, int64_t value, const std::string& name) {
    count(tiles.is_filled_by(value), name,
          "a number that fills tiles of " + std::to_string(tiles.size) + " with at most 1/" +
              std::to_string(tiles.share) + " of padding",
          value);
  }
  std::vector<std::string> take() { return std::move(all_); }

 private:
  void count(bool holds, const std::string& name, const std::string& need, int64_t value) {
    if (!holds) all_.push_back(name + ": need " + need + ", have " + std::to_string(value));
  }

  std::vector<std::string> all_;
};

void window(const nook::Can& can, const nook::Layer& l, Lacks& lacks) {
  lacks.inside(can.filter_h, l.filter_h, "rows of the filter");
  lacks.inside(can.filter_w, l.filter_w, "columns of the filter");
  lacks.inside(can.taps, l.taps(), "taps");
  lacks.exactly(can.stride_h, l.stride_h, "vertical stride");
  lacks.exactly(can.stride_w, l.stride_w, "horizontal stride");
  lacks.exactly(can.dilation_h, l.dilation_h, "vertical dilation");
  lacks.exactly(can.dilation_w, l.dilation_w, "horizontal dilation");
  lacks.at_most(can.most_depth, l.depth(), "inputs of an output");
  lacks.at_most(can.most_span, l.span(), "columns from the first tap to the last");
  lacks.at_most(can.most_words, l.filter_h * ((int64_t{l.filter_w} * l.group + 3) / 4),
                "words of inputs of an output");
  lacks.at_most(can.most_segments, int64_t{l.filter_h} * (l.dilation_w == 1 ? 1 : l.filter_w) + l.filter_h,
                "contiguous segments of a window");
}

void padding(const nook::Can& can, const nook::Layer& l, Lacks& lacks) {
  const bool padded =
      l.pad_top != 0 || l.pad_left != 0 || l.last_row() >= l.in_h || l.last_column() >= l.in_w;
  lacks.unless(!can.inside || !padded, "a filter that never reads padding");
  const bool middle = l.pad_top <= l.dilation_h && l.last_row() - l.dilation_h < l.in_h;
  lacks.unless(!can.middle_row_inside || middle, "a filter whose middle row never reads padding");
  const int64_t left = l.pad_left, right = l.last_column() - l.in_w + 1;
  const std::string have = std::to_string(left) + " and " + std::to_string(right > 0 ? right : 0);
  lacks.unless(can.least_padding <= 0 || (left >= can.least_padding && right >= can.least_padding),
               "at least " + std::to_string(can.least_padding) + " columns of padding on each side", have);
  lacks.unless(can.most_padding < 0 || (left <= can.most_padding && right <= can.most_padding),
               "at most " + std::to_string(can.most_padding) + " columns of padding on each side", have);
}

void values(const nook::Can& can, const nook::Layer& l, Lacks& lacks) {
  const std::string low = std::to_string(l.low), zero = std::to_string(l.zero);
  lacks.unless(can.low != nook::Low::kZeroOrMore || l.low >= l.zero,
               "an activation that clamps negative outputs (from " + zero + ")", "from " + low);
  lacks.unless(can.low != nook::Low::kZero || l.low == l.zero,
               "an activation that clamps outputs below zero (" + zero + ")", "from " + low);
  lacks.unless(!can.one_row || l.batch == 1, "a batch of 1", std::to_string(l.batch));
  lacks.unless(!can.one_scale || l.one_scale, "one scale for all outputs");
  lacks.unless(!can.whole_range || l.whole_range, "outputs of all values of int8, without an activation");
}

void sizes(const nook::Can& can, const nook::Layer& l, Lacks& lacks) {
  if (can.groups != nook::Groups::kAny) {
    const bool one = can.groups == nook::Groups::kOne;
    lacks.unless((l.group == l.channels) == one,
                 one ? "one group of channels" : "several groups of channels");
  }
  lacks.inside(can.channels, l.channels, "input channels");
  lacks.inside(can.outputs, l.outputs, "outputs");
  lacks.inside(can.multiplier, l.multiplier, "outputs of a channel");
  lacks.inside(can.columns, l.out_w, "columns of the output");
  lacks.unless(!can.words_or_twos || l.channels % 4 == 0 || l.out_w % 2 == 0,
               "a multiple of 4 channels or of 2 columns",
               std::to_string(l.channels) + " and " + std::to_string(l.out_w));
}

void pays(const nook::Pays& pays, const nook::Layer& l, Lacks& lacks) {
  lacks.filled(pays.outputs, l.outputs, "outputs");
  lacks.at_least(pays.least_columns, l.out_w, "columns of the output");
  lacks.at_least(pays.least_pixels, l.pixels(), "pixels of the output");
  lacks.at_least(pays.least_channels, l.channels, "input channels");
  lacks.at_least(pays.least_taps, l.taps(), "taps");
  const bool as_one_row = pays.small_image > 0 && l.stride_h == 1 && l.stride_w == 1 &&
                          l.pixels() <= pays.small_image && pays.columns.is_filled_by(l.pixels());
  if (!as_one_row) lacks.filled(pays.columns, l.out_w, "columns");
}

// The conditions that rows have as functions, in words.
struct Words {
  const char *name, *words;
};
constexpr Words kWords[] = {
    {"at_least_four", "at least four elements in a row"},
    {"columns_on_stack", "so few channels that the columns of a window fit on the stack"},
    {"few", "a window of one row and at most four columns, without padding above"},
    {"few_fours",
     "at least four channels, and a window of one row and at most four columns without padding above"},
    {"float_column", "an image of one column"},
    {"float_fours_fit", "a batch of at least 3"},
    {"four_channels", "at least four channels"},
    {"fours", "at least four channels"},
    {"halved", "operands that are not broadcast within a run, a factor below 1/2"},
    {"halved_repeat",
     "an operand that is a number for each run, or a short vector for at least 4 runs, and a whole one; a "
     "factor below 1/2"},
    {"has_multiplier", "several outputs for each channel"},
    {"has_sixteens", "at least 16 elements in each run of the operands"},
    {"has_vector_repeats", "a vector of at most 64 elements for at least 4 runs, and a whole operand"},
    {"in_columns", "columns whose padding to whole registers costs less than the copy of each window"},
    {"in_float_segments", "so few contiguous segments that those of four windows fit on the stack"},
    {"in_places", "a window for which unpacked tiles pay: strips of eight pixels and outputs, or 16 outputs"},
    {"in_words", "so few inputs that the words of a window fit on the stack"},
    {"lanes_rv32", "a depth and a number of outputs that fill halves of words"},
    {"lanes_c", "a depth and a number of outputs that fill halves of words"},
    {"lanes_thumb2", "a depth and a number of outputs that fill halves of words"},
    {"lanes_thumb1", "a depth and a number of outputs that fill halves of words"},
    {"less_than_256", "a window of less than 256 taps"},
    {"many_elements", "at least 64 elements"},
    {"means_in_32", "at least four channels and at most 181 taps"},
    {"model_weights", "at least four outputs in each group"},
    {"model_weights_s16", "at least two outputs in each group"},
    {"of_pixels", "a mean over the pixels of an image, a factor of at most 1"},
    {"one_half", "operands that are not broadcast within a run, one of them with a factor of 1/2"},
    {"one_half_repeat",
     "an operand that is a number for each run, or a short vector for at least 4 runs, and a whole one; a "
     "factor of 1/2"},
    {"one_row", "a window of one row, without padding above"},
    {"over_pixels", "a mean over at most 256 pixels of at least four channels, a factor below 1"},
    {"over_segments", "a mean over contiguous elements, a factor below 1"},
    {"own_or_one_channel", "one output of each channel, or a single channel"},
    {"reduced_repeat",
     "an operand that is a number for each run, or a short vector for at least 4 runs, and a whole one; a "
     "factor below 1/2"},
    {"scaled_down", "operands that are not broadcast within a run, a factor below 1"},
    {"scaled_down_repeat",
     "an operand that is a number for each run, or a short vector for at least 4 runs, and a whole one; a "
     "factor below 1"},
    {"scattered_windows", "windows of few inputs that are not adjacent"},
    {"side_by_side", "operands that are not broadcast within a run"},
    {"side_by_side_repeat",
     "an operand that is a number for each run, or a short vector for at least 4 runs, and a whole one"},
    {"sums_halves", "operands that are not broadcast within a run, with factors of 1/2 or less"},
    {"sums_halves_repeat",
     "an operand that is a number for each run, or a short vector for at least 4 runs, and a whole one; "
     "factors of 1/2 or less"},
    {"sums_in_16", "at least four channels and at most 256 taps"},
    {"sums_of_s16_repeat",
     "an operand that is a number for each run, or a short vector for at least 4 runs, and a whole one; "
     "factors of 1/2 or less, zero points of 0"},
};

bool letter(char c) { return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z'); }

// The last word of `text` that has an entry; null: none.
const Words* last_known(const std::string& text) {
  const Words* found = nullptr;
  size_t at = 0;
  for (const Words& each : kWords) {
    const std::string name = each.name;
    for (size_t i = text.find(name); i != std::string::npos; i = text.find(name, i + 1)) {
      const bool begins = i == 0 || !letter(text[i - 1]);
      const bool ends = i + name.size() == text.size() || !letter(text[i + name.size()]);
      if (begins && ends && (!found || i >= at)) found = &each, at = i;
    }
  }
  return found;
}

}  // namespace

std::string condition_in_words(const std::string& name) {
  const Words* const known = last_known(name);
  return known ? known->words : "what `" + name + "` says (nook/ops)";
}

std::vector<std::string> unmet(const nook::KernelFits& row, const nook::Layer& layer) {
  Lacks lacks;
  const nook::Fits& fits = row.fits;
  window(fits.can, layer, lacks);
  padding(fits.can, layer, lacks);
  values(fits.can, layer, lacks);
  sizes(fits.can, layer, lacks);
  pays(fits.pays, layer, lacks);
  lacks.unless(!fits.can.more || fits.can.more(layer), condition_in_words(row.condition));
  lacks.unless(!fits.can.stream ||
                   fits.can.stream(layer.outputs, layer.filter_h, layer.filter_w * layer.group) <= INT32_MAX,
               "packed weights of at most 2 GiB");
  return lacks.take();
}

std::vector<std::string> unworthy(const nook::KernelFits& row, const nook::Layer& layer) {
  Lacks lacks;
  const nook::Worth& worth = row.fits.worth;
  if (!worth.compiled) return {};
  lacks.filled(worth.outputs, layer.outputs, "outputs");
  lacks.at_least(worth.least_channels, layer.channels, "input channels");
  lacks.at_least(worth.least_depth, layer.depth(), "inputs of an output");
  lacks.at_least(worth.least_weights, layer.weights(), "weights");
  lacks.at_least(worth.least_results, layer.results(), "elements of the output");
  return lacks.take();
}

}  // namespace nookc
