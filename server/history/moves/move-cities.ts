import { getOrAdd } from '../../../contract/lib/get-or-add.ts'
import { recordOf } from '../../../contract/lib/record-of.ts'
import type { Sql } from '../../platform/db/db.ts'
import { inList } from '../../platform/db/in-list.ts'
import {
  decodeTyreIds,
  encodeTyreIds,
  NO_SHAPES,
  PRESENCE_KINDS,
  type PresenceKind,
  type Shapes,
  SITE_CITY_COLUMNS,
  withShapeOf,
} from '../../prices/site-cities.ts'
import { decodeOffers, type StoredOffer } from '../../prices/stored-offers.ts'

type CityRow = Record<PresenceKind, Uint8Array> & { city: string; warehouses: string; shapes: string | null }

/** Updates a site's day in site_cities after offers of some tyres changed; warehouses stay, as mere choices. */
export async function moveCities(
  sql: Sql,
  { siteId, day, tyres }: { siteId: number; day: string; tyres: readonly number[] },
): Promise<void> {
  const { places, values } = inList(tyres)
  const offers = await sql.all<{ tyre_id: number; offers: string }>(
    `SELECT tyre_id, offers FROM site_offers WHERE day = ? AND site_id = ? AND tyre_id IN (${places})`,
    day,
    siteId,
    ...values,
  )
  const present = new Map<string, CityPresence>()
  for (const { tyre_id: tyre, offers: text } of offers) {
    for (const offer of decodeOffers(text)) presenceIn(present, offer.city).add(tyre, offer)
  }
  const rows = await sql.all<CityRow>(
    `SELECT city, warehouses, shapes, ${PRESENCE_KINDS.join(', ')} FROM site_cities WHERE day = ? AND site_id = ?`,
    day,
    siteId,
  )
  const moved = new Set(tyres)
  for (const row of rows) {
    const changed = presenceIn(present, row.city).onto(row, moved)
    present.delete(row.city)
    if (!changed) continue
    await sql.run(
      `UPDATE site_cities SET warehouses = ?, shapes = ?, ${PRESENCE_KINDS.map((kind) => `${kind} = ?`).join(', ')}
       WHERE day = ? AND site_id = ? AND city = ?`,
      changed.warehouses,
      changed.shapes,
      ...PRESENCE_KINDS.map((kind) => changed[kind]),
      day,
      siteId,
      row.city,
    )
  }
  const added = [...present].map(([city, presence]) => {
    const empty = { city, warehouses: '[]', shapes: '[]' } as CityRow
    for (const kind of PRESENCE_KINDS) empty[kind] = new Uint8Array()
    const row = presence.onto(empty, moved) ?? empty
    return [day, siteId, city, row.warehouses, row.shapes, ...PRESENCE_KINDS.map((kind) => row[kind])]
  })
  await sql.insertMany('site_cities', SITE_CITY_COLUMNS, added)
}

const presenceIn = (present: Map<string, CityPresence>, city: string): CityPresence =>
  getOrAdd(present, city, () => new CityPresence())

class CityPresence {
  readonly #tyres = recordOf(PRESENCE_KINDS, () => new Set<number>())
  readonly #warehouses = new Map<string, Shapes>()

  add(tyre: number, offer: StoredOffer): void {
    this.#warehouses.set(
      offer.warehouse,
      withShapeOf(this.#warehouses.get(offer.warehouse) ?? NO_SHAPES, offer),
    )
    if (offer.retail !== null) this.#tyres.retail.add(tyre)
    if (offer.wholesale !== null) this.#tyres.opt.add(tyre)
    if (offer.cost !== null) this.#tyres.cost.add(tyre)
    if (offer.change !== null) this.#tyres.changed.add(tyre)
  }

  /** Returns a row in which the moved tyres are replaced by those present; null if it stays. */
  onto(row: CityRow, moved: ReadonlySet<number>): CityRow | null {
    const result = { ...row }
    let changed = false
    for (const kind of PRESENCE_KINDS) {
      const ids = decodeTyreIds(row[kind])
      const kept = ids.filter((id) => !moved.has(id))
      const present = this.#tyres[kind]
      if (kept.length === ids.length && present.size === 0) continue
      changed = true
      result[kind] = encodeTyreIds(Uint32Array.from([...kept, ...present]).sort())
    }
    const names = JSON.parse(row.warehouses) as string[]
    const added = [...this.#warehouses.keys()].filter((name) => !names.includes(name))
    if (added.length > 0 || this.#hasNewShapes(row, names)) {
      changed = true
      Object.assign(result, this.#withWarehouses(row, names, added))
    }
    return changed ? result : null
  }

  #hasNewShapes(row: CityRow, names: readonly string[]): boolean {
    if (row.shapes === null) return false
    const shapes = JSON.parse(row.shapes) as Shapes[]
    return names.some((name, at) => ((this.#warehouses.get(name) ?? 0) & ~(shapes[at] ?? 0)) !== 0)
  }

  #withWarehouses(row: CityRow, names: readonly string[], added: readonly string[]) {
    const shapes = row.shapes === null ? null : (JSON.parse(row.shapes) as Shapes[])
    const all = new Map(names.map((name, at) => [name, shapes?.[at] ?? NO_SHAPES]))
    for (const [name, more] of this.#warehouses) all.set(name, (all.get(name) ?? NO_SHAPES) | more)
    const sorted = [...names, ...added].sort()
    return {
      warehouses: JSON.stringify(sorted),
      shapes: shapes === null ? null : JSON.stringify(sorted.map((name) => all.get(name))),
    }
  }
}
