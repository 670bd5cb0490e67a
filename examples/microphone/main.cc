// Spots keywords in a recording as if it came from a microphone: a row of features every 20 ms, and every 100
// ms a run of the network on the last second of them. Both use the same scratch alternately; the network
// reads the rows in place.
//
//   microphone FILE.wav LABEL...       the labels of the network's outputs, in their order
#include <stdio.h>
#include <string.h>

#include "examples/microphone/wav.h"
#include "integrations/audio/speech_features.h"
#include "model.h"  // g_model
#include "nook/interp/interpreter.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nook/ops/reshape/reshape_op.h"
#include "nook/ops/softmax/softmax_op.h"
#include "ports/port.h"

namespace {

using audio::SpeechFeatures;

constexpr uint32_t kRows = 49, kBands = SpeechFeatures::kBands, kRowsPerAnswer = 5, kMostLabels = 8;
constexpr size_t kMostSeconds = 8;

// The operators of keyword networks; nothing else is linked.
constexpr nook::OpEntry kOps[] = {
    nook::op_entry<nook::Conv2D, nook::Conv2DS8>(),
    nook::op_entry<nook::DepthwiseConv2D, nook::DepthwiseConv2DS8>(),
    nook::op_entry<nook::FullyConnected, nook::FullyConnectedS8>(),
    nook::op_entry<nook::Reshape>(),
    nook::op_entry<nook::Softmax, nook::SoftmaxS8>(),
};
constexpr nook::Resolver kResolver = nook::resolver(kOps);

// The memory shared by the two, and the memory of each.
alignas(16) uint8_t scratch[6144];
alignas(8) uint8_t persistent[512];
SpeechFeatures features;
int8_t rows[kRows * kBands];  // oldest first
int8_t scores[kMostLabels];
alignas(4) uint8_t file[44 + kMostSeconds * SpeechFeatures::kRate * 2] NOOK_SECTION(".nook_scratch");

int refuse(const nook::InterpreterFault& fault) {
  char text[160];
  nook_describe_fault(&fault, text, sizeof text);
  printf("microphone: %s\n", text);
  return 1;
}

// Runs the network, after checking its needs.
int listen(const Recording& recording, char** labels, uint32_t label_count) {
  const auto model = nook::Model::open(g_model);
  if (!model) return printf("microphone: the model is malformed\n"), 1;
  nook::MemoryRequirements need;
  nook::InterpreterFault fault;
  if (nook::memory_requirements(*model, kResolver, {}, scratch, &need, &fault) != nook::Code::kOk)
    return refuse(fault);
  if (need.input_count != 1 || need.output_count != 1 || need.inputs[0].bytes != sizeof rows ||
      need.outputs[0].bytes != label_count)
    return printf("microphone: need a model of %u features and %u scores\n", unsigned{sizeof rows},
                  unsigned{label_count}),
           1;
  printf("scratch: features %u bytes, network %u, shared %u\n", unsigned{SpeechFeatures::kScratchBytes},
         static_cast<unsigned>(need.scratch.bytes), unsigned{sizeof scratch});
  const nook_const_buffer in[] = {{rows, sizeof rows}};
  const nook_buffer out[] = {{scores, sizeof scores}};
  nook::Interpreter net(*model, kResolver, {in, out, persistent, scratch});
  if (!net.ok()) return refuse(net.fault());

  features.reset();
  memset(rows, -128, sizeof rows);
  for (uint32_t hop = 0; (hop + 1) * SpeechFeatures::kHop <= recording.count; ++hop) {
    memmove(rows, rows + kBands, sizeof rows - kBands);
    features.next(recording.samples + hop * SpeechFeatures::kHop, scratch, rows + sizeof rows - kBands);
    if (hop + 1 < kRows || (hop + 1) % kRowsPerAnswer != 0) continue;  // not before a full second of sound
    net.invoke();
    uint32_t best = 0;
    for (uint32_t i = 1; i < label_count; ++i)
      if (scores[i] > scores[best]) best = i;
    const unsigned tenths = (hop + 1) / kRowsPerAnswer,
                   percent = static_cast<unsigned>(scores[best] + 128) * 100 / 256;
    printf("%u.%u s  %-8s %3u %%\n", tenths / 10, tenths % 10, labels[best], percent);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  port_init();
  if (argc < 4 || argc - 2 > static_cast<int>(kMostLabels))
    return printf("usage: microphone FILE.wav LABEL LABEL... (at most %u)\n", unsigned{kMostLabels}), 2;
  const int32_t bytes = port_file_read(argv[1], file, sizeof file);
  if (bytes < 0) return printf("microphone: %s can't be read\n", argv[1]), 4;
  const size_t read = static_cast<size_t>(bytes) < sizeof file ? static_cast<size_t>(bytes) : sizeof file;
  const Recording recording = open_wav(file, read, SpeechFeatures::kRate);
  if (recording.error) return printf("microphone: %s: %s\n", argv[1], recording.error), 4;
  return listen(recording, argv + 2, static_cast<uint32_t>(argc - 2));
}
