#include "nookc/core/identifier.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <set>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/emit.h"
#include "tests/test.h"

using namespace nookc;

TEST(identifiers_are_short_and_lower_case_without_prefixes_of_converters) {
  EXPECT(identifier("audio", "input") == "audio");
  EXPECT(identifier("serving_default_input_1:0", "input") == "input_1");
  EXPECT(identifier("StatefulPartitionedCall:0", "output") == "output");
  EXPECT(identifier("StatefulPartitionedCall/model/dense/Softmax", "output") == "model_dense_softmax");
  EXPECT(identifier("model/activation/Relu;model/bn/FusedBatchNormV3;model/conv2d/Conv2D", "t") ==
         "model_activation_relu");
  EXPECT(identifier("a/very/long/path/with/many/parts/in/it/Relu_7", "t") == "with_many_parts_in_it_relu_7");
  EXPECT(identifier(std::string(80, 'x'), "t").size() == kMaxIdentifier);
}

TEST(identifiers_are_never_keywords_empty_or_led_by_a_digit) {
  EXPECT(identifier("int", "t") == "t_int");
  EXPECT(identifier("Class", "t") == "t_class");
  EXPECT(identifier("linux", "t") == "t_linux");
  EXPECT(identifier("3d", "t") == "t_3d");
  EXPECT(identifier("int8_t", "t") == "t_int8");  // POSIX reserves names with this suffix
  EXPECT(identifier("", "input") == "input");
  EXPECT(identifier("\xe2\x82\xac/::", "input") == "input");
  for (const char* name : {"int", "3", "_x", "a b", "\xff", "x;y", "X:0:0", "int8_t", "a_t_t", "x/t_t"})
    EXPECT(is_identifier(identifier(name, "t")));
  EXPECT(!is_identifier("") && !is_identifier("_a") && !is_identifier("9") && !is_identifier("for"));
  EXPECT(!is_identifier("a-b") && !is_identifier("a__b") && is_identifier("Kws_2"));
}

TEST(names_that_are_in_use_get_a_number) {
  std::set<std::string> taken;
  EXPECT(unique("x", taken) == "x" && unique("x", taken) == "x_2" && unique("x_2", taken) == "x_2_2");
}

TEST(a_model_without_a_name_is_called_after_its_file) {
  EXPECT(model_name("/tmp/Keyword Spotting.v2.tflite") == "keyword_spotting_v2");
  EXPECT(model_name("nook.tflite") == "my_nook");
}

TEST(literals_read_back_as_the_same_value) {
  EXPECT(c_literal(0.1f) == "0.1f");
  EXPECT(c_literal(3.0f) == "3.0f");
  EXPECT(c_literal(1e20f) == "1e+20f");
  EXPECT(c_literal(-INFINITY) == "-INFINITY");
  EXPECT(c_literal(INT32_MIN) == "INT32_MIN" && c_literal(int64_t{INT32_MIN} - 1) == "-2147483649");
  test::Rng rng(7);
  for (int i = 0; i < 10000; ++i) {
    const uint32_t bits = rng.next();
    float value;
    memcpy(&value, &bits, sizeof value);
    if (value != value) continue;
    const std::string text = c_literal(value);
    if (text.find("INF") == std::string::npos) EXPECT(strtof(text.c_str(), nullptr) == value);
  }
}

TEST(comments_and_strings_hold_any_bytes) {
  EXPECT(c_comment("a*/b/*c//d") == "a*_b/_c/_d");
  EXPECT(c_comment("end*") == "end* ");
  EXPECT(c_comment("x\ny\\?\?/\xff") == "x_y_?_/_");
  EXPECT(c_string("\"\\?\n\xff") == "\"\\\"\\\\\\?\\012\\377\"");
}
