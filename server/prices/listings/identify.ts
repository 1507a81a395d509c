import { normaliseArticle } from '../../../contract/tyre/tyre-key.ts'
import type { AliasBook } from '../../matching/alias-book.ts'
import { parseBrand } from '../../matching/brands.ts'
import { withoutCondition, yearsDiffer } from '../../matching/condition.ts'
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
import { worthDeciding } from './worth-deciding.ts'

export interface KnownTyre {
  id: number
  specs: TyreSpecs
  /** normalised article by which listings identify the tyre; '' if only suppliers' codes are known */
  article: string
  /** number that a site gives as its own code; an article if another site gives it as one of the same brand and size */
  code: string
  /** whether the site that describes the tyre names studs, so that silence means none */
  saysStuds: boolean
  /** year of production that the tyre's first listing states; '' if unknown */
  year: string
}

/** Knowledge about tyres and listings before a site's list is identified. */
export interface IdentificationInput {
  catalog: readonly KnownTyre[]
  /** the site's listing so far of each entry of its list; undefined for a new one (formerListings) */
  listings: readonly (Listing | undefined)[]
  siteListings: readonly Listing[]
  /** descriptions so far of the listings that are described anew, by the listing's id */
  formerSpecs: ReadonlyMap<number, TyreSpecs>
  gtins: ReadonlyMap<string, number>
  /** ids of tyres by the identity of a former version, for a site whose listings are not stored yet */
  former: (tyre: DraftTyre) => number | undefined
  aliases: AliasBook
  /** ISO date of the list */
  day: string
  /** whether several listings may have one tyre: those that are compared with no other */
  mayShare?: boolean
  /** whether the site's list names studs; called only if descriptions are compared */
  saysStuds: () => boolean
}

/** Tyre that a listing may be. */
interface PossibleTyre {
  tyreId: number
  /** 0 to 1 */
  probability: number
  conflict: PairConflict | null
}

/** Why a pair waits for a person although it would be certain. */
type PairConflict = IdentityConflict | 'year'

export interface IdentificationResult {
  tyre: KnownTyre | undefined
  /** how a new listing was identified; that of the listing for a known one */
  how: MatchedBy
  /** probability of a match by description */
  score: number | null
  listing: Listing | undefined
  /** tyres for a person to decide */
  possible: PossibleTyre[]
}

/** Finds the tyre of each listing of a site, of those that are not new apart from the others and without a person. */
export function identifyListings(
  list: readonly DraftTyre[],
  knowledge: IdentificationInput,
): IdentificationResult[] {
  if (list.every(isNew)) return identifyNew(list, knowledge)
  const found: IdentificationResult[] = []
  for (const wanted of [true, false]) {
    const indexes = list.flatMap((entry, index) => (isNew(entry) === wanted ? [index] : []))
    const entries = indexes.map((index) => list[index] as DraftTyre)
    const listings = indexes.map((index) => knowledge.listings[index])
    const identified = wanted
      ? identifyNew(entries, { ...knowledge, listings })
      : identifyNew(entries.map(asNew), { ...knowledge, listings, siteListings: [], mayShare: true })
    for (const [at, index] of indexes.entries()) {
      const one = identified[at] as IdentificationResult
      found[index] = wanted ? one : { ...one, possible: [] }
    }
  }
  return found
}

const isNew = ({ condition }: DraftTyre): boolean => condition === 'new'
const asNew = (entry: DraftTyre): DraftTyre => ({
  ...entry,
  specs: { ...entry.specs, name: withoutCondition(entry.specs.name) },
})

/**
 * Finds the tyre of each listing of one site: as on earlier days; else by GTIN, by the manufacturer's article, and by
 * description. Equal identifiers with a contradicting brand or size do not count and are left to a person. Two listings
 * never get the same tyre, unless a person said so. A year of production that differs keeps any pair waiting.
 */
function identifyNew(list: readonly DraftTyre[], knowledge: IdentificationInput): IdentificationResult[] {
  const { catalog, listings, siteListings, formerSpecs, gtins, former, day, mayShare = false } = knowledge
  const tyreById = new Map(catalog.map((tyre) => [tyre.id, tyre]))
  const byArticle = new Map<string, KnownTyre>()
  for (const tyre of catalog) {
    if (tyre.article !== '' && !byArticle.has(tyre.article)) byArticle.set(tyre.article, tyre)
  }
  for (const tyre of catalog) {
    if (tyre.article === '' && tyre.code !== '' && !byArticle.has(tyre.code)) byArticle.set(tyre.code, tyre)
  }
  const found = list.map(
    (): IdentificationResult => ({
      tyre: undefined,
      how: 'own',
      score: null,
      listing: undefined,
      possible: [],
    }),
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
    const identified = found[index] as IdentificationResult
    if (!tyre || identified.tyre || (taken.has(tyre.id) && !mayShare)) return
    if (identified.possible.some(({ tyreId }) => tyreId === tyre.id)) return
    const { specs, condition, year } = list[index] as DraftTyre
    if (condition === 'retreaded') return
    if (how === 'article' && isCoincidence(tyre.article, tyre.specs, specs)) return
    const conflict = how === 'description' ? null : namedConflict(tyre.specs, specs)
    const isOfOtherYear = yearsDiffer(tyre.year, year, day)
    if (conflict || isOfOtherYear) {
      identified.possible.push({ tyreId: tyre.id, probability: score ?? 0, conflict: conflict ?? 'year' })
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
  return list.map((entry) => (isNew(entry) ? formerListing(entry, byKey, byCode) : byKey.get(entry.key)))
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
  found: readonly IdentificationResult[],
  taken: ReadonlySet<number>,
  { catalog, aliases, saysStuds, mayShare = false }: IdentificationInput,
  take: (index: number, tyre: KnownTyre, how: MatchedBy, score: number) => void,
): void {
  const open = list.flatMap((entry, index) => {
    if (found[index]?.tyre) return []
    const article = normaliseArticle(entry.specs.article)
    return [{ entry, index, article, core: articleCore(article) }]
  })
  const families = new Set(open.map(({ entry }) => parseBrand(entry.specs.brand).family))
  // An article fits tyres without one, and tyres whose article is the same number in another notation.
  const isFree = ({ id, specs }: KnownTyre) =>
    (mayShare || !taken.has(id)) && families.has(parseBrand(specs.brand).family)
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
  const undecided = matches.flatMap(({ candidates: best, certain }, position) => {
    const listing = listings[position] as (typeof listings)[number]
    if (certain) take(listing.index, certain.tyre.tyre, 'description', certain.probability)
    return found[listing.index]?.tyre ? [] : [{ ...listing, candidates: best }]
  })
  for (const [at, worth] of worthDeciding(undecided).entries()) {
    const { index } = undecided[at] as (typeof undecided)[number]
    const { possible } = found[index] as IdentificationResult
    for (const { tyre, probability } of worth) {
      if (!possible.some(({ tyreId }) => tyreId === tyre.tyre.id))
        possible.push({ tyreId: tyre.tyre.id, probability, conflict: null })
    }
  }
}
