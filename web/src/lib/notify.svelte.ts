/**
 * A notification when it is one's turn: asked for by a click in the settings, and shown only while
 * the page is hidden. Touching it leads to the table.
 */
import { keep, recall } from "./device";

export type Permission = NotificationPermission | "none";

const KEY = "notify";
const ICON = "/icon-192.png";

const permission = (): Permission => (typeof Notification === "undefined" ? "none" : Notification.permission);

class Notify {
  permission = $state<Permission>(permission());
  private wanted = $state<boolean>(recall<boolean>(KEY, false));

  /** Are notifications on? */
  get on(): boolean {
    return this.wanted && this.permission === "granted";
  }

  /** Switch them on; the browser asks, so call this on a click only. */
  async ask(): Promise<void> {
    if (this.permission === "none") return;
    this.permission = await Notification.requestPermission();
    this.want(this.permission === "granted");
  }

  off(): void {
    this.want(false);
  }

  /** Tell about a table; one notification for each, and none while somebody looks. */
  async tell(path: string, title: string, body: string): Promise<void> {
    if (!this.on || document.visibilityState === "visible") return;
    const options = { body, tag: path, icon: ICON, data: { path } };
    const worker = await navigator.serviceWorker?.getRegistration();
    if (worker) return worker.showNotification(title, options);
    const shown = new Notification(title, options);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  }

  /** Whoever looks at the table needs no notification any more. */
  async clear(path: string): Promise<void> {
    const worker = await navigator.serviceWorker?.getRegistration();
    for (const shown of (await worker?.getNotifications({ tag: path })) ?? []) shown.close();
  }

  private want(wanted: boolean): void {
    this.wanted = wanted;
    keep(KEY, wanted);
  }
}

export const notify = new Notify();
