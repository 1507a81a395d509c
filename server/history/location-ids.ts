import { getOrAdd } from '../../contract/lib/get-or-add.ts'
import type { ReadSql, Sql } from '../platform/db/db.ts'
import type { OfferLocation } from '../prices/offer.ts'

interface LocationRow extends OfferLocation {
  id: number
}

/** Loads the locations by their ids in the history. */
export async function locationsById(sql: ReadSql): Promise<Map<number, OfferLocation>> {
  const rows = await sql.all<LocationRow>('SELECT id, city, warehouse FROM history_places')
  return new Map(rows.map(({ id, city, warehouse }) => [id, { city, warehouse }]))
}

/** Assigns ids to locations. Must be used under the lock of an import. */
export class LocationIds {
  readonly #sql: Sql
  readonly #byCity = new Map<string, Map<string, number>>()
  #last = 0
  #added: [id: number, city: string, warehouse: string][] = []

  private constructor(sql: Sql, known: ReadonlyMap<number, OfferLocation>) {
    this.#sql = sql
    for (const [id, location] of known) this.#enter(location, id)
  }

  static async load(sql: Sql): Promise<LocationIds> {
    return new LocationIds(sql, await locationsById(sql))
  }

  of(location: OfferLocation): number {
    const known = this.#byCity.get(location.city)?.get(location.warehouse)
    if (known !== undefined) return known
    const id = this.#last + 1
    this.#enter(location, id)
    this.#added.push([id, location.city, location.warehouse])
    return id
  }

  /** Stores the new locations. */
  async flush(): Promise<void> {
    const added = this.#added
    this.#added = []
    if (added.length > 0) await this.#sql.insertMany('history_places', ['id', 'city', 'warehouse'], added)
  }

  #enter({ city, warehouse }: OfferLocation, id: number): void {
    getOrAdd(this.#byCity, city, () => new Map<string, number>()).set(warehouse, id)
    this.#last = Math.max(this.#last, id)
  }
}
