/* The network NETWORK as a module of MicroPython: nook_NETWORK.run(input, ..., output, ...) works on buffers
 * of the caller, and allocates nothing. Written by nook. */
#include <string.h>

#include "NETWORK_call.h"
#include "py/obj.h"
#include "py/runtime.h"

static const nook_tensor_info* tensor(size_t at) {
  const size_t inputs = (size_t)NETWORK_info.input_count;
  return at < inputs ? &NETWORK_info.inputs[at] : &NETWORK_info.outputs[at - inputs];
}

/* The letter of array.array() and struct for elements of this type; bytes otherwise. */
static char letter(nook_element_type type) {
  switch (type) {
    case NOOK_FLOAT32:
      return 'f';
    case NOOK_FLOAT64:
      return 'd';
    case NOOK_INT8:
      return 'b';
    case NOOK_INT16:
      return 'h';
    case NOOK_UINT16:
      return 'H';
    case NOOK_INT32:
      return 'i';
    case NOOK_UINT32:
      return 'I';
    case NOOK_INT64:
      return 'q';
    case NOOK_UINT64:
      return 'Q';
    default:
      return 'B';
  }
}

static void* address(mp_obj_t object, const nook_tensor_info* info, mp_uint_t access) {
  mp_buffer_info_t buffer;
  mp_get_buffer_raise(object, &buffer, access);
  if (buffer.len != (size_t)info->bytes)
    mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("%s needs %u bytes, have %u"), info->name,
                      (unsigned)info->bytes, (unsigned)buffer.len);
  if ((uintptr_t)buffer.buf % (unsigned)info->alignment != 0)
    mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("%s needs an address that is a multiple of %u"),
                      info->name, (unsigned)info->alignment);
  return buffer.buf;
}

/* True, or False if the network needs more runs for its next result. */
static mp_obj_t network_run(size_t count, const mp_obj_t* objects) {
  void* addresses[NETWORK_TENSORS];
  for (size_t i = 0; i < count; ++i)
    addresses[i] = address(objects[i], tensor(i),
                           i < (size_t)NETWORK_info.input_count ? MP_BUFFER_READ : MP_BUFFER_WRITE);
  const nook_status status = NETWORK_call(addresses);
  if (status == NOOK_NOT_READY) return mp_const_false;
  if (status != NOOK_OK) mp_raise_msg_varg(&mp_type_RuntimeError, MP_ERROR_TEXT("status %d"), (int)status);
  return mp_const_true;
}
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(network_run_obj, NETWORK_TENSORS, NETWORK_TENSORS, network_run);

static mp_obj_t network_reset(void) {
  if (NETWORK_restart() != NOOK_OK) mp_raise_msg(&mp_type_RuntimeError, MP_ERROR_TEXT("no reset"));
  return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_0(network_reset_obj, network_reset);

/* A tuple for each tensor: name, letter for array.array(), shape, scale, zero point; real = scale * (q - zero
 * point), and a scale of 0 for elements without one. */
static mp_obj_t described(size_t first, size_t count) {
  mp_obj_t all[NETWORK_TENSORS];
  for (size_t i = 0; i < count; ++i) {
    const nook_tensor_info* info = tensor(first + i);
    mp_obj_t shape[NETWORK_MOST_RANK];
    for (int32_t k = 0; k < info->rank; ++k) shape[k] = MP_OBJ_NEW_SMALL_INT(info->shape[k]);
    const char type = letter(info->type);
    const mp_obj_t facts[] = {
      mp_obj_new_str(info->name, strlen(info->name)),
      mp_obj_new_str(&type, 1),
      mp_obj_new_tuple((size_t)info->rank, shape),
#if MICROPY_PY_BUILTINS_FLOAT
      mp_obj_new_float((mp_float_t)(info->quantized ? info->scale : 0)),
#else
      mp_const_none,
#endif
      MP_OBJ_NEW_SMALL_INT(info->quantized ? info->zero_point : 0)
    };
    all[i] = mp_obj_new_tuple(5, facts);
  }
  return mp_obj_new_tuple(count, all);
}

static mp_obj_t network_inputs(void) { return described(0, (size_t)NETWORK_info.input_count); }
static MP_DEFINE_CONST_FUN_OBJ_0(network_inputs_obj, network_inputs);

static mp_obj_t network_outputs(void) {
  return described((size_t)NETWORK_info.input_count, (size_t)NETWORK_info.output_count);
}
static MP_DEFINE_CONST_FUN_OBJ_0(network_outputs_obj, network_outputs);

static const mp_rom_map_elem_t network_globals_table[] = {
    {MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_nook_NETWORK)},
    {MP_ROM_QSTR(MP_QSTR_run), MP_ROM_PTR(&network_run_obj)},
    {MP_ROM_QSTR(MP_QSTR_reset), MP_ROM_PTR(&network_reset_obj)},
    {MP_ROM_QSTR(MP_QSTR_inputs), MP_ROM_PTR(&network_inputs_obj)},
    {MP_ROM_QSTR(MP_QSTR_outputs), MP_ROM_PTR(&network_outputs_obj)},
};
static MP_DEFINE_CONST_DICT(network_globals, network_globals_table);

const mp_obj_module_t nook_NETWORK_module = {
    .base = {&mp_type_module},
    .globals = (mp_obj_dict_t*)&network_globals,
};
MP_REGISTER_MODULE(MP_QSTR_nook_NETWORK, nook_NETWORK_module);
