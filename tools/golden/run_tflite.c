/* Runs a model in TensorFlow Lite: run_tflite LIBRARY MODEL INPUTS OUTPUTS
 *
 * INPUTS has run{k}_input{i}.bin, k = 0, 1, ...; OUTPUTS gets run{k}_output{j}.bin, raw little-endian bytes
 * as `nook run` has them. One interpreter executes all runs, so state persists between runs. Finally it
 * prints a line for each input and output: "input 0 int8 1 49 10 1 0.58 83 name", its type, shape, scale,
 * zero point, name.
 *
 * LIBRARY is a libtensorflowlite_c.so of any version, opened at run time: it is not needed to build this
 * program. Exit code 1 with the reason on stderr on failure. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct TfLiteModel TfLiteModel;
typedef struct TfLiteOptions TfLiteOptions;
typedef struct TfLiteInterpreter TfLiteInterpreter;
typedef struct TfLiteTensor TfLiteTensor;
typedef struct {
  float scale;
  int32_t zero_point;
} TfLiteQuantizationParams;

/* The functions that are called, with their names in c_api.h. */
#define CALLS(CALL)                                                                                \
  CALL(TfLiteModel*, TfLiteModelCreateFromFile, (const char*))                                     \
  CALL(TfLiteOptions*, TfLiteInterpreterOptionsCreate, (void))                                     \
  CALL(void, TfLiteInterpreterOptionsSetNumThreads, (TfLiteOptions*, int32_t))                     \
  CALL(TfLiteInterpreter*, TfLiteInterpreterCreate, (const TfLiteModel*, const TfLiteOptions*))    \
  CALL(int, TfLiteInterpreterAllocateTensors, (TfLiteInterpreter*))                                \
  CALL(int, TfLiteInterpreterInvoke, (TfLiteInterpreter*))                                         \
  CALL(int32_t, TfLiteInterpreterGetInputTensorCount, (const TfLiteInterpreter*))                  \
  CALL(int32_t, TfLiteInterpreterGetOutputTensorCount, (const TfLiteInterpreter*))                 \
  CALL(TfLiteTensor*, TfLiteInterpreterGetInputTensor, (const TfLiteInterpreter*, int32_t))        \
  CALL(const TfLiteTensor*, TfLiteInterpreterGetOutputTensor, (const TfLiteInterpreter*, int32_t)) \
  CALL(int, TfLiteTensorType, (const TfLiteTensor*))                                               \
  CALL(int32_t, TfLiteTensorNumDims, (const TfLiteTensor*))                                        \
  CALL(int32_t, TfLiteTensorDim, (const TfLiteTensor*, int32_t))                                   \
  CALL(size_t, TfLiteTensorByteSize, (const TfLiteTensor*))                                        \
  CALL(void*, TfLiteTensorData, (const TfLiteTensor*))                                             \
  CALL(const char*, TfLiteTensorName, (const TfLiteTensor*))                                       \
  CALL(const char*, TfLiteTypeGetName, (int))                                                      \
  CALL(TfLiteQuantizationParams, TfLiteTensorQuantizationParams, (const TfLiteTensor*))

#define DECLARE(result, name, arguments) static result(*name) arguments;
CALLS(DECLARE)

static void fail(const char* what, const char* which) {
  fprintf(stderr, "run_tflite: %s: %s\n", which, what);
  exit(1);
}

static void open_library(const char* path) {
  void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) fail(dlerror(), path);
/* ISO C has no cast from an object pointer to a function pointer. */
#define FIND(result, name, arguments)          \
  {                                            \
    void* const found = dlsym(library, #name); \
    if (!found) fail("lacks " #name, path);    \
    memcpy(&name, &found, sizeof found);       \
  }
  CALLS(FIND)
}

static void file_name(char* to, size_t size, const char* folder, int run, const char* side, int32_t i) {
  if (snprintf(to, size, "%s/run%d_%s%d.bin", folder, run, side, (int)i) >= (int)size)
    fail("the path is too long", folder);
}

static int exists(const char* path) {
  FILE* const file = fopen(path, "rb");
  if (file) fclose(file);
  return file != NULL;
}

static void read_tensor(const char* path, TfLiteTensor* tensor) {
  FILE* const file = fopen(path, "rb");
  const size_t bytes = TfLiteTensorByteSize(tensor);
  if (!file) fail("can't be opened", path);
  if (fread(TfLiteTensorData(tensor), 1, bytes, file) != bytes || fgetc(file) != EOF)
    fail("has another size than the input", path);
  fclose(file);
}

static void write_tensor(const char* path, const TfLiteTensor* tensor) {
  FILE* const file = fopen(path, "wb");
  const size_t bytes = TfLiteTensorByteSize(tensor);
  if (!file) fail("can't be written", path);
  if (fwrite(TfLiteTensorData(tensor), 1, bytes, file) != bytes || fclose(file))
    fail("can't be written", path);
}

static void describe(const char* side, int32_t i, const TfLiteTensor* tensor) {
  const TfLiteQuantizationParams q = TfLiteTensorQuantizationParams(tensor);
  printf("%s %d %s", side, (int)i, TfLiteTypeGetName(TfLiteTensorType(tensor)));
  for (int32_t d = 0; d < TfLiteTensorNumDims(tensor); ++d) printf(" %d", (int)TfLiteTensorDim(tensor, d));
  printf(" %.9g %d %s\n", (double)q.scale, (int)q.zero_point, TfLiteTensorName(tensor));
}

int main(int argc, char** argv) {
  char path[4096];
  if (argc != 5) fail("run_tflite LIBRARY MODEL INPUTS OUTPUTS", "usage");
  open_library(argv[1]);
  TfLiteModel* const model = TfLiteModelCreateFromFile(argv[2]);
  if (!model) fail("is no model for this TensorFlow Lite", argv[2]);
  TfLiteOptions* const options = TfLiteInterpreterOptionsCreate();
  TfLiteInterpreterOptionsSetNumThreads(options, 1);
  TfLiteInterpreter* const interpreter = TfLiteInterpreterCreate(model, options);
  if (!interpreter) fail("can't be interpreted", argv[2]);
  if (TfLiteInterpreterAllocateTensors(interpreter)) fail("its tensors can't be allocated", argv[2]);
  const int32_t inputs = TfLiteInterpreterGetInputTensorCount(interpreter);
  const int32_t outputs = TfLiteInterpreterGetOutputTensorCount(interpreter);
  int run = 0;
  for (;; ++run) {
    file_name(path, sizeof path, argv[3], run, "input", 0);
    if (run > 0 && (inputs == 0 || !exists(path))) break;
    for (int32_t i = 0; i < inputs; ++i) {
      file_name(path, sizeof path, argv[3], run, "input", i);
      read_tensor(path, TfLiteInterpreterGetInputTensor(interpreter, i));
    }
    if (TfLiteInterpreterInvoke(interpreter)) fail("an operator failed", argv[2]);
    for (int32_t j = 0; j < outputs; ++j) {
      file_name(path, sizeof path, argv[4], run, "output", j);
      write_tensor(path, TfLiteInterpreterGetOutputTensor(interpreter, j));
    }
  }
  for (int32_t i = 0; i < inputs; ++i) describe("input", i, TfLiteInterpreterGetInputTensor(interpreter, i));
  for (int32_t j = 0; j < outputs; ++j)
    describe("output", j, TfLiteInterpreterGetOutputTensor(interpreter, j));
  printf("runs %d\n", run);
  fflush(stdout);
  _Exit(0); /* some versions crash in their destructors */
}
