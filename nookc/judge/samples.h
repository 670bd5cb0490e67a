// Samples and labels as people have them, and as a model takes them.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/data/npy.h"
#include "nookc/ir/graph.h"

namespace nookc {

// Of values that are no bytes of the model: what it gets is (x - mean) * scale, quantized where it wants
// that.
struct Preparation {
  double mean = 0, scale = 1;
};

class JudgedSamples {
 public:
  // `data` is a .npy of the one input of a model, samples along its first dimension; a .npz with such an
  // array for each input, by its name or in their order as arr_0, arr_1, ...; or a folder of raw
  // run{k}_input{i}.bin. Elements of the type that a quantized input has are its bytes, all others are real
  // numbers. Diags N4001, N4008, N4020 to N4023; N4025: an array does not fit its input.
  static Result<JudgedSamples> read(const std::filesystem::path& data, const Graph& graph,
                                    const Preparation& preparation);
  // The same of arrays in the order of the inputs; `where` names them.
  static Result<JudgedSamples> of(std::vector<NumpyArray> arrays, const std::string& where,
                                  const Graph& graph, const Preparation& preparation);

  int64_t count() const { return count_; }
  // Sample k as the bytes of each input of `graph`: of the model, or of another with inputs of the same
  // shapes in other types. Diag N4024: a value that is no number, or that an input of whole numbers can't
  // hold.
  Result<std::vector<Bytes>> inputs(int64_t k, const Graph& graph) const;

 private:
  std::string where_;
  std::vector<NumpyArray> arrays_;
  std::vector<Tensor> as_;  // the inputs that the arrays were checked against
  Preparation preparation_;
  int64_t count_ = 0;
};

// What people say of the samples: whole numbers, one each, or real numbers. A .npy, a .npz of one array, or
// text with a number a line. Diags N4001, N4020 to N4023; N4026: a line that is no number, another count than
// of the samples.
Result<NumpyArray> read_labels(const std::filesystem::path& path, int64_t samples);
bool whole(const NumpyArray& labels);

// The elements of a tensor as real numbers: scale * (q - zero point) where it is quantized.
std::vector<double> real_values(const Tensor& tensor, const Bytes& bytes);

}  // namespace nookc
