/** What is kept on this device. Storage may be closed or full: then nothing is kept. */

export function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`echappee.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`echappee.${key}`, JSON.stringify(value));
  } catch {
    // private browsing: the page works without
  }
}

/** Hear of it when another window of this device keeps something else. */
export function follow<T>(key: string, otherwise: T, act: (value: T) => void): void {
  addEventListener("storage", ({ key: changed }) => {
    if (changed === null || changed === `echappee.${key}`) act(recall(key, otherwise));
  });
}
