/** To the clipboard, also where the browser offers none. */
import { speech } from "./i18n.svelte";
import { notes } from "./toast.svelte";

/** Copy a text without a word. */
export async function write(text: string): Promise<void> {
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

/** Copy a text, and say so. */
export async function copy(text: string): Promise<void> {
  await write(text);
  notes.add(speech.t.copied);
  notes.say(speech.t.copied);
}
