// Arrays in NumPy's formats: .npy (versions 1 to 3, written by numpy.save()) and .npz (numpy.savez()).
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/front/data/array.h"

namespace nookc {

struct NamedArray {
  std::string name;  // without ".npy"
  Array array;
};

// `file`: its name in messages. Elements are f2, f4, f8, i1, u1, i2, u2, i4, u4, i8, u8 or b1 in either byte
// order; arrays in Fortran order are converted to C order. Allocates no more than `bytes` has, and reuses
// them for the array. Diags N4020: not an array, or the size differs from its header; N4021: an unsupported
// element type.
Result<Array> parse_npy(std::vector<std::byte> bytes, const std::string& file);

// An array of elements in C order. `descr`: NumPy's name of their type, "<f4", ">i2", "|b1". Diags as
// parse_npy().
Result<Array> make_array(const std::string& descr, std::vector<int64_t> shape, std::vector<std::byte> bytes,
                         const std::string& file);

// NumPy's name of an element type that make_array() supports.
std::string npy_descr(nook::DType type);

// All arrays of a .npz, in their order. Diags as parse_npy(); N4022: not an archive, or an archive that is
// damaged, encrypted, without arrays, with a duplicate name, or larger than kMaxNpzBytes or than a file of
// its size can decompress to.
inline constexpr int64_t kMaxNpzBytes = int64_t{4} << 30;
Result<std::vector<NamedArray>> parse_npz(std::span<const std::byte> bytes, const std::string& file);

// The array in a .npy, or the array with this name in a .npz; an empty name means the only one. Diags as
// above; N4001: no file; N4023: no array with that name, or several arrays and no name.
Result<Array> read_array(const std::filesystem::path& path, const std::string& name = {});

// The bytes of a .npy of version 1.
std::string npy_bytes(const Array& array);

}  // namespace nookc
