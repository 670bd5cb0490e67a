#include "nookc/front/data/picture.h"

#include <png.h>
#include <turbojpeg.h>

#include <algorithm>
#include <cstring>
#include <memory>

#include "nookc/front/data/pixels.h"

namespace nookc {
namespace {

constexpr int64_t kMostPixels = 64'000'000;
// A progressive JPEG revisits all of its pixels in each scan, and a scan takes only some ten bytes of the
// file.
constexpr int64_t kAnyScans = 16, kMostScanned = int64_t{1} << 31;

Diag damaged(const std::string& where, const std::string& what) {
  return {Exit::kInputOutput, "N4027", where, what, "save the picture again, as a PNG or JPEG file"};
}

// A picture of another size than needed: its pixels are not worth decoding.
Result<Array> unread(int64_t height, int64_t width, int channels, const std::string& where) {
  if (height <= 0 || width <= 0) return damaged(where, "has no pixels");
  return Array{nook::DType::kU8, {height, width, channels}, {}};
}

Result<Array> sized(int64_t height, int64_t width, int channels, const std::string& where) {
  if (height <= 0 || width <= 0 || height > kMostPixels / width)
    return damaged(where, "has " + std::to_string(width) + " x " + std::to_string(height) +
                              " pixels: need 1 to " + std::to_string(kMostPixels));
  Array array{nook::DType::kU8, {height, width, channels}, {}};
  array.bytes.resize(static_cast<size_t>(height * width * channels));
  return array;
}

// The file with only the chunks that determine its pixels: without gamma and similar, and without texts, of
// which a few bytes can decompress to megabytes.
std::vector<std::byte> only_pixels(std::span<const std::byte> bytes) {
  constexpr size_t kSignature = 8, kFrame = 12;  // bytes of a chunk's length, type and checksum
  std::vector<std::byte> made(bytes.begin(), bytes.begin() + std::min(kSignature, bytes.size()));
  for (size_t at = kSignature, size = 0; at < bytes.size(); at += size) {
    size = bytes.size() - at;
    const auto byte = [&](size_t i) { return std::to_integer<size_t>(bytes[at + i]); };
    if (size >= kFrame)
      size = std::min(size, kFrame + (byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3)));
    const auto is = [&](const char* type) {
      return size >= kFrame && std::memcmp(&bytes[at + 4], type, 4) == 0;
    };
    if (is("IHDR") || is("PLTE") || is("tRNS") || is("IDAT") || is("IEND") || size < kFrame)
      made.insert(made.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at),
                  bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
  }
  return made;
}

Result<Array> decode_png(std::span<const std::byte> file, int channels, int64_t pixels_needed,
                         const std::string& where) {
  const std::vector<std::byte> bytes = only_pixels(file);
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  const std::unique_ptr<png_image, decltype(&png_image_free)> owner(&image, png_image_free);
  if (!png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()))
    return damaged(where, std::string("is not a valid PNG: ") + image.message);
  // When read with transparency and as sRGB, libpng returns the numbers of the file; otherwise it would blend
  // and convert them. (A file without gamma information is taken to be sRGB.)
  image.format = PNG_FORMAT_RGBA;
  image.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
  if (int64_t{image.height} * image.width != pixels_needed)
    return unread(image.height, image.width, channels, where);
  Result<Array> pixels = sized(image.height, image.width, 4, where);
  if (!pixels) return pixels;
  if (!png_image_finish_read(&image, nullptr, pixels->bytes.data(), 0, nullptr))
    return damaged(where, std::string("is not a valid PNG: ") + image.message);
  return without_alpha(*pixels, channels);
}

// Counts the scans of a JPEG. Bytes of a comment may be counted as one.
int64_t count_scans(std::span<const std::byte> bytes) {
  int64_t scans = 0;
  for (size_t i = 0; i + 1 < bytes.size(); ++i)
    scans += bytes[i] == std::byte{0xff} && bytes[i + 1] == std::byte{0xda};
  return scans;
}

Result<Array> decode_jpeg(std::span<const std::byte> bytes, int channels, int64_t pixels_needed,
                          const std::string& where) {
  const std::unique_ptr<void, decltype(&tjDestroy)> jpeg(tjInitDecompress(), tjDestroy);
  const auto* const data = reinterpret_cast<const unsigned char*>(bytes.data());
  int width = 0, height = 0, sampling = 0, space = 0;
  if (tjDecompressHeader3(jpeg.get(), data, bytes.size(), &width, &height, &sampling, &space) != 0)
    return damaged(where, std::string("is not a valid JPEG: ") + tjGetErrorStr2(jpeg.get()));
  if (int64_t{height} * width != pixels_needed) return unread(height, width, channels, where);
  const int64_t scans = count_scans(bytes),
                most = kAnyScans + kMostScanned / std::max<int64_t>(pixels_needed, 1);
  if (scans > most)
    return damaged(where, "has " + std::to_string(scans) + " scans of " + std::to_string(width) + " x " +
                              std::to_string(height) + " pixels, need " + std::to_string(most) + " at most");
  Result<Array> array = sized(height, width, channels, where);
  if (!array) return array;
  auto* const to = reinterpret_cast<unsigned char*>(array->bytes.data());
  // Other decoders use the slow transform by default.
  if (tjDecompress2(jpeg.get(), data, bytes.size(), to, width, 0, height,
                    channels == 1 ? TJPF_GRAY : TJPF_RGB, TJFLAG_ACCURATEDCT) != 0)
    return damaged(where, std::string("is not a valid JPEG: ") + tjGetErrorStr2(jpeg.get()));
  return array;
}

}  // namespace

Result<Array> decode_picture(std::span<const std::byte> bytes, int channels, int64_t pixels,
                             const std::string& where) {
  constexpr unsigned char kPng[] = {0x89, 'P', 'N', 'G'}, kJpeg[] = {0xff, 0xd8};
  if (bytes.size() > sizeof kPng && std::memcmp(bytes.data(), kPng, sizeof kPng) == 0)
    return decode_png(bytes, channels, pixels, where);
  if (bytes.size() > sizeof kJpeg && std::memcmp(bytes.data(), kJpeg, sizeof kJpeg) == 0)
    return decode_jpeg(bytes, channels, pixels, where);
  return damaged(where, "is neither PNG nor JPEG");
}

}  // namespace nookc
