#include "nookc/front/data/sample_words.h"

#include <cmath>
#include <cstdlib>

#include "nookc/core/dtype.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

constexpr nook::DType kTypes[] = {nook::DType::kF32, nook::DType::kF64, nook::DType::kU8,  nook::DType::kS8,
                                  nook::DType::kU16, nook::DType::kS16, nook::DType::kS32, nook::DType::kS64};

Result<std::vector<double>> parse_numbers(const std::string& option, const std::string& text) {
  std::vector<double> numbers;
  for (const std::string& part : split_text(text, ',')) {
    char* end = nullptr;
    numbers.push_back(std::strtod(part.c_str(), &end));
    if (end == part.c_str() || *end != 0 || !std::isfinite(numbers.back())) numbers.clear();
    if (numbers.empty()) break;
  }
  if (numbers.empty())
    return Diag{Exit::kUsage, "N2050", option,
                "'" + text + "' is neither a number nor a comma-separated list",
                option + " 127.5, or one for each channel: " + option + " 123.7,116.8,103.9"};
  return numbers;
}

}  // namespace

std::vector<std::string> raw_type_names() {
  std::vector<std::string> names;
  for (const nook::DType type : kTypes) names.push_back(dtype_name(type));
  return names;
}

Result<SampleOptions> sample_options(const SampleFlags& flags) {
  SampleOptions options;
  for (const nook::DType type : kTypes)
    if (dtype_name(type) == flags.type) options.raw = type;
  const Result<std::vector<double>> mean = parse_numbers("--mean", flags.mean),
                                    scale = parse_numbers("--scale", flags.scale);
  if (!mean) return mean.diag();
  if (!scale) return scale.diag();
  for (const double factor : *scale)
    if (factor == 0)
      return Diag{Exit::kUsage, "N2050", "--scale", "0 would make all samples the same",
                  "--scale 0.00392157 for bytes as 0 to 1"};
  options.mean = *mean, options.scale = *scale;
  return options;
}

}  // namespace nookc
