import { setImmediate as others } from 'node:timers/promises'
import { tyreKey } from '../../contract/tyre/tyre-key.ts'
import { ofEachSpec, SPEC_NAMES, TYRE_SPECS } from '../../contract/tyre/tyre-specs.ts'
import type { ReadSql, Sql, SqlValue } from '../platform/db/db.ts'
import type { TyreSpecs } from './offer.ts'
import { untilNextImport } from './until-next-import.ts'

type TyreRow = { id: number; identity: string } & Record<string, string>

const SPEC_COLUMNS = SPEC_NAMES.map((name) => TYRE_SPECS[name].column)

export interface CatalogTyre {
  id: number
  specs: TyreSpecs
}

const specsOf = (row: TyreRow): TyreSpecs => ofEachSpec((name) => row[TYRE_SPECS[name].column] ?? '')

/** Returns the attributes under the column names of the database and the wire. */
export const catalogColumns = (specs: TyreSpecs): Record<string, string> =>
  Object.fromEntries(SPEC_NAMES.map((name) => [TYRE_SPECS[name].column, specs[name]]))

const valuesOf = (specs: TyreSpecs): string[] => SPEC_NAMES.map((name) => specs[name])

/** Returns all tyres ever imported. */
export const allTyres = (sql: ReadSql): Promise<CatalogTyre[]> => catalogTyres(sql, '')

/** @param which condition in SQL, beginning with WHERE; '' for all tyres */
export async function catalogTyres(
  sql: ReadSql,
  which: string,
  ...values: SqlValue[]
): Promise<CatalogTyre[]> {
  const rows = await sql.all<TyreRow>(`SELECT id, ${SPEC_COLUMNS.join(', ')} FROM tyres ${which}`, ...values)
  return rows.map((row) => ({ id: row.id, specs: specsOf(row) }))
}

/** Returns up to `limit` tyres with the next higher ids, in order of id. */
export async function tyresAfter(sql: ReadSql, id: number, limit: number): Promise<CatalogTyre[]> {
  const rows = await sql.all<TyreRow>(
    `SELECT id, ${SPEC_COLUMNS.join(', ')} FROM tyres WHERE id > ? ORDER BY id LIMIT ?`,
    id,
    limit,
  )
  return rows.map((row) => ({ id: row.id, specs: specsOf(row) }))
}

/** Returns the description of one tyre; undefined if there is no such tyre. */
export async function tyreSpecs(sql: ReadSql, id: number): Promise<TyreSpecs | undefined> {
  const row = await sql.get<TyreRow>(`SELECT id, ${SPEC_COLUMNS.join(', ')} FROM tyres WHERE id = ?`, id)
  return row && specsOf(row)
}

/** Returns descriptions by tyre id. */
export async function tyresById(sql: ReadSql): Promise<Map<number, TyreSpecs>> {
  return new Map((await allTyres(sql)).map(({ id, specs }) => [id, specs]))
}

/** Tyre with the identity that its row has. */
interface IdentifiedTyre extends CatalogTyre {
  identity: string
}

/** Returns the catalog in order of id. */
export async function readCatalog(sql: ReadSql): Promise<IdentifiedTyre[]> {
  const rows = await sql.all<TyreRow>(
    `SELECT id, identity, ${SPEC_COLUMNS.join(', ')} FROM tyres ORDER BY id`,
  )
  return rows.map((row) => ({ id: row.id, identity: row.identity, specs: specsOf(row) }))
}

/** Returns the highest id of a tyre; 0 without tyres. */
export const lastTyreId = async (sql: ReadSql): Promise<number> =>
  (await sql.get<{ id: number | null }>('SELECT max(id) AS id FROM tyres'))?.id ?? 0

/** Yields ranges that cover the ids of all tyres, each of `size` ids: `after` is exclusive, `upTo` inclusive. */
export async function* tyreRanges(
  sql: ReadSql,
  size: number,
): AsyncGenerator<{ after: number; upTo: number }> {
  const last = await lastTyreId(sql)
  for (let after = 0; after < last; after += size) yield { after, upTo: after + size }
}

/** Adds tyres with identities that no tyre has yet; returns them in the same order. */
export async function addTyres(
  sql: Sql,
  tyres: readonly { identity: string; specs: TyreSpecs }[],
): Promise<CatalogTyre[]> {
  if (tyres.length === 0) return []
  const last = await lastTyreId(sql)
  const rows = function* () {
    for (const { identity, specs } of tyres) yield [identity, ...valuesOf(specs)]
  }
  await sql.insertMany('tyres', ['identity', ...SPEC_COLUMNS], rows())
  // Only ids are read, because the descriptions are in memory.
  const added = await sql.all<{ id: number; identity: string }>`
    SELECT id, identity FROM tyres WHERE id > ${last}`
  const ids = new Map(added.map(({ id, identity }) => [identity, id]))
  return tyres.map(({ identity, specs }) => ({ id: ids.get(identity) as number, specs }))
}

/** Stores a tyre's completed description. @param identity null if it stays */
export async function updateTyre(
  sql: Sql,
  id: number,
  identity: string | null,
  specs: TyreSpecs,
): Promise<void> {
  const assignments = SPEC_COLUMNS.map((column) => `${column} = ?`).join(', ')
  await sql.run(
    `UPDATE tyres SET identity = coalesce(?, identity), ${assignments} WHERE id = ?`,
    identity,
    ...valuesOf(specs),
    id,
  )
}

/** Returns the id of the tyre with a key (specification 14.1); undefined if there is none. */
export type TyreKeys = (key: string) => Promise<number | undefined>

/** Caches the keys of the whole catalog until the next import. */
export function createTyreKeys(sql: ReadSql): TyreKeys {
  const ids = untilNextImport(sql, loadIds)
  return async (key) => (await ids()).get(key)
}

/** Number of tyres read between yields to other requests, which takes some milliseconds. */
const READ_AT_ONCE = 1_000

async function loadIds(sql: ReadSql): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const { listed, articles } = await listedTyres(sql)
  let last = 0
  for (;;) {
    const tyres = await tyresAfter(sql, last, READ_AT_ONCE)
    for (const { id, specs } of tyres) {
      const key = tyreKey(specs)
      const known = ids.get(key)
      // If two tyres have equal keys, the older one has the key, so that links stay valid, unless its listings have left.
      if (known === undefined || (!listed.has(known) && listed.has(id))) ids.set(key, id)
      last = id
    }
    if (tyres.length < READ_AT_ONCE) break
    await others()
  }
  // Other notations of a tyre's article, such as '0357951' for '357951'.
  for (const [article, id] of articles) if (!ids.has(article)) ids.set(article, id)
  return ids
}

/** Returns the ids of tyres with listings, and the tyre of each article that a listing has. */
async function listedTyres(sql: ReadSql): Promise<{ listed: Set<number>; articles: Map<string, number> }> {
  const listed = new Set<number>()
  const articles = new Map<string, number>()
  for (let last = 0; ; ) {
    const rows = await sql.all<{ id: number; tyre_id: number; article: string }>`
      SELECT id, tyre_id, article FROM listings WHERE id > ${last} ORDER BY id LIMIT ${READ_AT_ONCE}`
    for (const { id, tyre_id: tyre, article } of rows) {
      listed.add(tyre)
      if (article !== '' && !articles.has(article)) articles.set(article, tyre)
      last = id
    }
    if (rows.length < READ_AT_ONCE) return { listed, articles }
    await others()
  }
}
