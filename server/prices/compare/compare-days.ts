import { getOrAdd } from '../../../contract/lib/get-or-add.ts'
import { recordOf } from '../../../contract/lib/record-of.ts'
import { MOVES, type Move } from '../../../contract/reports/moves.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { indexInSteps, ordinalsWhere, positionsById, type SiteCity, type TyreIndex } from '../day-index.ts'
import { GrowableBuffer } from '../growable-buffer.ts'
import type { OrderedTyres } from '../ordered-tyres.ts'
import { PositionSet } from '../positions.ts'
import { moveOf, pairPlaces } from '../price-change.ts'
import { createYields, finishYielding } from '../steps.ts'
import { decodeOffers } from '../stored-offers.ts'
import { tyreRanges } from '../tyre-catalog.ts'

export interface DayPair {
  /** YYYY-MM-DD; `compare` has the same format */
  day: string
  /** the day that `day` is compared with */
  compare: string
}

/** Tyres whose prices differ between two days, with the sites and cities of each difference and its kind. */
export interface DayComparison {
  /** index whose hosts include all sites with prices of `day` */
  index: TyreIndex<Move>
  /** hosts of the sites with prices of both days; changes at other sites are unknown */
  sites: ReadonlySet<string>
}

interface Site {
  id: number
  host: string
  /** 1 if the site also has prices of the earlier day (`compare`); 0 if not */
  compared: number
}

/** Ascending tyre ids by kind of price change, for one site in one city. */
type CityMoves = Record<Move, GrowableBuffer>

/** Size of the range of tyre ids read by one query; decoding its offers takes some milliseconds. */
const IDS_AT_ONCE = 100

/** Compares two days price by price, in steps. An import of one of them meanwhile may mix former and new prices. */
export async function compareDays(
  sql: ReadSql,
  pair: DayPair,
  orderedTyres: OrderedTyres,
): Promise<DayComparison> {
  const pause = createYields()
  const moved = new Set<number>()
  const places: { site: Site; city: string; moves: CityMoves }[] = []
  const present = await sql.together(async (one) => {
    const sites = await one.all<Site>`
      SELECT s.id, s.host, (SELECT count(*) FROM snapshots p
      WHERE p.site_id = s.id AND p.day = ${pair.compare}) AS compared FROM sites s WHERE EXISTS (SELECT 1
      FROM snapshots p WHERE p.site_id = s.id AND p.day = ${pair.day}) ORDER BY s.host`
    for (const site of sites.filter(isCompared)) {
      const cities = await movesOf(one, pair, site, moved, pause)
      for (const [city, moves] of cities) places.push({ site, city, moves })
    }
    return sites
  })
  const catalog = await orderedTyres()
  const chosen = { catalog, ordinals: ordinalsWhere(catalog.tyres, (id) => moved.has(id)) }
  const positions = positionsById(chosen)
  await pause()
  const siteCities: SiteCity<Move>[] = []
  for (const { site, city, moves } of places) {
    const presence = {} as Record<Move, PositionSet>
    for (const move of MOVES) {
      const members = Uint32Array.from(moves[move].values(), (id) => positions[id] as number)
      presence[move] = new PositionSet(chosen.ordinals.length, members)
      await pause()
    }
    siteCities.push({ siteId: site.id, site: site.host, city, presence })
  }
  const index = await finishYielding(indexInSteps(MOVES, chosen, siteCities), pause)
  const hosts = new Map(present.map(({ id, host }) => [id, host]))
  return { index: { ...index, hosts }, sites: new Set(present.filter(isCompared).map(({ host }) => host)) }
}

const isCompared = ({ compared }: Site): boolean => compared > 0

/** @param moved receives the ids of the tyres with changed prices */
async function movesOf(
  sql: ReadSql,
  { day, compare }: DayPair,
  site: Site,
  moved: Set<number>,
  pause: () => Promise<void> | undefined,
): Promise<Map<string, CityMoves>> {
  const cities = new Map<string, CityMoves>()
  for await (const { after, upTo } of tyreRanges(sql, IDS_AT_ONCE)) {
    const rows = await sql.all<{ day: string; tyre_id: number; offers: string }>`
      SELECT day, tyre_id, offers FROM site_offers
      WHERE day IN (${day}, ${compare}) AND site_id = ${site.id} AND tyre_id > ${after}
      AND tyre_id <= ${upTo}`
    await pause()
    const tyres = new Map<number, { before: string; after: string }>()
    for (const row of rows) {
      const tyre = getOrAdd(tyres, row.tyre_id, () => ({ before: '[]', after: '[]' }))
      tyre[row.day === day ? 'after' : 'before'] = row.offers
    }
    for (const [id, { before, after: now }] of [...tyres].sort(([a], [b]) => a - b)) {
      // Most prices stay the same for weeks; equal offers have equal encodings, which need no decoding.
      if (before === now) continue
      for (const pair of pairPlaces(decodeOffers(before), decodeOffers(now))) {
        const move = moveOf(pair)
        if (!move) continue
        moved.add(id)
        const city = (pair.after ?? pair.before)?.city ?? ''
        append(getOrAdd(cities, city, () => recordOf(MOVES, () => new GrowableBuffer()))[move], id)
      }
      await pause()
    }
  }
  return cities
}

/** Appends an id unless it is the last one: a tyre whose price changed in several warehouses of a city counts once. */
function append(ids: GrowableBuffer, id: number): void {
  if (ids.length === 0 || ids.at(ids.length - 1) !== id) ids.push(id)
}
