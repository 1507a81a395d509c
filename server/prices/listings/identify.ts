import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import type { AliasBook } from '../../matching/alias-book.ts'
import { parseBrand } from '../../matching/brands.ts'
import {
  type IdentityConflict,
  identityConflict,
  isCoincidence,
  namedConflict,
} from '../../matching/identity-conflict.ts'
import { matchListings, USUAL_SETTINGS } from '../../matching/match-listings.ts'
import { parseListing, withHabit } from '../../matching/parse.ts'
import type { TyreSpecs } from '../offer.ts'
import type { DraftTyre } from '../snapshot-draft.ts'
import {
  articleCore,
  articlesAgree,
  codeKey,
  type Listing,
  listingKey,
  type MatchedBy,
  NO_IDS,
} from './listing.ts'

export interface KnownTyre {
  id: number
  specs: TyreSpecs
  /** normalised article by which listings identify the tyre; '' if only suppliers' codes are known */
  article: string
  /**
   * number that a site gives as its own code: if another site gives it as the article of the same brand and size, it is
   * the article
   */
  code: string
  /** whether the site that describes the tyre names studs, so that silence means none */
  saysStuds: boolean
}

/** Knowledge about tyres and listings before a site's list is identified. */
export interface Knowledge {
  catalog: readonly KnownTyre[]
  /** the site's listing so far of each entry of its list; undefined for a new one (formerListings) */
  listings: readonly (Listing | undefined)[]
  /** all listings of the site so far */
  siteListings: readonly Listing[]
  /** descriptions so far of the listings that are described anew, by the listing's id */
  formerSpecs: ReadonlyMap<number, TyreSpecs>
  /** ids of tyres by GTIN */
  gtins: ReadonlyMap<string, number>
  /** ids of tyres by the identity of a former version, for a site whose listings are not stored yet */
  former: (tyre: DraftTyre) => number | undefined
  aliases: AliasBook
  /** whether the site's list names studs; called only if descriptions are compared */
  saysStuds: () => boolean
}

/** Tyre that a listing may be. */
interface PossibleTyre {
  tyreId: number
  /** 0 to 1 */
  probability: number
  conflict: IdentityConflict | null
}

export interface Identified {
  tyre: KnownTyre | undefined
  /** how a new listing was identified; that of the listing for a known one */
  how: MatchedBy
  /** probability of a match by description */
  score: number | null
  listing: Listing | undefined
  /** tyres for a person to decide */
  possible: PossibleTyre[]
}

/** Probability from which a pair is worth a person's time, and number of pairs per listing. */
const LEAST_PROBABILITY = 0.15
const MOST_POSSIBLE = 3

/** Returns the candidates of a listing that are worth a person's time. */
export const worthDeciding = <Candidate extends { probability: number }>(
  candidates: readonly Candidate[],
): Candidate[] =>
  candidates.slice(0, MOST_POSSIBLE).filter(({ probability }) => probability >= LEAST_PROBABILITY)

/**
 * Finds the tyre of each listing of one site: as on earlier days; else by GTIN, by the manufacturer's article, and by
 * description. Equal identifiers with a contradicting brand or size do not count and are left to a person. Two listings
 * never get the same tyre, unless a person said so.
 */
export function identifyListings(list: readonly DraftTyre[], knowledge: Knowledge): Identified[] {
  const { catalog, listings, siteListings, formerSpecs, gtins, former } = knowledge
  const tyreById = new Map(catalog.map((tyre) => [tyre.id, tyre]))
  const byArticle = new Map<string, KnownTyre>()
  for (const tyre of catalog) {
    if (tyre.article !== '' && !byArticle.has(tyre.article)) byArticle.set(tyre.article, tyre)
  }
  for (const tyre of catalog) {
    if (tyre.article === '' && tyre.code !== '' && !byArticle.has(tyre.code)) byArticle.set(tyre.code, tyre)
  }
  const found = list.map(
    (): Identified => ({ tyre: undefined, how: 'own', score: null, listing: undefined, possible: [] }),
  )
  const taken = new Set<number>()
  const used = new Set<Listing>()
  for (const [index, entry] of list.entries()) {
    const listing = listings[index]
    const tyre = listing && tyreById.get(listing.tyreId)
    if (!listing || !tyre || used.has(listing)) continue
    // A supplier that gives a code to another tyre has a new listing, unless a person decided.
    const before = formerSpecs.get(listing.id)
    if (listing.how !== 'person' && before && identityConflict(before, entry.specs)) continue
    used.add(listing)
    found[index] = { tyre, how: listing.how, score: null, listing, possible: [] }
    taken.add(tyre.id)
  }
  // A site that gives its tyre a new code still has the same listing of it.
  const absent = new Map(
    siteListings.flatMap((listing) =>
      used.has(listing) || listing.isExcluded ? [] : [[listing.tyreId, listing] as const],
    ),
  )
  const take = (
    index: number,
    tyre: KnownTyre | undefined,
    how: MatchedBy,
    score: number | null = null,
  ): void => {
    const identified = found[index] as Identified
    if (!tyre || identified.tyre || taken.has(tyre.id)) return
    if (identified.possible.some(({ tyreId }) => tyreId === tyre.id)) return
    const { specs } = list[index] as DraftTyre
    if (how === 'article' && isCoincidence(tyre.article, tyre.specs, specs)) return
    const conflict = how === 'description' ? null : namedConflict(tyre.specs, specs)
    if (conflict) {
      identified.possible.push({ tyreId: tyre.id, probability: 0, conflict })
      return
    }
    taken.add(tyre.id)
    identified.tyre = tyre
    identified.listing = absent.get(tyre.id)
    identified.how = identified.listing?.how ?? how
    identified.score = identified.listing ? null : score
  }
  const each = (tyreOf: (entry: DraftTyre) => KnownTyre | undefined, how: MatchedBy) => {
    for (const [index, entry] of list.entries()) if (!found[index]?.tyre) take(index, tyreOf(entry), how)
  }
  const tyreOf = (id: number | undefined) => (id === undefined ? undefined : tyreById.get(id))
  each(({ gtin }) => tyreOf(gtin === '' ? undefined : gtins.get(gtin)), 'gtin')
  each(({ specs }) => byArticle.get(normaliseArticle(specs.article)), 'article')
  each((entry) => tyreOf(former(entry)), 'description')
  identifyByDescription(list, found, taken, knowledge, take)
  return found
}

/** Returns the listing so far of each entry of a site's list; undefined for a new one. */
export function formerListings(
  list: readonly DraftTyre[],
  listings: readonly Listing[],
): (Listing | undefined)[] {
  if (listings.length === 0) return list.map(() => undefined)
  const byKey = new Map(listings.map((listing) => [listing.key, listing]))
  const byCode = new Map(
    listings.filter(({ code }) => code !== '').map((listing) => [codeKey(listing.code), listing]),
  )
  return list.map((entry) => formerListing(entry, byKey, byCode))
}

/** Finds a listing by what its site has given of it so far: its key, its code, or its description alone. */
function formerListing(
  { key, code, specs }: DraftTyre,
  byKey: ReadonlyMap<string, Listing>,
  byCode: ReadonlyMap<string, Listing>,
): Listing | undefined {
  return (
    byKey.get(key) ??
    (code === '' ? undefined : (byCode.get(codeKey(code)) ?? byKey.get(normaliseArticle(code)))) ??
    (key === '' || specs.article === ''
      ? undefined
      : byKey.get(listingKey({ ...specs, article: '' }, NO_IDS)))
  )
}

function identifyByDescription(
  list: readonly DraftTyre[],
  found: readonly Identified[],
  taken: ReadonlySet<number>,
  { catalog, aliases, saysStuds }: Knowledge,
  take: (index: number, tyre: KnownTyre, how: MatchedBy, score: number) => void,
): void {
  const open = list.flatMap((entry, index) => {
    if (found[index]?.tyre) return []
    const article = normaliseArticle(entry.specs.article)
    return [{ entry, index, article, core: articleCore(article) }]
  })
  const families = new Set(open.map(({ entry }) => parseBrand(entry.specs.brand).family))
  // An article fits tyres without one, and tyres whose article is the same number in another notation.
  const isFree = ({ id, specs }: KnownTyre) => !taken.has(id) && families.has(parseBrand(specs.brand).family)
  const openCores = new Set(open.map(({ core }) => core))
  const free = catalog.filter(
    (tyre) =>
      (tyre.article === '' || openCores.has('') || openCores.has(articleCore(tyre.article))) && isFree(tyre),
  )
  const cores = new Set(free.map(({ article }) => articleCore(article)))
  const candidates = open.filter(
    ({ core }) => cores.size > 0 && (core === '' || cores.has('') || cores.has(core)),
  )
  if (candidates.length === 0) return
  const listings = candidates.map(({ entry, index, article }) => ({
    index,
    article,
    name: entry.specs.name,
    description: withHabit(parseListing(entry.specs), saysStuds()),
  }))
  const tyres = free.map((tyre) => ({
    tyre,
    article: tyre.article,
    name: tyre.specs.name,
    description: withHabit(parseListing(tyre.specs), tyre.saysStuds),
  }))
  const settings = { ...USUAL_SETTINGS, areAliases: aliases.areAliases }
  const matches = matchListings(tyres, listings, settings, articlesAgree)
  for (const [position, { candidates: best, certain }] of matches.entries()) {
    const { index } = listings[position] as (typeof listings)[number]
    if (certain) take(index, certain.tyre.tyre, 'description', certain.probability)
    const identified = found[index] as Identified
    if (identified.tyre) continue
    for (const { tyre, probability } of worthDeciding(best)) {
      if (!identified.possible.some(({ tyreId }) => tyreId === tyre.tyre.id))
        identified.possible.push({ tyreId: tyre.tyre.id, probability, conflict: null })
    }
  }
}
