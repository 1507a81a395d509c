import type { ReadSql, Sql } from '../platform/db/db.ts'

/** A city and a warehouse in it, '' for prices outside any. */
export interface Place {
  city: string
  warehouse: string
}

interface PlaceRow extends Place {
  id: number
}

/** The places by the number that stands for each in the history. */
export async function placesById(sql: ReadSql): Promise<Map<number, Place>> {
  const rows = await sql.all<PlaceRow>('SELECT id, city, warehouse FROM history_places')
  return new Map(rows.map(({ id, city, warehouse }) => [id, { city, warehouse }]))
}

/** Gives places their numbers. Use it under the lock of an import. */
export class PlaceNumbers {
  readonly #sql: Sql
  readonly #byCity = new Map<string, Map<string, number>>()
  #last = 0
  #added: [id: number, city: string, warehouse: string][] = []

  private constructor(sql: Sql, known: ReadonlyMap<number, Place>) {
    this.#sql = sql
    for (const [id, place] of known) this.#enter(place, id)
  }

  static async load(sql: Sql): Promise<PlaceNumbers> {
    return new PlaceNumbers(sql, await placesById(sql))
  }

  of(place: Place): number {
    const known = this.#byCity.get(place.city)?.get(place.warehouse)
    if (known !== undefined) return known
    const id = this.#last + 1
    this.#enter(place, id)
    this.#added.push([id, place.city, place.warehouse])
    return id
  }

  /** Stores the places that were new. */
  async flush(): Promise<void> {
    const added = this.#added
    this.#added = []
    if (added.length > 0) await this.#sql.insertMany('history_places', ['id', 'city', 'warehouse'], added)
  }

  #enter({ city, warehouse }: Place, id: number): void {
    const warehouses = this.#byCity.get(city) ?? new Map<string, number>()
    this.#byCity.set(city, warehouses)
    warehouses.set(warehouse, id)
    this.#last = Math.max(this.#last, id)
  }
}
