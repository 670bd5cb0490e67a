/* The interpreter runs a .tflite in place, in memory that the application owns.
 *
 *   nook_requirements(...)       the memory that it needs, before a byte is committed
 *   nook_interpreter_init(...)   every check, every argument, the plan: all errors come from here
 *   nook_interpreter_invoke(...) one inference; cannot fail, but may need several calls for a result
 *
 * The file must start at a multiple of 4; it must not move or change. C99 and C++17, freestanding. The C++
 * interface, nook/interp/interpreter.h, has the same as methods. docs/interpreter.md is the guide. */
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
  size_t bytes;           /* of the tensor */
  size_t alignment;       /* of the application's buffer */
  int32_t scratch_offset; /* offset in the scratch; -1: in the application's buffer */
} nook_tensor_requirement;

typedef struct nook_memory_requirements {
  const nook_tensor_requirement* inputs;  /* [input_count], in the working buffer */
  const nook_tensor_requirement* outputs; /* [output_count] */
  uint32_t input_count, output_count;
  nook_requirement persistent; /* as long as the interpreter lives: state and prepared arguments */
  nook_requirement scratch;    /* during an inference; holds nothing between two */
  nook_requirement working;    /* during nook_interpreter_init() only; may be the scratch */
  size_t state_bytes;          /* the part of `persistent` that one inference leaves for the next */
  nook_requirement constants;  /* as long as the interpreter lives: the weights of options.packer */
} nook_memory_requirements;

/* The bytes of working buffer, at any alignment, that nook_requirements() needs for a model. They depend only
 * on its numbers of tensors, operators and operands (nook/interp/working.h has the formula). 0: the file is
 * damaged; nook_requirements() reports how. */
size_t nook_working_bytes(const void* model, size_t model_bytes);
/* The same with options.packer; with options.rows, or both; and with options.control: with several options
 * the largest of their answers. */
size_t nook_packing_bytes(const void* model, size_t model_bytes);
size_t nook_rows_bytes(const void* model, size_t model_bytes);
size_t nook_control_bytes(const void* model, size_t model_bytes);

/* ---- refusals ---- */

typedef enum nook_role {
  NOOK_ROLE_NONE = 0,
  NOOK_ROLE_MODEL,    /* the file; `index`: subgraph, tensor or operator, or -1 */
  NOOK_ROLE_OPERATOR, /* operator `index` of kind `op_code` and `op_version` */
  NOOK_ROLE_INPUT,    /* the buffer of input `index` */
  NOOK_ROLE_OUTPUT,   /* of output `index` */
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
  int32_t op_code, op_version; /* of the .tflite format; -1: none */
  const char* op_name;         /* the name of a CUSTOM operator, in the model, and its length; null: none */
  uint32_t op_name_length;
  uint8_t reason;     /* nook/core/reasons.inc for operators, nook/model/faults.inc for tensors and files */
  int8_t operand;     /* of the operator; outputs count on from 64; for NOOK_OVERLAP the other's nook_role */
  uint8_t plan_fault; /* nook::PlanFault */
  size_t need, have;  /* bytes; for NOOK_MISALIGNED the alignment and the address modulo it; for
                         NOOK_OVERLAP the sizes of both buffers */
} nook_interpreter_fault;

/* The fault as a sentence, cut to `bytes` with a 0 at the end: "scratch: need 55296 bytes, have 4096". */
void nook_describe_fault(const nook_interpreter_fault* fault, char* text, size_t bytes);

/* ---- parts ---- */

/* The operators that the program contains; `nook supported-ops --emit-resolver` writes one. Opaque to C. */
typedef struct nook_resolver {
  const void* ops; /* nook::OpEntry[count] */
  size_t count;
} nook_resolver;

/* Places the buffers of the scratch. Only the planner that a program names is linked. */
typedef struct nook_planner nook_planner;
extern const nook_planner nook_greedy_planner; /* largest first */
extern const nook_planner
    nook_offline_planner; /* OfflineMemoryAllocation in the model; -1 entries: first fit */

/* A plan in flash: that of nook/buffer_plan.h, or of TensorFlow Lite Micro's memory_plan_struct.h. It has an
 * entry for each tensor that is given or computed, in their order, then for each operator that needs scratch.
 * Entries of inputs and outputs in the application's buffers are ignored. `nook plan --engine interpreter
 * -o plan.h` writes one. */
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
  /* Checks the plan: nook_verify_plan for plans that come from outside (the shim). Null: the plans are right
   * by construction, as those of the two planners above. */
  nook_status (*verify)(void* request);
};
/* Checks overlap, bounds, alignment and the scratch of operators against the model. */
nook_status nook_verify_plan(void* request);
nook_planner nook_shim_planner(const nook_buffer_plan* plan);

/* Checks a file before it is read; only the check that a program names is linked. nook_check_model checks the
 * whole structure: a file from any source does no harm. nook_trust_model checks nothing, for files that a
 * host checked before they were linked (nook validate, inspect): any other file can make the interpreter read
 * and write anywhere. */
typedef nook_status (*nook_check)(const void* model, size_t model_bytes, nook_interpreter_fault* fault);
nook_status nook_check_model(const void* model, size_t model_bytes, nook_interpreter_fault* fault);
nook_status nook_trust_model(const void* model, size_t model_bytes, nook_interpreter_fault* fault);

/* Lays the weights out for the kernels of this core, if the resolver names such kernels (its rows are
 * nook::fast_op_entry). Only the packer that a program names is linked; without one, kernels read the weights
 * as they are in the file.
 * nook_pack_weights writes them into the memory for constants when the interpreter is made.
 * nook_packed_weights writes nothing: the packed weights exist already, for example in flash, written by
 * `nook pack` or by a construction with nook_pack_weights. Each byte that a kernel reads is compared with
 * what would be written now: altered weights, and those of another model or kernel, are refused
 * (NOOK_BAD_MODEL). */
typedef struct nook_packer nook_packer;
extern const nook_packer nook_pack_weights;
extern const nook_packer nook_packed_weights;

/* Which operators run row by row, with only some rows of the tensors between them in memory: those
 * that the model's metadata names (`nook plan --engine interpreter --rows` writes it), in a resolver whose
 * rows are nook::row_op_entry. */
typedef struct nook_rows_plan nook_rows_plan;
extern const nook_rows_plan nook_row_chains;

/* Gives VAR_HANDLE, READ_VARIABLE and ASSIGN_VARIABLE their memory, which is part of the state, and CALL_ONCE
 * its effect: init and reset run its subgraph, which assigns constants to variables. */
typedef struct nook_variables nook_variables;
extern const nook_variables nook_resource_variables;

/* Runs IF, WHILE and their subgraphs; a program that does not name it does not link it. All
 * subgraphs are prepared and planned at once, and run without recursion. A packer leaves the weights of such
 * a model as they are, and none of its operators run row by row. */
typedef struct nook_control nook_control;
extern const nook_control nook_control_flow;

typedef struct nook_interpreter_options {
  const nook_planner* planner; /* required */
  nook_check check;            /* required */
  /* Bit i: input i is in the scratch. Write it there before each inference; its bytes are reused after it is
   * read. Likewise output i: read it there after each inference. */
  uint32_t inputs_in_scratch, outputs_in_scratch;
  /* 1: multipliers per channel stay in persistent memory, 5 bytes each. 0: each inference computes them,
   * where the scratch has room. */
  int keep_scales;
  /* Called before and after each operator; null: not called. The first of several operators that run row by
   * row reports all of them; a tensor that is never in memory as a whole has no data. */
  nook_event_fn event;
  void* user;
  const nook_packer* packer;       /* null: none */
  const nook_rows_plan* rows;      /* null: every operator runs as a whole */
  const nook_variables* variables; /* null: a model with named variables is refused */
  const nook_control* control;     /* null: a model with IF or WHILE is refused */
  /* How many branches of IF and turns of WHILE one inference may run in total; 0: any number. An untrusted
   * file can ask for an endless loop. */
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
  const nook_const_buffer* inputs; /* [input_count]; those of inputs in the scratch are ignored */
  const nook_buffer* outputs;      /* [output_count] likewise */
  nook_buffer persistent;
  nook_buffer scratch;
  nook_buffer working;         /* {null, 0}: the scratch is used */
  nook_const_buffer constants; /* of options.packer; nook_pack_weights writes to it */
} nook_interpreter_memory;

/* A copy is a second handle to the same persistent memory. The members are private to the interpreter. */
typedef struct nook_interpreter {
  const void* file;
  size_t file_bytes;
  const void* nodes;
  const uint32_t* places; /* per tensor */
  const void** inputs;
  void** outputs;
  uint8_t* persistent;
  uint8_t* scratch;
  size_t scratch_bytes; /* the least size of a scratch */
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

/* The memory that `model` needs with these operators and options. `working` has nook_working_bytes(); it also
 * holds the arrays of the answer. Nothing else is written. */
nook_status nook_requirements(const void* model, size_t model_bytes, const nook_resolver* resolver,
                              const nook_interpreter_options* options, nook_buffer working,
                              nook_memory_requirements* requirements, nook_interpreter_fault* fault);

/* The same as sums, without memory of the caller: the query works on the stack, in up to twice
 * nook_working_bytes() (nook_packing_bytes(), nook_rows_bytes(), nook_control_bytes()), at most 8192 bytes. A
 * model that needs more, with about fifty operators, is refused as NOOK_ROLE_WORKING; nook_requirements()
 * answers for it. */
typedef struct nook_memory_sizes {
  uint32_t input_count, output_count;
  size_t inputs, outputs; /* of the application: one after the other, each at its alignment */
  size_t persistent, scratch, working, state, constants; /* as in nook_memory_requirements */
} nook_memory_sizes;
nook_status nook_query_sizes(const void* model, size_t model_bytes, const nook_resolver* resolver,
                             const nook_interpreter_options* options, nook_memory_sizes* sizes,
                             nook_interpreter_fault* fault);

/* For several models that run one after the other: scratch and working are the largest, persistent and
 * constants the sum, with each part at a multiple of the alignment; SIZE_MAX: more than all addresses. */
void nook_shared_requirements(const nook_memory_requirements* each, size_t count,
                              nook_memory_requirements* together);

/* If the result is not NOOK_OK, `interpreter` runs nothing. `fault` may be null. NOOK_NULL: memory is null,
 * maybe with a size, as a failed allocation gives it; nothing was written. Of memory that goes beyond the
 * last address only the bytes before it count. */
nook_status nook_interpreter_init(nook_interpreter* interpreter, const void* model, size_t model_bytes,
                                  const nook_resolver* resolver, const nook_interpreter_options* options,
                                  const nook_interpreter_memory* memory, nook_interpreter_fault* fault);

/* The same in one buffer. It holds, in this order: persistent memory, the constants that nook_pack_weights
 * fills, inputs and outputs that are not in the scratch, the scratch. On success `*used` (may be null) is the
 * number of bytes in use from its start; the rest is free after the construction. A buffer that is too small
 * is refused as NOOK_ROLE_ARENA with the whole need. If it is too small even for the query, the query works
 * on the stack like nook_query_sizes(); if the model is too large for that, the need is that of the query
 * alone. */
nook_status nook_interpreter_init_in_arena(nook_interpreter* interpreter, const void* model,
                                           size_t model_bytes, const nook_resolver* resolver,
                                           const nook_interpreter_options* options, nook_buffer arena,
                                           size_t* used, nook_interpreter_fault* fault);

/* Whether two buffers share bytes and one of them is written: NOOK_OVERLAP, and which buffers. NOOK_NULL: a
 * buffer or an array that is needed is not there. Nothing
 * else checks this: call it before the construction during development. A program that does not
 * call it does not link it. `need` is the answer of nook_requirements() with the same options. Inputs may
 * share bytes with each other; working memory may share them with the scratch, inputs and outputs.
 * `fault` may be null. */
nook_status nook_check_overlap(const nook_interpreter_memory* memory, const nook_memory_requirements* need,
                               nook_interpreter_fault* fault);

/* ---- running ----
 * These functions take an interpreter that was passed to nook_interpreter_init(). If that failed, or if it is
 * null, they do nothing. */

/* One inference: NOOK_OK. NOOK_BAD_STATE: nothing to run. NOOK_NOT_READY: an operator collects the
 * data of several inferences (CIRCULAR_BUFFER) and has no result yet; later operators did not run, and only
 * outputs that are variable tensors hold new data. Call it again with the next input.
 * NOOK_LIMIT: the inference reached options.subgraph_limit before its end; the outputs mean nothing. */
nook_status nook_interpreter_invoke(nook_interpreter* interpreter);

/* From the next inference on, adds the time of operator i to ticks[i], in units of the clock, which may wrap
 * around. `ticks` has an element for each operator of the model, through all subgraphs in their order. A null
 * clock ends the profile. */
void nook_interpreter_profile(nook_interpreter* interpreter, uint32_t (*clock)(void), uint32_t* ticks);

/* Take effect with the next inference. A refused buffer changes nothing. NOOK_UNSUPPORTED: there is no such
 * tensor, or the options put it into the scratch. */
nook_status nook_interpreter_set_input(nook_interpreter* interpreter, uint32_t i, nook_const_buffer buffer);
nook_status nook_interpreter_set_output(nook_interpreter* interpreter, uint32_t i, nook_buffer buffer);
nook_status nook_interpreter_set_scratch(nook_interpreter* interpreter, nook_buffer scratch);

/* The bytes of an input or output, wherever they are. Do not write to an input through this pointer if the
 * application's buffer is constant. Null: there is no input or output i. */
void* nook_interpreter_input(const nook_interpreter* interpreter, uint32_t i);
const void* nook_interpreter_output(const nook_interpreter* interpreter, uint32_t i);

/* Sets all state to its value after init: variable tensors and the state of operators. */
void nook_interpreter_reset(nook_interpreter* interpreter);
/* The state as one block, to be saved and restored between two inferences. It holds no addresses: another
 * interpreter of the same model may continue with it. */
nook_buffer nook_interpreter_state(const nook_interpreter* interpreter);

#ifdef __cplusplus
}
#endif

#endif
