/* The functions that MLPerf Tiny's streaming wake word requires of a submitter. The model is compiled by
 * `nook compile --name model --declare-memory --hop 1 --hop-axis 1`: each frame of features is pushed once,
 * and the outputs equal the whole network's on the last 30 frames. */
#include "feature_extraction.h"
#include "model.h"
#include "ports/port.h"
#include "ports/serial/serial.h"
#include "sww_ref_util.h"

/* Variables of the harness. */
extern int16_t *g_wav_block_buff, *g_i2s_buffer0, *g_i2s_buffer1, *g_i2s_current_buff;
extern int8_t* g_act_buff;
extern int g_i2s_buff_sel;
extern uint32_t g_i2s_chunk_size_bytes, g_gp_buff_bytes, g_act_idx, g_first_frame, g_i2s_status;
extern i2s_state_t g_i2s_state;
extern LogBuffer g_log;

static float features[NUM_MEL_FILTERS];
static model_input frame;
static model_output output;

/* The window before the first sound: the benchmark begins with frames of the byte 0. */
static void start_window(void) {
  features_reset();
  memset(&frame, 0, sizeof frame);
  model_reset(&model_default_memory);
  while (model_missing(&model_default_memory) > MODEL_HOP_FRAMES)
    model_push(&model_default_memory, &frame, &output);
}

/* Truncates as the benchmark's training code does, within the limits of int8. */
static int8_t quantized(float feature) {
  const int32_t q = (int32_t)(feature / MODEL_INPUT_INPUT_1_SCALE - 128);
  return (int8_t)(q > 127 ? 127 : q);
}

/* The first output: how certain the wake word is. */
static int8_t push_samples(const int16_t* samples) {
  features_of(samples, features);
  for (int i = 0; i < NUM_MEL_FILTERS; ++i) frame.input_1[i] = quantized(features[i]);
  if (model_push(&model_default_memory, &frame, &output) != NOOK_OK) printf("e-[the model did not run]\r\n");
  return output.dense[0];
}

/* Moves the last window on by new samples, each `step` places after the one before. */
static void move_block(const int16_t* from, int step) {
  enum { kOld = SWW_WINLEN_SAMPLES - SWW_WINSTRIDE_SAMPLES };
  memmove(g_wav_block_buff, g_wav_block_buff + SWW_WINSTRIDE_SAMPLES, kOld * sizeof *g_wav_block_buff);
  for (int i = kOld; i < SWW_WINLEN_SAMPLES; ++i, from += step) g_wav_block_buff[i] = *from;
}

static void process_chunk(void) {
  ee_set_processing_pin_high();
  const int16_t* const full = g_i2s_buff_sel ? g_i2s_buffer1 : g_i2s_buffer0;
  g_i2s_buff_sel ^= 1;
  g_i2s_current_buff = g_i2s_buff_sel ? g_i2s_buffer1 : g_i2s_buffer0;
  g_i2s_status = sww_receive(g_i2s_current_buff, g_i2s_chunk_size_bytes / 2);
  move_block(full, 2);
  const int8_t activation = push_samples(g_wav_block_buff);
  if (activation > DETECT_THRESHOLD || g_first_frame) {
    sww_set_pin(SWW_DETECTED, 0);
    th_delay_us(1);
    sww_set_pin(SWW_DETECTED, 1);
    g_first_frame = 0;
  }
  if (g_act_idx < g_gp_buff_bytes) g_act_buff[g_act_idx++] = activation;
  ee_set_processing_pin_low();
}

void sww_received(void) {
  if (g_i2s_state == Streaming) process_chunk();
  if (g_i2s_state == FileCapture) ee_process_chunk_and_cont_capture(NULL);
}

/* Only the harness calls it to begin with, outside of the time that the processing pin measures. */
uint32_t th_dma_receive(uint8_t* buffer, uint16_t samples) {
  if (g_first_frame) start_window();
  return sww_receive((int16_t*)(void*)buffer, samples);
}

uint32_t th_dma_stop(void) { return sww_stop(); }

uint8_t th_dma_state(void) { return (uint8_t)g_i2s_state; }

void th_delay_us(int microseconds) {
  const uint32_t start = port_clock(), ticks = (uint32_t)microseconds * (port_clock_hz() / 1000000);
  while (port_clock() - start <= ticks) {
  }
}

static uint32_t microseconds_since(uint32_t start) {
  return (port_clock() - start) / (port_clock_hz() / 1000000);
}

void th_run_model_on_test_data(char* words[]) {
  const int8_t* frames = test_input_class0;
  if (words[1] && strcmp(words[1], "class1") == 0) frames = test_input_class1;
  if (words[1] && strcmp(words[1], "class2") == 0) frames = test_input_class2;
  ee_set_processing_pin_high();
  const uint32_t start = port_clock();
  model_reset(&model_default_memory);
  for (int i = 0; i < MODEL_WINDOW_FRAMES; ++i, frames += NUM_MEL_FILTERS) {
    memcpy(frame.input_1, frames, NUM_MEL_FILTERS);
    model_push(&model_default_memory, &frame, &output);
  }
  ee_set_processing_pin_low();
  printf("%d frames took %lu us\r\n", MODEL_WINDOW_FRAMES, (unsigned long)microseconds_since(start));
  printf("Output = [%02d, %02d, %02d, ]\r\n", output.dense[0], output.dense[1], output.dense[2]);
}

void th_infer_static_wav(char* words[]) {
  int step = 0;
  start_window();
  for (unsigned at = words[1] ? (unsigned)atoi(words[1]) : 0; at + SWW_WINLEN_SAMPLES <= test_wav_long_len;
       at += SWW_WINSTRIDE_SAMPLES, ++step) {
    const int activation = push_samples(test_wav_long + at);
    printf("(");
    ee_print_vals_int8(frame.input_1, NUM_MEL_FILTERS);
    if (activation > DETECT_THRESHOLD) {
      printf("[%d]: Detection (%d).\r\n", step, activation);
      ee_log_printf(&g_log, "[%d]: Detection (%d).\r\n", step, activation);
    }
    printf(", %d), \r\n", activation);
  }
}

/* New samples of one channel are in the first buffer. */
void th_extract_features_on_chunk(char* words[]) {
  static int begun;
  (void)words;
  if (!begun) start_window();
  begun = 1;
  move_block(g_i2s_buffer0, 1);
  push_samples(g_wav_block_buff);
  printf("m-features-[");
  for (int i = 0; i < NUM_MEL_FILTERS; ++i) printf(i ? ", %+3d" : "%+3d", frame.input_1[i]);
  printf("]\r\nm-activations-[%+3d, %+3d, %+3d]\r\n", output.dense[0], output.dense[1], output.dense[2]);
}

void th_run_extraction(char* words[]) {
  const int16_t* const samples = test_wav_marvin + (words[1] ? atoi(words[1]) : 0);
  features_reset();
  const uint32_t start = port_clock();
  features_of(samples, features);
  printf("the features took %lu us\r\n{\r\n\"Input\": ", (unsigned long)microseconds_since(start));
  ee_print_vals_int16(samples, SWW_WINLEN_SAMPLES);
  printf(",\r\n \"Output\": ");
  ee_print_vals_float(features, NUM_MEL_FILTERS);
  printf("}\r\n");
}

int main(void) {
  port_init();
  serial_start();
  features_start();
  ee_setup_i2s_buffers();
  ee_timestamp();
  for (;;) {
    const int byte = serial_get();
    if (byte >= 0) ee_serial_callback((char)byte);
    sww_poll();
  }
}
