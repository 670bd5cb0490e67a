// nook image: looks into the images that `nook compile --format image` writes.
#include "nook/image/image.h"

#include <cstring>
#include <vector>

#include "nook/image/core.h"
#include "nookc/back/interface/interface.h"
#include "nookc/cli/command.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/core/read_file.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

struct ImageCommandOptions {
  std::string action, file;
};

// The bytes of an image at an address with its alignment.
class AlignedImage {
 public:
  explicit AlignedImage(std::span<const std::byte> bytes) : memory_(bytes.size() + NOOK_IMAGE_ALIGN) {
    const size_t past = reinterpret_cast<uintptr_t>(memory_.data()) % NOOK_IMAGE_ALIGN;
    bytes_ = memory_.data() + (past ? NOOK_IMAGE_ALIGN - past : 0);
    size_ = bytes.size();
    if (size_ > 0) std::memcpy(bytes_, bytes.data(), size_);
    image_.header = reinterpret_cast<const nook_image_header*>(bytes_);
  }
  // For any core.
  nook_image_status check() const { return nook_image_check(bytes_, size_, UINT32_MAX); }
  const nook_image& image() const { return image_; }
  const nook_image_header& header() const { return *image_.header; }
  std::string text(uint32_t offset) const { return nook_image_text(&image_, offset); }

 private:
  std::vector<std::byte> memory_;
  std::byte* bytes_ = nullptr;
  size_t size_ = 0;
  nook_image image_ = {};
};

struct CoreFeature {
  uint32_t bit;
  const char* name;
};
constexpr CoreFeature kCoreFeatures[] = {
    {NOOK_IMAGE_THUMB, "ARMv6-M"},  {NOOK_IMAGE_V8M_BASE, "ARMv8-M Baseline"},
    {NOOK_IMAGE_THUMB2, "ARMv7-M"}, {NOOK_IMAGE_V81M, "ARMv8.1-M"},
    {NOOK_IMAGE_DSP, "DSP"},        {NOOK_IMAGE_FPU, "FPU"},
    {NOOK_IMAGE_FPV5, "FPv5"},      {NOOK_IMAGE_DOUBLE, "double precision"},
    {NOOK_IMAGE_MVE, "Helium"},     {NOOK_IMAGE_RV32, "RV32I"},
    {NOOK_IMAGE_RV_M, "M"},         {NOOK_IMAGE_RV_C, "C"},
    {NOOK_IMAGE_X86, "x86"}};

std::vector<std::string> features_of(const nook_image_header& h) {
  std::vector<std::string> names;
  for (const CoreFeature& feature : kCoreFeatures)
    if (h.features & feature.bit) names.emplace_back(feature.name);
  return names;
}

// Why an image is refused; null: it is not.
const char* reason(nook_image_status status) {
  switch (status) {
    case NOOK_IMAGE_TOO_SHORT:
      return "the file is shorter than its header says, or than a header";
    case NOOK_IMAGE_NO_IMAGE:
      return "is not an image of nook";
    case NOOK_IMAGE_OTHER_ABI:
      return "is an image with another version of the interface than this nook has";
    case NOOK_IMAGE_MALFORMED:
      return "has an offset, size or count that is out of range";
    case NOOK_IMAGE_DAMAGED:
      return "the digest is not that of the bytes: the file is damaged";
    case NOOK_IMAGE_OK:
    case NOOK_IMAGE_NULL:
    case NOOK_IMAGE_MISALIGNED:
    case NOOK_IMAGE_OTHER_CORE:
      break;
  }
  return nullptr;
}

std::string hex_of(const uint8_t (&bytes)[32]) {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text;
  for (const uint8_t byte : bytes) text += {kDigits[byte >> 4], kDigits[byte & 15]};
  return text;
}

std::string shape_of(const AlignedImage& file, const nook_image_tensor& t) {
  const int32_t* const shape = static_cast<const int32_t*>(nook_image_at(&file.image(), t.shape));
  std::vector<std::string> sizes;
  for (int32_t i = 0; i < t.rank; ++i) sizes.push_back(std::to_string(shape[i]));
  return sizes.empty() ? "scalar" : join_text(sizes, "x");
}

constexpr const char* kRoles[] = {"scratch", "persistent", "constant"};

using Json = nlohmann::ordered_json;

Json tensors_json(const AlignedImage& file, const nook_image_tensor* (*at)(const nook_image*, uint32_t)) {
  Json all = Json::array();
  for (uint32_t i = 0; const nook_image_tensor* const t = at(&file.image(), i); ++i) {
    const int32_t* const shape = static_cast<const int32_t*>(nook_image_at(&file.image(), t->shape));
    all.push_back({{"name", file.text(t->name)},
                   {"type", c_type(static_cast<nook::DType>(t->type))},
                   {"shape", std::vector<int32_t>(shape, shape + t->rank)},
                   {"bytes", t->bytes},
                   {"alignment", t->alignment},
                   {"scale", t->quantized ? Json(t->scale) : Json()},
                   {"zero_point", t->quantized ? Json(t->zero_point) : Json()},
                   {"scratch_pool", t->scratch_pool < 0 ? Json() : Json(t->scratch_pool)},
                   {"scratch_offset", t->scratch_pool < 0 ? Json() : Json(t->scratch_offset)}});
  }
  return all;
}

Json image_json(const AlignedImage& file) {
  const nook_image_header& h = file.header();
  Json pools = Json::array();
  for (uint32_t i = 0; const nook_image_pool* const p = nook_image_pool_at(&file.image(), i); ++i)
    pools.push_back({{"role", kRoles[p->role]},
                     {"pool", file.text(p->name)},
                     {"bytes", p->bytes},
                     {"alignment", p->alignment}});
  return {{"name", file.text(h.name)},
          {"nook", file.text(h.tool_version)},
          {"target", file.text(h.target)},
          {"model_sha256", hex_of(h.model_sha256)},
          {"abi", h.abi},
          {"features", features_of(h)},
          {"bytes", h.bytes},
          {"code_bytes", h.bytes - NOOK_IMAGE_TRAILER - h.code},
          {"stack_bytes", h.stack_bytes < 0 ? Json() : Json(h.stack_bytes)},
          {"stream", h.begin != 0},
          {"inputs", tensors_json(file, nook_image_input)},
          {"outputs", tensors_json(file, nook_image_output)},
          {"pools", pools}};
}

void print_image(const AlignedImage& file) {
  const nook_image_header& h = file.header();
  print("%s for %s, by nook %s, interface %u\n", file.text(h.name).c_str(), file.text(h.target).c_str(),
        file.text(h.tool_version).c_str(), h.abi);
  print("needs     %s\n", join_text(features_of(h)).c_str());
  print("bytes     %u, code and constants %u\n", h.bytes, h.bytes - NOOK_IMAGE_TRAILER - h.code);
  print("stack     %s\n", h.stack_bytes < 0 ? "unknown" : std::to_string(h.stack_bytes).c_str());
  print("model     %s\n\n", hex_of(h.model_sha256).c_str());
  std::vector<std::vector<std::string>> lines = {{"role", "name", "type", "shape", "bytes", "align"}};
  const auto add = [&](const char* role, const nook_image_tensor* t) {
    lines.push_back({role, file.text(t->name), c_type(static_cast<nook::DType>(t->type)), shape_of(file, *t),
                     std::to_string(t->bytes), std::to_string(t->alignment)});
  };
  for (uint32_t i = 0; i < h.input_count; ++i) add("input", nook_image_input(&file.image(), i));
  for (uint32_t i = 0; i < h.output_count; ++i) add("output", nook_image_output(&file.image(), i));
  for (uint32_t i = 0; const nook_image_pool* const p = nook_image_pool_at(&file.image(), i); ++i)
    lines.push_back({kRoles[p->role], file.text(p->name), "", "", std::to_string(p->bytes),
                     std::to_string(p->alignment)});
  print_table(lines, "", 0, {});
}

Result<Exit> image_command(const Cli& cli, const ImageCommandOptions& options) {
  const Result<std::vector<std::byte>> bytes = read_file(options.file);
  if (!bytes) return bytes.diag();
  const AlignedImage file(*bytes);
  if (const char* const why = reason(file.check()))
    return Diag{Exit::kInputOutput, "N4050", options.file, why, "nook compile --format image writes one"};
  if (options.action == "info" && cli.json) {
    print_json(cli, image_json(file));
  } else if (cli.json) {
    print_json(cli, {{"file", options.file}, {"bytes", file.header().bytes}, {"sound", true}});
  } else if (options.action == "info") {
    print_image(file);
  } else {
    print("%s: sound, %u bytes for %s\n", options.file.c_str(), file.header().bytes,
          file.text(file.header().target).c_str());
  }
  return Exit::kOk;
}

}  // namespace

void add_image(Cli& cli, Subcommand command) {
  ImageCommandOptions& options = add_action<ImageCommandOptions>(cli, command, image_command);
  command
      .add_option("ACTION", options.action,
                  "verify: check form and digest; info: the same, and print what the image\nneeds")
      .required()
      .one_of({"verify", "info"});
  command.add_option("FILE", options.file, "the image").required().type("FILE");
  add_json(cli, command, "print the result as JSON");
}

}  // namespace nookc
