/** The service worker: put in place once the page is there, so that nothing has to wait for it. */

export function install(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = async (): Promise<void> => {
    try {
      await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    } catch {
      // private browsing, or a page that is not served safely: everything but offline works
    }
  };
  if (document.readyState === "complete") void register();
  else addEventListener("load", () => void register());
}
