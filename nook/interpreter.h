/* The interpreter runs a .tflite in place, in memory that the application owns.
 *
 *   nook_requirements(...)       the memory that it needs, before a byte is committed
 *   nook_interpreter_init(...)   every check, every argument, the plan: all errors come from here
 *   nook_interpreter_invoke(...) one inference; cannot fail, but may need several calls for a result
 *
 * The file must start at a multiple of 4; it must not move or change. C99 and C++17, freestanding. The C++
 * interface, nook/interp/interpreter.h, has the same functions as methods. docs/interpreter.md is the guide.
 */
#ifndef NOOK_INTERPRETER_H_
#define NOOK_INTERPRETER_H_

#include "nook/nook.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- memory requirements ---- */

typedef struct nook_requirement {
  size_t bytes;
  size_t alignment; /* bytes, a power of two */
} nook_requirement;

/* An input or output. */
typedef struct nook_tensor_requirement {
  size_t bytes;           /* bytes of the tensor */
  size_t alignment;       /* alignment of the application's buffer */
  int32_t scratch_offset; /* offset in the scratch; -1: in the application's buffer */
} nook_tensor_requirement;

typedef struct nook_memory_requirements {
  const nook_tensor_requirement* inputs;  /* [input_count], in the working buffer */
  const nook_tensor_requirement* outputs; /* [output_count] */
  uint32_t input_count, output_count;
  nook_requirement persistent; /* as long as the interpreter lives: state and prepared arguments */
  nook_requirement scratch;    /* during an inference; holds nothing between two */
  nook_requirement working;    /* needed during nook_interpreter_init() only; may be the scratch */
  size_t state_bytes;          /* the part of `persistent` that one inference leaves for the next */
  nook_requirement constants;  /* lives as long as the interpreter: the weights of options.packer */
} nook_memory_requirements;

/* The bytes of working buffer, at any alignment, that nook_requirements() needs for a model. They depend only
 * on the numbers of tensors, operators and operands (nook/interp/working.h has the formula). 0: the file is
 * damaged; nook_requirements() reports how. */
size_t nook_working_bytes(const void* model, size_t model_bytes);
/* Like nook_working_bytes(), but with options.packer; with options.rows or both; with options.control. With
 * several options, take the largest. */
size_t nook_packing_bytes(const void* model, size_t model_bytes);
size_t nook_rows_bytes(const void* model, size_t model_bytes);
size_t nook_control_bytes(const void* model, size_t model_bytes);

/* ---- refusals ---- */

typedef enum nook_role {
  NOOK_ROLE_NONE = 0,
  NOOK_ROLE_MODEL,    /* the file; `index`: subgraph, tensor or operator, or -1 */
  NOOK_ROLE_OPERATOR, /* operator `index` of kind `op_code` and `op_version` */
  NOOK_ROLE_INPUT,    /* the buffer of input `index` */
  NOOK_ROLE_OUTPUT,   /* the buffer of output `index` */
  NOOK_ROLE_PERSISTENT,
  NOOK_ROLE_SCRATCH,
  NOOK_ROLE_WORKING,
  NOOK_ROLE_PLAN,  /* the plan, offline or online: buffer `index`, `other` */
  NOOK_ROLE_ARENA, /* the one buffer for everything */
  NOOK_ROLE_CONSTANTS
} nook_role;

typedef struct nook_interpreter_fault {
  nook_status status;
  nook_role role;
  int32_t index, other;        /* -1: none; for NOOK_OVERLAP `other` is the index of the other buffer */
  int32_t op_code, op_version; /* code and version in the .tflite format; -1: none */
  const char* op_name;         /* name of a CUSTOM operator, in the model, and its length; null: none */
  uint32_t op_name_length;
  uint8_t reason;     /* nook/core/reasons.inc for operators, nook/model/faults.inc for tensors and files */
  int8_t operand;     /* input index; outputs count from 64; for NOOK_OVERLAP the other's nook_role */
  uint8_t plan_fault; /* nook::PlanFault */
  size_t need, have;  /* bytes; for NOOK_MISALIGNED the alignment and the address modulo it; for
                         NOOK_OVERLAP the sizes of both buffers */
} nook_interpreter_fault;

/* Writes the fault as a sentence, cut to `bytes` with a terminating 0: "scratch: need 55296 bytes, have
 * 4096". */
void nook_describe_fault(const nook_interpreter_fault* fault, char* text, size_t bytes);

/* ---- parts ---- */

/* The operators that the program contains; `nook supported-ops --emit-resolver` writes one. Opaque to C. */
typedef struct nook_resolver {
  const void* ops; /* nook::OpEntry[count] */
  size_t count;
} nook_resolver;

/* Chooses addresses for the buffers of the scratch. Only the planner that a program names is linked. */
typedef struct nook_planner nook_planner;
extern const nook_planner nook_greedy_planner; /* largest first */
extern const nook_planner
    nook_offline_planner; /* uses OfflineMemoryAllocation of the model; entries of -1: first fit */

/* Uses a plan in flash, in the format of nook/buffer_plan.h or of TensorFlow Lite Micro's
 * memory_plan_struct.h. The plan has one entry for each tensor that is an input or a result, in the order of
 * tensors, then one for each operator that needs scratch. Entries of inputs and outputs in the application's
 * buffers are ignored. `nook plan --engine interpreter -o plan.h` writes one. */
#ifdef __cplusplus
} /* extern "C" */
namespace tflite {
struct BufferPlan;
}
extern "C" {
typedef tflite::BufferPlan nook_buffer_plan;
#else
typedef struct BufferPlan nook_buffer_plan;
#endif

struct nook_planner {
  nook_status (*place)(const nook_planner* self, void* request); /* nook/interp/planner.h */
  const void* data;
  /* Checks the plan. nook_verify_plan: for plans from outside (the shim). Null: plans are correct by
   * construction, as with the two planners above. */
  nook_status (*verify)(void* request);
};
/* Checks overlap, bounds, alignment and the scratch of operators against the model. */
nook_status nook_verify_plan(void* request);
nook_planner nook_shim_planner(const nook_buffer_plan* plan);

/* Checks a file before it is read; only the check that a program names is linked. nook_check_model checks the
 * whole structure; files from untrusted sources are safe. nook_trust_model checks nothing. It is for files
 * that a host checked before they were linked (nook validate, inspect): with any other file, the interpreter
 * may read and write anywhere. */
typedef nook_status (*nook_check)(const void* model, size_t model_bytes, nook_interpreter_fault* fault);
nook_status nook_check_model(const void* model, size_t model_bytes, nook_interpreter_fault* fault);
nook_status nook_trust_model(const void* model, size_t model_bytes, nook_interpreter_fault* fault);

/* Packs the weights for the kernels of this core, if the resolver names such kernels (its rows are
 * nook::fast_op_entry). Only the packer that a program names is linked; without one, kernels read the weights
 * as they are in the file. nook_pack_weights writes packed weights into the memory for constants when the
 * interpreter is constructed. nook_packed_weights writes nothing: the packed weights are already in memory,
 * such as flash, written by `nook pack` or by an earlier construction with nook_pack_weights. It compares
 * every byte that a kernel reads with the byte that packing would write; altered weights and weights of
 * another model or kernel are refused (NOOK_BAD_MODEL). */
typedef struct nook_packer nook_packer;
extern const nook_packer nook_pack_weights;
extern const nook_packer nook_packed_weights;

/* Runs the operators that the model's metadata names row by row, with only a few rows of the tensors between
 * them in memory (`nook plan --engine interpreter --rows` writes the metadata). The rows of the resolver must
 * be nook::row_op_entry. */
typedef struct nook_rows_plan nook_rows_plan;
extern const nook_rows_plan nook_row_chains;

/* Allocates the memory of VAR_HANDLE, READ_VARIABLE and ASSIGN_VARIABLE, which is part of the state, and
 * executes CALL_ONCE: init and reset run its subgraph, which assigns constants to variables. */
typedef struct nook_variables nook_variables;
extern const nook_variables nook_resource_variables;

/* Runs IF, WHILE and their subgraphs; a program that does not name it does not link it. All subgraphs are
 * prepared and planned at once, and run without recursion. The operators of such a model never run row by
 * row. */
typedef struct nook_control nook_control;
extern const nook_control nook_control_flow;

typedef struct nook_interpreter_options {
  const nook_planner* planner; /* required */
  nook_check check;            /* required */
  /* Bit i: input i is in the scratch. Write it there before each inference; its bytes are reused after it is
   * read. Likewise output i: read it there after each inference. */
  uint32_t inputs_in_scratch, outputs_in_scratch;
  /* 1: multipliers per channel stay in persistent memory, 5 bytes each. 0: each inference computes them if
   * the scratch has room. */
  int keep_scales;
  /* Called before and after each operator; null: not called. The first of several operators that run row by
   * row reports all of them; a tensor that is never in memory as a whole has no data. */
  nook_event_fn event;
  void* user;
  const nook_packer* packer;       /* null: none */
  const nook_rows_plan* rows;      /* null: every operator runs as a whole */
  const nook_variables* variables; /* null: a model with named variables is refused */
  const nook_control* control;     /* null: a model with IF or WHILE is refused */
  /* The most branches of IF and iterations of WHILE that one inference may run in total; 0: no limit. An
   * untrusted file can contain an endless loop. */
  uint32_t subgraph_limit;
} nook_interpreter_options;

typedef struct nook_buffer {
  void* data;
  size_t bytes;
} nook_buffer;
typedef struct nook_const_buffer {
  const void* data;
  size_t bytes;
} nook_const_buffer;

typedef struct nook_interpreter_memory {
  const nook_const_buffer* inputs; /* [input_count]; entries of inputs in the scratch are ignored */
  const nook_buffer* outputs;      /* [output_count], likewise */
  nook_buffer persistent;
  nook_buffer scratch;
  nook_buffer working;         /* {null, 0}: the scratch is used */
  nook_const_buffer constants; /* for options.packer; nook_pack_weights writes to it */
} nook_interpreter_memory;

/* A copy of the struct is a second handle to the same persistent memory. The members are private to the
 * interpreter. */
typedef struct nook_interpreter {
  const void* file;
  size_t file_bytes;
  const void* nodes;
  const uint32_t* places; /* per tensor */
  const void** inputs;
  void** outputs;
  uint8_t* persistent;
  uint8_t* scratch;
  size_t scratch_bytes; /* the minimum size of the scratch */
  uint32_t node_count, input_count, output_count;
  uint32_t state_offset, state_bytes;
  uint32_t persistent_bytes;
  const nook_variables* variables;
  uint32_t subgraph_limit;
  const nook_control* control; /* null: the model has one subgraph */
  nook_event_fn event;
  void* user;
  uint32_t (*clock)(void);
  uint32_t* ticks;
} nook_interpreter;

/* Returns the memory that `model` needs with these operators and options. `working` has nook_working_bytes();
 * it also holds the arrays of the answer. Nothing else is written. */
nook_status nook_requirements(const void* model, size_t model_bytes, const nook_resolver* resolver,
                              const nook_interpreter_options* options, nook_buffer working,
                              nook_memory_requirements* requirements, nook_interpreter_fault* fault);

/* Like nook_requirements(), but returns sums and needs no memory of the caller: the query works on the stack,
 * in up to twice nook_working_bytes() (nook_packing_bytes(), nook_rows_bytes(), nook_control_bytes()), at
 * most 8192 bytes. A model that needs more (about fifty operators) is refused with NOOK_ROLE_WORKING;
 * nook_requirements() answers for it. */
typedef struct nook_memory_sizes {
  uint32_t input_count, output_count;
  size_t inputs, outputs; /* all buffers of the application, contiguous, each at its alignment */
  size_t persistent, scratch, working, state, constants; /* as in nook_memory_requirements */
} nook_memory_sizes;
nook_status nook_query_sizes(const void* model, size_t model_bytes, const nook_resolver* resolver,
                             const nook_interpreter_options* options, nook_memory_sizes* sizes,
                             nook_interpreter_fault* fault);

/* Combines the requirements of several models of which only one runs at a time: scratch and working are the
 * largest, persistent and constants the sum, with each part at a multiple of the alignment; SIZE_MAX: the sum
 * does not fit into a size_t. */
void nook_shared_requirements(const nook_memory_requirements* each, size_t count,
                              nook_memory_requirements* together);

/* Unless the result is NOOK_OK, `interpreter` is unusable. `fault` may be null. NOOK_NULL: a memory pointer
 * is null, as after a failed allocation, whatever its size; nothing was written. If a buffer extends past the
 * last address, only the bytes before the end count. */
nook_status nook_interpreter_init(nook_interpreter* interpreter, const void* model, size_t model_bytes,
                                  const nook_resolver* resolver, const nook_interpreter_options* options,
                                  const nook_interpreter_memory* memory, nook_interpreter_fault* fault);

/* Like nook_interpreter_init(), but in one buffer. It holds, in this order: persistent memory, the constants
 * that nook_pack_weights fills, inputs and outputs that are not in the scratch, the scratch. On success
 * `*used` (may be null) is the number of bytes in use from its start; the rest is free after the
 * construction. A buffer that is too small is refused with NOOK_ROLE_ARENA and the total need. If it is too
 * small even for the query, the query works on the stack like nook_query_sizes(); if the model is too large
 * for that, the reported need covers only the query. */
nook_status nook_interpreter_init_in_arena(nook_interpreter* interpreter, const void* model,
                                           size_t model_bytes, const nook_resolver* resolver,
                                           const nook_interpreter_options* options, nook_buffer arena,
                                           size_t* used, nook_interpreter_fault* fault);

/* Finds two buffers that share bytes, one of which is written: NOOK_OVERLAP, with both buffers in `fault`.
 * NOOK_NULL: a required buffer or array is missing. No other function checks this: call it before the
 * construction during development. A program that does not call it does not link it. `need` is the answer of
 * nook_requirements() with the same options. Inputs may share bytes with each other; working memory may share
 * bytes with the scratch, inputs and outputs. `fault` may be null. */
nook_status nook_check_overlap(const nook_interpreter_memory* memory, const nook_memory_requirements* need,
                               nook_interpreter_fault* fault);

/* ---- running ----
 * These functions require an interpreter that was passed to nook_interpreter_init(). If init failed, or if
 * `interpreter` is null, they do nothing. */

/* Runs one inference: NOOK_OK. NOOK_BAD_STATE: `interpreter` is null or its init failed. NOOK_NOT_READY: an
 * operator collects the data of several inferences (CIRCULAR_BUFFER) and has no result yet; later operators
 * did not run, and only outputs that are variable tensors hold new data. Call it again with the next input.
 * NOOK_LIMIT: the inference reached options.subgraph_limit before its end; the outputs are undefined. */
nook_status nook_interpreter_invoke(nook_interpreter* interpreter);

/* From the next inference on, adds the time of operator i to ticks[i], in units of the clock, which may wrap
 * around. `ticks` has an element for each operator of the model, numbered through all subgraphs in order. A
 * null clock stops profiling. */
void nook_interpreter_profile(nook_interpreter* interpreter, uint32_t (*clock)(void), uint32_t* ticks);

/* Takes effect with the next inference. A refused buffer changes nothing. NOOK_UNSUPPORTED: no such tensor
 * exists, or the options put it into the scratch. */
nook_status nook_interpreter_set_input(nook_interpreter* interpreter, uint32_t i, nook_const_buffer buffer);
nook_status nook_interpreter_set_output(nook_interpreter* interpreter, uint32_t i, nook_buffer buffer);
nook_status nook_interpreter_set_scratch(nook_interpreter* interpreter, nook_buffer scratch);

/* The bytes of an input or output, wherever they are. Do not write to an input through this pointer if the
 * application's buffer is constant. Null: the model has no input or output i. */
void* nook_interpreter_input(const nook_interpreter* interpreter, uint32_t i);
const void* nook_interpreter_output(const nook_interpreter* interpreter, uint32_t i);

/* Sets all state to its value after init: variable tensors and the operators' state. */
void nook_interpreter_reset(nook_interpreter* interpreter);
/* The state as one block, which a program may save and restore between two inferences. It holds no addresses,
 * so another interpreter of the same model may continue with it. */
nook_buffer nook_interpreter_state(const nook_interpreter* interpreter);

/* Copies the state after a head of 16 bytes that says to which model and places it belongs. `to` and `from`
 * have nook_interpreter_saved_bytes(), 0 for a model without state; fewer are refused (NOOK_NO_MEMORY). A
 * state of another model, or of a construction that placed state elsewhere, is refused (NOOK_BAD_MODEL), and
 * the state stays as it is. Both read the whole file once, for the head. */
size_t nook_interpreter_saved_bytes(const nook_interpreter* interpreter);
nook_status nook_interpreter_save(const nook_interpreter* interpreter, nook_buffer to);
nook_status nook_interpreter_restore(nook_interpreter* interpreter, nook_const_buffer from);

#ifdef __cplusplus
}
#endif

#endif
