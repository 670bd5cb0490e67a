// The sources of a resolver: an operator's sources define every kernel that its forms can use.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "nookc/back/interpreter_export/resolver_file.h"
#include "nookc/back/resources/resources.h"
#include "nookc/graph/form_types.h"
#include "nookc/target/target.h"
#include "tests/sanitized.h"
#include "tests/test.h"

namespace {

bool is_defined_in(const std::string& folder, const std::string& symbol) {
  return std::ranges::any_of(nookc::resources(), [&](const nookc::Resource& file) {
    return file.path.starts_with(folder) && file.path.ends_with(".c") &&
           file.content.find(symbol) != std::string_view::npos;
  });
}

// Whether a header is carried, or generated with a model. Those of nook/esphome lie in ports/esphome.
bool is_carried_or_generated(const std::string& header) {
  constexpr std::string_view kComponent = "nook/esphome/";
  if (header == "nook/ops/all.h" || header == "nook/ops/extra_ops.inc") return true;
  if (header.find('{') != std::string::npos) return true;  // named after the network
  const bool component = header.starts_with(kComponent);
  return nookc::find_resource(component ? "ports/esphome/" + header.substr(kComponent.size()) : header);
}

}  // namespace

TEST(every_form_finds_its_reference_kernel_in_the_folders_of_its_operator) {
  for (const nook::OpRowOf row : nook::op_rows()) {
    const auto folders = nookc::operator_folders(row());
    for (const nook::FormRow& form : row().forms) {
      const auto kernels = form.kernels();
      const std::string symbol = kernels[kernels.size() - 1].symbol;
      const bool found = std::ranges::any_of(
          folders, [&](const std::string& folder) { return is_defined_in(folder, symbol); });
      if (!found) std::printf("%s: %s\n", row().name, symbol.c_str());
      EXPECT(found);
    }
  }
}

// Declared in headers of another folder, defined in its .cc: a function that two operators share.
TEST(an_operator_that_uses_functions_of_another_is_built_with_its_folder) {
  for (const auto& [one, other] : {std::pair(nook::OpCode::kPadv2, "nook/ops/pad/"),
                                   std::pair(nook::OpCode::kBatchToSpaceNd, "nook/ops/space_to_batch_nd/")})
    EXPECT(nookc::operator_folders(nookc::op_row(one)).contains(other));
}

// Kernels of families may include any header, so no header tells that they are needed.
TEST(the_sources_of_an_operator_define_every_kernel_that_the_core_can_run) {
  for (const char* name : {"host", "cortex-m4", "cortex-m55"}) {
    if (test::kSanitized && std::string_view(name) != "cortex-m55") continue;  // searching takes long there
    const nookc::Target& target = *nookc::find_target(name);
    for (const nook::OpRowOf row : nook::op_rows()) {
      const std::vector<std::string> sources = nookc::sources_of_operators({row().code}, target);
      const auto is_built = [&](const std::string& symbol) {
        return std::ranges::any_of(sources, [&](const std::string& path) {
          return nookc::resource(path)->find(symbol) != std::string_view::npos;
        });
      };
      for (const nook::FormRow& form : row().forms)
        for (const nook::KernelEntry& kernel : form.kernels())
          if (nook::has(target.isa, kernel.isa)) {
            const bool found = is_built(kernel.symbol);
            if (!found) std::printf("%s, %s: no source of %s\n", name, row().name, kernel.symbol);
            EXPECT(found);
          }
    }
  }
}

TEST(every_operator_is_built_with_the_folders_whose_headers_its_sources_include) {
  for (const nook::OpRowOf row : nook::op_rows()) {
    const auto folders = nookc::operator_folders(row());
    const std::string own = std::string("nook/ops/") + row().folder + "/";
    for (const nookc::Resource& file : nookc::resources()) {
      if (!file.path.starts_with(own)) continue;
      for (const nook::OpRowOf other : nook::op_rows()) {
        const std::string folder = std::string("nook/ops/") + other().folder + "/";
        if (file.content.find("#include \"" + folder) == std::string_view::npos) continue;
        if (!folders.contains(folder)) std::printf("%s: %s\n", row().name, folder.c_str());
        EXPECT(folders.contains(folder));
      }
    }
  }
}

TEST(forms_of_a_family_have_different_reference_kernels) {
  for (const nook::OpRowOf row : nook::op_rows())
    for (const nook::FormRow& form : row().forms)
      if (row().code == nook::OpCode::kConv2D || row().code == nook::OpCode::kTanh)
        EXPECT(nookc::types_of(form) != "any");
}

// The definitions that facts.cmake notes when nook is built; packages find the sources of kernels by them.
TEST(every_kernel_is_defined_by_one_of_the_sources_that_nook_carries) {
  std::map<std::string_view, int> definitions;
  for (const nookc::Resource& file : nookc::resources())
    for (const std::string_view symbol : file.defines) ++definitions[symbol];
  for (const nook::OpRowOf row : nook::op_rows())
    for (const nook::FormRow& form : row().forms)
      for (const nook::KernelEntry& kernel : form.kernels()) {
        const int found = definitions[kernel.symbol];
        if (found != 1) std::printf("%s: %d definitions\n", kernel.symbol, found);
        EXPECT(found == 1);
      }
}

TEST(every_header_that_a_carried_source_includes_is_noted_and_carried) {
  for (const nookc::Resource& file : nookc::resources()) {
    size_t lines = 0;
    for (size_t at = 0; (at = file.content.find("#include \"nook/", at)) != std::string_view::npos; ++at)
      ++lines;
    size_t noted = 0;
    for (const std::string_view header : file.includes)
      if (header.starts_with("nook/")) {
        ++noted;
        const bool carried = is_carried_or_generated(std::string(header));
        if (!carried) std::printf("%.*s is not carried\n", static_cast<int>(header.size()), header.data());
        EXPECT(carried);
      }
    EXPECT((lines > 0) == (noted > 0) && noted <= lines);
    EXPECT(file.math == (file.content.find("#include <math.h>") != std::string_view::npos));
  }
}
