"""The part of ESPHome's Python that a component of nook uses: schemas, ids, and the generation of main.cpp.

built(CONFIG, FOLDERS, SOURCES) does what `esphome compile` does before it calls a compiler."""
import importlib.util
import pathlib
import shutil
import sys
import types

ANSWERS = ("sensor", "binary_sensor")  # the domains whose platforms components bring


class Invalid(Exception):
    pass


class EsphomeError(Exception):
    pass


class ID:
    def __init__(self, id, type, declares):
        self.id, self.type, self.declares = id, type, declares

    def __str__(self):
        return self.id


class Key(str):
    """A key of a schema."""
    def __new__(cls, name, required=False, default=None):
        key = super().__new__(cls, name)
        key.required, key.default = required, default
        return key


class Schema:
    def __init__(self, fields):
        self.fields = fields

    def extend(self, more):
        return Schema({**self.fields, **(more.fields if isinstance(more, Schema) else more)})

    def __call__(self, value):
        if not isinstance(value, dict):
            raise Invalid("expected a dictionary")
        for name in value:
            if name not in self.fields:
                raise Invalid(f"[{name}] is an invalid option")
        made = {}
        for key, check in self.fields.items():
            if key in value:
                made[str(key)] = check(value[key])
            elif key.required:
                raise Invalid(f"required key not provided: {key}")
            elif key.default is not None:
                made[str(key)] = check(key.default())
        return made


def all_of(*checks):
    def check(value):
        for each in checks:
            value = each(value)
        return value
    return check


def any_of(*checks):
    def check(value):
        for each in checks:
            try:
                return each(value)
            except Invalid as error:
                last = error
        raise last
    return check


def int_range(min, max):
    def check(value):
        if isinstance(value, bool) or not isinstance(value, int) or not min <= value <= max:
            raise Invalid(f"value must be an integer from {min} to {max}")
        return value
    return check


def one_of(*values, lower=False):
    def check(value):
        value = value.lower() if lower and isinstance(value, str) else value
        if value not in values:
            raise Invalid(f"unknown value '{value}', valid options are {', '.join(values)}")
        return value
    return check


def length(min):
    def check(value):
        if len(value) < min:
            raise Invalid(f"length must be at least {min}")
        return value
    return check


def float_(value):
    if isinstance(value, (int, float)):
        return float(value)
    raise Invalid(f"expected float, got '{value}'")


def milliseconds(text):
    for unit, factor in (("ms", 1), ("s", 1000), ("min", 60000)):
        if text.endswith(unit) and text[:-len(unit)].isdigit():
            return int(text[:-len(unit)]) * factor
    raise Invalid(f"no time period: {text}")


class Expression:
    """C++ as text: calls and members make longer text."""
    def __init__(self, text, parents=()):
        self.text, self.parents = text, parents

    def namespace(self, name):
        return Expression(f"{self.text}::{name}")

    def class_(self, name, *parents):
        return Expression(f"{self.text}::{name}", parents)

    def is_a(self, other):
        return self.text == other.text or any(parent.is_a(other) for parent in self.parents)

    def __getattr__(self, name):
        return Expression(f"{self.text}->{name}")

    def __call__(self, *arguments):
        return Expression(f"{self.text}({', '.join(map(literal, arguments))})")


def literal(value):
    if isinstance(value, Expression):
        return value.text
    return f"{value}f" if isinstance(value, float) else str(value)


class Core:
    def __init__(self):
        self.data, self.variables, self.jobs, self.last = {}, {}, [], []
        self.includes, self.declared, self.statements, self.flags, self.components = [], [], [], [], []
        self.sources = None

    def relative_src_path(self, *path):
        return str(self.sources.joinpath(*path))

    def add_job(self, job):
        self.last.append(job)


@types.coroutine
def turn():
    yield


def modules(core):
    """The modules that components import."""
    made = {}

    def module(name, **members):
        made[name] = types.ModuleType(name)
        made[name].__dict__.update(members, __path__=[])

    ids = Expression("esphome")
    component = ids.class_("Component")
    polling = ids.class_("PollingComponent", component)

    def id_of(type, declares):
        return lambda value: ID(value, type, declares)

    def polling_schema(interval):
        return Schema({Key("update_interval", default=lambda: interval): milliseconds})

    def new_variable(id, *arguments):
        core.declared.append(f"{id.type.text} *{id};")
        core.statements.append(f"{id} = new {id.type.text}({', '.join(map(literal, arguments))});")
        core.variables[id.id] = Expression(id.id)
        return core.variables[id.id]

    async def get_variable(id):
        while id.id not in core.variables:
            await turn()
        return core.variables[id.id]

    async def register_component(variable, config):
        core.components.append(variable.text)
        if "update_interval" in config:
            core.statements.append(f"{variable.text}->set_update_interval({config['update_interval']});")

    module("esphome")
    module("esphome.const", CONF_ID="id", CONF_SENSORS="sensors", CONF_SOURCE="source", STATE_CLASS_MEASUREMENT="measurement")
    module("esphome.core", CORE=core, EsphomeError=EsphomeError)
    module("esphome.coroutine", coroutine_with_priority=lambda priority: lambda job: job)
    module("esphome.helpers", copy_file_if_changed=copied)
    module("esphome.config_validation", Invalid=Invalid, Schema=Schema, All=all_of, Any=any_of, Length=length, int_range=int_range,
           one_of=one_of, float_=float_, ensure_list=lambda check: lambda value: [check(each) for each in
                                                                                (value if isinstance(value, list) else [value])],
           Required=lambda name: Key(name, required=True), COMPONENT_SCHEMA=Schema({}), polling_component_schema=polling_schema,
           Optional=lambda name, default=None: Key(name, default=None if default is None else lambda: default),
           GenerateID=lambda name="id": Key(name, default=lambda: None),
           use_id=lambda type: id_of(type, False), declare_id=lambda type: id_of(type, True))
    module("esphome.codegen", esphome_ns=ids, Component=component, PollingComponent=polling, RawStatement=str,
           add=lambda e: core.statements.append(e.text + ";"), add_global=core.includes.append, add_build_flag=core.flags.append,
           new_Pvariable=new_variable, get_variable=get_variable, register_component=register_component)
    module("esphome.components")
    for domain, kind in (("sensor", "Sensor"), ("binary_sensor", "BinarySensor")):
        base = ids.namespace(domain).class_(kind)

        def schema(type, **_):
            return Schema({Key("id", default=lambda: None): id_of(type, True), Key("name", required=True): str})

        async def new(config):
            return new_variable(config["id"])

        module(f"esphome.components.{domain}", **{kind: base, f"{domain}_schema": schema, f"new_{domain}": new})
        setattr(made["esphome.components"], domain, made[f"esphome.components.{domain}"])
    return made


def copied(source, to):
    pathlib.Path(to).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, to)


def loaded(name, path):
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=[str(path.parent)] if path.stem == "__init__" else None)
    sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


def every_id(value):
    if isinstance(value, ID):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from every_id(each)


def resolved(configs):
    """Names the ids that have no name, and finds what the others refer to."""
    ids = [*every_id(configs)]
    for number, each in enumerate(ids):
        if each.declares and each.id is None:
            each.id = f"generated_{number}"
    for each in ids:
        if each.declares:
            continue
        fits = [known for known in ids if known.declares and known.type.is_a(each.type) and each.id in (None, known.id)]
        if len(fits) != 1:
            raise Invalid(f"couldn't find or resolve the id '{each.id}'")
        each.id = fits[0].id


def run(jobs):
    begun = jobs
    try:
        advance(jobs)
    finally:
        for job in begun:
            job.close()


def advance(jobs):
    while jobs:
        left = []
        for job in jobs:
            try:
                job.send(None)
                left.append(job)
            except StopIteration:
                pass
        if len(left) == len(jobs):
            raise EsphomeError("jobs wait for one another")
        jobs = left


def built(config, folders, sources, states=()):
    """Writes the sources of a configuration, with main.cpp, and returns the state of the generation. `states`: ids of other
    sensors."""
    core = Core()
    core.sources = sources
    before = {name: sys.modules.get(name) for name in list(sys.modules) if name.startswith("esphome")}
    sys.modules.update(modules(core))
    try:
        components, jobs = {}, []
        for folder in folders:
            for path in sorted((folder / "components").iterdir()):
                name = f"esphome.components.{path.name}"
                components[path.name] = loaded(name, path / "__init__.py")
                for domain in ANSWERS:
                    components[path.name, domain] = loaded(f"{name}.{domain}", path / f"{domain}.py")
        checked = []
        for name, given in config.items():
            for each in given if name in ANSWERS else [given]:
                each = dict(each or {})
                module = components[(each.pop("platform"), name) if name in ANSWERS else name]
                for needed in getattr(module, "DEPENDENCIES", []):
                    if needed not in config:
                        raise Invalid(f"component {name} requires component {needed}")
                checked.append((module, module.CONFIG_SCHEMA(each)))
        sensor = sys.modules["esphome.components.sensor"].Sensor
        others = [{"id": ID(name, sensor, True)} for name in states]
        resolved([*others, *(each for _, each in checked)])
        for name in states:
            sys.modules["esphome.codegen"].new_Pvariable(ID(name, sensor, True))
        run([module.to_code(each) for module, each in checked])
        run([job() for job in core.last])
    finally:
        for name in [name for name in sys.modules if name.startswith("esphome")]:
            del sys.modules[name]
        sys.modules.update(before)
    lines = ['#include "esphome/components/sensor/sensor.h"', *dict.fromkeys(core.includes), "using namespace esphome;",
             *core.declared, "static std::vector<Component *> components;", "void setup() {", *core.statements,
             f"components = {{{', '.join(core.components)}}};", "for (Component *each : components) each->setup();", "}",
             "void loop() {", "for (Component *each : components) each->loop();", "}", ""]
    (sources / "main.h").write_text("\n".join(lines))
    return core
