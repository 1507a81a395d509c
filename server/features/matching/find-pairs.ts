import { hostName } from '../../../contract/lib/host-name.ts'
import type { PairsImportAnswer } from '../../../contract/matching/pairs-file.ts'
import type { IsOwnSite } from '../../../contract/reports/columns.ts'
import type { ReadSql } from '../../platform/db/db.ts'
import { createYields } from '../../prices/steps.ts'
import type { PairDecision } from './decide-pairs.ts'
import {
  type KnownListing,
  type ListingIndex,
  nameKey,
  numberKey,
  readListingIndex,
} from './listing-index.ts'
import { DIFFERENT, MAX_VALUE_LENGTH, PAIR_COLUMNS, type PairsFileLine, SAME } from './pairs-table.ts'

/** Line of a file whose listing and tyre are known. */
export interface FoundPair {
  line: number
  decision: PairDecision
  /** id of the site's listing */
  listing: number
  /** id of a listing of the tyre: the tyre's own id may change while the lines before are applied */
  anchor: number
}

/** Line with the tyre that it means before the file is applied. */
interface FoundLine extends FoundPair {
  tyre: number
}

/** Finds the listings and tyres that the lines of a file mean; the others are problems. */
export async function findPairs(
  sql: ReadSql,
  isOwnSite: IsOwnSite,
  pairs: readonly PairsFileLine[],
): Promise<{ found: FoundPair[]; problems: PairsImportAnswer['problems'] }> {
  const lines: FoundLine[] = []
  const problems: PairsImportAnswer['problems'] = []
  const index = await readListingIndex(sql, isOwnSite, {
    hosts: new Set(pairs.map(({ site }) => hostOf(site))),
    articles: new Set(pairs.map(({ article }) => numberKey(article))),
    tyres: new Set(pairs.map(({ tyre }) => nameKey(tyre))),
  })
  const pause = createYields()
  for (const pair of pairs) {
    const result = findPair(index, pair)
    if (typeof result === 'string') problems.push({ line: pair.line, text: result })
    else lines.push(result)
    await pause()
  }
  const refused = contradictions(lines)
  for (const [{ line }, text] of refused) problems.push({ line, text })
  return { found: lines.filter((one) => !refused.has(one)), problems }
}

const hostOf = (site: string): string => hostName(site).toLowerCase()

/**
 * Returns why lines contradict each other: one listing as two tyres, or a pair as the same and another tyre. None of them
 * is applied.
 */
function contradictions(lines: readonly FoundLine[]): Map<FoundLine, string> {
  const refused = new Map<FoundLine, string>()
  for (const ofListing of Map.groupBy(lines, ({ listing }) => listing).values()) {
    const [same, different] = (['same', 'different'] as const).map((decision) =>
      Map.groupBy(
        ofListing.filter((one) => one.decision === decision),
        ({ tyre }) => tyre,
      ),
    ) as [Map<number, FoundLine[]>, Map<number, FoundLine[]>]
    // One more than are named, without the line's own tyre.
    const firsts = [...same.values()].slice(0, MAX_NAMED + 2).flatMap(([first]) => first ?? [])
    for (const one of ofListing) {
      const isSame = one.decision === 'same'
      const others = isSame ? firsts.filter(({ tyre }) => tyre !== one.tyre) : []
      const opposite = (isSame ? different : same).get(one.tyre) ?? []
      const against = [...others, ...opposite.slice(0, MAX_NAMED + 1)]
      if (against.length > 0)
        refused.set(one, `Противоречит строкам: ${shortList(against.map(({ line }) => String(line)))}`)
    }
  }
  return refused
}

/** @returns why the line cannot be applied, if it cannot */
function findPair(index: ListingIndex, pair: PairsFileLine): FoundLine | string {
  for (const name of ['article', 'site', 'code', 'name', 'decision'] as const) {
    if (pair[name].length > MAX_VALUE_LENGTH)
      return `Слишком длинное значение в столбце «${PAIR_COLUMNS[name]}»`
  }
  const word = pair.decision.trim().toLowerCase()
  const decision =
    word === '' || word.startsWith(SAME) ? 'same' : word.startsWith(DIFFERENT) ? 'different' : null
  if (decision === null) return `Решение «${pair.decision}»: нужно «${SAME}» или «${DIFFERENT}»`
  const listings = listingsOf(index, pair)
  const tyre = tyreOf(index, pair, listings)
  if (typeof tyre === 'string') return tyre
  const ofTyre = listings.filter(({ tyreId }) => tyreId === tyre[0]?.tyreId)
  const [listing, ...others] = ofTyre.length === 1 ? ofTyre : listings
  const { site, code, name } = pair
  if (!listing) return `На сайте ${hostOf(site)} нет предложения «${code || name}»`
  if (others.length > 0) {
    const missing = code.trim() === '' ? 'код' : 'название'
    return `На сайте ${hostOf(site)} таких предложений ${listings.length}: укажите ${missing}`
  }
  const anchor = tyre.find(({ id }) => id !== listing.id) ?? listing
  return { line: pair.line, decision, listing: listing.id, anchor: anchor.id, tyre: anchor.tyreId }
}

/** Returns the site's listings with the code, of which the name chooses; without any, those with the name. */
function listingsOf({ sites }: ListingIndex, { site, code, name }: PairsFileLine): readonly KnownListing[] {
  const ofSite = sites.get(hostOf(site))
  const byNumber = ofSite?.byNumber.get(numberKey(code)) ?? []
  const byName = ofSite?.byName.get(nameKey(name)) ?? []
  const named = new Set(byName)
  const both = byNumber.filter((listing) => named.has(listing))
  const current = byNumber.filter(({ isReplaced }) => !isReplaced)
  return [both, current, byNumber].find((some) => some.length > 0) ?? byName
}

/**
 * Finds the tyre of an own article. An exported line also names the tyre; otherwise the own site's tyre with the article
 * counts, and without one that of the other sites.
 * @param listings the line's listings of the site
 * @returns listings of the tyre, or why it cannot be found
 */
function tyreOf(
  { byArticle, byTyreName }: ListingIndex,
  pair: PairsFileLine,
  listings: readonly KnownListing[],
): readonly KnownListing[] | string {
  const article = numberKey(pair.article)
  const name = nameKey(pair.tyre)
  const known = (article === '' ? byTyreName.get(name) : byArticle.get(article)) ?? []
  const named = known.filter(({ tyreName }) => tyreName === name)
  const ofListings = new Set(distinct(listings, 'tyreId'))
  const exported = named.filter(({ tyreId }) => ofListings.has(tyreId))
  const own = known.filter(({ isOwn }) => isOwn)
  const unique = [exported, named, own, known].find((some) => distinct(some, 'tyreId').length === 1)
  if (unique) return unique
  if (known.length === 0)
    return article === '' ? 'Нет нашего артикула' : `Шины с артикулом ${pair.article} нет`
  if (article === '') return `Шин «${pair.tyre}» несколько: укажите наш артикул`
  const brands = distinct(known, 'brand')
  return brands.length > 1
    ? `Артикул ${pair.article} есть у шин разных марок: ${shortList(brands)}`
    : `Артикул ${pair.article} есть у разных шин: ${shortList(distinct(known, 'tyreName'))}`
}

const distinct = <Name extends keyof KnownListing>(
  listings: readonly KnownListing[],
  name: Name,
): KnownListing[Name][] => [...new Set(listings.map((listing) => listing[name]))]

/** Number of brands or tyres that a problem names. */
const MAX_NAMED = 5

const shortList = (texts: readonly string[]): string =>
  `${texts.slice(0, MAX_NAMED).join(', ')}${texts.length > MAX_NAMED ? '…' : ''}`
