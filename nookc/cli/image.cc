// nook image: looks into the images that `nook compile --format image` writes, and signs them.
#include "nook/image/image.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include "nook/image/core.h"
#include "nookc/back/interface/interface.h"
#include "nookc/back/run/image_kernels.h"
#include "nookc/back/run/image_sign.h"
#include "nookc/cli/command.h"
#include "nookc/cli/print.h"
#include "nookc/cli/print_json.h"
#include "nookc/core/output.h"
#include "nookc/core/read_file.h"
#include "nookc/core/text.h"

namespace nookc {
namespace {

struct ImageCommandOptions {
  std::string action, key, output;
  std::vector<std::string> files;
  bool force = false;
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
  AlignedImage(AlignedImage&&) = default;
  AlignedImage(const AlignedImage&) = delete;

  // For any core.
  nook_image_status check() const { return nook_image_check(bytes_, size_, UINT32_MAX); }
  const nook_image_signature* signature() const { return nook_image_signed_by(bytes_, size_); }
  std::span<const std::byte> bytes() const { return {bytes_, size_}; }
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
      return "is an image of another version of the interface: ";
    case NOOK_IMAGE_MALFORMED:
      return "has an offset, size or count that is out of range";
    case NOOK_IMAGE_DAMAGED:
      return "the digest is not that of the bytes: the file is damaged";
    case NOOK_IMAGE_OK:
    case NOOK_IMAGE_NULL:
    case NOOK_IMAGE_MISALIGNED:
    case NOOK_IMAGE_OTHER_CORE:
    case NOOK_IMAGE_UNSIGNED:
    case NOOK_IMAGE_OTHER_KEY:
    case NOOK_IMAGE_BAD_SIGNATURE:
    case NOOK_IMAGE_ROLLED_BACK:
    case NOOK_IMAGE_NO_KERNEL:
    case NOOK_IMAGE_NO_ROOM:
      break;
  }
  return nullptr;
}

std::string versions_of(const AlignedImage& file) {
  return "need " + std::to_string(NOOK_IMAGE_ABI) + ", have " + std::to_string(file.header().abi);
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
  sizes.reserve(static_cast<size_t>(t.rank));
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

// Null: there is none. `checked`: against the key of --key.
Json signer_json(const AlignedImage& file, bool checked) {
  const nook_image_signature* const s = file.signature();
  if (!s) return Json();
  return {{"key_id", key_id(s->public_key)}, {"public_key", hex_of(s->public_key)}, {"checked", checked}};
}

std::string signer_text(const AlignedImage& file, bool checked) {
  const nook_image_signature* const s = file.signature();
  if (!s) return "none";
  return "key " + key_id(s->public_key) + (checked ? "" : ", unchecked: --key checks it");
}

// Whether the list of kernels and their names are inside the facts, as nook_image_bind() wants them.
bool sound_needs(const AlignedImage& file) {
  const nook_image_header& h = file.header();
  const uint32_t from = sizeof h, end = from + h.facts_bytes;
  if (h.need_count == 0) return true;
  if (h.needs < from || h.needs > end || h.needs % 4 != 0 ||
      h.need_count > (end - h.needs) / sizeof(nook_image_need))
    return false;
  const auto* const needs = static_cast<const nook_image_need*>(nook_image_at(&file.image(), h.needs));
  return std::ranges::all_of(std::span(needs, h.need_count),
                             [&](const nook_image_need& n) { return n.name >= from && n.name < end; });
}

// The kernels that the firmware has to provide.
std::vector<KernelNeed> image_needs(const AlignedImage& file) {
  const nook_image_header& h = file.header();
  const auto* const needs = static_cast<const nook_image_need*>(nook_image_at(&file.image(), h.needs));
  std::vector<KernelNeed> all;
  for (uint32_t i = 0; i < h.need_count; ++i)
    all.push_back({file.text(needs[i].name), {needs[i].digest[0], needs[i].digest[1]}});
  return all;
}

Json image_json(const AlignedImage& file, bool checked) {
  const nook_image_header& h = file.header();
  Json pools = Json::array(), kernels = Json::array();
  for (const KernelNeed& need : image_needs(file)) kernels.push_back(need.name);
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
          {"rollback_counter", h.rollback_counter},
          {"kernels", kernels},
          {"signature", signer_json(file, checked)},
          {"inputs", tensors_json(file, nook_image_input)},
          {"outputs", tensors_json(file, nook_image_output)},
          {"pools", pools}};
}

void print_image(const AlignedImage& file, bool checked) {
  const nook_image_header& h = file.header();
  print("%s for %s, by nook %s, interface %u\n", file.text(h.name).c_str(), file.text(h.target).c_str(),
        file.text(h.tool_version).c_str(), h.abi);
  print("needs     %s\n", join_text(features_of(h)).c_str());
  print("bytes     %u, code and constants %u\n", h.bytes, h.bytes - NOOK_IMAGE_TRAILER - h.code);
  print("stack     %s\n", h.stack_bytes < 0 ? "unknown" : std::to_string(h.stack_bytes).c_str());
  print("rollback  %u\n", h.rollback_counter);
  std::vector<std::string> kernels;
  for (const KernelNeed& need : image_needs(file)) kernels.push_back(need.name);
  print("kernels   %s\n", kernels.empty() ? "inside" : join_text(kernels).c_str());
  print("signature %s\n", signer_text(file, checked).c_str());
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

// Options of one action are refused with another.
Status check_action(const ImageCommandOptions& options) {
  const bool signs = options.action == "sign", writes = signs || options.action == "kernels";
  const auto refuse = [&](const char* option, const std::string& what, const char* hint) {
    return Diag{Exit::kUsage, "N2111", "nook image " + options.action, std::string(option) + what, hint};
  };
  if (signs && options.key.empty())
    return refuse("--key", " is needed: the private key that signs",
                  "openssl genpkey -algorithm ed25519 -out key.pem makes one");
  if (writes && options.output.empty())
    return refuse("--output", " is needed",
                  signs ? "-o signed.img, for example" : "-o kernels.c, for example");
  if (!writes && !options.output.empty())
    return refuse("--output", " is for nook image sign and kernels", "leave it out");
  if (!writes && options.force)
    return refuse("--force", " is for nook image sign and kernels", "leave it out");
  if (options.action == "kernels" && !options.key.empty())
    return refuse("--key", " is for signatures", "leave it out");
  if (options.action != "kernels" && options.files.size() > 1)
    return refuse("FILE", ": need one image, have " + std::to_string(options.files.size()),
                  "only nook image kernels takes several");
  return Done{};
}

// The bytes of a sound image.
Result<AlignedImage> read_image(const std::string& path) {
  const Result<std::vector<std::byte>> bytes = read_file(path);
  if (!bytes) return bytes.diag();
  AlignedImage file(*bytes);
  const char* why = reason(file.check());
  if (!why && !sound_needs(file)) why = reason(NOOK_IMAGE_MALFORMED);
  if (!why) return file;
  const bool other = file.check() == NOOK_IMAGE_OTHER_ABI;
  return Diag{Exit::kInputOutput, "N4050", path, why + (other ? versions_of(file) : ""),
              "nook compile --format image writes one"};
}

// Writes a table of all kernels that the images need.
Result<Exit> kernels_command(const Cli& cli, const ImageCommandOptions& options) {
  std::map<std::string, KernelNeed> all;
  std::vector<std::filesystem::path> inputs;
  for (const std::string& path : options.files) {
    const Result<AlignedImage> file = read_image(path);
    if (!file) return file.diag();
    inputs.emplace_back(path);
    for (const KernelNeed& need : image_needs(*file)) {
      if (kernel_digest(need.name) != need.digest)
        return Diag{Exit::kInputOutput, "N4053", path,
                    "needs the kernel " + need.name + " of another version of nook than this one",
                    "compile the model again with this nook, or take the nook that compiled it"};
      all.emplace(need.name, need);
    }
  }
  std::vector<KernelNeed> needs;
  Json names = Json::array();
  for (const auto& [name, need] : all) needs.push_back(need), names.push_back(name);
  const std::string table = kernel_table(needs, cli.provenance.version);
  if (const Status written = write_output(options.output, table, {options.force, inputs}); !written)
    return written.diag();
  if (cli.json)
    print_json(cli, {{"file", options.output}, {"kernels", names}});
  else
    print("%s: a table of %zu kernels\n", options.output.c_str(), needs.size());
  return Exit::kOk;
}

Result<Exit> sign_command(const Cli& cli, const ImageCommandOptions& options, const AlignedImage& file) {
  const Result<std::string> made = signed_image(file.bytes(), options.key);
  if (!made) return made.diag();
  const Output output = {options.force, {options.files[0], options.key}};
  if (const Status written = write_output(options.output, *made, output); !written) return written.diag();
  const AlignedImage again(std::as_bytes(std::span(*made)));
  if (cli.json) {
    print_json(cli,
               {{"file", options.output}, {"bytes", made->size()}, {"signature", signer_json(again, true)}});
  } else {
    print("%s: %zu bytes, signature: %s\n", options.output.c_str(), made->size(),
          signer_text(again, true).c_str());
  }
  return Exit::kOk;
}

Result<Exit> image_command(const Cli& cli, const ImageCommandOptions& options) {
  if (const Status fits = check_action(options); !fits) return fits.diag();
  if (options.action == "kernels") return kernels_command(cli, options);
  const Result<AlignedImage> read = read_image(options.files[0]);
  if (!read) return read.diag();
  const AlignedImage& file = *read;
  const std::string& path = options.files[0];
  if (options.action == "sign") return sign_command(cli, options, file);
  const bool checked = !options.key.empty();
  if (checked)
    if (const Status fits = check_image_signature(file.bytes(), options.key, path); !fits) return fits.diag();
  if (options.action == "info" && cli.json) {
    print_json(cli, image_json(file, checked));
  } else if (cli.json) {
    print_json(cli, {{"file", path},
                     {"bytes", file.header().bytes},
                     {"sound", true},
                     {"signature", signer_json(file, checked)}});
  } else if (options.action == "info") {
    print_image(file, checked);
  } else {
    print("%s: sound, %u bytes for %s, signature: %s\n", path.c_str(), file.header().bytes,
          file.text(file.header().target).c_str(), signer_text(file, checked).c_str());
  }
  return Exit::kOk;
}

}  // namespace

void add_image(Cli& cli, Subcommand command) {
  ImageCommandOptions& options = add_action<ImageCommandOptions>(cli, command, image_command);
  command
      .add_option(
          "ACTION", options.action,
          "verify: check form and digest; info: the same, and print the needs of the\nimage; sign: write "
          "it with a signature of ed25519, which openssl makes; kernels: write a firmware's table of kernels "
          "for --kernels firmware")
      .required()
      .one_of({"verify", "info", "sign", "kernels"});
  command.add_option("FILE", options.files, "the image; kernels: one or several").required().type("FILE");
  command
      .add_option(
          "--key", options.key,
          "a PEM file of openssl. sign: the private key; verify and info: the public\nkey, with which they "
          "check the signature")
      .path("FILE");
  command.add_option("-o,--output", options.output, "sign: the signed image; kernels: the C file")
      .path("FILE");
  command.add_flag("--force", options.force,
                   "sign and kernels: also overwrite a file that nook did not write");
  add_json(cli, command, "print the result as JSON");
}

}  // namespace nookc
