import type { Sql } from '../db/db.ts'
import type { TyreSpecs } from './offer.ts'
import { type DraftTyre, fillEmpty } from './snapshot-draft.ts'

interface TyreRow {
  id: number
  identity: string
  article: string
  brand: string
  name: string
  width: string
  height: string
  diameter: string
  season: string
  vehicle_type: string
  speed_index: string
  load_index: string
}

const SPEC_COLUMNS = [
  'article',
  'brand',
  'name',
  'width',
  'height',
  'diameter',
  'season',
  'vehicle_type',
  'speed_index',
  'load_index',
] as const

export interface CatalogTyre {
  id: number
  specs: TyreSpecs
}

function specsOf(row: Omit<TyreRow, 'id' | 'identity'>): TyreSpecs {
  const { article, brand, name, width, height, diameter, season } = row
  const { vehicle_type: vehicleType, speed_index: speedIndex, load_index: loadIndex } = row
  return { article, brand, name, width, height, diameter, season, vehicleType, speedIndex, loadIndex }
}

const valuesOf = (s: TyreSpecs): string[] => [
  s.article,
  s.brand,
  s.name,
  s.width,
  s.height,
  s.diameter,
  s.season,
  s.vehicleType,
  s.speedIndex,
  s.loadIndex,
]

/** Every tyre that was ever imported. */
export async function allTyres(sql: Sql): Promise<CatalogTyre[]> {
  const rows = await sql.all<TyreRow>(`SELECT id, ${SPEC_COLUMNS.join(', ')} FROM tyres`)
  return rows.map((row) => ({ id: row.id, specs: specsOf(row) }))
}

/**
 * Gives every tyre of a draft its id, adding those that are new; what the catalog does not know yet about the others is
 * filled in, what it knows stays.
 * @returns the tyres in the order of the draft, and whether a known one was completed
 */
export async function enterTyres(
  sql: Sql,
  draft: readonly DraftTyre[],
): Promise<{ tyres: CatalogTyre[]; completed: boolean }> {
  const known = await byIdentity(sql)
  const fresh = draft.filter(({ identity }) => !known.has(identity))
  let completed = false
  for (const { identity, specs } of draft) {
    const row = known.get(identity)
    if (!row) continue
    const filled = fillEmpty(row.specs, specs)
    if (filled === row.specs) continue
    completed = true
    row.specs = filled
    const assignments = SPEC_COLUMNS.map((column) => `${column} = ?`).join(', ')
    await sql.run(`UPDATE tyres SET ${assignments} WHERE id = ?`, ...valuesOf(filled), row.id)
  }
  if (fresh.length > 0) {
    const rows = fresh.map(({ identity, specs }) => [identity, ...valuesOf(specs)])
    await sql.insertMany('tyres', ['identity', ...SPEC_COLUMNS], rows)
  }
  const entered = fresh.length > 0 ? await byIdentity(sql) : known
  return { tyres: draft.map(({ identity }) => entered.get(identity) as CatalogTyre), completed }
}

async function byIdentity(sql: Sql): Promise<Map<string, CatalogTyre>> {
  const rows = await sql.all<TyreRow>(`SELECT id, identity, ${SPEC_COLUMNS.join(', ')} FROM tyres`)
  return new Map(rows.map((row) => [row.identity, { id: row.id, specs: specsOf(row) }]))
}
