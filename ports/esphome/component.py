"""A neural network as a component of ESPHome: facts.py has its facts, c/ its code. Written by nook."""
from pathlib import Path

import esphome.codegen as cg
import esphome.config_validation as cv
from esphome.components import sensor
from esphome.const import CONF_ID, CONF_SENSORS, CONF_SOURCE
from esphome.core import CORE, EsphomeError
from esphome.coroutine import coroutine_with_priority
from esphome.helpers import copy_file_if_changed

from .facts import INPUT, NAME, OUTPUTS

CONF_QUEUE_SIZE = "queue_size"
CONF_STEP = "step"
CONF_IDS = "ids"
SOUND = ("int16", "float32")  # the types of inputs that take samples of a microphone

nook_ns = cg.esphome_ns.namespace("nook_esphome")
Model = nook_ns.class_("Model", cg.Component)
SensorSource = nook_ns.class_("SensorSource", cg.PollingComponent)
Network = cg.esphome_ns.namespace(f"nook_{NAME}").class_("Network", Model)


def _validate(config):
    rows = len(config.get(CONF_SENSORS, {}).get(CONF_IDS, "1"))
    if INPUT["count"] % rows or config[CONF_STEP] % rows:
        raise cv.Invalid(f"the input has {INPUT['count']} elements and a step {config[CONF_STEP]}: need multiples of {rows}, a "
                         "value of each sensor")
    if CONF_QUEUE_SIZE in config and INPUT["type"] not in SOUND:
        raise cv.Invalid(f"queue_size is for sound, which is {' or '.join(SOUND)}; this network takes {INPUT['type']}")
    if sum(key in config for key in (CONF_SENSORS, CONF_SOURCE, CONF_QUEUE_SIZE)) > 1:
        raise cv.Invalid("need at most one of sensors, source and queue_size: the input comes from one of them")
    return config


CONFIG_SCHEMA = cv.All(
    cv.Schema({
        cv.GenerateID(): cv.declare_id(Network),
        # Elements between two inferences; the input keeps the others.
        cv.Optional(CONF_STEP, default=INPUT["count"]): cv.int_range(min=1, max=INPUT["count"]),
        # The input comes from sensors, from the first output of another network, or by push() from a microphone;
        # otherwise by feed() from lambdas.
        cv.Optional(CONF_SENSORS): cv.Schema({
            cv.GenerateID(): cv.declare_id(SensorSource),
            cv.Required(CONF_IDS): cv.All(cv.ensure_list(cv.use_id(sensor.Sensor)), cv.Length(min=1)),
        }).extend(cv.polling_component_schema("1s")),
        cv.Optional(CONF_SOURCE): cv.use_id(Model),
        cv.Optional(CONF_QUEUE_SIZE): cv.int_range(min=1, max=1000000),
    }).extend(cv.COMPONENT_SCHEMA),
    _validate,
)


def _copy_sources():
    """Copies c/ into the sources that ESPHome compiles, where networks of the same nook share kernels."""
    taken = CORE.data.setdefault("nook_sources", {})
    folder = Path(__file__).parent / "c"
    if not taken:
        CORE.add_job(_remove_others)
    for path in sorted(folder.rglob("*")):
        if path.is_dir():
            continue
        name, content = path.relative_to(folder).as_posix(), path.read_bytes()
        if taken.setdefault(name, content) != content:
            raise EsphomeError(f"{path} differs from the file of another network: write both folders with the same nook")
        copy_file_if_changed(str(path), str(CORE.relative_src_path(*name.split("/"))))


@coroutine_with_priority(-1000.0)
async def _remove_others():
    """Removes sources of earlier builds, which would be compiled, too."""
    folder = Path(CORE.relative_src_path("nook"))
    for path in folder.rglob("*"):
        if path.is_file() and path.relative_to(folder.parent).as_posix() not in CORE.data["nook_sources"]:
            path.unlink()


async def to_code(config):
    _copy_sources()
    cg.add_build_flag("-ffp-contract=off")  # every machine computes the same
    cg.add_global(cg.RawStatement(f'#include "nook/networks/{NAME}/{NAME}_network.h"'))
    CORE.data.setdefault("nook_outputs", {})[str(config[CONF_ID])] = next(iter(OUTPUTS.values()))
    var = cg.new_Pvariable(config[CONF_ID])
    await cg.register_component(var, config)
    cg.add(var.set_step(config[CONF_STEP]))
    if CONF_QUEUE_SIZE in config:
        cg.add(var.set_queue_size(config[CONF_QUEUE_SIZE]))
    if CONF_SOURCE in config:
        source = await cg.get_variable(config[CONF_SOURCE])
        given = CORE.data["nook_outputs"][str(config[CONF_SOURCE])]
        # Integers without a scale are passed as they are.
        scaled = None not in (INPUT["scale"], given["scale"])
        need, have = ([facts["type"], *([facts["scale"], facts["zero_point"]] if scaled else [])] for facts in (INPUT, given))
        if need != have:
            raise EsphomeError(f"{config[CONF_SOURCE]} gives elements of {have}, and {config[CONF_ID]} takes {need}")
        cg.add(source.add_target(var))
    if CONF_SENSORS in config:
        cg.add_global(cg.RawStatement('#include "nook/esphome/sensor_source.h"'))
        source = cg.new_Pvariable(config[CONF_SENSORS][CONF_ID])
        await cg.register_component(source, config[CONF_SENSORS])
        cg.add(source.set_model(var))
        for each in config[CONF_SENSORS][CONF_IDS]:
            cg.add(source.add_sensor(await cg.get_variable(each)))
