// The request of a JavaScript caller, without WebAssembly.
#include <fstream>
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

// The keys that a refusal lists.
std::set<std::string> keys() {
  std::set<std::string> found;
  const auto refused = asked({{"frob", true}});
  EXPECT(!refused);
  const std::string hint = refused.diag().hint.substr(std::string("options: ").size());
  std::stringstream words(std::regex_replace(hint, std::regex(","), " "));
  for (std::string word; words >> word;) found.insert(word);
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
  std::ifstream file(NOOK_ROOT "/web/npm/index.d.ts");
  std::stringstream text;
  text << file.rdbuf();
  const std::string all = text.str();
  const size_t begin = all.find("interface Options {");
  const std::string options = all.substr(begin, all.find("\n}", begin) - begin);
  std::set<std::string> declared;
  const std::regex line("\n  ([a-z_]+)\\?:");
  for (std::sregex_iterator at(options.begin(), options.end(), line), end; at != end; ++at)
    declared.insert((*at)[1]);
  EXPECT(declared == keys());
}
