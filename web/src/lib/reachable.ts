/** A region that scrolls can be reached by keyboard, and only while it scrolls: what fits needs no stop on the way. */
export function reachable(region: HTMLElement): () => void {
  const look = (): void => {
    if (region.scrollHeight > region.clientHeight || region.scrollWidth > region.clientWidth) region.tabIndex = 0;
    else region.removeAttribute("tabindex");
  };
  const sizes = new ResizeObserver(look);
  const watch = (): void => {
    sizes.disconnect();
    for (const one of [region, ...region.children]) sizes.observe(one);
  };
  const children = new MutationObserver(watch);
  children.observe(region, { childList: true });
  watch();
  return () => {
    sizes.disconnect();
    children.disconnect();
  };
}
