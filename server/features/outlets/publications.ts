import { setImmediate as others } from 'node:timers/promises'
import type { Arrival, OutletSettings, Publication } from '../../../contract/outlets/outlet.ts'
import type { Sql } from '../../platform/db/db.ts'
import { newRow, part, type SqlPart } from '../../platform/db/statement.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type OutletRow, retainRows } from './outlet-store.ts'

/** Number of publications that an outlet keeps. */
const KEPT = 50

/** Stored publication; times are in ms. */
export interface StoredPublication {
  id: number
  outlet_id: number
  /** id of its rows, which a publication shares with those that restore it */
  content: string
  set_name: string
  /** settings with which it was made, and their version */
  settings: OutletSettings
  version: number
  /** own site that the feed names */
  shop: string
  prices: number
  largest_change: number | null
  restored: number
  published_at: number
  /** whole seconds, later than those of the outlet's earlier publications, because Last-Modified has no more */
  modified_at: number
  published_by: string | null
  by: string
  /** time of the import of own prices with which `arrival` was computed; 0 before */
  checked_at: number
  arrival: Arrival | null
  /** 1 after its arrival was checked for a notice */
  notified: number
}

interface PublicationRow extends Omit<StoredPublication, 'settings' | 'arrival' | 'by'> {
  settings: string
  arrival: string
  username: string | null
}

const publicationOf = ({ username, ...row }: PublicationRow): StoredPublication => ({
  ...row,
  by: username ?? '',
  settings: JSON.parse(row.settings) as OutletSettings,
  arrival: row.arrival === '' ? null : (JSON.parse(row.arrival) as Arrival),
  published_at: Number(row.published_at),
  modified_at: Number(row.modified_at),
  checked_at: Number(row.checked_at),
})

const readPublications = async (sql: Sql, rest: SqlPart): Promise<StoredPublication[]> => {
  const rows = await sql.all<PublicationRow>`
    SELECT p.*, u.username FROM outlet_publications p LEFT JOIN users u ON u.id = p.published_by ${rest}`
  return rows.map(publicationOf)
}

/** Returns the publications of an outlet, newest first. */
export const publicationsOf = (sql: Sql, outletId: number): Promise<StoredPublication[]> =>
  readPublications(sql, part`WHERE p.outlet_id = ${outletId} ORDER BY p.id DESC LIMIT ${KEPT}`)

const CURRENT = part`JOIN outlets o ON o.publication_id = p.id`

export const currentPublications = (sql: Sql): Promise<StoredPublication[]> => readPublications(sql, CURRENT)

/** Returns the current publication of an outlet; undefined before the first. */
export const currentPublication = async (
  sql: Sql,
  outletId: number,
): Promise<StoredPublication | undefined> =>
  (await readPublications(sql, part`${CURRENT} WHERE o.id = ${outletId}`))[0]

/** @throws Refusal if it does not exist any more */
export async function findPublication(sql: Sql, outletId: number, id: number): Promise<StoredPublication> {
  const [found] = await readPublications(sql, part`WHERE p.outlet_id = ${outletId} AND p.id = ${id}`)
  if (!found) throw new Refusal(404, 'Такой публикации больше нет.')
  return found
}

/** Publication to add; the others of its properties follow from the outlet. */
export type NewPublication = Pick<
  StoredPublication,
  | 'outlet_id'
  | 'content'
  | 'set_name'
  | 'settings'
  | 'version'
  | 'shop'
  | 'prices'
  | 'largest_change'
  | 'restored'
> & { request_key: string; published_by: string; published_at: number }

/** Adds a publication, which becomes the outlet's current one, and removes the oldest. */
export async function addPublication(sql: Sql, given: NewPublication): Promise<number> {
  const { outlet_id: outlet, published_at: now } = given
  const last = await sql.get<{ modified_at: number | null }>`
    SELECT max(modified_at) AS modified_at FROM outlet_publications WHERE outlet_id = ${outlet}`
  const modified = Math.max(Math.floor(now / 1000) * 1000, Number(last?.modified_at ?? 0) + 1000)
  const columns = { ...given, settings: JSON.stringify(given.settings), modified_at: modified }
  const row = await sql.get<{ id: number }>`INSERT INTO outlet_publications ${newRow(columns)} RETURNING id`
  const { id } = row as { id: number }
  await sql.run`UPDATE outlets SET publication_id = ${id} WHERE id = ${outlet}`
  await retainRows(sql, 'outlet_publications', outlet, KEPT)
  await sql.run`
    DELETE FROM outlet_rows WHERE outlet_id = ${outlet} AND content NOT IN
    (SELECT content FROM outlet_publications WHERE outlet_id = ${outlet})`
  return id
}

/** Returns a publication as the page gets it. @param current content of the outlet's current publication */
export const viewPublication = (publication: StoredPublication, current: string): Publication => ({
  id: publication.id,
  set_name: publication.set_name,
  prices: publication.prices,
  largest_change: publication.largest_change,
  at: new Date(publication.published_at).toISOString(),
  by: publication.by,
  restored: publication.restored === 1,
  current: publication.content === current,
})

const CHUNK = 1_000

/** Rows of an outlet that one or more of its publications have. */
interface RowSet {
  outlet_id: number
  content: string
}

/** Stores rows, which never change afterwards. */
export const storeRows = (
  sql: Sql,
  { outlet_id, content }: RowSet,
  rows: readonly OutletRow[],
): Promise<void> =>
  sql.insertMany(
    'outlet_rows',
    ['outlet_id', 'content', 'place', 'line'],
    rows.map((row, place) => [outlet_id, content, place, JSON.stringify(row)]),
  )

/**
 * Yields stored rows in chunks, and to other requests between them.
 * @param prices number of the rows
 * @throws Error if rows were removed meanwhile, so that a part never looks like the whole
 */
export async function* readRows(
  sql: Sql,
  { outlet_id, content, prices }: RowSet & { prices: number },
): AsyncGenerator<OutletRow[]> {
  for (let from = 0; from < prices; from += CHUNK) {
    const rows = await sql.all<{ line: string }>`
      SELECT line FROM outlet_rows
      WHERE outlet_id = ${outlet_id} AND content = ${content} AND place >= ${from}
      AND place < ${from + CHUNK} ORDER BY place`
    if (rows.length < Math.min(CHUNK, prices - from)) throw new Error('rows of a publication were removed')
    yield rows.map(({ line }) => JSON.parse(line) as OutletRow)
    await others()
  }
}
