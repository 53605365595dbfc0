/**
 * Words by number and numbers by word, packed: the characters of all of them in one array, and a hash table of numbers.
 * A few bytes beside the characters; as strings in a map half a million words take forty megabytes.
 */
export type TermTable = {
  find(term: string): number | undefined;
  /** Gives the number to a word that has none. A number that is beyond the highest is the next one. */
  put(id: number, term: string): void;
  /** False when the number had no word. */
  forget(id: number): boolean;
  /** "" where there is none. */
  word(id: number): string;
  highest(): number;
  /** The numbers up to there that have none. */
  free(): number[];
  /** Numbers of words that begin alike, are about as long, and differ by no more letters than so many edits can change. */
  alike(term: string, most: number): number[];
};

/** A table as its arrays, so that one thread can make it for another. */
export type PackedTerms = {
  units: Uint16Array<ArrayBuffer>;
  /** How many of the units are taken. */
  used: number;
  /** Where the characters of a number's word begin, and how many there are. */
  starts: Uint32Array<ArrayBuffer>;
  lengths: Uint32Array<ArrayBuffer>;
  highest: number;
  /** Numbers by hash, 0 where a place is free. A place whose word is forgotten stays until the table is made anew. */
  places: Uint32Array<ArrayBuffer>;
  taken: number;
};

const empty = (): PackedTerms => ({
  units: new Uint16Array(4096),
  used: 0,
  starts: new Uint32Array(1024),
  lengths: new Uint32Array(1024),
  highest: 0,
  places: new Uint32Array(2048),
  taken: 0,
});

/** The arrays become the table's own. */
export function openTermTable(packed: PackedTerms = empty()): TermTable {
  let { units, used, starts, lengths, highest, places, taken } = packed;
  /** Characters of words that are forgotten. */
  let wasted = 0;

  function isAt(id: number, term: string): boolean {
    if (lengths[id] !== term.length) return false;
    const start = starts[id] ?? 0;
    for (let i = 0; i < term.length; i++) {
      if (units[start + i] !== term.charCodeAt(i)) return false;
    }
    return true;
  }

  function hashAt(id: number): number {
    let hash = seed;
    const start = starts[id] ?? 0;
    const end = start + (lengths[id] ?? 0);
    for (let i = start; i < end; i++) hash = mix(hash, units[i] ?? 0);
    return hash;
  }

  function takePlace(hash: number, id: number): void {
    place(places, hash, id);
    taken += 1;
  }

  /** Places without those whose word is forgotten; more of them unless these were most. */
  function renewPlaces(): void {
    let live = 0;
    for (let id = 1; id <= highest; id++) if (lengths[id] !== 0) live += 1;
    places = new Uint32Array(live * 5 < places.length * 2 ? places.length : places.length * 2);
    taken = 0;
    for (let id = 1; id <= highest; id++) if (lengths[id] !== 0) takePlace(hashAt(id), id);
  }

  /** Room for so many characters more; where half of them are of forgotten words these go first. */
  function makeRoom(more: number): void {
    if (used + more <= units.length) return;
    const before = units;
    const kept = wasted * 2 > used ? used - wasted : used;
    units = new Uint16Array(Math.max(kept + more, Math.ceil(kept * 1.5)));
    if (kept === used) {
      units.set(before.subarray(0, used));
      return;
    }
    used = 0;
    wasted = 0;
    for (let id = 1; id <= highest; id++) {
      const start = starts[id] ?? 0;
      const length = lengths[id] ?? 0;
      units.set(before.subarray(start, start + length), used);
      starts[id] = used;
      used += length;
    }
  }

  return {
    find(term) {
      const mask = places.length - 1;
      for (let place = spread(hashOf(term)) & mask; ; place = (place + 1) & mask) {
        const id = places[place] ?? 0;
        if (id === 0) return undefined;
        if (isAt(id, term)) return id;
      }
    },
    put(id, term) {
      if (id >= starts.length) {
        starts = larger(starts);
        lengths = larger(lengths);
      }
      highest = Math.max(highest, id);
      makeRoom(term.length);
      starts[id] = used;
      lengths[id] = term.length;
      for (let i = 0; i < term.length; i++) units[used + i] = term.charCodeAt(i);
      used += term.length;
      if (term === "") return;
      if (taken * 5 > places.length * 3) renewPlaces();
      else takePlace(hashOf(term), id);
    },
    forget(id) {
      const length = lengths[id] ?? 0;
      wasted += length;
      lengths[id] = 0;
      return length > 0;
    },
    word(id) {
      const start = starts[id] ?? 0;
      const length = lengths[id] ?? 0;
      // As arguments of one call; a very long word would be too many.
      if (length <= 1024) return String.fromCharCode(...units.subarray(start, start + length));
      return Buffer.from(units.buffer, start * 2, length * 2).toString("utf16le");
    },
    highest: () => highest,
    free() {
      const numbers: number[] = [];
      for (let id = 1; id <= highest; id++) if (lengths[id] === 0) numbers.push(id);
      return numbers;
    },
    alike(term, most) {
      const first = term.charCodeAt(0);
      let letters = 0;
      for (let i = 0; i < term.length; i++) letters |= 1 << term.charCodeAt(i);
      const found: number[] = [];
      for (let id = 1; id <= highest; id++) {
        const length = lengths[id] ?? 0;
        if (Math.abs(length - term.length) > most || length === 0) continue;
        const start = starts[id] ?? 0;
        if (units[start] !== first) continue;
        let own = 0;
        for (let i = start; i < start + length; i++) own |= 1 << (units[i] ?? 0);
        if (bits(own & ~letters) <= most && bits(letters & ~own) <= most) found.push(id);
      }
      return found;
    },
  };
}

/**
 * The words of these texts, joined by line feeds and numbered from 1 on; "" leaves a number without one. All at once, where
 * the place they take is known: one by one a large index would take several times as long.
 */
export function packTerms(texts: readonly string[]): PackedTerms {
  const words = texts.reduce((sum, text) => sum + countWords(text), 0);
  const units = new Uint16Array(texts.reduce((sum, text) => sum + text.length, 0));
  const starts = new Uint32Array(words + 1);
  const lengths = new Uint32Array(words + 1);
  let size = 2048;
  while (words * 5 > size * 3) size *= 2;
  const places = new Uint32Array(size);
  let used = 0;
  let highest = 0;
  let taken = 0;
  for (const text of texts) {
    let start = used;
    let hash = seed;
    for (let i = 0; i <= text.length; i++) {
      const unit = i === text.length ? lineFeed : text.charCodeAt(i);
      if (unit !== lineFeed) {
        units[used++] = unit;
        hash = mix(hash, unit);
        continue;
      }
      highest += 1;
      starts[highest] = start;
      lengths[highest] = used - start;
      if (used > start) {
        place(places, hash, highest);
        taken += 1;
      }
      start = used;
      hash = seed;
    }
  }
  return { units, used, starts, lengths, highest, places, taken };
}

/** The first free place from the one that the hash names. */
function place(places: Uint32Array, hash: number, id: number): void {
  const mask = places.length - 1;
  let at = spread(hash) & mask;
  while (places[at] !== 0) at = (at + 1) & mask;
  places[at] = id;
}

/** Of a text of words joined by line feeds. */
function countWords(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

const lineFeed = 10;
const seed = 0x811c9dc5;

function mix(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

function hashOf(term: string): number {
  let hash = seed;
  for (let i = 0; i < term.length; i++) hash = mix(hash, term.charCodeAt(i));
  return hash;
}

/** The low bits of a hash follow the last character too closely. */
function spread(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}

function bits(set: number): number {
  let count = 0;
  for (let left = set; left !== 0; left &= left - 1) count += 1;
  return count;
}

function larger(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(Math.ceil(numbers.length * 1.5));
  copy.set(numbers);
  return copy;
}
