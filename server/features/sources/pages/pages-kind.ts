import { type Kind, pageServices } from '../kinds/kind.ts'
import { collectPages } from './collect-pages.ts'
import { PAGES_MAPPING } from './page-list.ts'
import { countsOfPages } from './page-store.ts'
import { trafficOf } from './traffic.ts'

/** Pages of single tyres that people track (specification 23.4). */
export const PAGES_KIND: Kind = {
  check: (_input, site) => ({
    ...{ address: `https://${site}/`, hostKey: '', mapping: PAGES_MAPPING, secrets: null },
  }),
  readsPages: true,
  fetch: async (deps, record, source, _name, signal) => ({
    file: await collectPages({ ...deps, ...pageServices(deps) }, record, source, signal),
  }),
  // Each price was checked by itself, and people add and remove pages as they like.
  compared: async (_db, _source, _run, { offers }) => ({ offers, comparison: null }),
  history: async (sql, { id, site }, now) => ({
    pages: await countsOfPages(sql, id),
    traffic: await trafficOf(sql, site, now),
  }),
}
