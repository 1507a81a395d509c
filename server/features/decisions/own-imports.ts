import type { Decision } from '../../../contract/decisions/decision.ts'
import type { SetAdoption } from '../../../contract/decisions/set.ts'
import { latestDay } from '../../../contract/lib/dates.ts'
import type { ReadSql, Sql } from '../../platform/db/db.ts'
import { type OwnPriceReader, ownPrices } from './own-prices.ts'

/** Last day with own prices, and the time of its last import in ms. */
export interface OwnImport {
  /** YYYY-MM-DD */
  day: string
  importedAt: number
}

type IsOwnSite = (host: string) => boolean

/** Returns the last import of own prices; undefined before the first. */
export async function lastOwnImport(sql: ReadSql, isOwnSite: IsOwnSite): Promise<OwnImport | undefined> {
  const days = await sql.all<{ host: string; day: string; imported_at: number }>`
    SELECT s.host, p.day, p.imported_at FROM sites s JOIN snapshots p ON p.site_id = s.id
    WHERE p.day = (SELECT max(x.day) FROM snapshots x WHERE x.site_id = s.id AND x.day <= ${latestDay()})`
  let last: OwnImport | undefined
  for (const { host, day, imported_at } of days) {
    const importedAt = Number(imported_at)
    if (!isOwnSite(host) || (last && day < last.day)) continue
    last = { day, importedAt: last?.day === day ? Math.max(last.importedAt, importedAt) : importedAt }
  }
  return last
}

/** Returns whether a price list of an own site is being fetched or imported. */
export async function isOwnImportRunning(sql: Sql, isOwnSite: IsOwnSite): Promise<boolean> {
  const running = await sql.all<{ site: string }>`
    SELECT DISTINCT s.site FROM source_runs r JOIN sources s ON s.id = r.source_id
    WHERE r.state = 'running' AND r.leased_until >= ${Date.now()}`
  return running.some(({ site }) => isOwnSite(site))
}

/** Returns the host of an own site, which a feed names as the shop; '' without one. */
export async function ownHost(sql: Sql, isOwnSite: IsOwnSite): Promise<string> {
  const sites = await sql.all<{ host: string }>('SELECT host FROM sites ORDER BY id')
  return sites.find(({ host }) => isOwnSite(host))?.host ?? ''
}

/**
 * Returns which of the decided prices the own sites have on their last day. That day must be later than the decisions'
 * day (specification 19.7).
 */
export async function setAdoptionOf(
  reader: OwnPriceReader,
  decisions: readonly Decision[],
): Promise<SetAdoption> {
  const of = decisions.length
  const decidedOn = decisions.reduce((last, { day }) => (day > last ? day : last), '')
  const day = await lastOwnDay(reader)
  if (day === null || day <= decidedOn) return { day: null, introduced: 0, of, missing: [] }
  const prices = await ownPrices(reader, day, [...new Set(decisions.map(({ tyre }) => tyre))])
  const isIntroduced = ({ tyre, city, kind, price }: Decision) =>
    prices.get(tyre)?.some((own) => own.city === city && own[kind] === price) ?? false
  const missing = decisions.flatMap((decision, place) => (isIntroduced(decision) ? [] : [place]))
  return { day, introduced: of - missing.length, of, missing }
}

export const lastOwnDay = async ({
  sql,
  isOwnSite,
}: Pick<OwnPriceReader, 'isOwnSite'> & { sql: ReadSql }): Promise<string | null> =>
  (await lastOwnImport(sql, isOwnSite))?.day ?? null
