/* The part of MicroPython's interface that a module of nook uses. */
#ifndef STAND_IN_OBJ_H_
#define STAND_IN_OBJ_H_

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

typedef unsigned mp_uint_t;
typedef double mp_float_t;
#define MICROPY_PY_BUILTINS_FLOAT 1
/* Anything prints itself into this text; a buffer has bytes. */
typedef struct stand_in_obj {
  char text[400];
  void* bytes;
  size_t count;
} stand_in_obj;
typedef const stand_in_obj* mp_obj_t;
typedef struct mp_obj_type {
  const char* name;
} mp_obj_type_t;
typedef struct mp_obj_base {
  const mp_obj_type_t* type;
} mp_obj_base_t;
typedef struct mp_buffer_info {
  void* buf;
  size_t len;
} mp_buffer_info_t;
enum { MP_BUFFER_READ = 1, MP_BUFFER_WRITE = 2 };

/* A function of 0 arguments, or of a number of them. */
typedef struct stand_in_function {
  mp_obj_t (*none)(void);
  mp_obj_t (*some)(size_t count, const mp_obj_t* objects);
  size_t least, most;
} stand_in_function;
#define MP_DEFINE_CONST_FUN_OBJ_0(name, function) const stand_in_function name = {function, NULL, 0, 0}
#define MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(name, least, most, function) \
  const stand_in_function name = {NULL, function, least, most}
typedef struct mp_rom_map_elem {
  const char* key;
  const void* value;
} mp_rom_map_elem_t;
#define MP_ROM_QSTR(name)   #name
#define MP_ROM_PTR(pointer) (pointer)
typedef struct mp_obj_dict {
  const mp_rom_map_elem_t* rows;
  size_t count;
} mp_obj_dict_t;
#define MP_DEFINE_CONST_DICT(name, table) const mp_obj_dict_t name = {table, sizeof table / sizeof table[0]}
typedef struct mp_obj_module {
  mp_obj_base_t base;
  mp_obj_dict_t* globals;
} mp_obj_module_t;
#define MP_REGISTER_MODULE(name, module) typedef char stand_in_registered
#define MP_ERROR_TEXT(text)              text

extern const mp_obj_type_t mp_type_module, mp_type_ValueError, mp_type_RuntimeError;
extern const stand_in_obj stand_in_none, stand_in_true, stand_in_false;
#define mp_const_none  (&stand_in_none)
#define mp_const_true  (&stand_in_true)
#define mp_const_false (&stand_in_false)

void mp_get_buffer_raise(mp_obj_t object, mp_buffer_info_t* buffer, mp_uint_t access);
mp_obj_t mp_obj_new_str(const char* text, size_t count);
mp_obj_t mp_obj_new_float(mp_float_t value);
mp_obj_t stand_in_int(long value);
#define MP_OBJ_NEW_SMALL_INT(value) stand_in_int(value)
mp_obj_t mp_obj_new_tuple(size_t count, const mp_obj_t* items);
void mp_raise_msg_varg(const mp_obj_type_t* type, const char* format, ...)
    __attribute__((noreturn, format(printf, 2, 3)));
void mp_raise_msg(const mp_obj_type_t* type, const char* text) __attribute__((noreturn));

#endif
