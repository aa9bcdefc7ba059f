/** Writes the service worker after a build: which files it keeps, and a version made of them all. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Pages that work without network; the others are kept once they have been seen. */
const KEPT = ["Calculator.svelte", "Settings.svelte", "Unreachable.svelte"];

/** Files that nobody needs without network. */
const LEFT = ["sw.js", "index.html", "licences.txt", "sources.sha256"];

/** The chunks that one needs, with all that they import, and their styles. */
function closure(bundle, name, found) {
  const chunk = bundle[name];
  if (!chunk || chunk.type !== "chunk" || found.has(name)) return;
  found.add(name);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  for (const other of chunk.imports) closure(bundle, other, found);
}

export function serviceWorker() {
  return {
    name: "service-worker",
    apply: "build",
    writeBundle({ dir }, bundle) {
      const found = new Set();
      for (const [name, part] of Object.entries(bundle)) {
        const kept = part.type === "chunk" && (part.isEntry || KEPT.some((file) => part.facadeModuleId?.endsWith(`/${file}`)));
        if (kept) closure(bundle, name, found);
        if (/\.(woff2|svg)$/.test(name)) found.add(name);
        // A style sheet of the entry is named after it.
        if (part.type === "asset" && name.endsWith(".css") && part.names?.includes("index.css")) found.add(name);
      }
      for (const page of KEPT)
        if (!Object.values(bundle).some((part) => part.facadeModuleId?.endsWith(`/${page}`))) throw new Error(`${page} is no chunk of its own`);
      const rest = readdirSync(dir).filter((name) => name.includes(".") && !LEFT.includes(name));
      const files = [...[...found].sort(), ...rest.sort()];
      const source = readFileSync(new URL("./sw.js", import.meta.url), "utf8");
      const hash = createHash("sha256").update(source);
      for (const name of ["index.html", ...files]) hash.update(name).update(readFileSync(`${dir}/${name}`));
      const shell = ["/", ...files.map((name) => `/${name}`)];
      const text = source
        .replace("{{version}}", hash.digest("hex").slice(0, 12))
        .replace('["{{shell}}"]', JSON.stringify(shell, null, 1));
      writeFileSync(`${dir}/sw.js`, text);
    },
  };
}
