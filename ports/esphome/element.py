"""The element of an output that a platform of the network shows."""
import esphome.codegen as cg
import esphome.config_validation as cv

from . import Network
from .facts import NAME, OUTPUTS

CONF_INDEX = "index"
CONF_NETWORK_ID = "network_id"
CONF_OUTPUT = "output"
CONF_SLIDING_WINDOW_SIZE = "sliding_window_size"
BEST = "best"
COMPONENT = f"nook_{NAME}"
NAMES = list(OUTPUTS)

ELEMENT = {
    cv.GenerateID(CONF_NETWORK_ID): cv.use_id(Network),
    cv.Optional(CONF_OUTPUT, default=NAMES[0]): cv.one_of(*NAMES),
    cv.Optional(CONF_SLIDING_WINDOW_SIZE, default=1): cv.int_range(min=1, max=1000),
}
INDEX = cv.int_range(min=0, max=max(facts["count"] for facts in OUTPUTS.values()) - 1)


def validate(config):
    count = OUTPUTS[config[CONF_OUTPUT]]["count"]
    if config[CONF_INDEX] == BEST:
        if config[CONF_SLIDING_WINDOW_SIZE] != 1:
            raise cv.Invalid("index: best is no number that has a mean: leave out sliding_window_size")
    elif config[CONF_INDEX] >= count:
        raise cv.Invalid(f"the output {config[CONF_OUTPUT]} has {count} elements: need an index below that")
    return config


async def connect(var, config):
    """Lets the network tell `var`, which shows an element."""
    network = await cg.get_variable(config[CONF_NETWORK_ID])
    output = NAMES.index(config[CONF_OUTPUT])
    if config[CONF_INDEX] == BEST:
        cg.add(var.set_best(output))
    else:
        cg.add(var.set_element(output, config[CONF_INDEX]))
        cg.add(var.set_window(config[CONF_SLIDING_WINDOW_SIZE]))
    cg.add(network.add_listener(var))
