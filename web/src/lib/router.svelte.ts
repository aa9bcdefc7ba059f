/** Addresses of the page, without a library. */
import type { OwnPage } from "../games/ownpage";
import { OWN_PAGES } from "../games/pages";

export type Route =
  | { page: "home" }
  | { page: "settings" }
  | { page: "new"; game: string; mode: string | null; options: Record<string, string> }
  | { page: "table"; code: string }
  | { page: "record"; id: string; at: number | null; look: number | null }
  | { page: "learn"; game: string }
  | { page: "rules"; game: string; article: string | null; from: string | null }
  | { page: "me" }
  | { page: "own"; own: OwnPage; props: object }
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
  const steps = path.split("/").filter(Boolean).map(decodeURIComponent);
  const [first, second, ...rest] = steps;
  const asked = new URLSearchParams(query);
  if (first === undefined) return { page: "home" };
  if (first === "me" && second === undefined) return { page: "me" };
  if (first === "settings" && second === undefined) return { page: "settings" };
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
  return ofGames(steps, asked);
}

/** The page of some game's own that has this address. */
function ofGames(steps: string[], asked: URLSearchParams): Route {
  for (const own of OWN_PAGES) {
    const props = own.read(steps, asked);
    if (props) return { page: "own", own, props };
  }
  return { page: "none" };
}

class Router {
  route = $state.raw<Route>(read(location.pathname, location.search, location.hash));

  start(): void {
    addEventListener("popstate", () => this.refresh());
    document.addEventListener("click", (event) => {
      const link = (event.target as Element | null)?.closest?.("a");
      if (!link || event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
      if (/^\/(?:api|docs)(?:\/|$)/.test(link.pathname)) return;
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
