#include "nookc/quantize/samples.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "nookc/core/dtype.h"
#include "nookc/core/read_file.h"
#include "nookc/core/text.h"
#include "nookc/quantize/picture.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostSamples = 10'000'000;

Diag wrong_size(const std::string& where, const std::string& what, const std::string& hint = {}) {
  return {Exit::kUsage, "N2041", where, what, hint};
}

std::vector<int64_t> dims(const nook::Shape& shape) { return {shape.dim, shape.dim + shape.rank}; }

// Without dimensions of one element, which files and models leave out as they like.
std::vector<int64_t> squeezed(std::span<const int64_t> shape) {
  std::vector<int64_t> left;
  std::ranges::copy_if(shape, std::back_inserter(left), [](int64_t d) { return d != 1; });
  return left;
}

enum class Kind { kNone, kRaw, kNpy, kPicture };

Kind kind_of(const fs::path& file) {
  std::string end = file.extension().string();
  std::ranges::transform(end, end.begin(), [](unsigned char c) { return std::tolower(c); });
  if (end == ".bin" || end == ".raw") return Kind::kRaw;
  if (end == ".npy") return Kind::kNpy;
  return end == ".png" || end == ".jpg" || end == ".jpeg" ? Kind::kPicture : Kind::kNone;
}

// Files that are samples, in the order of their names.
Result<std::vector<fs::path>> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (kind_of(at->path()) != Kind::kNone) files.push_back(at->path());
  if (error)
    return Diag{Exit::kInputOutput, "N4001", folder.string(), "can't be read: " + error.message(), {}};
  std::ranges::sort(files);
  return files;
}

template <class T>
void store(Bytes& to, size_t i, double value) {
  const T typed = static_cast<T>(value);
  std::memcpy(to.data() + i * sizeof(T), &typed, sizeof(T));
}

// A number of an input that is no float: in the range of its type, and whole.
bool store_whole(nook::DType type, Bytes& to, size_t i, double value) {
  const auto within = [&](double low, double high) { return value >= low && value <= high; };
  if (value != std::floor(value)) return false;
  switch (type) {
    case nook::DType::kS8:
      return within(-128, 127) && (store<int8_t>(to, i, value), true);
    case nook::DType::kU8:
      return within(0, 255) && (store<uint8_t>(to, i, value), true);
    case nook::DType::kBool:
      return within(0, 1) && (store<uint8_t>(to, i, value), true);
    case nook::DType::kS16:
      return within(-32768, 32767) && (store<int16_t>(to, i, value), true);
    case nook::DType::kS32:
      return within(INT32_MIN, INT32_MAX) && (store<int32_t>(to, i, value), true);
    case nook::DType::kS64:
      return within(-9e15, 9e15) && (store<int64_t>(to, i, value), true);
    default:
      return false;
  }
}

Result<Array> array_in(std::span<const std::byte> bytes, const std::string& file) {
  Result<NumpyArray> numpy = parse_npy(bytes, file);
  if (!numpy) return numpy.diag();
  return array_of(std::move(*numpy));
}

}  // namespace

Result<Samples> Samples::open(const Graph& graph, const fs::path& data, const SampleOptions& options) {
  Samples samples;
  samples.where_ = data.string();
  samples.options_ = options;
  samples.names_ = graph.input_names;
  for (TensorId t : graph.inputs) samples.inputs_.push_back({graph[t], {}, {}});
  for (const Input& input : samples.inputs_) samples.names_.resize(samples.inputs_.size(), input.tensor.name);
  if (const Status fits = samples.check_channels(); !fits) return fits.diag();

  std::error_code error;
  Status done = Done{};
  if (!fs::exists(data, error)) {
    return Diag{Exit::kUsage, "N2040", data.string(), "there is no such file or folder of samples",
                "a folder of raw files or pictures, a .npy or a .npz file"};
  } else if (fs::is_directory(data, error)) {
    done = samples.open_folder(data);
  } else if (data.extension() == ".npz") {
    done = samples.open_npz(data);
  } else if (data.extension() == ".npy") {
    Result<NumpyArray> array = read_array(data);
    if (!array) return array.diag();
    if (samples.inputs_.size() != 1)
      return wrong_size(data.string(),
                        "one array for a model of " + std::to_string(samples.inputs_.size()) + " inputs",
                        "a .npz file with an array for each: " + join_text(samples.names_));
    done = samples.add_array(0, array_of(std::move(*array)), data.string());
  } else if (kind_of(data) == Kind::kPicture || kind_of(data) == Kind::kRaw) {
    if (samples.inputs_.size() != 1)
      return wrong_size(data.string(), "one file for a model of several inputs",
                        "a folder with run0_input0.bin, run0_input1.bin, ...");
    samples.inputs_[0].files = {data};
    samples.count_ = 1;
  } else {
    return Diag{Exit::kUsage, "N2042", data.string(), "is of no kind that holds samples",
                "a folder, .npy, .npz, .bin, .raw, .png, .jpg"};
  }
  if (!done) return done.diag();
  if (samples.count_ == 0)
    return Diag{Exit::kUsage, "N2040", data.string(), "there is not one sample in it",
                "files that end in .bin, .raw, .npy, .png or .jpg"};
  return samples;
}

// The mean and scale of channels: one for each.
Status Samples::check_channels() const {
  for (const auto* list : {&options_.mean, &options_.scale})
    for (const Input& input : inputs_)
      if (const int32_t channels = input.tensor.shape.back(0);
          list->size() != 1 && list->size() != static_cast<size_t>(channels))
        return Diag{Exit::kUsage, "N2050", list == &options_.mean ? "--mean" : "--scale",
                    "need 1 number or " + std::to_string(channels) + ", one for each channel of input '" +
                        printable(input.tensor.name) + "', have " + std::to_string(list->size()),
                    "--mean 127.5 --scale 0.00784"};
  return Done{};
}

Status Samples::add_array(size_t i, Array array, const std::string& where) {
  const std::vector<int64_t> need = dims(inputs_[i].tensor.shape);
  const std::vector<int64_t> one = squeezed(need);
  size_t count = 0;
  if (squeezed(array.shape) == one) {
    count = 1;
  } else if (!array.shape.empty() && squeezed(std::span(array.shape).subspan(1)) == one) {
    count = static_cast<size_t>(array.shape[0]);
  } else {
    std::vector<int64_t> wanted = need;
    if (!wanted.empty() && wanted[0] == 1) wanted.erase(wanted.begin());
    const std::string dims_text = shape_text(wanted);
    return wrong_size(where,
                      "input '" + printable(names_[i]) + "': need an array [samples" +
                          (wanted.empty() ? "" : ",") + dims_text.substr(1) + ", have " +
                          shape_text(array.shape),
                      "numpy.reshape or numpy.transpose; channels are last");
  }
  if (i > 0 && count != count_)
    return wrong_size(where, "input '" + printable(names_[i]) + "': need " + std::to_string(count_) +
                                 " samples, as the first input has, have " + std::to_string(count));
  if (count > kMostSamples) return wrong_size(where, "more than 10 million samples");
  count_ = count;
  inputs_[i].array = std::move(array);
  return Done{};
}

Status Samples::open_npz(const fs::path& path) {
  const Result<std::vector<std::byte>> bytes = read_file(path);
  if (!bytes) return bytes.diag();
  Result<std::vector<NamedArray>> arrays = parse_npz(*bytes, path.string());
  if (!arrays) return arrays.diag();
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const auto named = [&](const NamedArray& a) {
      return a.name == names_[i] || a.name == inputs_[i].tensor.name ||
             a.name == "arr_" + std::to_string(i) || (arrays->size() == 1 && inputs_.size() == 1);
    };
    const auto found = std::ranges::find_if(*arrays, named);
    if (found == arrays->end()) {
      std::vector<std::string> have;
      for (const NamedArray& a : *arrays) have.push_back("'" + a.name + "'");
      return Diag{Exit::kUsage, "N2041", path.string(),
                  "need an array '" + printable(names_[i]) + "' or 'arr_" + std::to_string(i) + "', have " +
                      (have.empty() ? "none" : join_text(have)),
                  "numpy.savez(file, **{name: array})"};
    }
    if (const Status added =
            add_array(i, array_of(std::move(found->array)), path.string() + ": " + found->name);
        !added)
      return added;
  }
  return Done{};
}

Status Samples::open_folder(const fs::path& folder) {
  Result<std::vector<fs::path>> files = files_in(folder);
  if (!files) return files.diag();
  if (files->size() > kMostSamples) return wrong_size(folder.string(), "more than 10 million files");
  std::map<std::string, fs::path> by_stem;
  for (const fs::path& file : *files) by_stem.try_emplace(file.stem().string(), file);
  if (inputs_.size() == 1 && !by_stem.contains("run0_input0")) {
    count_ = files->size();
    inputs_[0].files = std::move(*files);
    return Done{};
  }
  for (count_ = 0;; ++count_) {
    std::vector<std::string> missing;
    std::vector<fs::path> found;
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const std::string stem = "run" + std::to_string(count_) + "_input" + std::to_string(i);
      const auto file = by_stem.find(stem);
      if (file == by_stem.end()) {
        missing.push_back(stem + ".bin");
      } else {
        found.push_back(file->second);
      }
    }
    if (found.empty()) return Done{};
    if (!missing.empty())
      return wrong_size(
          folder.string(),
          join_text(missing) + " is missing, though " + found[0].filename().string() + " is there",
          "each sample has a file for each input");
    for (size_t i = 0; i < inputs_.size(); ++i) inputs_[i].files.push_back(found[i]);
  }
}

std::string Samples::name(size_t k) const {
  const Input& first = inputs_[0];
  return first.files.empty() ? where_ + ": sample " + std::to_string(k) : first.files[k].string();
}

Result<Bytes> Samples::converted(const Input& input, Number type, const std::byte* from,
                                 const std::string& where) const {
  const Tensor& t = input.tensor;
  const size_t count = static_cast<size_t>(t.shape.elements());
  const size_t channels = static_cast<size_t>(std::max(1, t.shape.back(0)));
  Bytes to(static_cast<size_t>(t.bytes()));
  for (size_t i = 0; i < count; ++i) {
    const double value = number_at(type, from, static_cast<int64_t>(i));
    if (!std::isfinite(value))
      return Diag{
          Exit::kUsage, "N2044", where,
          "element " + std::to_string(i) + " is " + (std::isnan(value) ? "no number (NaN)" : "infinite"),
          "leave out or repair the sample"};
    if (t.type == nook::DType::kF32) {
      const size_t c = i % channels;
      store<float>(to, i,
                   (value - options_.mean[options_.mean.size() > 1 ? c : 0]) *
                       options_.scale[options_.scale.size() > 1 ? c : 0]);
    } else if (!store_whole(t.type, to, i, value)) {
      return Diag{Exit::kUsage,
                  "N2042",
                  where,
                  "element " + std::to_string(i) + " is not a number that an input of " + dtype_name(t.type) +
                      " can have",
                  {}};
    }
  }
  return to;
}

Result<Bytes> Samples::read_file_of(const Input& input, const fs::path& file) const {
  const Result<std::vector<std::byte>> bytes = read_file(file);
  if (!bytes) return bytes.diag();
  const int64_t elements = input.tensor.shape.elements();
  const std::string need = shape_text(dims(input.tensor.shape));
  if (kind_of(file) == Kind::kRaw) {
    // Raw files of other inputs have what these take: indices, truth values.
    const Number raw = input.tensor.type == nook::DType::kF32
                           ? options_.raw
                           : find_number(dtype_name(input.tensor.type)).value_or(options_.raw);
    const int64_t size = static_cast<int64_t>(number_bytes(raw));
    if (static_cast<int64_t>(bytes->size()) != elements * size)
      return wrong_size(file.string(),
                        "need " + std::to_string(elements * size) + " bytes, " + need + " of " +
                            number_name(raw) + ", have " + std::to_string(bytes->size()),
                        static_cast<int64_t>(bytes->size()) == elements ? "--sample-type uint8 or int8" : "");
    return converted(input, raw, bytes->data(), file.string());
  }
  const bool picture = kind_of(file) == Kind::kPicture;
  if (picture && input.tensor.shape.back(0) != 1 && input.tensor.shape.back(0) != 3)
    return wrong_size(file.string(), "a picture has 1 or 3 channels, the input is " + need);
  const Result<Array> array = picture ? decode_picture(*bytes, input.tensor.shape.back(0), file.string())
                                      : array_in(*bytes, file.string());
  if (!array) return array.diag();
  if (squeezed(array->shape) != squeezed(dims(input.tensor.shape)))
    return wrong_size(file.string(), "need " + need + ", have " + shape_text(array->shape),
                      picture ? "scale it to the size of the input" : "");
  return converted(input, array->type, array->bytes.data(), file.string());
}

Result<Bytes> Samples::read_input(const Input& input, size_t k) const {
  if (!input.files.empty()) return read_file_of(input, input.files[k]);
  const size_t bytes = static_cast<size_t>(input.tensor.shape.elements()) * number_bytes(input.array.type);
  return converted(input, input.array.type, input.array.bytes.data() + k * bytes, name(k));
}

Result<std::vector<Bytes>> Samples::read(size_t k) const {
  std::vector<Bytes> all;
  for (const Input& input : inputs_) {
    Result<Bytes> bytes = read_input(input, k);
    if (!bytes) return bytes.diag();
    all.push_back(std::move(*bytes));
  }
  return all;
}

Result<std::vector<int32_t>> read_labels(const fs::path& path) {
  const Result<std::vector<std::byte>> bytes = read_file(path);
  if (!bytes) return bytes.diag();
  const auto wrong = [&](const std::string& what) {
    return Diag{Exit::kUsage, "N2045", path.string(), what, "one whole number from 0 on for each sample"};
  };
  std::vector<int32_t> labels;
  const auto add = [&](double value) {
    const bool fits = value >= 0 && value <= INT32_MAX && value == std::floor(value);
    if (fits) labels.push_back(static_cast<int32_t>(value));
    return fits;
  };
  if (path.extension() == ".npy") {
    const Result<Array> array = array_in(*bytes, path.string());
    if (!array) return array.diag();
    if (squeezed(array->shape).size() > 1)
      return wrong("need a list of labels, have an array " + shape_text(array->shape));
    for (int64_t i = 0; i < array->elements(); ++i)
      if (!add(array->at(i))) return wrong("label " + std::to_string(i) + " is not a class");
    return labels;
  }
  const std::string text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  for (std::string line : split_text(text, '\n')) {
    std::erase(line, '\r');
    int64_t value = -1;
    if (!parse_int(line, &value) || !add(static_cast<double>(value)))
      return wrong("line " + std::to_string(labels.size() + 1) + " is not a class: '" +
                   printable(line.substr(0, 40)) + "'");
  }
  return labels;
}

}  // namespace nookc
