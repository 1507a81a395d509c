/** Maximum number of result sets whose order of sites is stored. */
const KEPT_RUNS = 10

/** Displayed sites in column order by result set, the least recently displayed result set first. */
const shown = new Map<string, readonly string[]>()

/**
 * Returns the competitors whose columns come first. A site thereby keeps its position when the page changes
 * (specification 17.3).
 */
export const siteOrderOf = (run: string): readonly string[] => shown.get(run) ?? []

/**
 * Appends the page's new sites to the stored order of the result set.
 * @param sites of a page, in the order of its columns
 */
export function storeSiteOrder(run: string, sites: readonly string[]): void {
  const former = siteOrderOf(run)
  shown.delete(run)
  shown.set(run, [...former, ...sites.filter((site) => !former.includes(site))])
  for (const oldest of [...shown.keys()].slice(0, -KEPT_RUNS)) shown.delete(oldest)
}

/** Returns the key of a market table's result set, equal for all its pages. */
export const siteRunOf = (route: string, ...parts: readonly unknown[]): string =>
  JSON.stringify([route, ...parts])
