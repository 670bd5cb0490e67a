// The functions that MLPerf Tiny requires of a submitter, for the four models, with the serial port of
// ports/serial and the clock of ports/port.h. The model is compiled by `nook compile --name model
// --declare-memory`; TH_MODEL_VERSION says which of the benchmark's models it is. No heap and no stdio: the
// harness prints only numbers and words.
#include "api/internally_implemented.h"
#include "api/submitter_implemented.h"
#include "model.h"
#include "nook/model_info.h"
#include "ports/port.h"
#include "ports/serial/serial.h"

extern "C" const nook_model_info model_info;

namespace {

// How the runner's bytes become the model's input.
enum class Input { kAsIs, kUnsigned, kFloats };
constexpr const char* kModel = TH_MODEL_VERSION;
constexpr Input kInput = kModel[0] == 'a'                       ? Input::kFloats
                         : kModel[0] == 'v' || kModel[0] == 'i' ? Input::kUnsigned
                                                                : Input::kAsIs;
constexpr size_t kElements = sizeof(model_input);

model_input input;
model_output output;
float features[kInput == Input::kFloats ? kElements : 1];  // unconverted: the error is measured against them
uint64_t ticks;
uint32_t last_tick;

// Called more often than the counter wraps.
void count_ticks() {
  const uint32_t now = port_clock();
  ticks += static_cast<uint32_t>(now - last_tick);
  last_tick = now;
}

int8_t* input_bytes() { return reinterpret_cast<int8_t*>(&input); }

int8_t quantized(float value, const nook_tensor_info& info) {
  const float q = value / info.scale;
  const int32_t rounded =
      static_cast<int32_t>(q < 0 ? q - 0.5f : q + 0.5f) + info.zero_point;  // half away from zero
  return static_cast<int8_t>(rounded < -128 ? -128 : rounded > 127 ? 127 : rounded);
}

float output_value(int32_t i) {
  const nook_tensor_info& info = model_info.outputs[0];
  const int8_t q = reinterpret_cast<const int8_t*>(&output)[i];
  return info.scale * static_cast<float>(q - info.zero_point);
}

void print_thousandths(float value) {
  const int32_t all = static_cast<int32_t>(value * 1000.0f + 0.5f);
  th_printf("%d.%03d", static_cast<int>(all / 1000), static_cast<int>(all % 1000));
}

void put_text(const char* text) {
  while (*text) serial_put(static_cast<uint8_t>(*text++));
}

void put_number(unsigned long value, unsigned base, int width, bool negative) {
  char digits[3 * sizeof value + 1];
  char* at = digits + sizeof digits;
  *--at = 0;
  do *--at = "0123456789abcdef"[value % base];
  while (--width, value /= base);
  if (negative) serial_put('-');
  for (; width > 0; --width) serial_put('0');
  put_text(at);
}

}  // namespace

void th_load_tensor() {
  uint8_t* const bytes = kInput == Input::kFloats ? reinterpret_cast<uint8_t*>(features)
                                                  : reinterpret_cast<uint8_t*>(input_bytes());
  const size_t need = kInput == Input::kFloats ? sizeof features : kElements;
  const size_t have = ee_get_buffer(bytes, need);
  if (have != need) {
    th_printf("e-[input has %d bytes, need %d]\r\n", static_cast<int>(have), static_cast<int>(need));
    return;
  }
  for (size_t i = 0; i < kElements; ++i) {
    if (kInput == Input::kFloats) input_bytes()[i] = quantized(features[i], model_info.inputs[0]);
    if (kInput == Input::kUnsigned) input_bytes()[i] = static_cast<int8_t>(bytes[i] - 128);
  }
}

void th_infer() {
  if (model_run(&model_default_memory, &input, &output) != NOOK_OK)
    th_printf("e-[the model did not run]\r\n");
  count_ticks();
}

void th_results() {
  const int32_t count = model_info.outputs[0].bytes;
  th_printf("m-results-[");
  if (kInput == Input::kFloats) {
    float sum = 0;
    for (int32_t i = 0; i < count; ++i) {
      const float difference = output_value(i) - features[i];
      sum += difference * difference;
    }
    print_thousandths(sum / static_cast<float>(count));
  } else {
    for (int32_t i = 0; i < count; ++i) {
      if (i > 0) th_printf(",");
      print_thousandths(output_value(i));
    }
  }
  th_printf("]\r\n");
}

void th_timestamp() {
  count_ticks();
  const uint64_t hertz = port_clock_hz();
  th_printf(EE_MSG_TIMESTAMP,
            static_cast<unsigned long>(ticks / hertz * 1000000u + ticks % hertz * 1000000u / hertz));
}

void th_serialport_initialize() { serial_start(); }

void th_timestamp_initialize() {
  last_tick = port_clock();
  th_printf(EE_MSG_TIMESTAMP_MODE);
}

void th_final_initialize() {}
void th_pre() {}
void th_post() {}

void th_command_ready(char volatile* command) {
  ee_serial_command_parser_callback(const_cast<char*>(command));
}

char th_getchar() {
  for (;;)
    if (const int byte = serial_get(); byte >= 0) return static_cast<char>(byte);
}

size_t th_strnlen(const char* text, size_t most) {
  size_t length = 0;
  while (length < most && text[length]) ++length;
  return length;
}

// Supports %s, %d, %u, %x, with l and leading zeros: the formats that the harness uses.
int th_vprintf(const char* format, va_list words) {
  for (; *format; ++format) {
    if (*format != '%') {
      serial_put(static_cast<uint8_t>(*format));
      continue;
    }
    int width = 0;
    bool is_long = false;
    for (++format; *format >= '0' && *format <= '9'; ++format) width = 10 * width + (*format - '0');
    if (*format == 'l') is_long = true, ++format;
    if (*format == 's') {
      put_text(va_arg(words, const char*));
    } else if (*format == 'd') {
      const long value = is_long ? va_arg(words, long) : va_arg(words, int);
      put_number(value < 0 ? 0ul - static_cast<unsigned long>(value) : static_cast<unsigned long>(value), 10,
                 width, value < 0);
    } else {
      const unsigned long value = is_long ? va_arg(words, unsigned long) : va_arg(words, unsigned);
      put_number(value, *format == 'x' ? 16 : 10, width, false);
    }
  }
  return 0;
}

void th_printf(const char* format, ...) {
  va_list words;
  va_start(words, format);
  th_vprintf(format, words);
  va_end(words);
}

int main() {
  port_init();
  ee_benchmark_initialize();
  for (;;) ee_serial_callback(th_getchar());
}
