/** Runs whose order is remembered. */
const KEPT_RUNS = 10

/** By the run of a report, in the order in which they were shown. */
const shown = new Map<string, readonly string[]>()

/** The competitors whose columns stand first, so that a site keeps its place from page to page (specification 17.3). */
export const siteOrderOf = (run: string): readonly string[] => shown.get(run) ?? []

/** @param sites of a page, as its columns stand */
export function keepSiteOrder(run: string, sites: readonly string[]): void {
  const former = siteOrderOf(run)
  shown.delete(run)
  shown.set(run, [...former, ...sites.filter((site) => !former.includes(site))])
  for (const oldest of [...shown.keys()].slice(0, -KEPT_RUNS)) shown.delete(oldest)
}

/** What makes another table of the market, apart from its page. */
export const siteRunOf = (route: string, ...parts: readonly unknown[]): string =>
  JSON.stringify([route, ...parts])
