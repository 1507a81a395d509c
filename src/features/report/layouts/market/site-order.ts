/** Maximum number of result sets whose order is remembered. */
const KEPT_RUNS = 10

/** Displayed sites by result set, oldest first. */
const shown = new Map<string, readonly string[]>()

/**
 * Returns the competitors whose columns come first, so that a site keeps its position from page to page
 * (specification 17.3).
 */
export const siteOrderOf = (run: string): readonly string[] => shown.get(run) ?? []

/** Remembers the order. @param sites of a page, in the order of its columns */
export function storeSiteOrder(run: string, sites: readonly string[]): void {
  const former = siteOrderOf(run)
  shown.delete(run)
  shown.set(run, [...former, ...sites.filter((site) => !former.includes(site))])
  for (const oldest of [...shown.keys()].slice(0, -KEPT_RUNS)) shown.delete(oldest)
}

/** Key of a market table, the same for all its pages. */
export const siteRunOf = (route: string, ...parts: readonly unknown[]): string =>
  JSON.stringify([route, ...parts])
