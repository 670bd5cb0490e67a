// Arrays of NumPy: .npy (versions 1 to 3) and .npz, as numpy.save() and numpy.savez() write them.
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/data/array.h"

namespace nookc {

struct NamedArray {
  std::string name;  // without ".npy"
  Array array;
};

// `file` names it in messages. Elements are f2, f4, f8, i1, u1, i2, u2, i4, u4, i8, u8 or b1, of either byte
// order; arrays in Fortran order are brought into C order. Nothing is allocated that `bytes` has not, which
// become those of the array. Diag N4020: no array, or another size than its header says. N4021: elements of
// another type.
Result<Array> parse_npy(std::vector<std::byte> bytes, const std::string& file);

// An array of elements in C order, as numpy describes them: "<f4", ">i2", "|b1". Diags as parse_npy().
Result<Array> make_array(const std::string& descr, std::vector<int64_t> shape, std::vector<std::byte> bytes,
                         const std::string& file);

// What numpy calls elements of this type, which is one that make_array() takes.
std::string npy_descr(nook::DType type);

// All arrays of a .npz, in its order. Diag as parse_npy(); N4022: no archive, damaged, encrypted, without
// arrays, with two of one name, or of more than kMaxNpzBytes.
inline constexpr int64_t kMaxNpzBytes = int64_t{4} << 30;
Result<std::vector<NamedArray>> parse_npz(std::span<const std::byte> bytes, const std::string& file);

// The array in a .npy, or the one in a .npz that has this name; an empty name: the only one. Diag as above;
// N4001: no file; N4023: no array of that name, or several to choose from.
Result<Array> read_array(const std::filesystem::path& path, const std::string& name = {});

// The bytes of a .npy of version 1.
std::string npy_bytes(const Array& array);

}  // namespace nookc
