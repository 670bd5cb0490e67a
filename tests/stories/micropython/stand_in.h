/* Runs functions of modules as MicroPython would; exceptions print themselves. For one program. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "py/obj.h"

const mp_obj_type_t mp_type_module = {"module"}, mp_type_ValueError = {"ValueError"},
                    mp_type_RuntimeError = {"RuntimeError"};
const stand_in_obj stand_in_none = {"None", NULL, 0}, stand_in_true = {"True", NULL, 0},
                   stand_in_false = {"False", NULL, 0};
static jmp_buf raised;

void mp_raise_msg_varg(const mp_obj_type_t* type, const char* format, ...) {
  va_list values;
  va_start(values, format);
  printf("%s: ", type->name);
  vprintf(format, values);
  printf("\n");
  va_end(values);
  longjmp(raised, 1);
}
void mp_raise_msg(const mp_obj_type_t* type, const char* text) { mp_raise_msg_varg(type, "%s", text); }

static stand_in_obj* made(void) { return calloc(1, sizeof(stand_in_obj)); }
mp_obj_t mp_obj_new_str(const char* text, size_t count) {
  stand_in_obj* object = made();
  snprintf(object->text, sizeof object->text, "'%.*s'", (int)count, text);
  return object;
}
mp_obj_t mp_obj_new_float(mp_float_t value) {
  stand_in_obj* object = made();
  snprintf(object->text, sizeof object->text, "%g", value);
  return object;
}
mp_obj_t stand_in_int(long value) { return mp_obj_new_float((mp_float_t)value); }
mp_obj_t mp_obj_new_tuple(size_t count, const mp_obj_t* items) {
  stand_in_obj* object = made();
  strcat(object->text, "(");
  for (size_t i = 0; i < count; ++i) strcat(strcat(object->text, items[i]->text), i + 1 < count ? ", " : "");
  strcat(object->text, ")");
  return object;
}
static inline mp_obj_t buffer_of(void* bytes, size_t count) {
  stand_in_obj* object = made();
  object->bytes = bytes, object->count = count;
  return object;
}
void mp_get_buffer_raise(mp_obj_t object, mp_buffer_info_t* buffer, mp_uint_t access) {
  if (object->bytes == NULL) mp_raise_msg(&mp_type_ValueError, "no buffer");
  (void)access;
  buffer->buf = object->bytes, buffer->len = object->count;
}

static inline void call(const mp_obj_module_t* module, const char* name, size_t count,
                        const mp_obj_t* objects) {
  if (setjmp(raised) != 0) return;
  for (size_t i = 0; i < module->globals->count; ++i) {
    const mp_rom_map_elem_t* row = &module->globals->rows[i];
    if (strcmp(row->key + strlen("MP_QSTR_"), name) != 0) continue;
    const stand_in_function* function = row->value;
    if (function->none)
      printf("%s\n", function->none()->text);
    else if (count < function->least || count > function->most)
      printf("TypeError\n");
    else
      printf("%s\n", function->some(count, objects)->text);
  }
}
