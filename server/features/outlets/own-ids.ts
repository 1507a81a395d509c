import { setImmediate as others } from 'node:timers/promises'
import type { OutletSettings } from '../../../contract/outlets/outlet.ts'
import type { Sql } from '../../platform/db/db.ts'
import { inList } from '../../platform/db/in-list.ts'
import type { TyreSpecs } from '../../prices/offer.ts'
import type { TyreKeys } from '../../prices/tyre-catalog.ts'

/** Number of tyres per query. */
const CHUNK = 500

export interface OwnIdReader {
  sql: Sql
  keys: TyreKeys
  isOwnSite(host: string): boolean
}

/**
 * Returns the articles or codes with which the own sites list tyres, by key of the tyre. A tyre that they list twice has
 * two.
 */
export async function ownIds(
  { sql, keys, isOwnSite }: OwnIdReader,
  kind: OutletSettings['ids'],
  tyres: readonly string[],
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  const sites = (await sql.all<{ id: number; host: string }>('SELECT id, host FROM sites'))
    .filter(({ host }) => isOwnSite(host))
    .map(({ id }) => id)
  const keyOf = new Map<number, string>()
  for (const key of tyres) {
    const id = await keys(key)
    if (id !== undefined) keyOf.set(id, key)
  }
  const ids = [...keyOf.keys()]
  for (let from = 0; from < ids.length && sites.length > 0; from += CHUNK) {
    const { places, values } = inList(ids.slice(from, from + CHUNK))
    const rows = await sql.all<{ tyre_id: number; code: string; specs: string }>(
      `SELECT tyre_id, code, specs FROM listings
       WHERE excluded = '' AND site_id IN (${sites.join(',')}) AND tyre_id IN (${places}) ORDER BY id`,
      ...values,
    )
    for (const { tyre_id: tyre, code, specs } of rows) {
      const own = kind === 'code' ? code : (JSON.parse(specs) as TyreSpecs).article
      const key = keyOf.get(tyre) as string
      if (own !== '') found.set(key, (found.get(key) ?? new Set()).add(own))
    }
    await others()
  }
  return found
}
