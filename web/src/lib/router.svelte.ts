/** Addresses of the page, without a library. */

/** Where one is in the race calculator. */
export interface Place {
  view: "race" | "new" | "edit" | "stage";
  stage: number | null;
  /** Is a forgotten stage put in before that one? */
  insert: boolean;
}

export type Route =
  | { page: "home" }
  | { page: "settings" }
  | { page: "calculator"; at: Place }
  | { page: "new"; game: string; mode: string | null; options: Record<string, string> }
  | { page: "table"; code: string }
  | { page: "record"; id: string; at: number | null; look: number | null }
  | { page: "learn"; game: string }
  | { page: "rules"; game: string; article: string | null; from: string | null }
  | { page: "me" }
  | { page: "stages" }
  | { page: "builder"; tiles: string | null; name: string | null }
  | { page: "none" };

/** Codes are letters; case, spaces and dashes don't matter. */
export const cleanCode = (text: string): string => text.replace(/[\s-]/g, "").toUpperCase();

/** A number of an address: digits, or nothing. */
const whole = (text: string | null): number | null => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null);

/** What stands behind the `#`; null where nothing does, or nothing that can be read. */
function fragment(hash: string): string | null {
  try {
    return decodeURIComponent(hash.slice(1)) || null;
  } catch {
    return null;
  }
}

export function read(path: string, query = "", hash = ""): Route {
  const [first, second, ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  const asked = new URLSearchParams(query);
  if (first === undefined) return { page: "home" };
  if (first === "me" && second === undefined) return { page: "me" };
  if (first === "settings" && second === undefined) return { page: "settings" };
  if (first === "calculator") return calculator(second, rest, asked);
  if (first === "stages" && second === undefined) return { page: "stages" };
  if (first === "stages" && second === "build" && rest.length === 0)
    return { page: "builder", tiles: asked.get("tiles"), name: asked.get("name") };
  if (second !== undefined && rest.length === 0) {
    if (first === "t" || first === "w") return { page: "table", code: cleanCode(second) };
    if (first === "learn") return { page: "learn", game: second };
    if (first === "rules")
      return { page: "rules", game: second, article: fragment(hash), from: asked.get("from") };
    if (first === "r") return { page: "record", id: second, at: whole(asked.get("at")), look: whole(asked.get("look")) };
    if (first === "new") {
      const { mode = null, ...options } = Object.fromEntries(asked) as Record<string, string>;
      return { page: "new", game: second, mode, options };
    }
  }
  return { page: "none" };
}

function calculator(view: string | undefined, rest: string[], asked: URLSearchParams): Route {
  const found = (view: Place["view"], stage: number | null = null): Route => ({
    page: "calculator",
    at: { view, stage, insert: asked.has("insert") },
  });
  if (view === "stage" && rest.length === 1 && /^[1-9]\d?$/.test(rest[0]!)) return found("stage", Number(rest[0]));
  if (rest.length > 0) return { page: "none" };
  if (view === undefined) return found("race");
  return view === "new" || view === "edit" ? found(view) : { page: "none" };
}

class Router {
  route = $state<Route>(read(location.pathname, location.search, location.hash));

  start(): void {
    addEventListener("popstate", () => this.refresh());
    document.addEventListener("click", (event) => {
      const link = (event.target as Element | null)?.closest?.("a");
      if (!link || event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (link.pathname.startsWith("/api/")) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  go(path: string): void {
    if (path !== location.pathname + location.search + location.hash) history.pushState(null, "", path);
    this.refresh();
    scrollTo(0, 0);
  }

  /** Go on to another address in place of this one. */
  replace(path: string): void {
    history.replaceState(null, "", path);
    this.refresh();
    scrollTo(0, 0);
  }

  private refresh(): void {
    this.route = read(location.pathname, location.search, location.hash);
  }
}

export const router = new Router();
