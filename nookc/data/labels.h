// What people say of samples.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/data/array.h"

namespace nookc {

// Numbers, for each sample one or as many: a .npy, a .npz of one array, or text with a number for each
// sample. Diags N4001, N4020 to N4023; N4026: text that is no number, another count than of the samples.
Result<Array> read_labels(const std::filesystem::path& path, size_t samples);

// The same of labels that are there already. Diag N4026.
Result<Array> check_labels(Array labels, const std::string& where, size_t samples);

// One whole number from 0 on for each sample.
bool whole(const Array& labels);
// For each sample so many numbers, one of them 1 and the others 0.
bool one_hot(const Array& labels, int64_t classes);

// The class of each sample, of labels that are whole or one-hot. Diag N4026: they are neither, or there is no
// such class.
Result<std::vector<int32_t>> classes_of(const Array& labels, int64_t classes);

}  // namespace nookc
