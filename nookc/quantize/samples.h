// What a network is run on: inputs from files.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/ir/graph.h"
#include "nookc/quantize/array.h"

namespace nookc {

struct SampleOptions {
  Number raw = Number::kF32;  // elements of files that do not say their type, of float inputs
  // Of float inputs: (x - mean) * scale, one for all or one for each channel.
  std::vector<double> mean = {0}, scale = {1};
};

// Samples of all inputs of a model. DATA is
//   a folder of run{k}_input{i}.bin, .raw, .npy, .png, .jpg, .jpeg, or, of a model with one input, of any
//     files that end so, in the order of their names;
//   a .npy file with the samples along its first dimension;
//   a .npz file with such an array for each input, by the input's name, or arr_0, arr_1, ...;
//   one picture.
class Samples {
 public:
  // Looks at all files that DATA names, reads arrays. Diags N2040: nothing there; N2041: of another size or
  // number; N2042: of another type; N2043: damaged; N2050: mean or scale of another number of channels.
  static Result<Samples> open(const Graph& graph, const std::filesystem::path& data,
                              const SampleOptions& options);

  size_t count() const { return count_; }
  // The bytes of each input, as the model takes them. Threads may call it at once. Diags as open(), N4001,
  // and N2044: a value that is no number.
  Result<std::vector<Bytes>> read(size_t k) const;
  // Where sample k is, for messages.
  std::string name(size_t k) const;

 private:
  struct Input {
    Tensor tensor;
    Array array;                               // all samples; none: files
    std::vector<std::filesystem::path> files;  // one for each sample
  };

  Status add_array(size_t i, Array array, const std::string& where);
  Status open_npz(const std::filesystem::path& path);
  Status open_folder(const std::filesystem::path& path);
  Status check_channels() const;
  Result<Bytes> read_input(const Input& input, size_t k) const;
  Result<Bytes> read_file_of(const Input& input, const std::filesystem::path& file) const;
  Result<Bytes> converted(const Input& input, Number type, const std::byte* from,
                          const std::string& where) const;

  std::string where_;
  std::vector<std::string> names_;  // of the inputs
  std::vector<Input> inputs_;
  SampleOptions options_;
  size_t count_ = 0;
};

// Whole numbers, one for each sample: a .npy file, or text with one a line. Diags N4001, N2045.
Result<std::vector<int32_t>> read_labels(const std::filesystem::path& path);

}  // namespace nookc
