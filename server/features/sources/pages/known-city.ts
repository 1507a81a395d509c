import type { ReadSql } from '../../../platform/db/db.ts'

const folded = (city: string): string =>
  city.toLocaleLowerCase('ru').replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()

/** Returns a city as the price lists write it, if they have it; otherwise as it was typed. */
export async function knownCity(sql: ReadSql, typed: string): Promise<string> {
  const wanted = folded(typed)
  if (wanted === '') return ''
  const rows = await sql.all<{ city: string }>('SELECT DISTINCT city FROM site_cities')
  return rows.find(({ city }) => folded(city) === wanted)?.city ?? typed.replace(/\s+/g, ' ').trim()
}
