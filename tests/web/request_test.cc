// The request of a JavaScript caller, without WebAssembly.
#include <cstdio>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "nookc/front/onnx/input_shapes.h"
#include "tests/test.h"
#include "web/core/request_json.h"

using namespace nookc;
using Json = nlohmann::json;

namespace {

Result<web::Asked> asked(const Json& options) { return web::parse_options(options, "net.onnx"); }

std::string declarations() {
  std::ifstream file(NOOK_ROOT "/web/npm/index.d.ts");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// The fields of an interface in index.d.ts and of those that it extends, with their types.
std::map<std::string, std::string> types(const std::string& all, const std::string& name) {
  const size_t begin = all.find("interface " + name + " ");
  EXPECT(begin != std::string::npos);
  const size_t open = all.find('{', begin);
  std::map<std::string, std::string> found;
  std::stringstream head(all.substr(begin, open - begin));
  std::string word;
  head >> word >> word;  // interface NAME
  while (head >> word)
    if (word != "extends") found.merge(types(all, word.substr(0, word.find(','))));
  const std::string body = all.substr(open, all.find("\n}", open) - open);
  const std::regex line("\n  ([a-z_]+)\\?: ([^;]+);");
  for (std::sregex_iterator at(body.begin(), body.end(), line), end; at != end; ++at)
    found[(*at)[1]] = (*at)[2];
  return found;
}

std::set<std::string> fields(const std::string& all, const std::string& name) {
  std::set<std::string> names;
  for (const auto& [key, type] : types(all, name)) names.insert(key);
  return names;
}

// The words of a union such as "c" | "managed"; none for another type.
std::set<std::string> words_of(const std::string& type) {
  const std::regex quoted("\"([^\"]+)\"");
  std::set<std::string> words;
  for (std::sregex_iterator at(type.begin(), type.end(), quoted), end; at != end; ++at)
    words.insert((*at)[1]);
  return words;
}

// Whether a type of TypeScript has the values of an option and no others. A text with few words may be a
// string, as the names of targets are.
bool is_type_of(const std::string& type, const Json& option) {
  const std::string kind = option["kind"];
  if (kind == "flag") return type == "boolean";
  if (kind == "names") return type == "boolean | string";
  if (kind == "list") return type == "string[]";
  if (kind != "text") return type == "number" || std::regex_match(type, std::regex("[0-9]+( \\| [0-9]+)*"));
  return type == "string" || words_of(type) == option["one_of"].get<std::set<std::string>>();
}

std::set<std::string> keys(const std::string& command) {
  std::set<std::string> found;
  const auto all = web::options_json();
  for (const auto& option : all[command]) found.insert(option["key"].get<std::string>());
  return found;
}

}  // namespace

TEST(shapes_of_inputs_and_a_signature_are_read) {
  const auto done = asked({{"input_shape", {"x=1,3,96,96", "y=1,10"}},
                           {"signature", "serve"},
                           {"input_value", {"sr=16000", "on=true"}},
                           {"state", {"h0=hn"}}});
  EXPECT(done);
  EXPECT(done->command_line ==
         "nook compile net.onnx --input-shape x=1,3,96,96 --input-shape y=1,10 --input-value sr=16000 "
         "--input-value on=true --state h0=hn "
         "--signature serve");
  EXPECT(done->signature == "serve");
  const auto shapes = onnx::parse_input_shapes(done->input_shapes);
  EXPECT(shapes);
  EXPECT((shapes->at("x") == std::vector<int64_t>{1, 3, 96, 96}));
  EXPECT((shapes->at("y") == std::vector<int64_t>{1, 10}));
}

TEST(values_of_inputs_have_a_name_and_numbers) {
  const auto values = onnx::parse_input_values({"sr=16000", "a=b=0.5,-1"});
  EXPECT(values);
  EXPECT((values->at("sr") == std::vector<std::string>{"16000"}));
  EXPECT((values->at("a=b") == std::vector<std::string>{"0.5", "-1"}));
  for (const char* text : {"16000", "=1", "x=", "x=1,,2", "x=1,", ""}) {
    const auto wrong = onnx::parse_input_values({text});
    EXPECT(!wrong);
    EXPECT(wrong.diag().code == "N2051");
  }
  EXPECT(!onnx::parse_input_values({"x=1", "x=2"}));
}

TEST(shapes_of_inputs_that_are_none_are_refused) {
  EXPECT(!asked({{"input_shape", "1,3"}}));  // need a list
  EXPECT(!asked({{"input_shape", {3}}}));
  for (const char* text : {"x=", "x=1,,3", "x=1,0", "x=-1", "1,N", "4294967296"}) {
    const auto shapes = onnx::parse_input_shapes({text});
    EXPECT(!shapes);
    EXPECT(shapes.diag().code == "N2051");
  }
  EXPECT(!onnx::parse_input_shapes({"1,2", "1,2"}));
  EXPECT(!onnx::parse_input_shapes({"x=1,2", "x=1,3"}));
}

TEST(the_declarations_for_typescript_have_each_option) {
  const std::string all = declarations();
  EXPECT(fields(all, "Options") == keys("compile"));
  EXPECT(fields(all, "QuantizeOptions") == keys("quantize"));
  EXPECT(fields(all, "RunOptions") == keys("run"));
  EXPECT(fields(all, "ListenOptions") == keys("listen"));
  EXPECT(fields(all, "WeightsOptions") == keys("weights"));
}

TEST(the_declarations_for_typescript_have_the_type_of_each_option) {
  const std::string all = declarations();
  const Json options = web::options_json();
  for (const auto& [name, command] : {std::pair("Options", "compile"),
                                      {"QuantizeOptions", "quantize"},
                                      {"RunOptions", "run"},
                                      {"ListenOptions", "listen"},
                                      {"WeightsOptions", "weights"}}) {
    const auto declared = types(all, name);
    for (const Json& option : options[command]) {
      const auto at = declared.find(option["key"]);
      EXPECT(at != declared.end() && is_type_of(at->second, option));
      if (at != declared.end() && !is_type_of(at->second, option))
        std::printf("%s.%s is %s\n", name, at->first.c_str(), at->second.c_str());
    }
  }
}

TEST(a_refused_key_names_all_that_there_are) {
  const auto refused = asked({{"frob", true}});
  EXPECT(!refused);
  for (const std::string& key : keys("compile")) EXPECT(refused.diag().hint.find(key) != std::string::npos);
}

TEST(options_of_quantize_are_read) {
  const auto done = web::parse_quantize_options({{"samples", "x.npy"},
                                                 {"io", "float"},
                                                 {"accuracy_drop", 0.5},
                                                 {"keep_float", {"SOFTMAX"}},
                                                 {"no_bias_correction", true}},
                                                "net.onnx");
  EXPECT(done);
  EXPECT(done->command_line ==
         "nook quantize net.onnx --samples x.npy --io float --keep-float SOFTMAX --no-bias-correction "
         "--accuracy-drop 0.5 -o net_int8.tflite");
  EXPECT(done->QuantizeWords::io == "float" && done->accuracy_drop == 0.5 && done->plain_biases);
  EXPECT(!web::parse_quantize_options({{"accuracy_drop", -1}}, "net.onnx"));
  EXPECT(!web::parse_quantize_options({{"activations", "int4"}}, "net.onnx"));
  EXPECT(!web::parse_quantize_options({{"target", "cortex-m4"}}, "net.onnx"));
}

TEST(options_of_a_hop_need_a_hop) {
  const auto done = asked({{"hop", 2}, {"hop_axis", 0}, {"hop_start", "padding"}});
  EXPECT(done && done->request.hop == 2 && done->request.hop_axis == 0);
  EXPECT(done->command_line == "nook compile net.onnx --hop 2 --hop-axis 0 --hop-start padding");
  EXPECT(!asked({{"hop_axis", 0}}));
  EXPECT(!asked({{"hop", 0}}));
  const auto listens = web::parse_listen_options({{"hop", 2}, {"hop_start", "padding"}});
  EXPECT(listens && listens->request.hop == 2 && listens->request.hop_start == "padding");
  EXPECT(web::parse_listen_options(Json::object()));
  EXPECT(!web::parse_listen_options({{"hop_axis", 0}}));
  EXPECT(!web::parse_listen_options({{"level", "ram"}}));
}

TEST(formats_without_a_compiler_are_offered) {
  for (const char* format : {"c", "managed", "weights", "arduino", "zephyr", "cmsis-pack", "tvm", "runner"})
    EXPECT(asked({{"target", "cortex-m4"}, {"format", format}}));
  EXPECT(!asked({{"target", "cortex-m4"}, {"format", "image"}}));
  EXPECT(asked({{"target", "cortex-m4"}, {"archive", "mlf"}})->archive == "mlf");
  EXPECT(!asked({{"target", "cortex-m4"}, {"archive", "zip"}}));
}
