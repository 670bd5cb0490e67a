// The network that the documents' examples run: a sine, with four buffers. Names are the documents'.
#pragma once
#include "model.h"  // g_model
#include "nook/compat/tflm.h"
#include "tests/test.h"

namespace {

const tflite::Model* model = nullptr;
tflite::MicroMutableOpResolver<1> op_resolver;

void open() {
  model = tflite::GetModel(g_model);
  static const TfLiteStatus added = op_resolver.AddFullyConnected();
  EXPECT_EQ(added, kTfLiteOk);
}

}  // namespace
