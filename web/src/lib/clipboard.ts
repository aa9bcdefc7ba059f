/** Copy a text, and say so; also where the browser offers no clipboard. */
import { speech } from "./i18n.svelte";
import { notes } from "./toast.svelte";

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
  notes.add(speech.t.copied);
  notes.say(speech.t.copied);
}
