import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { madeUpOffers, madeUpTyre, TYRES } from './made-up-day.ts'

const HEADER =
  'article;brand;name;width;height;diameter;season;vehicle_type;speed_index;load_index;city;warehouse;retail;opt;cost;stock\n'
const CHUNK = 200

/**
 * Writes the made-up offers of these sites as one price list in the project's own format, one offer per line.
 * @param sites numbers of the sites, also greater than those of the sites with names
 * @returns the number of offers
 */
export async function writePriceList(
  path: string,
  sites: readonly number[],
  day: number,
  tyres = TYRES,
): Promise<number> {
  const file = createWriteStream(path)
  let offers = 0
  let lines = HEADER
  for (let tyre = 0; tyre < tyres; tyre++) {
    const specs = Object.values(madeUpTyre(tyre)).join(';')
    for (const site of sites) {
      for (const { city, warehouse, retail, wholesale, cost, stock } of madeUpOffers(site, tyre, day)) {
        lines += `${specs};${city};${warehouse};${retail};${wholesale};${cost ?? ''};${stock}\n`
        offers++
      }
    }
    if (tyre % CHUNK === CHUNK - 1) {
      if (!file.write(lines)) await once(file, 'drain')
      lines = ''
    }
  }
  file.end(lines)
  await once(file, 'close')
  return offers
}
