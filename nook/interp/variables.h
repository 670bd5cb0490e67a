// Variables that a model names (VAR_HANDLE): memory of the state, found by the name and not by a tensor.
#pragma once
#include "nook/interp/store.h"
#include "nook/interpreter.h"
#include "nook/model/model.h"

struct nook_variables {
  // Of the first `graphs` subgraphs of the model, whose tensors have their places one after the other. Takes
  // memory for each variable, notes it as the place of the tensors that stand for it, and gives it its first
  // value. What is read from and assigned to one must have one size.
  nook::Code (*place)(const nook::Model& model, uint32_t graphs, uint32_t* places, nook::interp::Store& store,
                      nook_interpreter_fault* fault);
  // Does what the CALL_ONCE operators of the first graph ask for, in `persistent`; null: only looks whether
  // it can.
  nook::Code (*set_first)(const nook::Model& model, uint32_t graphs, const uint32_t* places,
                          uint8_t* persistent, nook_interpreter_fault* fault);
};
