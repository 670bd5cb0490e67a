"""`nook evaluate` and `nook quantize` on the machines of a Dask cluster: the report and the model of one process.

    from dask.distributed import Client
    import nook.dask
    report = nook.dask.evaluate(Client("scheduler:8786"), "kws.tflite", data="samples.npy", labels="labels.npy")

Each part of the samples is a task, which a worker does by `nook --part`; a part whose worker dies is done again by
another one. Parts merge exactly, whatever their number and order. Files must have the same path on all workers; arrays
travel with the tasks.
"""
import json
import pathlib
import tempfile

import nook

__all__ = ["evaluate", "quantize"]

# Options of nook.quantize() for the process that makes the model.
_LAST = ("labels", "accuracy_drop", "bench", "picture", "force")


def _evaluate_part(part, work):
    return nook.evaluate(work["model"], work["data"], work["labels"], part=part, **work["options"])


def _quantize_part(part, work):
    """The document of a part, which its file holds."""
    with tempfile.TemporaryDirectory(prefix="nook_dask_") as folder:
        folder = pathlib.Path(folder)
        ranges = work["ranges"]
        if isinstance(ranges, dict):  # merged from the first round
            (folder / "seen.json").write_text(json.dumps(ranges))
            ranges = folder / "seen.json"
        nook.quantize(work["model"], work["samples"], folder / "part.json", ranges_only=True, part=part, ranges=ranges,
                      **work["options"])
        return json.loads((folder / "part.json").read_text())


def _merged(client, do, parts, work):
    """All parts of `work` on the workers, merged. The work, with its arrays, is sent to each worker once."""
    parts = parts or max(1, 4 * sum(client.nthreads().values()))
    [work] = client.scatter([work], broadcast=True, hash=False)
    names = [f"{index}/{parts}" for index in range(1, parts + 1)]
    documents = client.gather(client.map(do, names, [work] * parts, pure=False))
    with tempfile.TemporaryDirectory(prefix="nook_dask_") as folder:
        files = [pathlib.Path(folder) / f"{number}.json" for number in range(parts)]
        for file, document in zip(files, documents):
            file.write_text(json.dumps(document))
        return nook.command("merge", *files)


def evaluate(client, model, data, labels, parts=None, **options):
    """nook.evaluate() over the cluster of `client`, a dask.distributed.Client; returns the same report.

    `parts`: the number of tasks, at most as many as samples (default: four for each thread of the cluster).
    """
    return _merged(client, _evaluate_part, parts, {"model": model, "data": data, "labels": labels, "options": options})


def quantize(client, model, samples, output, ranges=None, parts=None, **options):
    """nook.quantize() over the cluster of `client`; writes the same model and returns its report.

    Workers measure the ranges, in one round of tasks, or in two for a rule of `ranges` that counts values. This process
    then makes the model. It runs the samples again to correct biases and to report the errors; with
    `no_bias_correction=True` and without `labels` it runs none.
    """
    work = {"model": model, "samples": samples, "ranges": ranges,
            "options": {name: value for name, value in options.items() if name not in _LAST}}
    merged = _merged(client, _quantize_part, parts, work)
    if merged["ranges"] != "minmax":
        merged = _merged(client, _quantize_part, parts, {**work, "ranges": merged})
    with tempfile.TemporaryDirectory(prefix="nook_dask_") as folder:
        file = pathlib.Path(folder) / "ranges.json"
        file.write_text(json.dumps(merged))
        if options.get("no_bias_correction") and options.get("labels") is None:
            samples = None
        return nook.quantize(model, samples, output, ranges=file, **options)
