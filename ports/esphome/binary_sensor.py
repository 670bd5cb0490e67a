"""Whether an element of the network's output, or its mean over some answers, is above a cutoff."""
import esphome.codegen as cg
import esphome.config_validation as cv
from esphome.components import binary_sensor

from . import nook_ns
from .element import COMPONENT, CONF_INDEX, ELEMENT, INDEX, connect, validate

DEPENDENCIES = [COMPONENT]
CONF_CUTOFF = "cutoff"
CONF_IGNORED_ANSWERS = "ignored_answers"
ModelBinarySensor = nook_ns.class_("ModelBinarySensor", binary_sensor.BinarySensor)

CONFIG_SCHEMA = cv.All(
    binary_sensor.binary_sensor_schema(ModelBinarySensor)
    .extend(ELEMENT)
    .extend({
        cv.Optional(CONF_INDEX, default=0): INDEX,
        cv.Required(CONF_CUTOFF): cv.float_,
        # At the start, and after the sensor went on: as long it stays on.
        cv.Optional(CONF_IGNORED_ANSWERS, default=0): cv.int_range(min=0, max=100000),
    }),
    validate,
)


async def to_code(config):
    cg.add_global(cg.RawStatement('#include "nook/esphome/binary_sensor.h"'))
    var = await binary_sensor.new_binary_sensor(config)
    cg.add(var.set_cutoff(config[CONF_CUTOFF]))
    cg.add(var.set_ignored(config[CONF_IGNORED_ANSWERS]))
    await connect(var, config)
