/** Puts a digest of what the page is made from into it: who packs the page can tell whether it is stale. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

const SOURCES = "sources.sha256";

/** Folders of which nothing gets into the page. `build_hook.py` leaves out the same. */
const APART = ["web/node_modules", "web/test", "web/dev"];

function files(folder, prefix) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = prefix + entry.name;
    if (entry.name.startsWith(".") || entry.name.includes(".test.")) return [];
    if (!entry.isDirectory()) return [name];
    return APART.includes(name) ? [] : files(new URL(`${entry.name}/`, folder), `${name}/`);
  });
}

/** The digest of all sources: of their names and contents, in the order of the names. */
function sourcesDigest() {
  const root = new URL("../../", import.meta.url);
  const total = createHash("sha256");
  for (const name of files(new URL("web/", root), "web/").sort()) {
    const content = createHash("sha256").update(readFileSync(new URL(name, root))).digest("hex");
    total.update(`${name} ${content}\n`);
  }
  return total.digest("hex");
}

export function sources() {
  return {
    name: "sources",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: SOURCES, source: `${sourcesDigest()}\n` });
    },
  };
}
