/** Hand something to other people: by the device's own sheet where there is one, else as a file. */

export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

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

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

/** A title as the name of a file. */
export const fileName = (title: string, ending: string): string =>
  `${title.normalize("NFKD").replace(/\p{M}+/gu, "").replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "").toLowerCase() || "tape-letape"}.${ending}`;
