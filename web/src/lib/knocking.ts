/**
 * Waiting for a server: ask now and then whether it is there, and say so when it is.
 *
 * A network may be back before the server is, and an "online" may never come at all. Every time
 * that this was in vain the next wait is twice as long, also over a reload of the page: what fails
 * although the server answers must not be tried again and again.
 */
const SHELF = "echappee.knocks";
const FIRST = 1_000;
const LONGEST = 30_000;
/** After so long a time what failed before is forgotten. */
const FORGOTTEN = 120_000;

interface Tried {
  wait: number;
  at: number;
}

/** How long to wait at first. */
function patience(): number {
  try {
    const { wait, at } = JSON.parse(sessionStorage.getItem(SHELF) ?? "null") as Tried;
    return wait >= FIRST && Math.abs(Date.now() - at) < FORGOTTEN ? Math.min(wait, LONGEST) : FIRST;
  } catch {
    return FIRST;
  }
}

function note(wait: number): void {
  try {
    sessionStorage.setItem(SHELF, JSON.stringify({ wait, at: Date.now() } satisfies Tried));
  } catch {
    // a browser that keeps nothing: the waits begin anew
  }
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch("/api/house", { cache: "no-store", signal: AbortSignal.timeout(LONGEST) })).ok;
  } catch {
    return false;
  }
}

/** Call back when the server answers; what is returned stops it. */
export function knock(there: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  let over = false;
  const next = (wait: number): void => {
    timer = setTimeout(async () => {
      const found = await answers();
      if (over) return;
      const longer = Math.min(2 * wait, LONGEST);
      if (found) note(longer);
      next(longer);
      if (found) there();
    }, wait);
  };
  next(patience());
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
