// NumPy arrays: supported files, refusals, and damage at every position.
#include "nookc/front/data/npy.h"

#include <cmath>
#include <cstring>

#include "tests/test.h"

namespace {

using namespace nookc;

std::vector<std::byte> bytes_of(const std::string& text) {
  std::vector<std::byte> bytes(text.size());
  if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

std::string npy(const std::string& header, const std::string& elements, char version = 1) {
  std::string text = std::string("\x93NUMPY") + version + '\0' + static_cast<char>(header.size()) + '\0';
  if (version > 1) text += std::string(2, '\0');
  return text + header + elements;
}

std::string code_of(const std::string& text) {
  const Result<Array> array = parse_npy(bytes_of(text), "x.npy");
  return array ? "" : array.diag().code;
}

const std::string kShape23 = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }\n";

TEST(arrays_of_every_version_are_read) {
  for (const char version : {'\1', '\2', '\3'}) {
    const Result<Array> array = parse_npy(bytes_of(npy(kShape23, "\1\2\3\4\5\6", version)), "x.npy");
    EXPECT(array);
    if (!array) continue;
    EXPECT(array->type == nook::DType::kU8);
    EXPECT(array->shape == (std::vector<int64_t>{2, 3}));
    EXPECT_EQ(array->at(5), 6);
  }
  EXPECT_EQ(code_of(npy(kShape23, "\1\2\3\4\5\6", 4)).compare("N4020"), 0);
}

TEST(fortran_order_becomes_c_order) {
  const std::string header = "{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }\n";
  const Result<Array> array = parse_npy(bytes_of(npy(header, "\1\4\2\5\3\6")), "x.npy");
  EXPECT(array);
  for (int i = 0; array && i < 6; ++i) EXPECT_EQ(array->at(i), i + 1);
}

TEST(big_endian_elements_are_swapped) {
  const std::string header = "{'descr': '>i2', 'fortran_order': False, 'shape': (2,), }\n";
  const Result<Array> array = parse_npy(bytes_of(npy(header, std::string("\1\0\0\2", 4))), "x.npy");
  EXPECT(array);
  if (!array) return;
  EXPECT_EQ(array->at(0), 256);
  EXPECT_EQ(array->at(1), 2);
}

TEST(floats_of_16_bits_are_read) {
  const std::string header = "{'descr': '<f2', 'fortran_order': False, 'shape': (4,), }\n";
  const Result<Array> array =
      parse_npy(bytes_of(npy(header, std::string("\x00\x3c\x00\xc0\x01\x00\xff\x7b", 8))), "x.npy");
  EXPECT(array);
  const double want[] = {1, -2, std::ldexp(1.0, -24), 65504};
  for (int i = 0; array && i < 4; ++i) EXPECT_EQ(array->at(i), want[i]);
}

TEST(a_file_that_is_not_an_array_is_refused) {
  EXPECT(code_of("") == "N4020");
  EXPECT(code_of(npy("{'descr': '|O', 'fortran_order': False, 'shape': (2,), }", "ab")) == "N4021");
  EXPECT(code_of(npy("{'descr': '<c8', 'fortran_order': False, 'shape': (1,), }", "abcdefgh")) == "N4021");
  EXPECT(code_of(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", "abcd")) ==
         "N4021");
  EXPECT(code_of(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (-1,), }", "")) == "N4020");
  EXPECT(code_of(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (3,), }", "ab")) == "N4020");
  EXPECT(code_of(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (1,), }", "ab")) == "N4020");
  EXPECT(code_of(npy("{'descr': '|u1', 'fortran_order': False, }", "a")) == "N4020");
  EXPECT(code_of(npy("{'descr': '|u1', 'descr': '|u1', 'shape': (1,), }", "a")) == "N4020");
  EXPECT(code_of(npy("{'descr': '|u1', 'fortran_order': False, 'shape': (1,), } x", "a")) == "N4020");
  EXPECT(code_of(npy("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }", "a")) ==
         "N4020");
}

TEST(an_unknown_byte_order_is_refused) {
  EXPECT(code_of(npy("{'descr': 'xu1', 'fortran_order': False, 'shape': (1,), }", "\1")) == "N4021");
  EXPECT(code_of(npy("{'descr': '=u1', 'fortran_order': False, 'shape': (1,), }", "\1")).empty());
}

TEST(an_array_that_is_cut_off_anywhere_is_refused) {
  const std::string whole = npy(kShape23, "\1\2\3\4\5\6");
  for (size_t n = 0; n < whole.size(); ++n) EXPECT(!code_of(whole.substr(0, n)).empty());
}

TEST(damaged_arrays_are_arrays_or_errors) {
  const std::string whole = npy(kShape23, "\1\2\3\4\5\6");
  test::Rng rng(7);
  for (int turn = 0; turn < 20000; ++turn) {
    std::string damaged = whole;
    for (int k = rng.in(1, 3); k > 0; --k)
      damaged[static_cast<size_t>(rng.in(0, static_cast<int32_t>(whole.size()) - 1))] =
          static_cast<char>(rng.in(0, 255));
    const Result<Array> array = parse_npy(bytes_of(damaged), "x.npy");
    if (array) EXPECT(array->bytes.size() <= damaged.size());
  }
}

TEST(written_files_are_read_again) {
  const Array array{nook::DType::kF32, {3, 1}, std::vector<std::byte>(12, std::byte{63})};
  const std::string text = npy_bytes(array);
  const Result<Array> again = parse_npy(bytes_of(text), "x.npy");
  EXPECT(again);
  if (again) EXPECT(again->shape == array.shape && again->type == array.type && again->bytes == array.bytes);
  EXPECT_EQ((text.size() - 12) % 64, 0);  // NumPy's alignment of the elements
  const Array one{nook::DType::kS8, {}, std::vector<std::byte>(1)};
  const Result<Array> scalar = parse_npy(bytes_of(npy_bytes(one)), "x.npy");
  EXPECT(scalar && scalar->elements() == 1);
}

// numpy.savez_compressed(file, a=numpy.arange(6, dtype="f4").reshape(2, 3), y=numpy.array([7, 8]))
const char* const kNpz =
    "504b0304140000000800000021004fe9002a550000009800000005001400612e6e7079010010009800000000000000550000"
    "00000000009bec17ea1b10c9c850c650ad9e925a9c5ca46ea5a06e9366a2aea3a09e965f54529498179f5f94920a12774bcc"
    "294e058a17672416a402f91a463a0ac69a3a0ab50a64032e063068b007120e4004c40d40bcc00100504b0304140000000800"
    "0000210020894d2b4a0000009000000005001400792e6e70790100100090000000000000004a000000000000009bec17ea1b"
    "10c9c850c650ad9e925a9c5ca46ea5a06e9369a1aea3a09e965f54529498179f5f94920a12774bcc294e058a17672416a402"
    "f91a463a9a3a0ab50a14002e760608e080d200504b01021403140000000800000021004fe9002a5500000098000000050000"
    "000000000000000000800100000000612e6e7079504b010214031400000008000000210020894d2b4a000000900000000500"
    "0000000000000000000080018c000000792e6e7079504b05060000000002000200660000000d0100000000";

std::string npz() {
  std::string bytes;
  for (const char* hex = kNpz; *hex; hex += 2)
    bytes += static_cast<char>(std::stoi(std::string(hex, 2), nullptr, 16));
  return bytes;
}

TEST(archives_of_numpy_are_read) {
  const auto arrays = parse_npz(bytes_of(npz()), "x.npz");
  EXPECT(arrays);
  if (!arrays) return;
  EXPECT_EQ(arrays->size(), 2);
  EXPECT((*arrays)[0].name == "a" && (*arrays)[0].array.type == nook::DType::kF32);
  EXPECT_EQ((*arrays)[0].array.at(5), 5);
  EXPECT((*arrays)[1].name == "y");
  EXPECT_EQ((*arrays)[1].array.at(1), 8);
}

TEST(an_archive_that_is_cut_off_has_fewer_arrays_or_none) {
  const std::string whole = npz();
  for (size_t n = 0; n < whole.size(); ++n) {
    const auto arrays = parse_npz(bytes_of(whole.substr(0, n)), "x.npz");
    EXPECT(!arrays || arrays->size() <= 2);
  }
}

TEST(a_file_that_is_not_an_archive_is_refused) {
  for (const std::string& text : {std::string(), std::string("PK\3\4"), std::string(100, 'x')}) {
    const auto arrays = parse_npz(bytes_of(text), "x.npz");
    EXPECT(!arrays && arrays.diag().code == "N4022");
  }
}

}  // namespace
