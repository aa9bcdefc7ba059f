/** What changes from one JSON document to the next; see `patching.py` on the server. */

export type Patch = unknown[] | { [key: string]: Patch };

/** The document after a change. What did not change is shared with the one before. */
export function patched<T>(old: T, change: Patch | null | undefined): T {
  if (change === null || change === undefined) return old;
  if (Array.isArray(change)) return change[0] as T;
  const next = (Array.isArray(old) ? [...old] : { ...old }) as Record<string, unknown>;
  for (const [key, one] of Object.entries(change)) {
    if (Array.isArray(one) && one.length === 0) delete next[key];
    else next[key] = patched(next[key], one);
  }
  return next as T;
}
