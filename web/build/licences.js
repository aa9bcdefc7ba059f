/**
 * The licences of what others made and the page contains: `public/licences.txt` has each of them, or nothing is built.
 *
 * What the page contains is known once it is put together: modules of packages, and their fonts.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const LICENCES = "licences.txt";
const MODULES = new URL("../node_modules/", import.meta.url);
const WRITTEN = new URL(`../public/${LICENCES}`, import.meta.url);
const HEAD = `Échappée itself is under the MIT licence. Its page contains what others made, listed here with its licences.
Échappée est sous licence MIT. Sa page contient ce que d'autres ont fait ; en voici la liste et les licences.
`;
const LINE = "=".repeat(72);
/** What the tool that packs the page adds of its own, by the names it gives its modules. */
const HELPERS = { "\0vite/": "vite", "\0rolldown/": "rolldown" };

/** The package that a module or a file of the page comes from, if it is not ours. */
function packageOf(id) {
  for (const [prefix, name] of Object.entries(HELPERS)) if (id.startsWith(prefix)) return name;
  return id.match(/.*node_modules\/((?:@[^/]+\/)?[^/]+)\//)?.[1];
}

/** All packages of a bundle, by name. */
function packagesIn(bundle) {
  const found = Object.values(bundle).flatMap((part) => [...Object.keys(part.modules ?? {}), ...(part.originalFileNames ?? [])]);
  return [...new Set(found.map(packageOf).filter(Boolean))].sort();
}

/** One package: its name, version and licence, and the text of that. */
function section(name) {
  const folder = new URL(`${name}/`, MODULES);
  const { version, license } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  const file = readdirSync(folder).find((one) => /^licen[cs]e(\.\w+)?$/i.test(one));
  if (!file) throw new Error(`${name} has no licence text; it must not be shipped without.`);
  // Of what a tool is made itself, nothing gets into the page.
  const text = readFileSync(new URL(file, folder), "utf8").split(/^# Licenses of bundled dependencies/m)[0];
  return `${LINE}\n${name} ${version} (${license})\n${LINE}\n\n${text.replaceAll("\r", "").trim()}\n`;
}

const licencesOf = (names) => [HEAD, ...names.map(section)].join("\n");

export function licences() {
  return {
    name: "licences",
    apply: "build",
    generateBundle(_, bundle) {
      const wanted = licencesOf(packagesIn(bundle));
      let written = "";
      try {
        written = readFileSync(WRITTEN, "utf8");
      } catch {
        // There is none yet.
      }
      if (written === wanted) return;
      writeFileSync(WRITTEN, wanted);
      this.error(`web/public/${LICENCES} was not up to date. It has been written anew: look at it, and build again.`);
    },
  };
}
