// What a network is run on: inputs as people have them, as a model takes them.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/data/array.h"
#include "nookc/data/npy.h"
#include "nookc/ir/graph.h"

namespace nookc {

struct SampleOptions {
  nook::DType raw = nook::DType::kNone;  // elements of raw files; kNone: those of the input
  // Of values that are real numbers: (x - mean) * scale, one for all or one for each channel.
  std::vector<double> mean = {0}, scale = {1};
};

// Samples of all inputs of a model. DATA is
//   a folder of run{k}_input{i}.bin, .raw, .npy, .png, .jpg, .jpeg, or, of a model with one input, of any
//     files that end so, in the order of their names;
//   a .npy file with the samples along its first dimension;
//   a .npz file with such an array for each input, by the input's name, or arr_0, arr_1, ...;
//   one picture or raw file.
// Elements of the type that a quantized input has are its bytes. All others are real numbers, quantized where
// the input wants that; indices and truth values are as they are.
class Samples {
 public:
  // Looks at all files that DATA names, reads arrays. Diags N4001, N4020 to N4023; N4025: there are none, or
  // of another shape or number; N2050: mean or scale of another number of channels.
  static Result<Samples> open(const Graph& graph, const std::filesystem::path& data,
                              const SampleOptions& options);
  // Of arrays: one without a name is as of a .npy, others are as of a .npz. `where` names them in messages.
  static Result<Samples> of_arrays(const Graph& graph, std::vector<NamedArray> arrays,
                                   const std::string& where, const SampleOptions& options);

  size_t count() const { return count_; }
  // Sample k as the bytes of each input. Threads may call it at once. Diags as open(); N4024: a value that is
  // no number, or that an input of whole numbers can't hold; N4027: a damaged picture.
  Result<std::vector<Bytes>> read(size_t k) const;
  // The same for another graph, with inputs of the same shapes in other types.
  Result<std::vector<Bytes>> read(size_t k, const Graph& to) const;
  // Where sample k is, for messages.
  std::string name(size_t k) const;

 private:
  struct Input {
    Tensor tensor;
    std::string name;
    Array array;                               // all samples; none: files
    std::vector<std::filesystem::path> files;  // one for each sample
  };

  static Result<Samples> begin(const Graph& graph, const std::string& where, const SampleOptions& options);
  Status open_file(const std::filesystem::path& path);
  Status add_only(Array array, const std::string& where);
  Status add_array(Input& input, Array array, const std::string& where);
  Status add_arrays(std::vector<NamedArray> arrays, const std::string& where);
  Status open_folder(const std::filesystem::path& path);
  Status check_channels() const;
  // Sample k of an input as elements of `to`.
  Result<Bytes> read_input(const Input& input, size_t k, const Tensor& to) const;
  Result<Array> read_file_of(const Input& input, const std::filesystem::path& file) const;
  Result<Bytes> converted(const Input& input, size_t k, nook::DType type, const std::byte* from,
                          const Tensor& to) const;

  std::string where_;
  std::vector<Input> inputs_;
  SampleOptions options_;
  size_t count_ = 0;
};

}  // namespace nookc
