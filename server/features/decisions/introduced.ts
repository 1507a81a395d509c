import type { Decision } from '../../../contract/decisions/decision.ts'
import type { Introduced } from '../../../contract/decisions/set.ts'
import { latestDay } from '../../../contract/lib/dates.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { type OwnPriceReader, ownPrices } from './own-prices.ts'

/**
 * Returns which of the decided prices the own sites have on their last day. That day must be later than the decisions'
 * day (specification 19.7).
 */
export async function introducedOf(
  reader: OwnPriceReader,
  decisions: readonly Decision[],
): Promise<Introduced> {
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

/** Returns the last day with prices of an own site. */
export async function lastOwnDay({
  sql,
  isOwnSite,
}: Pick<OwnPriceReader, 'isOwnSite'> & { sql: ReadSql }): Promise<string | null> {
  const days = await sql.all<{ host: string; day: string }>(
    `SELECT s.host, max(p.day) AS day FROM snapshots p JOIN sites s ON s.id = p.site_id
     WHERE p.day <= ? GROUP BY s.host`,
    latestDay(),
  )
  return days
    .filter(({ host }) => isOwnSite(host))
    .reduce<string | null>((last, { day }) => (last === null || day > last ? day : last), null)
}
