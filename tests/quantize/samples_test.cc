// Calibration samples: arrays, pictures and raw files, and the errors in them.
#include "nookc/front/data/samples.h"

#include <sys/stat.h>
#include <turbojpeg.h>

#include <cmath>
#include <memory>
#include <utility>

#include "nookc/front/data/labels.h"
#include "nookc/front/data/picture.h"
#include "tests/quantize/files.h"
#include "tests/test.h"

namespace {

using namespace nookc;
using test::bytes_of;
using test::npy;

std::span<const std::byte> view(const std::string& bytes) {
  return std::as_bytes(std::span(bytes.data(), bytes.size()));
}

// A graph with these float inputs, which nothing reads.
Graph graph_of(const std::vector<std::vector<int32_t>>& shapes) {
  Graph graph;
  for (const std::vector<int32_t>& shape : shapes) {
    Tensor t;
    t.name = "x" + std::to_string(graph.inputs.size());
    t.type = nook::DType::kF32;
    t.shape.rank = static_cast<uint8_t>(shape.size());
    std::copy(shape.begin(), shape.end(), t.shape.dim);
    graph.input_names.push_back(t.name);
    graph.inputs.push_back(graph.add(t));
  }
  return graph;
}

std::vector<float> floats_of(const Bytes& bytes) {
  std::vector<float> values(bytes.size() / 4);
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

// The first input of sample k; empty if it is refused.
std::vector<float> sample(const Result<Samples>& samples, size_t k) {
  if (!samples) return {};
  const auto read = samples->read(k);
  return read ? floats_of((*read)[0]) : std::vector<float>{};
}

template <class T>
std::string code_of(const Result<T>& result) {
  return result ? "" : result.diag().code;
}

bool holds(const Result<Array>& array, const std::vector<double>& want) {
  if (!array || array->elements() != static_cast<int64_t>(want.size())) return false;
  for (size_t i = 0; i < want.size(); ++i)
    if (array->at(static_cast<int64_t>(i)) != want[i]) return false;
  return true;
}

// A zip of one stored file.
std::string zip_of(const std::string& name, const std::string& content) {
  const auto number = [](uint64_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(i < 8 ? value >> 8 * i & 255 : 0);
    return text;
  };
  uint32_t crc = ~0u;
  for (unsigned char c : content) {
    crc ^= c;
    for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  const std::string fields = number(20, 2) + number(0, 8) + number(~crc & 0xffffffffu, 4) +
                             number(content.size(), 4) + number(content.size(), 4) + number(name.size(), 2) +
                             number(0, 2);
  const std::string local = "PK\x03\x04" + fields + name + content;
  const std::string central = "PK\x01\x02" + number(20, 2) + fields + number(0, 10) + number(0, 4) + name;
  return local + central + "PK\x05\x06" + number(0, 4) + number(1, 2) + number(1, 2) +
         number(central.size(), 4) + number(local.size(), 4) + number(0, 2);
}

TEST(samples_of_a_zip_of_arrays_are_found_by_name) {
  const test::Folder folder;
  const auto path =
      folder.write("d.npz", zip_of("x0.npy", npy("<f4", "(2, 3)", bytes_of<float>({1, 2, 3, 4, 5, 6}))));
  const auto samples = Samples::open(graph_of({{1, 3}}), path, {});
  EXPECT(samples && samples->count() == 2);
  EXPECT((sample(samples, 1) == std::vector<float>{4, 5, 6}));
  EXPECT(code_of(Samples::open(graph_of({{1, 3}, {1, 3}}), path, {})) == "N4023");
  EXPECT(code_of(Samples::open(graph_of({{1, 3}}), folder.write("e.npz", "no zip"), {})) == "N4022");
}

TEST(samples_of_an_array_lie_along_its_first_dimension) {
  const test::Folder folder;
  const std::string data = bytes_of<uint8_t>({0, 10, 20, 30, 40, 50, 60, 70});
  SampleOptions half;
  half.mean = {10}, half.scale = {0.5};
  const auto samples =
      Samples::open(graph_of({{1, 2, 2, 1}}), folder.write("a.npy", npy("|u1", "(2, 2, 2)", data)), half);
  EXPECT(samples && samples->count() == 2);
  EXPECT((sample(samples, 1) == std::vector<float>{15, 20, 25, 30}));
  const auto one =
      Samples::open(graph_of({{1, 2, 2, 2}}), folder.write("b.npy", npy("|u1", "(2, 2, 2)", data)), {});
  EXPECT(one && one->count() == 1);
  EXPECT(code_of(Samples::open(graph_of({{1, 3}}), folder / "a.npy", {})) == "N4025");
  EXPECT(code_of(Samples::open(graph_of({{1, 2, 2, 1}, {1, 1}}), folder / "a.npy", {})) == "N4025");
}

TEST(each_channel_has_its_mean_and_scale) {
  const test::Folder folder;
  SampleOptions each;
  each.mean = {1, 2}, each.scale = {1, 10};
  const auto path = folder.write("a.npy", npy("<f4", "(1, 2, 2)", bytes_of<float>({1, 2, 3, 4})));
  EXPECT((sample(Samples::open(graph_of({{1, 2, 2}}), path, each), 0) == std::vector<float>{0, 0, 2, 20}));
  each.mean = {1, 2, 3};
  EXPECT(code_of(Samples::open(graph_of({{1, 2, 2}}), path, each)) == "N2050");
}

TEST(folders_have_raw_files_by_run_and_input_or_by_name) {
  const test::Folder folder;
  folder.write("labels.txt", "3\n");
  EXPECT(code_of(Samples::open(graph_of({{1, 2}}), folder.path(), {})) == "N4025");
  folder.write("run0_input0.bin", bytes_of<float>({1, 2}));
  folder.write("run0_output0.bin", "not looked at");
  folder.write("run0_input1.npy", npy("<f4", "(1,)", bytes_of<float>({3})));
  folder.write("run1_input0.bin", bytes_of<float>({4, 5}));
  const auto first = Samples::open(graph_of({{1, 2}}), folder.path(), {});
  EXPECT(first && first->count() == 2);
  EXPECT(code_of(Samples::open(graph_of({{1, 2}, {1}}), folder.path(), {})) == "N4025");
  folder.write("run1_input1.bin", bytes_of<float>({6}));
  const auto both = Samples::open(graph_of({{1, 2}, {1}}), folder.path(), {});
  EXPECT(both && both->count() == 2);
  const auto read = both->read(1);
  EXPECT(read && floats_of((*read)[1]) == std::vector<float>{6});
  const test::Folder named;
  named.write("b.bin", bytes_of<float>({2}));
  named.write("a.raw", bytes_of<float>({1}));
  const auto sorted = Samples::open(graph_of({{1}}), named.path(), {});
  EXPECT(sorted && sorted->count() == 2 && sample(sorted, 0)[0] == 1);
}

TEST(wrong_sizes_types_and_numbers_are_one_error_each) {
  const test::Folder folder;
  const Graph graph = graph_of({{1, 2}});
  folder.write("a.bin", "123");
  const auto shorter = Samples::open(graph, folder.path(), {});
  EXPECT(shorter && code_of(shorter->read(0)) == "N4025");
  folder.write("a.bin", bytes_of<float>({1, NAN}));
  EXPECT(code_of(Samples::open(graph, folder.path(), {})->read(0)) == "N4024");
  folder.write("a.bin", bytes_of<float>({1, INFINITY}));
  EXPECT(code_of(Samples::open(graph, folder.path(), {})->read(0)) == "N4024");
  SampleOptions bytes;
  bytes.raw = nook::DType::kS8;
  folder.write("a.bin", "\xff\x02");
  EXPECT((sample(Samples::open(graph, folder.path(), bytes), 0) == std::vector<float>{-1, 2}));
  EXPECT(code_of(Samples::open(graph, folder / "nothing", {})) == "N4001");
  EXPECT(code_of(Samples::open(graph, folder.write("a.csv", "1,2"), {})) == "N4020");
  Graph whole = graph;
  whole.tensors[0].type = nook::DType::kS32;
  folder.write("a.npy", npy("<f4", "(2,)", bytes_of<float>({1, 2.5f})));
  EXPECT(code_of(Samples::open(whole, folder / "a.npy", {})->read(0)) == "N4024");
  folder.write("a.bin", bytes_of<int32_t>({1, -2}));  // raw files of other inputs have the input's own type
  const auto exact = Samples::open(whole, folder / "a.bin", {})->read(0);
  EXPECT(exact && bytes_of<std::byte>((*exact)[0]) == bytes_of<int32_t>({1, -2}));
}

// Reads one integer of type `from` in a file into an input of type `to`; empty if it is refused.
template <class To, class From>
std::vector<To> integer_through(From value, nook::DType to) {
  const test::Folder folder;
  Graph graph = graph_of({{1}});
  graph.tensors[0].type = to;
  const std::string descr = (std::is_signed_v<From> ? "<i" : "<u") + std::to_string(sizeof(From));
  const auto samples =
      Samples::open(graph, folder.write("a.npy", npy(descr, "(1,)", bytes_of<From>({value}))), {});
  const auto read = samples ? samples->read(0) : Result<std::vector<Bytes>>(samples.diag());
  if (!read) {
    EXPECT(read.diag().code == "N4024");
    return {};
  }
  std::vector<To> held(1);
  std::memcpy(held.data(), (*read)[0].data(), sizeof(To));
  return held;
}

template <class Visit>
void each_integer_type(Visit visit) {
  using nook::DType;
  visit(int8_t(), DType::kS8), visit(uint8_t(), DType::kU8), visit(int16_t(), DType::kS16),
      visit(uint16_t(), DType::kU16);
  visit(int32_t(), DType::kS32), visit(uint32_t(), DType::kU32), visit(int64_t(), DType::kS64),
      visit(uint64_t(), DType::kU64);
}

TEST(an_integer_of_any_type_is_read_exactly_or_refused) {
  each_integer_type([](auto from, nook::DType) {
    using From = std::numeric_limits<decltype(from)>;
    each_integer_type([](auto to, nook::DType type) {
      using To = decltype(to);
      for (const auto value :
           {From::min(), From::max(), static_cast<decltype(from)>(From::max() - 1),
            static_cast<decltype(from)>(From::max() / 2 + 1), decltype(from){0}, decltype(from){100}}) {
        const std::vector<To> held = integer_through<To>(value, type);
        const bool same = std::is_same_v<To, decltype(from)>;
        const bool exact =
            std::cmp_less(value, int64_t{1} << 53) && std::cmp_greater(value, -(int64_t{1} << 53));
        if (!held.empty()) EXPECT(std::cmp_equal(held[0], value));
        if (std::in_range<To>(value) && (same || exact)) EXPECT(!held.empty());
      }
    });
  });
}

// A file of the system states 4,096 bytes and has fewer, as a file that another program cuts meanwhile.
TEST(a_raw_file_with_fewer_bytes_than_it_states_is_refused) {
  const std::filesystem::path file = "/sys/kernel/mm/transparent_hugepage/enabled";
  std::error_code error;
  const auto stated = std::filesystem::file_size(file, error);
  if (error || stated % 4 != 0) return;  // not Linux
  const test::Folder folder;
  std::filesystem::create_symlink(file, folder / "a.bin");
  const auto samples = Samples::open(graph_of({{1, static_cast<int32_t>(stated / 4)}}), folder.path(), {});
  EXPECT(samples && code_of(samples->read(0)) == "N4025");
}

TEST(runs_without_one_between_them_are_refused) {
  const test::Folder folder;
  for (const char* name : {"run0_input0.bin", "run1_input0.bin", "run3_input0.bin"})
    folder.write(name, bytes_of<float>({1, 2}));
  const auto gap = Samples::open(graph_of({{1, 2}}), folder.path(), {});
  EXPECT(code_of(gap) == "N4025" && gap.diag().what.find("run2_input0.bin is missing") == 0);
  std::filesystem::rename(folder / "run3_input0.bin", folder / "run2_input0.bin");
  folder.write("run2_input0_of_4.bin", "another name");
  const auto all = Samples::open(graph_of({{1, 2}}), folder.path(), {});
  EXPECT(all && all->count() == 3);
}

TEST(files_that_no_memory_holds_or_that_do_not_end_are_not_read) {
  const test::Folder folder;
  const Graph graph = graph_of({{1, 2}});
  for (const char* name : {"a.bin", "b.npy", "c.npz", "d.png"}) {
    folder.write(name, "");
    std::filesystem::resize_file(folder / name, uintmax_t{64} << 30);  // takes no disk space
    const auto samples = Samples::open(graph, folder / name, {});
    const std::string code = samples ? code_of(samples->read(0)) : samples.diag().code;
    EXPECT(code == (name[0] == 'a' ? "N4025" : "N4001"));
    std::filesystem::remove(folder / name);
  }
  EXPECT(mkfifo((folder / "pipe.bin").c_str(), 0600) == 0);
  EXPECT(code_of(Samples::open(graph, folder.path(), {})->read(0)) == "N4001");
}

TEST(values_outside_of_float32_are_reported_briefly) {
  const test::Folder folder;
  const auto said = [&](double value) {
    const std::string data = bytes_of<double>({1, value});
    const auto read =
        Samples::open(graph_of({{1, 2}}), folder.write("a.npy", npy("<f8", "(2,)", data)), {})->read(0);
    return read ? "" : read.diag().code + " " + read.diag().what + ": " + read.diag().hint;
  };
  EXPECT(said(NAN).find("N4024 sample 0, element 1 of input 'x0': need a number for float32, have ") == 0);
  EXPECT(said(1e300).find("have 1e+300: ") != std::string::npos);
  EXPECT(said(-INFINITY).find("nan_to_num") != std::string::npos);
}

// 3 x 2 pixels, grey: 0 51 102 / 153 204 255.
const unsigned char kPng[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49,
                              0x48, 0x44, 0x52, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x02, 0x08, 0x00,
                              0x00, 0x00, 0x00, 0xb8, 0x1f, 0x39, 0xc6, 0x00, 0x00, 0x00, 0x10, 0x49, 0x44,
                              0x41, 0x54, 0x78, 0xda, 0x63, 0x60, 0x30, 0x4e, 0x63, 0x98, 0x79, 0xe6, 0x3f,
                              0x00, 0x07, 0x9a, 0x02, 0xfe, 0x07, 0xb3, 0x50, 0x57, 0x00, 0x00, 0x00, 0x00,
                              0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

// 2 pixels of 16 bits with transparency: a fully transparent red, and a half-transparent 100 150 200.
const unsigned char kDeepPng[] = {
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
    0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x10, 0x06, 0x00, 0x00, 0x00, 0xa4, 0xb2, 0xa3,
    0xc9, 0x00, 0x00, 0x00, 0x16, 0x49, 0x44, 0x41, 0x54, 0x78, 0xda, 0x63, 0xf8, 0xff, 0x9f, 0x01,
    0x0c, 0x52, 0x52, 0xa6, 0x4d, 0x3b, 0x71, 0xa2, 0xa1, 0x01, 0x00, 0x32, 0x38, 0x06, 0x83, 0x9c,
    0x31, 0x1f, 0xc6, 0x00, 0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};

// From red, green and blue pixels.
std::string jpeg_of(const std::vector<unsigned char>& pixels, int width, int height) {
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  const std::unique_ptr<void, decltype(&tjDestroy)> jpeg(tjInitCompress(), tjDestroy);
  EXPECT(tjCompress2(jpeg.get(), pixels.data(), width, 0, height, TJPF_RGB, &bytes, &size, TJSAMP_444, 95,
                     0) == 0);
  const std::string file(reinterpret_cast<const char*>(bytes), size);
  tjFree(bytes);
  return file;
}

TEST(pictures_of_one_and_three_channels_are_read) {
  const std::string png(reinterpret_cast<const char*>(kPng), sizeof kPng);
  EXPECT(holds(decode_picture(view(png), 1, 6, "x"), {0, 51, 102, 153, 204, 255}));
  const auto colour = decode_picture(view(png), 3, 6, "x");
  EXPECT(colour && (colour->shape == std::vector<int64_t>{2, 3, 3}) && colour->at(5) == 51);
  for (size_t n = 0; n < png.size() - 12; ++n)  // the last chunk only marks the end
    EXPECT(code_of(decode_picture(view(png.substr(0, n)), 1, 6, "x")) == "N4027");

  const std::string file = jpeg_of(std::vector<unsigned char>(16 * 8 * 3, 200), 16, 8);
  const auto decoded = decode_picture(view(file), 3, 128, "x");
  EXPECT(decoded && (decoded->shape == std::vector<int64_t>{8, 16, 3}));
  EXPECT(decoded && std::abs(decoded->at(0) - 200) <= 2);
  EXPECT(code_of(decode_picture(view(file.substr(0, 60)), 3, 128, "x")) == "N4027");
  EXPECT(code_of(decode_picture(view("GIF89a"), 3, 1, "x")) == "N4027");
}

// Like Pillow, OpenCV and TensorFlow, with which networks are trained.
TEST(pictures_equal_the_file_without_transparency) {
  const std::string png(reinterpret_cast<const char*>(kDeepPng), sizeof kDeepPng);
  EXPECT(holds(decode_picture(view(png), 3, 2, "x"), {255, 0, 0, 100, 150, 200}));
  EXPECT(holds(decode_picture(view(png), 1, 2, "x"), {76, 141}));
  // A gamma of 1 after the header of the grey picture.
  const unsigned char gamma[] = {0x00, 0x00, 0x00, 0x04, 0x67, 0x41, 0x4d, 0x41,
                                 0x00, 0x01, 0x86, 0xa0, 0x31, 0xe8, 0x96, 0x5f};
  std::string bright(reinterpret_cast<const char*>(kPng), sizeof kPng);
  bright.insert(33, reinterpret_cast<const char*>(gamma), sizeof gamma);
  EXPECT(holds(decode_picture(view(bright), 1, 6, "x"), {0, 51, 102, 153, 204, 255}));
}

// In a progressive JPEG the end of each scan says whether another follows.
TEST(scans_of_a_picture_are_bounded) {
  std::string file = jpeg_of(std::vector<unsigned char>(16 * 8 * 3, 200), 16, 8);
  EXPECT(decode_picture(view(file), 3, 128, "x"));
  EXPECT(decode_picture(view(file), 3, 127, "x")->bytes.empty());  // another size: not decoded
  std::string many = file;                                         // its header comes first
  for (int i = 0; i < 17'000'000; ++i) many += "\xff\xda";
  const auto refused = decode_picture(view(many), 3, 128, "x");
  EXPECT(code_of(refused) == "N4027" && refused.diag().what.find("17000001 scans") != std::string::npos);
}

// A text of a few kilobytes can decompress to megabytes, and there can be a thousand of them.
TEST(texts_of_a_picture_are_not_read) {
  std::string file(reinterpret_cast<const char*>(kPng), sizeof kPng);
  const std::string broken = {0, 0, 0, 4, 'z', 'T', 'X', 't', 'a', 0, 0, 'x', 1, 2, 3, 4};
  for (int i = 0; i < 2000; ++i) file.insert(33, broken);
  EXPECT(holds(decode_picture(view(file), 1, 6, "x"), {0, 51, 102, 153, 204, 255}));
}

TEST(pictures_have_the_size_of_the_input) {
  const test::Folder folder;
  folder.write("a.png", {reinterpret_cast<const char*>(kPng), sizeof kPng});
  EXPECT(sample(Samples::open(graph_of({{1, 2, 3, 1}}), folder.path(), {}), 0).size() == 6);
  EXPECT(code_of(Samples::open(graph_of({{1, 3, 2, 1}}), folder.path(), {})->read(0)) == "N4025");
  EXPECT(code_of(Samples::open(graph_of({{1, 2, 3, 2}}), folder.path(), {})->read(0)) == "N4025");
}

// The codes of labels for this many samples of ten classes.
template <class T>
std::vector<int32_t> classes_in(const Result<T>& labels) {
  if (!labels) return {};
  const auto classes = classes_of(*labels, 10);
  return classes ? *classes : std::vector<int32_t>{};
}

TEST(labels_are_one_class_each_or_rows_with_a_one) {
  const test::Folder folder;
  const auto file = folder.write("l.txt", "3\n0\r\n7");
  EXPECT((classes_in(read_labels(file, 3)) == std::vector<int32_t>{3, 0, 7}));
  EXPECT(code_of(read_labels(file, 4)) == "N4026");
  const auto column = folder.write("l.npy", npy("<i8", "(2, 1)", bytes_of<int64_t>({4, 5})));
  EXPECT((classes_in(read_labels(column, 2)) == std::vector<int32_t>{4, 5}));
  std::string rows(20, '\0');
  rows[4] = rows[15] = 1;
  const auto hot = folder.write("l.npy", npy("|u1", "(2, 10)", rows));
  EXPECT((classes_in(read_labels(hot, 2)) == std::vector<int32_t>{4, 5}));
  EXPECT(code_of(read_labels(folder.write("l.txt", "cat\n"), 1)) == "N4026");
  for (const double bad : {-1.0, 0.5, 10.0}) {
    const auto labels = read_labels(folder.write("l.npy", npy("<f8", "(1,)", bytes_of<double>({bad}))), 1);
    EXPECT(labels && code_of(classes_of(*labels, 10)) == "N4026");
  }
  EXPECT(code_of(read_labels(folder.write("l.npy", npy("<f4", "(1,)", bytes_of<float>({NAN}))), 1)) ==
         "N4026");
  EXPECT(code_of(read_labels(folder / "none", 1)) == "N4001");
}

TEST(pictures_and_means_follow_channels_that_come_first) {
  const test::Folder folder;
  std::vector<unsigned char> red(16 * 8 * 3, 0);
  for (size_t i = 0; i < red.size(); i += 3) red[i] = 255;
  folder.write("a.jpg", jpeg_of(red, 16, 8));
  SampleOptions each;
  each.mean = {255, 0, 0}, each.scale = {1, 2, 1};
  const auto planes = sample(Samples::open(graph_of({{1, 3, 8, 16}}), folder / "a.jpg", each), 0);
  EXPECT(planes.size() == 384);
  for (size_t i = 0; i < planes.size(); ++i) EXPECT(std::abs(planes[i]) <= 6);
  const auto wide = folder.write("b.npy", npy("<f4", "(1, 3, 1, 2)", bytes_of<float>({1, 2, 3, 4, 5, 6})));
  each.mean = {1, 2, 3}, each.scale = {1, 10, 100};
  EXPECT((sample(Samples::open(graph_of({{1, 3, 1, 2}}), wide, each), 0) ==
          std::vector<float>{0, 1, 10, 20, 200, 300}));
  const auto hint = Samples::open(graph_of({{1, 3, 4, 5}}),
                                  folder.write("c.npy", npy("|u1", "(1, 4, 5, 3)", std::string(60, 1))), {});
  EXPECT(!hint && hint.diag().hint == "channels come first: array.transpose(0, 3, 1, 2)");
}

TEST(raw_samples_of_a_quantized_input_stay_and_real_numbers_are_quantized) {
  const test::Folder folder;
  Graph graph = graph_of({{1, 2}});
  graph.tensors[0].type = nook::DType::kS8;
  graph.tensors[0].scales = {0.5f}, graph.tensors[0].zero_point = 1;
  const auto read = [&](const std::filesystem::path& file, const Graph& to) {
    const auto samples = Samples::open(graph, file, {});
    return samples ? bytes_of<std::byte>((*samples->read(0, to))[0]) : "";
  };
  const auto raw = folder.write("a.bin", std::string("\x05\xff"));
  const auto real = folder.write("a.npy", npy("<f4", "(1, 2)", bytes_of<float>({2, 1000})));
  EXPECT(read(raw, graph) == std::string("\x05\xff"));
  EXPECT(read(real, graph) == std::string("\x05\x7f"));
  EXPECT(read(raw, graph_of({{1, 2}})) == bytes_of<float>({2, -1}));
}

}  // namespace
