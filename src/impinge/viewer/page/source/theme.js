/**
 * Light or dark: as the address says, else as the reader's system is set, until the button is used.
 */
export function startTheme(store, asked) {
  const system = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
  const wanted = () => (system?.matches ? "dark" : "light");
  const apply = () => {
    document.body.dataset.theme = store.state.theme;
  };
  store.on(["theme"], apply);
  store.change({ theme: asked ?? wanted() });
  apply();
  let chosen = asked !== null;
  system?.addEventListener("change", () => {
    if (!chosen) store.change({ theme: wanted() });
  });
  return () => {
    chosen = true;
    store.change({ theme: store.state.theme === "dark" ? "light" : "dark" });
  };
}
