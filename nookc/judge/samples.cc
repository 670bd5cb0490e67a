#include "nookc/judge/samples.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "nookc/core/dtype.h"
#include "nookc/core/read_file.h"
#include "nookc/core/text.h"
#include "nookc/run/session.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

bool quantized(const Tensor& t) { return !t.scales.empty() && t.type != nook::DType::kF32; }

std::string shape_text(const std::vector<int64_t>& shape) {
  std::vector<std::string> parts;
  for (const int64_t n : shape) parts.push_back(std::to_string(n));
  return "[" + join_text(parts, ", ") + "]";
}

// Dimensions that say where elements are.
std::vector<int64_t> significant(std::vector<int64_t> shape) {
  std::erase(shape, 1);
  return shape;
}

Diag unfit(const std::string& where, const std::string& input, const std::vector<int64_t>& need,
           const std::vector<int64_t>& have) {
  Diag diag{Exit::kInputOutput,
            "N4025",
            where,
            "input '" + input + "': need samples of " + shape_text(need) +
                " along the first dimension, have " + shape_text(have),
            {}};
  const std::vector<int64_t> wanted = significant(need);
  const std::vector<int64_t> given =
      have.size() == 4 ? std::vector<int64_t>(have.begin() + 1, have.end()) : have;
  if (wanted.size() == 3 && given == std::vector<int64_t>{wanted[2], wanted[0], wanted[1]})
    diag.hint = "channels come last: array.transpose(0, 2, 3, 1)";
  return diag;
}

// How many samples an array has for an input.
Result<int64_t> count_of(const NumpyArray& array, const Tensor& input, const std::string& name,
                         const std::string& where) {
  const std::vector<int64_t> need(input.shape.dim, input.shape.dim + input.shape.rank);
  if (array.shape.empty()) return unfit(where, name, need, array.shape);
  const std::vector<int64_t> each(array.shape.begin() + 1, array.shape.end());
  const bool flat = each.size() == 1 && each[0] == input.shape.elements();
  if (!flat && significant(each) != significant(need)) return unfit(where, name, need, array.shape);
  if (array.shape[0] == 0)
    return Diag{Exit::kInputOutput, "N4025", where, "has no samples", "need at least one"};
  return array.shape[0];
}

// All raw files of one input as an array.
Result<std::vector<NumpyArray>> read_folder(const fs::path& folder, const Graph& graph) {
  std::vector<NumpyArray> arrays;
  for (const TensorId t : graph.inputs) {
    const nook::Shape& shape = graph[t].shape;
    arrays.push_back({graph[t].type, {0}, {}});
    arrays.back().shape.insert(arrays.back().shape.end(), shape.dim, shape.dim + shape.rank);
  }
  std::error_code error;
  for (int k = 0; fs::exists(folder / input_file(k, 0), error); ++k) {
    for (size_t i = 0; i < arrays.size(); ++i) {
      const fs::path file = folder / input_file(k, i);
      const Result<Bytes> bytes = read_file(file);
      if (!bytes) return bytes.diag();
      const size_t need = static_cast<size_t>(graph[graph.inputs[i]].bytes());
      if (bytes->size() != need)
        return Diag{Exit::kInputOutput,
                    "N4008",
                    file.string(),
                    "input '" + graph.input_names[i] + "': need " + std::to_string(need) + " bytes, have " +
                        std::to_string(bytes->size()),
                    {}};
      arrays[i].bytes.insert(arrays[i].bytes.end(), bytes->begin(), bytes->end());
      ++arrays[i].shape[0];
    }
  }
  if (arrays.empty() || arrays[0].shape[0] == 0)
    return Diag{Exit::kInputOutput, "N4008", folder.string(), "has no run0_input0.bin",
                "samples are raw files run{k}_input{i}.bin, a .npy or a .npz"};
  return arrays;
}

// One array for each input: by name, else by order.
Result<std::vector<NumpyArray>> read_arrays(const fs::path& path, const Graph& graph) {
  const size_t inputs = graph.inputs.size();
  std::vector<NumpyArray> arrays;
  for (size_t i = 0; i < inputs; ++i) {
    Result<NumpyArray> array = read_array(path, inputs == 1 ? std::string() : graph.input_names[i]);
    if (!array && array.diag().code == "N4023") {
      Result<NumpyArray> other =
          read_array(path, inputs == 1 ? graph.input_names[i] : "arr_" + std::to_string(i));
      if (other) array = std::move(other);
    }
    if (!array) return array.diag();
    arrays.push_back(*std::move(array));
  }
  return arrays;
}

template <class T>
void put(double value, std::byte* to) {
  const T element = static_cast<T>(value);
  std::memcpy(to, &element, sizeof element);
}

void put(nook::DType type, double value, std::byte* to) {
  switch (type) {
    case nook::DType::kF32:
      return put<float>(value, to);
    case nook::DType::kS16:
      return put<int16_t>(value, to);
    case nook::DType::kS32:
      return put<int32_t>(value, to);
    case nook::DType::kS64:
      return put<int64_t>(value, to);
    case nook::DType::kU8:
    case nook::DType::kBool:
      return put<uint8_t>(value, to);
    default:
      return put<int8_t>(value, to);
  }
}

// The least and the most that a type of whole numbers holds.
std::pair<double, double> range_of(nook::DType type) {
  switch (type) {
    case nook::DType::kS16:
      return {INT16_MIN, INT16_MAX};
    case nook::DType::kS32:
      return {INT32_MIN, INT32_MAX};
    case nook::DType::kS64:
      return {-0x1p62, 0x1p62};
    case nook::DType::kU8:
      return {0, UINT8_MAX};
    case nook::DType::kBool:
      return {0, 1};
    default:
      return {INT8_MIN, INT8_MAX};
  }
}

// A real number as an element; false where it is none or does not fit.
bool put_real(const Tensor& to, double value, std::byte* at) {
  if (!std::isfinite(value)) return false;
  if (to.type != nook::DType::kF32) {
    const auto [least, most] = range_of(to.type);
    if (quantized(to))
      value = std::clamp(std::round(value / double{to.scales[0]}) + to.zero_point, least, most);
    if (value != std::round(value) || value < least || value > most) return false;
  }
  put(to.type, value, at);
  return true;
}

NumpyArray raw_array(const Tensor& tensor, const Bytes& bytes) { return {tensor.type, {}, bytes}; }

}  // namespace

Result<JudgedSamples> JudgedSamples::of(std::vector<NumpyArray> arrays, const std::string& where,
                                        const Graph& graph, const Preparation& preparation) {
  JudgedSamples samples;
  samples.where_ = where;
  samples.preparation_ = preparation;
  if (arrays.size() != graph.inputs.size())
    return Diag{Exit::kInputOutput, "N4025", where,
                "need an array for each of " + std::to_string(graph.inputs.size()) + " inputs, have " +
                    std::to_string(arrays.size()),
                "inputs of this model: " + join_text(graph.input_names)};
  for (size_t i = 0; i < arrays.size(); ++i) {
    samples.as_.push_back(graph[graph.inputs[i]]);
    const Result<int64_t> count = count_of(arrays[i], samples.as_.back(), graph.input_names[i], where);
    if (!count) return count.diag();
    if (i > 0 && *count != samples.count_)
      return Diag{Exit::kInputOutput,
                  "N4025",
                  where,
                  "need as many samples of each input, have " + std::to_string(samples.count_) + " and " +
                      std::to_string(*count),
                  {}};
    samples.count_ = *count;
  }
  samples.arrays_ = std::move(arrays);
  return samples;
}

Result<JudgedSamples> JudgedSamples::read(const fs::path& data, const Graph& graph,
                                          const Preparation& preparation) {
  std::error_code error;
  Result<std::vector<NumpyArray>> arrays =
      fs::is_directory(data, error) ? read_folder(data, graph) : read_arrays(data, graph);
  if (!arrays) return arrays.diag();
  return of(*std::move(arrays), data.string(), graph, preparation);
}

Result<std::vector<Bytes>> JudgedSamples::inputs(int64_t k, const Graph& graph) const {
  std::vector<Bytes> all;
  for (size_t i = 0; i < arrays_.size(); ++i) {
    const NumpyArray& array = arrays_[i];
    const Tensor &to = graph[graph.inputs[i]], &as = as_[i];
    const bool raw = array.type == as.type && quantized(as);
    const int64_t each = as.shape.elements();
    const size_t size = static_cast<size_t>(nook::size_of(to.type));
    Bytes bytes(static_cast<size_t>(each) * size);
    if (raw && to.type == as.type && to.scales == as.scales && to.zero_point == as.zero_point) {
      std::memcpy(bytes.data(), array.bytes.data() + static_cast<size_t>(k * each) * size, bytes.size());
      all.push_back(std::move(bytes));
      continue;
    }
    for (int64_t e = 0; e < each; ++e) {
      const double x = number_at(array, k * each + e);
      const double real =
          raw ? (x - as.zero_point) * double{as.scales[0]} : (x - preparation_.mean) * preparation_.scale;
      if (!put_real(to, real, bytes.data() + static_cast<size_t>(e) * size))
        return Diag{Exit::kInputOutput,
                    "N4024",
                    where_,
                    "sample " + std::to_string(k) + ", element " + std::to_string(e) + " of input '" +
                        graph.input_names[i] + "': " + std::to_string(real) + " is no " + dtype_name(to.type),
                    {}};
    }
    all.push_back(std::move(bytes));
  }
  return all;
}

std::vector<double> real_values(const Tensor& tensor, const Bytes& bytes) {
  const NumpyArray array = raw_array(tensor, bytes);
  std::vector<double> values(static_cast<size_t>(array.elements()));
  const double scale = quantized(tensor) ? double{tensor.scales[0]} : 1;
  const double zero = quantized(tensor) ? tensor.zero_point : 0;
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = scale * (number_at(array, static_cast<int64_t>(i)) - zero);
  return values;
}

}  // namespace nookc
