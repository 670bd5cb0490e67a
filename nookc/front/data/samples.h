// Reads samples from the user's files and converts them to a model's inputs.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/front/data/array.h"
#include "nookc/front/data/npy.h"
#include "nookc/graph/graph.h"

namespace nookc {

struct SampleOptions {
  nook::DType raw = nook::DType::kNone;  // type of the elements of raw files; kNone: the input's type
  // Real numbers become (x - mean) * scale; one value for all channels, or one for each.
  std::vector<double> mean = {0}, scale = {1};
};

// Samples of all inputs of a model. DATA is
//   a folder of run{k}_input{i}.bin, .raw, .npy, .png, .jpg, .jpeg; or, for a model with one input, of files
//   with any name and one of these suffixes, sorted by name;
//   a .npy file with the samples along its first dimension;
//   a .npz file with such an array for each input, by the input's name, or arr_0, arr_1, ...;
//   one picture or raw file.
// Elements of a quantized input's own type are used as they are. All other elements are real numbers, which
// are quantized if the input is; indices and truth values are unchanged.
class Samples {
 public:
  // Finds all files of DATA and reads arrays. Diags N4001, N4020 to N4023; N4025: there are no samples, or
  // their shape or number does not fit; N2050: mean or scale has another number of channels; N2053: a raw
  // type without a raw file.
  static Result<Samples> open(const Graph& graph, const std::filesystem::path& data,
                              const SampleOptions& options);
  // Opens arrays: one without a name counts as a .npy, others as a .npz. `where`: their name in messages.
  static Result<Samples> of_arrays(const Graph& graph, std::vector<NamedArray> arrays,
                                   const std::string& where, const SampleOptions& options);

  size_t count() const { return count_; }
  // Keeps `count` samples from `first` on; name() still counts from the first of all.
  void keep(size_t first, size_t count) { first_ += first, count_ = count; }
  // Sample k as the bytes of each input. Thread-safe. Diags as open(); N4024: a value that is infinite or
  // NaN, or that an integer input can't represent; N4027: a damaged picture.
  Result<std::vector<Bytes>> read(size_t k) const;
  // Like read(k), for another graph with inputs of the same shapes in other types.
  Result<std::vector<Bytes>> read(size_t k, const Graph& to) const;
  // Where sample k comes from, for messages.
  std::string name(size_t k) const;

 private:
  struct Input {
    Tensor tensor;
    std::string name;
    Array array;                               // all samples; empty if they are in files
    std::vector<std::filesystem::path> files;  // one per sample
  };

  static Result<Samples> begin(const Graph& graph, const std::string& where, const SampleOptions& options);
  Status open_file(const std::filesystem::path& path);
  Status add_only(Array array, const std::string& where);
  Status add_array(Input& input, Array array, const std::string& where);
  Status add_arrays(std::vector<NamedArray> arrays, const std::string& where);
  Status open_folder(const std::filesystem::path& path);
  Status check_channels() const;
  Status check_raw_type() const;
  // Sample k of an input as elements of `to`.
  Result<Bytes> read_input(const Input& input, size_t k, const Tensor& to) const;
  Result<Array> read_file_of(const Input& input, const std::filesystem::path& file) const;
  Result<Bytes> converted(const Input& input, size_t k, nook::DType type, const std::byte* from,
                          const Tensor& to) const;

  std::string where_;
  std::vector<Input> inputs_;
  SampleOptions options_;
  size_t first_ = 0, count_ = 0;
};

}  // namespace nookc
