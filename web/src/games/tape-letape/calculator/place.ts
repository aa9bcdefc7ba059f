/** Where one is in the race calculator. */
export interface Place {
  view: "race" | "new" | "edit" | "stage";
  stage: number | null;
  /** Is a forgotten stage put in before that one? */
  insert: boolean;
}

/** What stands behind `/calculator` in an address; null where nothing lies there. */
export function readPlace([view, ...rest]: readonly string[], query: URLSearchParams): Place | null {
  const found = (view: Place["view"], stage: number | null = null): Place => ({ view, stage, insert: query.has("insert") });
  if (view === "stage" && rest.length === 1 && /^[1-9]\d?$/.test(rest[0]!)) return found("stage", Number(rest[0]));
  if (rest.length > 0) return null;
  if (view === undefined) return found("race");
  return view === "new" || view === "edit" ? found(view) : null;
}
