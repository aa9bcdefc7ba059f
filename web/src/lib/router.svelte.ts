/** Addresses of the page, without a library. */

export type Route =
  | { page: "home" }
  | { page: "new"; game: string; mode: string | null; options: Record<string, string> }
  | { page: "table"; code: string }
  | { page: "record"; id: string }
  | { page: "learn"; game: string }
  | { page: "rules"; game: string; article: string | null; from: string | null }
  | { page: "me" }
  | { page: "stages" }
  | { page: "builder"; tiles: string | null; name: string | null }
  | { page: "none" };

/** Codes are letters; case, spaces and dashes don't matter. */
export const cleanCode = (text: string): string => text.replace(/[\s-]/g, "").toUpperCase();

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
  if (first === "stages" && second === undefined) return { page: "stages" };
  if (first === "stages" && second === "build" && rest.length === 0)
    return { page: "builder", tiles: asked.get("tiles"), name: asked.get("name") };
  if (second !== undefined && rest.length === 0) {
    if (first === "t" || first === "w") return { page: "table", code: cleanCode(second) };
    if (first === "learn") return { page: "learn", game: second };
    if (first === "rules")
      return { page: "rules", game: second, article: fragment(hash), from: asked.get("from") };
    if (first === "r") return { page: "record", id: second };
    if (first === "new") {
      const { mode = null, ...options } = Object.fromEntries(asked) as Record<string, string>;
      return { page: "new", game: second, mode, options };
    }
  }
  return { page: "none" };
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

  private refresh(): void {
    this.route = read(location.pathname, location.search, location.hash);
  }
}

export const router = new Router();
