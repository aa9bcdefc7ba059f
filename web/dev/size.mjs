// What the first visit loads, gzipped: the entry, what it imports, its styles and its fonts.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const LIMIT = 140 * 1024;
const out = new URL("../../src/echappee/server/page/", import.meta.url);
const seen = new Map();

function weigh(name) {
  if (seen.has(name)) return;
  const bytes = readFileSync(new URL(name, out));
  seen.set(name, name.endsWith(".woff2") ? bytes.length : gzipSync(bytes, { level: 9 }).length);
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const text = bytes.toString("utf8");
  if (name.endsWith(".js"))
    for (const [, path] of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) weigh(folder + path);
  if (name.endsWith(".css"))
    for (const [, path] of text.matchAll(/url\(\/?(assets\/[^)"']+)\)/g)) weigh(path);
}

weigh("index.html");
const page = readFileSync(new URL("index.html", out), "utf8");
for (const [, path] of page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css|svg))"/g)) weigh(path);

let total = 0;
for (const [name, size] of seen) {
  total += size;
  console.log(`${(size / 1024).toFixed(1).padStart(7)} KB  ${name}`);
}
console.log(`${(total / 1024).toFixed(1).padStart(7)} KB  first load, of at most ${LIMIT / 1024}`);
if (total > LIMIT) process.exit(1);
