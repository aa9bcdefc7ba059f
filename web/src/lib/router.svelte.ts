/** Addresses of the page, without a library. */

export type Route =
  | { page: "home" }
  | { page: "new"; game: string; mode: string | null; options: Record<string, string> }
  | { page: "table"; code: string }
  | { page: "record"; id: string; at: number | null; look: number | null }
  | { page: "stages" }
  | { page: "builder"; tiles: string | null; name: string | null }
  | { page: "none" };

/** Codes are letters; case, spaces and dashes don't matter. */
export const cleanCode = (text: string): string => text.replace(/[\s-]/g, "").toUpperCase();

/** A number of an address: digits, or nothing. */
const whole = (text: string | null): number | null => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null);

export function read(path: string, query = ""): Route {
  const [first, second, ...rest] = path.split("/").filter(Boolean).map(decodeURIComponent);
  const asked = new URLSearchParams(query);
  if (first === undefined) return { page: "home" };
  if (first === "stages" && second === undefined) return { page: "stages" };
  if (first === "stages" && second === "build" && rest.length === 0)
    return { page: "builder", tiles: asked.get("tiles"), name: asked.get("name") };
  if (second !== undefined && rest.length === 0) {
    if (first === "t" || first === "w") return { page: "table", code: cleanCode(second) };
    if (first === "r") return { page: "record", id: second, at: whole(asked.get("at")), look: whole(asked.get("look")) };
    if (first === "new") {
      const { mode = null, ...options } = Object.fromEntries(asked) as Record<string, string>;
      return { page: "new", game: second, mode, options };
    }
  }
  return { page: "none" };
}

class Router {
  route = $state<Route>(read(location.pathname, location.search));

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
    if (path !== location.pathname + location.search) history.pushState(null, "", path);
    this.refresh();
    scrollTo(0, 0);
  }

  private refresh(): void {
    this.route = read(location.pathname, location.search);
  }
}

export const router = new Router();
