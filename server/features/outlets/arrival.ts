import { isoToday } from '../../../contract/lib/dates.ts'
import type { Arrival } from '../../../contract/outlets/outlet.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import type { TyreKeys } from '../../prices/tyre-catalog.ts'
import { lastOwnImport, type OwnImport } from '../decisions/own-imports.ts'
import { ownPrices } from '../decisions/own-prices.ts'
import { createNotice } from '../notifications/delivery/notices.ts'
import { currentPublications, readRows, type StoredPublication } from './publications.ts'

export interface ArrivalDeps {
  db: Db
  keys: TyreKeys
  isOwnSite(host: string): boolean
}

/** Number of missing prices that are listed. */
const LISTED = 50

/**
 * Returns how many published prices the own sites ask since the publication; null until they have imported prices after
 * it. The result is stored until the next import.
 */
export async function arrivalOf(
  deps: ArrivalDeps,
  publication: StoredPublication,
  last: OwnImport | undefined,
): Promise<Arrival | null> {
  if (!last || last.importedAt <= publication.published_at) return null
  if (publication.checked_at === last.importedAt) return publication.arrival
  const arrival = await compare(deps, publication, last.day)
  await deps.db.run`
    UPDATE outlet_publications SET checked_at = ${last.importedAt}, arrival = ${JSON.stringify(arrival)}
    WHERE id = ${publication.id}`
  return arrival
}

async function compare(
  { db, keys, isOwnSite }: ArrivalDeps,
  publication: StoredPublication,
  day: string,
): Promise<Arrival> {
  const arrival: Arrival = { day, arrived: 0, of: publication.prices, missing: [] }
  for await (const rows of readRows(db, publication)) {
    const prices = await ownPrices({ sql: db, keys, isOwnSite }, day, [
      ...new Set(rows.map(({ tyre }) => tyre)),
    ])
    for (const { id, tyre, name, city, kind, price } of rows) {
      const own = prices.get(tyre)?.find((there) => there.city === city)?.[kind] ?? null
      if (own === price) arrival.arrived++
      else if (arrival.missing.length < LISTED) arrival.missing.push({ id, name, city, price, own })
    }
  }
  return arrival
}

/**
 * Notifies the person who published prices that did not arrive, once for each publication: after the first import of own
 * prices of a later day than that of the publication.
 */
export async function notifyMissing(deps: ArrivalDeps): Promise<void> {
  const waiting = (await currentPublications(deps.db)).filter(({ notified }) => notified === 0)
  if (waiting.length === 0) return
  const last = await lastOwnImport(deps.db, deps.isOwnSite)
  for (const publication of waiting) {
    if (!last || last.day <= isoToday(new Date(publication.published_at))) continue
    const arrival = await arrivalOf(deps, publication, last)
    if (arrival) await deps.db.transaction((sql) => notifyOnce(sql, publication, arrival))
  }
}

async function notifyOnce(
  sql: Sql,
  { id, outlet_id, published_by: person, set_name }: StoredPublication,
  { arrived, of, day }: Arrival,
): Promise<void> {
  const isFirst = await sql.run`
    UPDATE outlet_publications SET notified = 1 WHERE id = ${id} AND notified = 0
    AND id = (SELECT publication_id FROM outlets WHERE id = ${outlet_id})`
  if (isFirst === 0 || arrived === of) return
  const outlet = await sql.get<{ name: string }>`SELECT name FROM outlets WHERE id = ${outlet_id}`
  const date = day.split('-').reverse().join('.')
  const body = `${outlet?.name}: дошло ${arrived} из ${of} цен набора «${set_name}», по нашим ценам за ${date}.`
  for (const to of await recipients(sql, person)) await createNotice(sql, to, 'Выгрузки', body)
}

/** Returns the person who published, or the administrators if that account cannot read notices any more. */
async function recipients(sql: Sql, person: string | null): Promise<string[]> {
  const active = await sql.all<{ id: string; role: string }>('SELECT id, role FROM users WHERE disabled = 0')
  if (active.some(({ id }) => id === person)) return [person as string]
  return active.filter(({ role }) => role === 'admin').map(({ id }) => id)
}
