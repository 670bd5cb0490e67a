// The labels of samples.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/front/data/array.h"

namespace nookc {

// Reads the labels: for each sample one number or the same count of numbers, from a .npy, a .npz with one
// array, or text with a number per sample. Diags N4001, N4020 to N4023; N4026: text that is not a number, or
// a count that differs from the number of samples.
Result<Array> read_labels(const std::filesystem::path& path, size_t samples);

// Like read_labels(), for labels in memory. Diag N4026.
Result<Array> check_labels(Array labels, const std::string& where, size_t samples);

// The labels of `count` samples from `first` on.
Array some_labels(const Array& labels, size_t first, size_t count);

// Whether there is one non-negative integer for each sample.
bool whole(const Array& labels);
// Whether each sample has `classes` numbers: one of them is 1, all others are 0.
bool one_hot(const Array& labels, int64_t classes);

// The class of each sample, from whole or one-hot labels. Diag N4026: they are neither, or a class does not
// exist.
Result<std::vector<int32_t>> classes_of(const Array& labels, int64_t classes);

}  // namespace nookc
