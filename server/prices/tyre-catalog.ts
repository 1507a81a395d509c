import { ofEachSpec, SPEC_NAMES, TYRE_SPECS } from '../../contract/tyre/tyre-specs.ts'
import type { ReadSql, Sql } from '../platform/db/db.ts'
import { type KnownTyre, matchTyres } from './match-tyres.ts'
import type { TyreSpecs } from './offer.ts'
import { type DraftTyre, fillEmpty } from './snapshot-draft.ts'
import { hasArticle, tyreIdentity } from './tyre-identity.ts'

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
export async function allTyres(sql: ReadSql): Promise<CatalogTyre[]> {
  const rows = await sql.all<TyreRow>(`SELECT id, ${SPEC_COLUMNS.join(', ')} FROM tyres`)
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

/**
 * Assigns an id to every tyre of a draft: adds new tyres to the catalog, and fills empty fields of known ones. Fields
 * with a value stay unchanged.
 * @returns the tyres in draft order, all distinct, and whether any field of a known tyre was filled
 */
export async function enterTyres(
  sql: Sql,
  draft: readonly DraftTyre[],
): Promise<{ tyres: CatalogTyre[]; completed: boolean }> {
  const before = await catalog(sql)
  const { known, recognised } = matchTyres(before, await knownAliases(sql), draft)
  let completed = false
  for (const [index, row] of known.entries()) {
    const { identity, specs } = draft[index] as DraftTyre
    if (!row) continue
    const filled = fillEmpty(row.specs, specs)
    if (filled === row.specs) continue
    completed = true
    // A tyre that gains an article is matched by the article from now on; aliases preserve its former identities.
    const articled = hasArticle(filled) && !hasArticle(row.specs)
    if (articled) await addAliases(sql, new Set([row.identity, row.described ?? row.identity]), row.id)
    await update(sql, row.id, articled ? identity : row.identity, filled)
    if (row.described !== null) await sql.run('DELETE FROM tyre_descriptions WHERE tyre_id = ?', row.id)
    row.specs = filled
  }
  const unarticled = recognised.filter((index) => !hasArticle((draft[index] as DraftTyre).specs))
  for (const index of unarticled) {
    await addAliases(sql, [(draft[index] as DraftTyre).identity], (known[index] as KnownTyre).id)
  }
  const fresh = draft.filter((_, index) => !known[index])
  if (fresh.length === 0) return { tyres: known as CatalogTyre[], completed }
  await sql.insertMany('tyres', ['identity', ...SPEC_COLUMNS], rowsOf(fresh))
  const ids = await idsAfter(sql, before.at(-1)?.id ?? 0)
  const described = fresh.filter(({ specs }) => !hasArticle(specs))
  await sql.insertMany(
    'tyre_descriptions',
    ['tyre_id', 'identity'],
    described.map(({ identity, specs }) => [ids.get(identity) as number, tyreIdentity(specs)]),
  )
  const tyres = draft.map(
    ({ identity, specs }, index) => known[index] ?? { id: ids.get(identity) as number, specs },
  )
  return { tyres, completed }
}

/** Returns the ids that enterTyres would assign to the tyres of a draft, undefined for new tyres. Writes nothing. */
export async function recogniseTyres(sql: Sql, draft: readonly DraftTyre[]): Promise<(number | undefined)[]> {
  const { tyres } = await readCatalog(sql)
  const { known } = matchTyres(tyres, await knownAliases(sql), draft)
  return draft.map((_, index) => known[index]?.id)
}

function* rowsOf(tyres: readonly DraftTyre[]): Generator<string[]> {
  for (const { identity, specs } of tyres) yield [identity, ...valuesOf(specs)]
}

/**
 * Returns ids by identity of the tyres added after an id. Reads only ids, because the tyres' descriptions are in
 * memory.
 */
async function idsAfter(sql: Sql, last: number): Promise<Map<string, number>> {
  const rows = await sql.all<{ id: number; identity: string }>(
    'SELECT id, identity FROM tyres WHERE id > ?',
    last,
  )
  return new Map(rows.map(({ id, identity }) => [identity, id]))
}

async function catalog(sql: Sql): Promise<KnownTyre[]> {
  const { tyres, added } = await readCatalog(sql)
  // Stored, because parsing a model from a name is slow: it runs once per tyre instead of once per tyre and import.
  if (added.length > 0) await sql.insertMany('tyre_descriptions', ['tyre_id', 'identity'], added)
  return tyres
}

/** @returns the catalog, and the identities computed from descriptions that are not stored yet */
async function readCatalog(
  sql: Sql,
): Promise<{ tyres: KnownTyre[]; added: [id: number, identity: string][] }> {
  const rows = await sql.all<TyreRow & { described: string | null }>(
    `SELECT id, t.identity, d.identity AS described, ${SPEC_COLUMNS.join(', ')}
     FROM tyres t LEFT JOIN tyre_descriptions d ON d.tyre_id = id ORDER BY id`,
  )
  const added: [id: number, identity: string][] = []
  const tyres = rows.map((row): KnownTyre => {
    const tyre = { id: row.id, identity: row.identity, described: row.described, specs: specsOf(row) }
    if (tyre.described !== null || hasArticle(tyre.specs)) return tyre
    tyre.described = tyreIdentity(tyre.specs)
    added.push([tyre.id, tyre.described])
    return tyre
  })
  return { tyres, added }
}

async function knownAliases(sql: Sql): Promise<Map<string, number>> {
  const rows = await sql.all<{ identity: string; tyre_id: number }>(
    'SELECT identity, tyre_id FROM tyre_aliases',
  )
  return new Map(rows.map((row) => [row.identity, row.tyre_id]))
}

async function addAliases(sql: Sql, identities: Iterable<string>, id: number): Promise<void> {
  for (const identity of identities) {
    await sql.run(
      `INSERT INTO tyre_aliases (identity, tyre_id) VALUES (?, ?)
       ON CONFLICT (identity) DO UPDATE SET tyre_id = excluded.tyre_id`,
      identity,
      id,
    )
  }
}

async function update(sql: Sql, id: number, identity: string, specs: TyreSpecs): Promise<void> {
  const assignments = ['identity', ...SPEC_COLUMNS].map((column) => `${column} = ?`).join(', ')
  await sql.run(`UPDATE tyres SET ${assignments} WHERE id = ?`, identity, ...valuesOf(specs), id)
}
