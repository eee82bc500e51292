/** Random numbers from a seed: those of mulberry32. */
export function draws(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound) => Math.floor(next() * bound);
  return { next, below, cell: (size) => size.map(below) };
}

/** An array of bytes, so many of a hundred of them occupied; indexed by x, y and z. */
export function drawnCells({ below }, [x, y, z], percent) {
  return Uint8Array.from({ length: x * y * z }, () => (below(100) < percent ? 1 : 0));
}
