/** Hand something to other people by the device's own sheet, where there is one. */

/** Can this device pass on a file like this one? */
export function canShareFiles(): boolean {
  const file = new File([""], "a.png", { type: "image/png" });
  return typeof navigator.canShare === "function" && navigator.canShare({ files: [file] });
}

/** Share; whoever closes the sheet has not failed. */
export async function share(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
  }
}

/** A title as the name of a file. */
export const fileName = (title: string, ending: string): string =>
  `${title.normalize("NFKD").replace(/\p{M}+/gu, "").replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "").toLowerCase() || "tape-letape"}.${ending}`;
