#include "nookc/front/data/samples.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>

#include "nookc/core/dtype.h"
#include "nookc/core/read_file.h"
#include "nookc/core/text.h"
#include "nookc/front/data/elements.h"
#include "nookc/front/data/picture.h"

namespace nookc {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostSamples = 10'000'000;
constexpr double kLeastRounded = 0x1p53;  // a double of this magnitude may stand for another integer

Diag misfit(const std::string& where, const std::string& what, const std::string& hint = {}) {
  return {
      Exit::kInputOutput, "N4025", where, what,
      hint.empty() ? "samples have the shape and type of the model's input: nook inspect shows them" : hint};
}

std::vector<int64_t> dims(const Tensor& t) { return {t.shape.dim, t.shape.dim + t.shape.rank}; }

// Whether an input holds real numbers, as opposed to indices and truth values.
bool takes_real(const Tensor& t) { return t.type == nook::DType::kF32 || quantized(t); }

// The shape without dimensions of size 1, which files and models often omit.
std::vector<int64_t> squeezed(std::span<const int64_t> shape) {
  std::vector<int64_t> left;
  std::ranges::copy_if(shape, std::back_inserter(left), [](int64_t d) { return d != 1; });
  return left;
}

// Suggests a transposition for an array with its channels in another position than the model's; empty: they
// are not the cause.
std::string transposition(std::span<const int64_t> need, std::span<const int64_t> have) {
  const std::vector<int64_t> want = squeezed(need);
  if (have.size() == 4) have = have.subspan(1);
  if (want.size() != 3 || have.size() != 3) return {};
  if (std::ranges::equal(have, std::vector{want[2], want[0], want[1]}))
    return "channels come last: array.transpose(0, 2, 3, 1)";
  if (std::ranges::equal(have, std::vector{want[1], want[2], want[0]}))
    return "channels come first: array.transpose(0, 3, 1, 2)";
  return {};
}

// Reads a file if it fits into memory.
Result<std::vector<std::byte>> read_bounded(const fs::path& file) {
  if (const std::optional<int64_t> size = stated_size(file); size && *size > kMaxNpzBytes)
    return Diag{Exit::kInputOutput, "N4001", file.string(),
                "has " + std::to_string(*size) + " bytes, more than 4 GiB",
                "fewer samples, or a folder of files"};
  return read_file(file);
}

// Samples are read more than once, which a pipe does not allow.
Status check_regular(const fs::path& file) {
  if (reads_again(file)) return Done{};
  return Diag{Exit::kInputOutput, "N4001", file.string(), "is not a regular file",
              "copy the samples into a file or folder: they are read more than once"};
}

// The run number in the name of an input file: "run12_input0".
std::optional<size_t> run_of(const std::string& stem) {
  unsigned long long run = 0, input = 0;
  int end = 0;
  if (std::sscanf(stem.c_str(), "run%llu_input%llu%n", &run, &input, &end) != 2) return std::nullopt;
  return static_cast<size_t>(end) == stem.size() ? std::optional<size_t>(run) : std::nullopt;
}

enum class Kind { kArray, kRaw, kPicture };

Kind kind_of(const fs::path& file) {
  std::string end = file.extension().string();
  std::ranges::transform(end, end.begin(), [](unsigned char c) { return std::tolower(c); });
  if (end == ".bin" || end == ".raw") return Kind::kRaw;
  return end == ".png" || end == ".jpg" || end == ".jpeg" ? Kind::kPicture : Kind::kArray;
}

// The sample files, sorted by name.
Result<std::vector<fs::path>> files_in(const fs::path& folder) {
  Result<std::vector<fs::path>> files = list_folder(folder);
  if (!files) return files;
  std::erase_if(*files, [](const fs::path& file) {
    return kind_of(file) == Kind::kArray && file.extension() != ".npy";
  });
  std::ranges::sort(*files);
  return files;
}

// The number of channels of a picture for this input, and whether they come first; 0: the input does not take
// pictures.
struct PictureShape {
  int channels;
  bool first;
};

PictureShape picture_shape(const Tensor& t) {
  const auto fits = [](int32_t n) { return n == 1 || n == 3; };
  const nook::Shape& shape = t.shape;
  if (shape.rank > 0 && fits(shape.back(0))) return {shape.back(0), false};
  if (shape.rank == 4 && fits(shape.dim[1])) return {shape.dim[1], true};
  return {squeezed(dims(t)).size() == 2 ? 1 : 0, false};
}

// Transposes [height][width][channels] to [channels][height][width].
Array channels_first(const Array& pixels) {
  const int64_t channels = pixels.shape[2], points = pixels.shape[0] * pixels.shape[1];
  Array to{pixels.type, {channels, pixels.shape[0], pixels.shape[1]}, Bytes(pixels.bytes.size())};
  for (int64_t p = 0; p < points && !to.bytes.empty(); ++p)
    for (int64_t c = 0; c < channels; ++c)
      to.bytes[static_cast<size_t>(c * points + p)] = pixels.bytes[static_cast<size_t>(p * channels + c)];
  return to;
}

// Finds an element's entry in a list that may have one entry per channel.
class PerChannel {
 public:
  PerChannel(const std::vector<double>& list, const nook::Shape& shape) : list_(list) {
    const bool last = static_cast<size_t>(shape.back(0)) == list.size();
    if (!last && shape.rank == 4)
      stride_ = static_cast<size_t>(shape.dim[2]) * static_cast<size_t>(shape.dim[3]);
  }
  double at(size_t element) const {
    return list_.size() == 1 ? list_[0] : list_[element / stride_ % list_.size()];
  }

 private:
  const std::vector<double>& list_;
  size_t stride_ = 1;
};

}  // namespace

Result<Samples> Samples::begin(const Graph& graph, const std::string& where, const SampleOptions& options) {
  Samples samples;
  samples.where_ = where;
  samples.options_ = options;
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    const Tensor& t = graph[graph.inputs[i]];
    samples.inputs_.push_back({t, i < graph.input_names.size() ? graph.input_names[i] : t.name, {}, {}});
  }
  if (const Status fits = samples.check_channels(); !fits) return fits.diag();
  return samples;
}

Result<Samples> Samples::open(const Graph& graph, const fs::path& data, const SampleOptions& options) {
  Result<Samples> samples = begin(graph, data.string(), options);
  if (!samples) return samples;
  const Status opened = is_folder(data) ? samples->open_folder(data) : samples->open_file(data);
  if (!opened) return opened.diag();
  if (samples->count_ == 0)
    return misfit(
        data.string(), "has no samples",
        "files run{k}_input{i}.bin or, for one input, any .bin, .raw, .npy, .png or .jpg; a .npy or "
        "a .npz");
  if (const Status used = samples->check_raw_type(); !used) return used.diag();
  return samples;
}

Result<Samples> Samples::of_arrays(const Graph& graph, std::vector<NamedArray> arrays,
                                   const std::string& where, const SampleOptions& options) {
  Result<Samples> samples = begin(graph, where, options);
  if (!samples) return samples;
  const bool only = arrays.size() == 1 && arrays[0].name.empty();
  const Status added = only ? samples->add_only(std::move(arrays[0].array), where)
                            : samples->add_arrays(std::move(arrays), where);
  if (!added) return added.diag();
  if (samples->count_ == 0) return misfit(where, "has no samples", "an array with a sample in each row");
  return samples;
}

// Checks that --sample-type applies to a file: arrays and pictures have types of their own, indices and truth
// values the input's type.
Status Samples::check_raw_type() const {
  if (options_.raw == nook::DType::kNone) return Done{};
  for (const Input& input : inputs_)
    if (takes_real(input.tensor))
      for (const fs::path& file : input.files)
        if (kind_of(file) == Kind::kRaw) return Done{};
  return Diag{Exit::kUsage, "N2053", "--sample-type",
              where_ + " has no raw file of real numbers (.bin or .raw); other files state their own type",
              "leave it out"};
}

// Checks that there is a mean and scale for each channel.
Status Samples::check_channels() const {
  for (const auto* list : {&options_.mean, &options_.scale})
    for (const Input& input : inputs_) {
      const nook::Shape& shape = input.tensor.shape;
      const bool first = shape.rank == 4 && static_cast<size_t>(shape.dim[1]) == list->size();
      if (list->size() != 1 && list->size() != static_cast<size_t>(shape.back(0)) && !first)
        return Diag{Exit::kUsage, "N2050", list == &options_.mean ? "--mean" : "--scale",
                    "need 1 number or one for each channel of input '" + printable(input.name) + "' " +
                        shape_text(dims(input.tensor)) + ", have " + std::to_string(list->size()),
                    "--mean 127.5 --scale 0.00784"};
    }
  return Done{};
}

Status Samples::open_file(const fs::path& path) {
  if (kind_of(path) != Kind::kArray) {
    if (inputs_.size() != 1)
      return misfit(path.string(), "is one file, the model has " + std::to_string(inputs_.size()) + " inputs",
                    "a folder with run0_input0.bin, run0_input1.bin, ...");
    inputs_[0].files = {path};
    count_ = 1;
    return Done{};
  }
  Result<std::vector<std::byte>> bytes = read_bounded(path);
  if (!bytes) return bytes.diag();
  const bool zip = bytes->size() >= 2 && (*bytes)[0] == std::byte{'P'} && (*bytes)[1] == std::byte{'K'};
  if (zip || path.extension() == ".npz") {
    Result<std::vector<NamedArray>> arrays = parse_npz(*bytes, path.string());
    return arrays ? add_arrays(*std::move(arrays), path.string()) : Status(arrays.diag());
  }
  Result<Array> array = parse_npy(std::move(*bytes), path.string());
  if (!array) return array.diag();
  return add_only(*std::move(array), path.string());
}

Status Samples::add_only(Array array, const std::string& where) {
  if (inputs_.size() != 1)
    return misfit(where, "need an array for each of " + std::to_string(inputs_.size()) + " inputs, have 1",
                  "a .npz: numpy.savez(file, **{name: array})");
  return add_array(inputs_[0], std::move(array), where);
}

Status Samples::add_array(Input& input, Array array, const std::string& where) {
  const std::vector<int64_t> need = dims(input.tensor), one = squeezed(need);
  const std::span<const int64_t> have = array.shape;
  const std::span<const int64_t> each = have.empty() ? have : have.subspan(1);
  const bool flat = each.size() == 1 && each[0] == input.tensor.shape.elements();
  size_t count = 1;
  if (!have.empty() && (flat || squeezed(each) == one))
    count = static_cast<size_t>(have[0]);
  else if (have.empty() || squeezed(have) != one)
    return misfit(where,
                  "input '" + printable(input.name) + "': need samples of " + shape_text(need) +
                      " along the first dimension, have " + shape_text(have),
                  transposition(need, have));
  if (&input != &inputs_[0] && count != count_)
    return misfit(where, "input '" + printable(input.name) + "': need " + std::to_string(count_) +
                             " samples, as the first input has, have " + std::to_string(count));
  if (count > kMostSamples) return misfit(where, "need at most 10 million samples", "use fewer");
  count_ = count;
  input.array = std::move(array);
  return Done{};
}

Status Samples::add_arrays(std::vector<NamedArray> arrays, const std::string& where) {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    Input& input = inputs_[i];
    const auto is = [&](const NamedArray& a) {
      return a.name == input.name || a.name == input.tensor.name || a.name == "arr_" + std::to_string(i) ||
             (arrays.size() == 1 && inputs_.size() == 1);
    };
    const auto found = std::ranges::find_if(arrays, is);
    if (found == arrays.end()) {
      std::vector<std::string> have;
      for (const NamedArray& a : arrays) have.push_back("'" + printable(a.name) + "'");
      return Diag{Exit::kInputOutput, "N4023", where,
                  "need an array '" + printable(input.name) + "' or 'arr_" + std::to_string(i) + "', have " +
                      join_text(have),
                  "numpy.savez(file, **{name: array})"};
    }
    if (const Status added = add_array(input, std::move(found->array), where + ": " + printable(found->name));
        !added)
      return added;
  }
  return Done{};
}

Status Samples::open_folder(const fs::path& folder) {
  Result<std::vector<fs::path>> files = files_in(folder);
  if (!files) return files.diag();
  if (files->size() > kMostSamples)
    return misfit(folder.string(), "need at most 10 million files", "use fewer");
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
    if (found.empty()) break;
    if (!missing.empty())
      return misfit(folder.string(),
                    join_text(missing) + " is missing, but " + found[0].filename().string() + " exists",
                    "each sample has a file for each input");
    for (size_t i = 0; i < inputs_.size(); ++i) inputs_[i].files.push_back(found[i]);
  }
  for (const auto& [stem, file] : by_stem)
    if (const auto run = run_of(stem); run && *run >= count_)
      return misfit(folder.string(),
                    "run" + std::to_string(count_) + "_input0.bin is missing, though " +
                        file.filename().string() + " is there",
                    "samples are numbered from 0 without gaps");
  return Done{};
}

std::string Samples::name(size_t k) const {
  const Input& first = inputs_[0];
  return first.files.empty() ? where_ + ": sample " + std::to_string(first_ + k)
                             : first.files[first_ + k].string();
}

Result<Bytes> Samples::converted(const Input& input, size_t k, nook::DType type, const std::byte* from,
                                 const Tensor& to) const {
  const Tensor& as = input.tensor;
  const size_t count = static_cast<size_t>(as.shape.elements());
  Bytes bytes(count * static_cast<size_t>(nook::size_of(to.type)));
  const bool raw = type == as.type && quantized(as);
  if (raw && to.type == as.type && to.scales == as.scales && to.zero_point == as.zero_point) {
    std::memcpy(bytes.data(), from, bytes.size());
    return bytes;
  }
  const bool real = as.type == nook::DType::kF32 || quantized(as);
  if (!real && type == to.type && type != nook::DType::kBool) {
    std::memcpy(bytes.data(), from, bytes.size());  // a double does not hold each integer of 64 bits
    return bytes;
  }
  const bool exact = type != nook::DType::kS64 && type != nook::DType::kU64;
  const PerChannel mean(options_.mean, as.shape), scale(options_.scale, as.shape);
  for (size_t e = 0; e < count; ++e) {
    double value = number_at(type, from, static_cast<int64_t>(e));
    if (raw)
      value = (value - as.zero_point) * double{as.scales[0]};
    else if (real)
      value = (value - mean.at(e)) * scale.at(e);
    const bool rounded = !real && !exact && std::fabs(value) >= kLeastRounded;
    if (rounded || !put_real(to, value, bytes.data() + e * static_cast<size_t>(nook::size_of(to.type)))) {
      char have[32];
      std::snprintf(have, sizeof have, "%.9g", value);
      return Diag{Exit::kInputOutput, "N4024", input.files.empty() ? where_ : input.files[k].string(),
                  "sample " + std::to_string(k) + ", element " + std::to_string(e) + " of input '" +
                      printable(input.name) + "': need a number for " + dtype_name(to.type) + ", have " +
                      have,
                  std::isfinite(value) ? "" : "numpy.nan_to_num(array), or leave the sample out"};
    }
  }
  return bytes;
}

// An array of the input's shape, or of as many elements if the file states no shape.
Result<Array> Samples::read_file_of(const Input& input, const fs::path& file) const {
  if (const Status regular = check_regular(file); !regular) return regular.diag();
  const int64_t elements = input.tensor.shape.elements();
  const std::vector<int64_t> need = dims(input.tensor);
  const std::string as = "input '" + printable(input.name) + "': need ";
  if (kind_of(file) == Kind::kRaw) {
    // Raw files of indices and truth values have the input's own type.
    const nook::DType raw =
        takes_real(input.tensor) && options_.raw != nook::DType::kNone ? options_.raw : input.tensor.type;
    const int64_t size = nook::size_of(raw);
    const auto other_size = [&](int64_t have) {
      return misfit(file.string(),
                    as + std::to_string(elements * size) + " bytes, " + shape_text(need) + " of " +
                        dtype_name(raw) + ", have " + std::to_string(have),
                    have == elements ? "--sample-type uint8 or int8" : "");
    };
    if (const std::optional<int64_t> stated = stated_size(file); stated && *stated != elements * size)
      return other_size(*stated);
    Result<std::vector<std::byte>> bytes = read_file(file);
    if (!bytes) return bytes.diag();
    // It may have changed since, and files of the system may have fewer bytes than they state.
    const int64_t have = static_cast<int64_t>(bytes->size());
    if (have != elements * size) return other_size(have);
    return Array{raw, need, std::move(*bytes)};
  }
  Result<std::vector<std::byte>> bytes = read_bounded(file);
  if (!bytes) return bytes.diag();
  const bool picture = kind_of(file) == Kind::kPicture;
  const PictureShape shape = picture_shape(input.tensor);
  if (picture && shape.channels == 0)
    return misfit(file.string(), as + shape_text(need) + ", a picture has 1 or 3 channels");
  Result<Array> array =
      picture ? decode_picture(*bytes, shape.channels, elements / std::max(shape.channels, 1), file.string())
              : parse_npy(std::move(*bytes), file.string());
  if (array && picture && shape.first) *array = channels_first(*array);
  if (array && squeezed(array->shape) != squeezed(need))
    return misfit(file.string(), as + shape_text(need) + ", have " + shape_text(array->shape),
                  picture ? "scale it to the size of the input" : transposition(need, array->shape));
  return array;
}

Result<Bytes> Samples::read_input(const Input& input, size_t k, const Tensor& to) const {
  if (input.files.empty()) {
    const Array& all = input.array;
    const size_t each = static_cast<size_t>(input.tensor.shape.elements() * nook::size_of(all.type));
    return converted(input, k, all.type, all.bytes.data() + k * each, to);
  }
  const Result<Array> one = read_file_of(input, input.files[k]);
  if (!one) return one.diag();
  return converted(input, k, one->type, one->bytes.data(), to);
}

Result<std::vector<Bytes>> Samples::read(size_t k) const {
  std::vector<Bytes> all;
  for (const Input& input : inputs_) {
    Result<Bytes> bytes = read_input(input, first_ + k, input.tensor);
    if (!bytes) return bytes.diag();
    all.push_back(*std::move(bytes));
  }
  return all;
}

Result<std::vector<Bytes>> Samples::read(size_t k, const Graph& to) const {
  std::vector<Bytes> all;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    Result<Bytes> bytes = read_input(inputs_[i], first_ + k, to[to.inputs[i]]);
    if (!bytes) return bytes.diag();
    all.push_back(*std::move(bytes));
  }
  return all;
}

}  // namespace nookc
