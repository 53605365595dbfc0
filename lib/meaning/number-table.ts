import { firstRoom, spread } from "./limits.ts";

/** Numbers by number, some hundred or thousand of them: sooner than a Map, and smaller than an array by all there may be. */
export type NumberTable = {
  /** `absent` where nothing was put. */
  get(key: number): number;
  /** Of a key that is not there yet. */
  put(key: number, value: number): void;
};

export const absent = -2;

export function createNumberTable(): NumberTable {
  /** 1 more than the key, 0 where the place is free; at most half of the places are taken. */
  let keys = new Int32Array(2 * firstRoom);
  let values = new Int32Array(2 * firstRoom);
  let size = 0;
  const slotOf = (key: number): number => {
    const last = keys.length - 1;
    let slot = Math.imul(key, spread) & last;
    while (keys[slot] !== 0 && keys[slot] !== key + 1) slot = (slot + 1) & last;
    return slot;
  };
  const set = (key: number, value: number) => {
    const slot = slotOf(key);
    keys[slot] = key + 1;
    values[slot] = value;
  };
  return {
    get(key) {
      const slot = slotOf(key);
      return keys[slot] === 0 ? absent : (values[slot] ?? absent);
    },
    put(key, value) {
      size += 1;
      if (2 * size > keys.length) {
        const [before, own] = [keys, values];
        keys = new Int32Array(2 * before.length);
        values = new Int32Array(2 * before.length);
        for (const [at, one] of before.entries()) if (one !== 0) set(one - 1, own[at] ?? absent);
      }
      set(key, value);
    },
  };
}
