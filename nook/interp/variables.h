// Variables that a model names (VAR_HANDLE): state found by name instead of by tensor.
#pragma once
#include "nook/interp/store.h"
#include "nook/interpreter.h"
#include "nook/model/model.h"

struct nook_variables {
  // Handles the variables of the first `graphs` subgraphs of the model, whose tensors' places are
  // consecutive. Takes memory for each variable, stores it as the place of the tensors that represent it, and
  // sets its initial value. All reads and assignments of a variable must have one size.
  nook::Code (*place)(const nook::Model& model, uint32_t graphs, uint32_t* places, nook::interp::Store& store,
                      nook_interpreter_fault* fault);
  // Runs the CALL_ONCE operators of the first graph in `persistent`; null: only checks whether this is
  // possible.
  nook::Code (*set_first)(const nook::Model& model, uint32_t graphs, const uint32_t* places,
                          uint8_t* persistent, nook_interpreter_fault* fault);
};
