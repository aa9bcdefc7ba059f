/**
 * A QR code for a link (ISO/IEC 18004): bytes, error correction M, versions 1 to 10.
 * The result is a square of rows; true is a dark module.
 */

// Level M, by version: codewords of correction in a block, then the data codewords of each block.
const BLOCKS: [number, number[]][] = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
const ALIGN = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const LEVEL_M = 0b00;

type Grid = (boolean | null)[][];

export function qr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(([, data], i) => bytes.length + (i < 9 ? 2 : 3) <= sum(data)) + 1;
  if (version === 0) throw new RangeError("too long for a QR code");
  const codewords = interleave(pack(bytes, version), version);
  let best: boolean[][] | null = null;
  let least = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    const grid = draw(codewords, version, mask);
    const score = penalty(grid);
    if (score < least) [best, least] = [grid, score];
  }
  return best!;
}

const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Mode, length, bytes, padding. */
function pack(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const room = sum(BLOCKS[version - 1]![1]) * 8;
  push(0, Math.min(4, room - bits.length));
  while (bits.length % 8) bits.push(0);
  const words: number[] = [];
  for (let i = 0; i < bits.length; i += 8) words.push(parseInt(bits.slice(i, i + 8).join(""), 2));
  for (let pad = 0xec; words.length < room / 8; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

// The field GF(256) with x^8 + x^4 + x^3 + x^2 + 1.
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}
const times = (a: number, b: number): number => (a && b ? EXP[LOG[a]! + LOG[b]!]! : 0);

/** The remainder by the generator of `count` roots. */
function correction(data: number[], count: number): number[] {
  let generator = [1];
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0];
    generator.forEach((g, j) => (next[j + 1] = next[j + 1]! ^ times(g, EXP[i]!)));
    generator = next;
  }
  const rest: number[] = Array(count).fill(0);
  for (const word of data) {
    const factor = word ^ rest.shift()!;
    rest.push(0);
    for (let j = 0; j < count; j++) rest[j] = rest[j]! ^ times(generator[j + 1]!, factor);
  }
  return rest;
}

function interleave(words: number[], version: number): number[] {
  const [count, sizes] = BLOCKS[version - 1]!;
  let at = 0;
  const blocks = sizes.map((size) => words.slice(at, (at += size)));
  const checks = blocks.map((block) => correction(block, count));
  const out: number[] = [];
  for (let i = 0; i < Math.max(...sizes); i++)
    for (const block of blocks) if (i < block.length) out.push(block[i]!);
  for (let i = 0; i < count; i++) for (const check of checks) out.push(check[i]!);
  return out;
}

const MASKS: ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => ((y >> 1) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

function draw(codewords: number[], version: number, mask: number): boolean[][] {
  const size = 17 + 4 * version;
  const grid: Grid = Array.from({ length: size }, () => Array(size).fill(null));
  const set = (x: number, y: number, dark: boolean): void => {
    if (grid[y] && x >= 0 && x < size) grid[y]![x] = dark;
  };
  const rings = (cx: number, cy: number, reach: number, light: number[]): void => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++)
        set(cx + x, cy + y, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
  };
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]] as const) rings(x, y, 4, [2, 4]);
  const places = ALIGN[version - 1]!;
  for (const y of places)
    for (const x of places) if (grid[y]![x] === null) rings(x, y, 2, [1]);
  for (let i = 8; i < size - 8; i++) {
    set(i, 6, i % 2 === 0);
    set(6, i, i % 2 === 0);
  }
  format(set, size, mask);
  if (version >= 7) versionMarks(set, size, version);
  fillIn(grid, codewords, mask);
  return grid as boolean[][];
}

type Set = (x: number, y: number, dark: boolean) => void;

function format(set: Set, size: number, mask: number): void {
  const data = (LEVEL_M << 3) | mask;
  let rest = data;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const bit = (i: number): boolean => ((bits >> i) & 1) === 1;
  for (let i = 0; i <= 5; i++) set(8, i, bit(i));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let i = 9; i < 15; i++) set(14 - i, 8, bit(i));
  for (let i = 0; i < 8; i++) set(size - 1 - i, 8, bit(i));
  for (let i = 8; i < 15; i++) set(8, size - 15 + i, bit(i));
  set(8, size - 8, true);
}

function versionMarks(set: Set, size: number, version: number): void {
  let rest = version;
  for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let i = 0; i < 18; i++) {
    const dark = ((bits >> i) & 1) === 1;
    const [a, b] = [size - 11 + (i % 3), Math.floor(i / 3)];
    set(a, b, dark);
    set(b, a, dark);
  }
}

/** Up and down in columns of two, from the right, around what is there. */
function fillIn(grid: Grid, codewords: number[], mask: number): void {
  const size = grid.length;
  let i = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y]![x] !== null) continue;
        const word = codewords[i >> 3] ?? 0;
        const dark = ((word >> (7 - (i & 7))) & 1) === 1;
        grid[y]![x] = dark !== MASKS[mask]!(x, y);
        i++;
      }
    }
  }
}

/** Long runs, blocks, false finders, imbalance. */
function penalty(grid: boolean[][]): number {
  const size = grid.length;
  let score = 0;
  let dark = 0;
  const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]!))];
  for (const line of lines) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) score += run.length - 2;
    score += 40 * (text.match(/(?=10111010000|00001011101)/g)?.length ?? 0);
  }
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (grid[y]![x]) dark++;
      if (x && y && grid[y]![x] === grid[y - 1]![x] && grid[y]![x] === grid[y]![x - 1] && grid[y]![x] === grid[y - 1]![x - 1])
        score += 3;
    }
  return score + 10 * Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5);
}
