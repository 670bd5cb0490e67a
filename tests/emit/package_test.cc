// The packages of a compiled model: the folder that builds on its own, the archive, the reports.
#include <archive.h>
#include <archive_entry.h>

#include <map>
#include <regex>
#include <set>

#include "nookc/back/resources/resources.h"
#include "nookc/study/report/report.h"
#include "tests/emit/workshop.h"

using namespace nookc;
using namespace test;

namespace {

std::map<std::string, std::string> unpack(const std::string& tar) {
  std::map<std::string, std::string> files;
  archive* reader = archive_read_new();
  archive_read_support_format_tar(reader);
  EXPECT_EQ(archive_read_open_memory(reader, tar.data(), tar.size()), ARCHIVE_OK);
  archive_entry* entry = nullptr;
  while (archive_read_next_header(reader, &entry) == ARCHIVE_OK) {
    EXPECT_EQ(archive_entry_mtime(entry), 0);
    EXPECT_EQ(archive_entry_uid(entry), 0);
    std::string content(static_cast<size_t>(archive_entry_size(entry)), '\0');
    EXPECT_EQ(archive_read_data(reader, content.data(), content.size()), content.size());
    const std::string path = archive_entry_pathname(entry);
    EXPECT(path.starts_with("./"));
    files[path.substr(2)] = content;
  }
  archive_read_free(reader);
  return files;
}

// Whether a line without indentation has the symbol before a bracket or comma: the head of a function, or a
// macro that defines one. Prototypes are in headers.
bool defines(const std::string& source, const std::string& symbol) {
  return std::regex_search(source, std::regex("(^|\n)[^ \n*/#][^\n]*\\b" + symbol + "[(),]"));
}

}  // namespace

TEST(the_command_carries_its_sources) {
  EXPECT(resource("nook/nook.h") && contains(std::string(*resource("nook/nook.h")), "nook_status"));
  EXPECT(!resource("nook/none.h") && !resource(""));
  for (size_t i = 1; i < resources().size(); ++i) EXPECT(resources()[i - 1].path < resources()[i].path);
}

TEST(only_the_kernels_that_are_called_are_needed_and_every_header_they_include) {
  const auto sources = kernel_sources(program_of(lone()));
  int kernels = 0;
  for (const std::string& path : sources) kernels += path.ends_with(".c");
  EXPECT_EQ(kernels, 2);  // including the shared inner loop
  EXPECT(std::find(sources.begin(), sources.end(), "nook/kernels/window/c99/s8_1x2_ref.c") != sources.end());
  EXPECT(std::find(sources.begin(), sources.end(), "nook/kernels/dot/c99/dot_two_ref.c") != sources.end());
  EXPECT(std::find(sources.begin(), sources.end(), "nook/core/fixed_point.h") != sources.end());
  EXPECT(std::find(sources.begin(), sources.end(), "nook/ops/contract/op.h") == sources.end());
}

TEST(the_file_of_every_kernel_of_every_operator_is_found) {
  Program program = program_of(lone());
  Call& call = program.calls[0];
  for (const nook::OpRowOf row : nook::op_rows()) {
    call.code = row().code;
    const std::string folder = row().folder;
    for (size_t f = 0; f < row().forms.size(); ++f) {
      const nook::FormRow& form = row().forms[f];
      call.op.form = static_cast<int32_t>(f);
      call.header = form.header ? form.header : "nook/ops/" + folder + "/" + folder + ".h";
      for (const nook::KernelEntry& kernel : form.kernels()) {
        call.op.kernel = &kernel;
        const bool found = std::ranges::any_of(kernel_sources(program), [&](const std::string& path) {
          const std::string content(*resource(path));
          if (path.ends_with(".S"))
            return contains(content, "\nfunction " + std::string(kernel.symbol) + "\n");
          return path.ends_with(".c") && content.find(kernel.symbol) != std::string::npos &&
                 defines(content, kernel.symbol);
        });
        EXPECT(found);
        if (!found) printf("no file of %s\n", kernel.symbol);
      }
    }
  }
}

TEST(a_package_for_avx2_has_the_kernels_for_it_and_nothing_of_the_reference) {
  CompileOptions where;
  where.target = find_target("host-avx2");
  const Program program = program_of(chain(), where);
  const auto sources = kernel_sources(program);
  const auto has = [&](const char* path) {
    return std::find(sources.begin(), sources.end(), path) != sources.end();
  };
  EXPECT(has("nook/kernels/window/avx2/s8_avx2.c") && has("nook/kernels/dot/avx2/dot_eight_avx2.c"));
  EXPECT(!has("nook/ops/conv2d/s8_ref.c"));
  const auto files = standalone(program, named("kws"));
  EXPECT(files && contains(content(*files, "CMakeLists.txt"), "-mavx2"));
  Folder folder;
  folder.write(*files);
  const std::string compile = "gcc -O2 -mavx2 -I." + std::string(kStrictC) + "-c $(find . -name '*.c')";
  EXPECT(folder.run("gcc -mavx2 -E -x c /dev/null") != 0 ||
         folder.runs(compile));  // unless this is another kind of machine
}

TEST(a_standalone_folder_builds_by_itself) {
  const auto files = standalone(program_of(chain()), named("kws"));
  EXPECT(files);
  Folder folder;
  folder.write(*files);
  EXPECT(folder.runs("cmake -G Ninja -S . -B build -DCMAKE_BUILD_TYPE=Release && cmake --build build"));
  EXPECT(folder.runs(
      "test -f build/libkws.a && test -f README.md && test -f kws.json && test -f kws.report.txt"));
}

TEST(the_archive_is_model_library_format_and_always_the_same) {
  const Program program = program_of(chain());
  const std::string model = "not a model, but bytes";
  const std::span bytes = std::as_bytes(std::span(model));
  const auto tar = model_library(program, named("kws"), bytes),
             again = model_library(program, named("kws"), bytes);
  EXPECT(tar && again && *tar == *again);
  auto files = unpack(*tar);
  for (const char* path : {"codegen/host/src/kws.c", "codegen/host/include/kws.h", "parameters/kws.params",
                           "runtime/nook/nook.h", "runtime/nook/kernels/window/c99/s8_1x2_ref.c"})
    EXPECT(files.count(path) == 1);
  EXPECT(files["src/kws.tflite"] == model);
  const auto json = nlohmann::json::parse(files["metadata.json"]);
  EXPECT_EQ(json["version"].get<int>(), 7);
  const auto& module = json["modules"]["kws"];
  EXPECT(module["executors"] == nlohmann::json({"aot"}) && module["style"] == "full-model");
  const auto& main = module["memory"]["functions"]["main"][0];
  EXPECT_EQ(main["workspace_size_bytes"].get<int>(), program.scratch_bytes);
  EXPECT_EQ(main["constants_size_bytes"].get<int>(), program.constant_bytes());
  EXPECT_EQ(main["io_size_bytes"].get<int>(), 72 + 72);
  EXPECT(main["inputs"]["audio"] == nlohmann::json({{"size", 72}, {"dtype", "int8"}}));
  std::set<std::string> symbols;
  for (const Call& call : program.calls) symbols.insert(call.op.symbol);
  EXPECT_EQ(module["memory"]["functions"]["operator_functions"].size(), symbols.size());
  EXPECT_EQ(module["nook"]["buffers"].size(), program.buffers.size());
}

TEST(the_archive_states_the_most_that_a_call_of_each_function_needs) {
  Program program = program_of(chain());
  std::map<std::string, int32_t> most;
  for (size_t i = 0; i < program.calls.size(); ++i) {
    nook::Prepared& op = program.calls[i].op;
    op.scratch = i % 2 ? 48 : 64;
    most[op.symbol] = std::max(most[op.symbol], op.scratch);
  }
  const auto tar = model_library(program, named("kws"), {});
  EXPECT(tar);
  if (!tar) return;
  const auto json = nlohmann::json::parse(unpack(*tar)["metadata.json"]);
  std::map<std::string, int32_t> said;
  for (const auto& f : json["modules"]["kws"]["memory"]["functions"]["operator_functions"])
    said[f["function_name"].get<std::string>()] = f["workspace"][0]["workspace_size_bytes"].get<int32_t>();
  EXPECT(said == most);
}

TEST(the_json_has_the_plan_and_the_facts_of_the_header) {
  const Program program = program_of(chain());
  const auto json = report_json(program, named("kws"));
  EXPECT(json["name"] == "kws" && json["target"] == "host" &&
         json["model"]["sha256"] == program.model_sha256);
  EXPECT(json["inputs"][0]["identifier"] == "audio" && json["inputs"][0]["bytes"] == 72);
  EXPECT(json["inputs"][0]["zero_point"] == -3 && json["outputs"][0]["scale"] == 0.25);
  EXPECT_EQ(json["memory"]["scratch"][0]["bytes"].get<int>(), program.scratch_bytes);
  EXPECT(json["memory"]["scratch"][0]["peak"]["operator"] == "2 CONV_2D mixed");
  EXPECT_EQ(json["operators"].size(), 3);
  EXPECT(json["operators"][0]["views"][0] == "flat" && json["operators"][1]["node"] == 2);
  int64_t macs = 0;
  for (const auto& op : json["operators"]) macs += op["macs"].get<int64_t>();
  EXPECT_EQ(macs, program.macs());
  int top = 0;
  for (const auto& b : json["buffers"]) top = std::max(top, b["offset"].get<int>() + b["size"].get<int>());
  EXPECT_EQ(top, program.scratch_bytes);
  EXPECT(json == report_json(program_of(chain()), named("kws")));
}

TEST(the_report_shows_memory_by_role_and_the_peak) {
  const Program program = program_of(chain());
  const std::string text = report_text(program, named("kws"));
  for (const char* part :
       {"scratch", "constant", "persistent", "highest at 2 CONV_2D mixed", "<- peak", "audio"})
    EXPECT(contains(text, part));
  EXPECT(contains(text, std::to_string(program.scratch_bytes)));
}

TEST(files_are_not_written_where_that_can_not_be) {
  const auto status = write_files("/dev/null/x", {{"a.c", "b"}});
  EXPECT(!status && status.diag().exit == Exit::kInputOutput);
}
