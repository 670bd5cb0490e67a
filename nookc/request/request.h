// A request to the compiler, in terms of the command's options, and the program compiled from it. Starts no
// process: the command and the page (web/) share it.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "nookc/back/emit/emit.h"
#include "nookc/compile/within.h"
#include "nookc/request/pools.h"
#include "nookc/target/parts.h"

namespace nookc {

// Budgets as they are given; empty: none.
struct BudgetWish {
  std::string ram, flash;  // "64KiB"
  std::string latency;     // "40ms"

  bool any() const { return !ram.empty() || !flash.empty() || !latency.empty(); }
};

struct Request {
  std::string target = "host", board;                 // a board in nookc/target/parts.h; empty: none
  std::string name;                                   // empty: from the file's name
  std::string inputs_in_scratch, outputs_in_scratch;  // names separated by commas, "*": all
  std::string level = "balanced";                     // one of level_names()
  std::string flash;                                  // "5,16,256"; empty: the board's, or the default
  bool no_passes = false, no_rows = false, no_overlap = false, stream_input = false;
  bool interpreted = false;  // for an interpreter: chains of rows, without slices
  std::vector<std::string> disabled_passes;
  bool all_channels = false;
  std::string scratch_limit;           // "64KiB"
  int while_limit = 0;                 // 0: none
  int cores = 1;                       // or 2
  int hop = 0, hop_axis = -1;          // 0: whole windows; -1: found
  std::string hop_state;               // "4KiB"; empty: no limit
  std::string hop_start = "wait";      // or "padding"
  bool measures_hop = false;           // the first hop has a result of any frames
  std::string kept_inputs;             // as inputs_in_scratch
  std::string by_pointer;              // constant pools, as inputs_in_scratch
  std::string weights_from = "flash";  // or "storage"
  std::string staging;                 // "16KiB", for weights in storage
  PoolOptions pools;
  SolverOptions solver;
  BudgetWish budget;                                 // in place of `level`
  std::shared_ptr<const std::set<Bytes>> elsewhere;  // as in CompileOptions
  std::shared_ptr<const Beside> beside;              // likewise
};

std::vector<std::string> level_names();
// The level of one of these names; kBalanced for any other.
Level level_named(std::string_view name);

// N2080, with the nearest names.
Diag no_such_board(const std::string& name);

// Sets the target to the board's, if there is a board. Diags N2080; N2081: the requested target is another
// core than the board's.
Status settle_board(Request& request, const std::string& asked_target);

// Leaves out all that a --format can't express: managed tensors and weights alone have no rows.
void suit_format(Request& request, const std::string& format);

// A model's bytes as .tflite, and the file for messages.
struct ModelBytes {
  std::vector<std::byte> bytes;
  std::string file;
  Stated stated = {};
  bool simplified = false;              // the passes of simplify_floats() ran
  std::vector<PassReport> passes = {};  // these, and few-bits
};

struct CompiledModel {
  std::vector<std::byte> bytes;  // as .tflite
  Program program;
  EmitOptions emit;
  InBudget within = {};  // budgets and footprint; without budgets, nothing
};

// Called after import and after each pass (CompileOptions::dump).
using Dump = std::function<void(const std::string& stage, const Graph&)>;

// The target is the board's or the requested one. The board's pools are used for each kind without a
// requested pool. Diags as compile(); N2004: an invalid size; N2010, N2018, N2025; N2100: a budget with a
// level; N2101: a time that is not one, or without a board.
Result<CompiledModel> compile_model(ModelBytes model, const Request& request, const Provenance& provenance,
                                    const Dump& dump = {});
// Like compile_model() without provenance, for one of several requests that differ only in their budgets and
// share `searches`. `facts`: CompiledModel::within or, for N1006, the budget that is too small.
Result<CompiledModel> compile_model(ModelBytes model, const Request& request, BudgetSearches& searches,
                                    InBudget& facts);

// The request's budgets as numbers. Diags N2004, N2100, N2101.
Result<Budget> budget_of(const Request& request);

}  // namespace nookc
