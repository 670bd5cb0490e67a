"""An element of the network's output as a sensor, or the index of the largest one."""
import esphome.codegen as cg
import esphome.config_validation as cv
from esphome.components import sensor
from esphome.const import STATE_CLASS_MEASUREMENT

from . import nook_ns
from .element import BEST, COMPONENT, CONF_INDEX, ELEMENT, INDEX, connect, validate

DEPENDENCIES = [COMPONENT]
ModelSensor = nook_ns.class_("ModelSensor", sensor.Sensor)

CONFIG_SCHEMA = cv.All(
    sensor.sensor_schema(ModelSensor, accuracy_decimals=3, state_class=STATE_CLASS_MEASUREMENT)
    .extend(ELEMENT)
    .extend({cv.Optional(CONF_INDEX, default=0): cv.Any(cv.one_of(BEST, lower=True), INDEX)}),
    validate,
)


async def to_code(config):
    cg.add_global(cg.RawStatement('#include "nook/esphome/sensor.h"'))
    await connect(await sensor.new_sensor(config), config)
