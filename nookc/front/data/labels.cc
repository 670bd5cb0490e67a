#include "nookc/front/data/labels.h"

#include <cmath>
#include <cstdlib>

#include "nookc/core/read_file.h"
#include "nookc/core/text.h"
#include "nookc/front/data/npy.h"

namespace nookc {
namespace {

Diag wrong_labels(const std::string& where, const std::string& what) {
  return {Exit::kInputOutput, "N4026", where, what,
          "labels are one whole number for each sample, its class from 0; a target for each output; or 0 for "
          "normal and 1 for anomalous samples"};
}

Result<Array> read_lines(const std::filesystem::path& path) {
  constexpr size_t kShown = 40;
  const Result<std::vector<std::byte>> bytes = read_file(path);
  if (!bytes) return bytes.diag();
  std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  for (char& c : text)
    if (c == '\r' || c == ' ' || c == '\t') c = '\n';
  Array labels{nook::DType::kF64, {0}, {}};
  for (const std::string& word : split_text(text, '\n')) {
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    if (*end != '\0' || !std::isfinite(value))
      return wrong_labels(path.string(), "label " + std::to_string(labels.shape[0]) + " is not a number: '" +
                                             printable(word.substr(0, kShown)) + "'");
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

Result<Array> read_labels(const std::filesystem::path& path, size_t samples) {
  Result<Array> labels = is_numpy(path) ? read_array(path) : read_lines(path);
  if (!labels) return labels.diag();
  return check_labels(*std::move(labels), path.string(), samples);
}

Result<Array> check_labels(Array labels, const std::string& where, size_t samples) {
  if (labels.shape.empty() || static_cast<size_t>(labels.shape[0]) != samples)
    return wrong_labels(where, "need one label for each of the " + std::to_string(samples) +
                                   " samples, have " +
                                   (labels.shape.empty() ? "one number" : std::to_string(labels.shape[0])));
  for (int64_t i = 0; i < labels.elements(); ++i)
    if (!std::isfinite(labels.at(i)))
      return wrong_labels(where, "label " + std::to_string(i) + " is not a number");
  return labels;
}

Array some_labels(const Array& labels, size_t first, size_t count) {
  const size_t each = labels.bytes.size() / static_cast<size_t>(labels.shape[0]);
  const std::byte* const begin = labels.bytes.data() + first * each;
  Array some{labels.type, labels.shape, {begin, begin + count * each}};
  some.shape[0] = static_cast<int64_t>(count);
  return some;
}

bool whole(const Array& labels) {
  if (labels.shape.empty() || labels.elements() != labels.shape[0]) return false;
  for (int64_t i = 0; i < labels.elements(); ++i)
    if (const double x = labels.at(i); x != std::floor(x) || x < 0 || x > INT32_MAX) return false;
  return true;
}

bool one_hot(const Array& labels, int64_t classes) {
  if (classes < 2 || labels.shape.empty() || labels.elements() != labels.shape[0] * classes) return false;
  for (int64_t i = 0; i < labels.shape[0]; ++i) {
    int64_t ones = 0, zeros = 0;
    for (int64_t c = 0; c < classes; ++c) {
      const double x = labels.at(i * classes + c);
      ones += x == 1, zeros += x == 0;
    }
    if (ones != 1 || zeros != classes - 1) return false;
  }
  return true;
}

Result<std::vector<int32_t>> classes_of(const Array& labels, int64_t classes) {
  const bool hot = !whole(labels);
  if (hot && !one_hot(labels, classes))
    return wrong_labels("--labels", "need one class for each sample, from 0 to " +
                                        std::to_string(classes - 1) + ", have other numbers");
  std::vector<int32_t> all;
  for (int64_t i = 0; i < labels.shape[0]; ++i) {
    int32_t label = 0;
    if (hot)
      while (labels.at(i * classes + label) != 1) ++label;
    else
      label = static_cast<int32_t>(labels.at(i));
    if (label >= classes)
      return Diag{Exit::kInputOutput, "N4026", "--labels",
                  "label " + std::to_string(i) + " is class " + std::to_string(label) + ", the model has " +
                      std::to_string(classes) + " classes",
                  "classes are counted from 0"};
    all.push_back(label);
  }
  return all;
}

}  // namespace nookc
