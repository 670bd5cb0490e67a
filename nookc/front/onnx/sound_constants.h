// Constants of sound that ONNX describes by a few numbers: windows, and the weights of bands in mel.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace nookc::onnx {

// HannWindow, HammingWindow or BlackmanWindow of `size` elements: a sum of cosines of the position.
std::vector<double> window_of(const std::string& op, int64_t size, bool periodic);

// The bands of MelWeightMatrix: triangles over the bins of a spectrum, with corners equally far from each
// other in mel.
struct MelBands {
  int64_t count, dft_length;
  double sample_rate, lowest, highest;  // hertz

  int64_t bins() const { return dft_length / 2 + 1; }
  // Whether there is at least one band, and each one rises, falls and ends within the spectrum.
  bool valid() const;
  std::vector<double> weights() const;  // [bins][count]

 private:
  int64_t corner(int64_t i) const;  // the bin where band i begins
};

}  // namespace nookc::onnx
