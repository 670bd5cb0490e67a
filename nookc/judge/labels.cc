#include <cmath>
#include <cstdlib>
#include <cstring>

#include "nookc/core/read_file.h"
#include "nookc/core/text.h"
#include "nookc/judge/samples.h"

namespace nookc {
namespace {

Diag unfit(const std::filesystem::path& path, const std::string& what) {
  return {Exit::kInputOutput, "N4026", path.string(), what,
          "labels are one whole number for each sample, its class from 0; a target for each sample; or 0 for "
          "what is "
          "normal and 1 for what is not"};
}

Result<NumpyArray> read_lines(const std::filesystem::path& path) {
  constexpr size_t kShown = 40;
  const Result<Bytes> bytes = read_file(path);
  if (!bytes) return bytes.diag();
  const std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  NumpyArray labels{nook::DType::kF64, {0}, {}};
  std::string separated = text;
  for (char& c : separated)
    if (c == '\r' || c == ' ' || c == '\t') c = '\n';
  for (const std::string& line : split_text(separated, '\n')) {
    char* end = nullptr;
    const double value = std::strtod(line.c_str(), &end);
    if (*end != '\0' || !std::isfinite(value))
      return unfit(path, "label " + std::to_string(labels.shape[0]) + " is not a number: '" +
                             printable(line.substr(0, kShown)) + "'");
    const auto* from = reinterpret_cast<const std::byte*>(&value);
    labels.bytes.insert(labels.bytes.end(), from, from + sizeof value);
    ++labels.shape[0];
  }
  return labels;
}

bool is_numpy(const std::filesystem::path& path) {
  return path.extension() == ".npy" || path.extension() == ".npz";
}

}  // namespace

Result<NumpyArray> read_labels(const std::filesystem::path& path, int64_t samples) {
  Result<NumpyArray> labels = is_numpy(path) ? read_array(path) : read_lines(path);
  if (!labels) return labels.diag();
  if (labels->shape.empty() || labels->shape[0] != samples)
    return unfit(path, "need labels of " + std::to_string(samples) + " samples, have " +
                           (labels->shape.empty() ? "one number" : std::to_string(labels->shape[0])));
  for (int64_t i = 0; i < labels->elements(); ++i)
    if (!std::isfinite(number_at(*labels, i)))
      return unfit(path, "label " + std::to_string(i) + " is not a number");
  return labels;
}

bool whole(const NumpyArray& labels) {
  if (labels.shape.empty() || labels.elements() != labels.shape[0]) return false;
  for (int64_t i = 0; i < labels.elements(); ++i)
    if (const double x = number_at(labels, i); x != std::floor(x) || x < 0 || x > INT32_MAX) return false;
  return true;
}

}  // namespace nookc
