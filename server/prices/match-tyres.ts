import type { TyreSpecs } from './offer.ts'
import type { DraftTyre } from './snapshot-draft.ts'
import { hasArticle } from './tyre-identity.ts'
import { type TyreModel, tyreModel } from './tyre-model.ts'

export interface KnownTyre {
  id: number
  specs: TyreSpecs
  /** identity under which the tyre was added */
  identity: string
  /**
   * identity computed from the tyre's current description, which later price lists may have completed; null for a tyre
   * with an article
   */
  described: string | null
}

export interface MatchedTyres {
  /** catalog tyre by index in the draft; undefined for a tyre that is not in the catalog */
  known: (KnownTyre | undefined)[]
  /** indexes in the draft of the tyres matched by model; their identities must be stored as aliases */
  recognised: number[]
}

/**
 *
 *
 *
 * Matches the tyres of one site's draft with catalog tyres: by identity, by an alias stored on an earlier day, and, if
 * one of the two the catalog: by identity, by an alias from an earlier day, and if either has no article, by brand,
 * model, size and indices (decision 14). Ambiguous tyres stay separate:
 * - two tyres of one draft never match the same catalog tyre, because their source distinguishes them;
 * - among several tyres of one model, the one with equal details ('XL', studs) matches; a tyre listed without details
 * matches only if it is unambiguous;
 * - two different articles never match.
 * @param aliases identities matched before, with the tyre's id
 *
 *
 *
 */
export function matchTyres(
  catalog: readonly KnownTyre[],
  aliases: ReadonlyMap<string, number>,
  draft: readonly DraftTyre[],
): MatchedTyres {
  const known: (KnownTyre | undefined)[] = new Array(draft.length)
  const taken = new Set<number>()
  const take = (index: number, tyre: KnownTyre | undefined): boolean => {
    if (!tyre || known[index] || taken.has(tyre.id)) return false
    known[index] = tyre
    taken.add(tyre.id)
    return true
  }

  const byId = aliases.size > 0 ? new Map(catalog.map((tyre) => [tyre.id, tyre])) : new Map()
  const stored = new Map(catalog.map((tyre) => [tyre.identity, tyre]))
  const described = byDescription(catalog)
  for (const [index, { identity }] of draft.entries()) take(index, stored.get(identity))
  if (described.size > 0) {
    for (const [index, { identity }] of draft.entries()) take(index, described.get(identity))
  }
  if (byId.size > 0) {
    for (const [index, { identity }] of draft.entries()) take(index, byId.get(aliases.get(identity)))
  }
  const recognised = recognise(catalog, draft, known, take)
  return { known, recognised }
}

/** Indexes tyres by description. The earliest of several tyres with the same description wins. */
function byDescription(catalog: readonly KnownTyre[]): Map<string, KnownTyre> {
  const index = new Map<string, KnownTyre>()
  for (const tyre of catalog) {
    if (tyre.described !== null && !index.has(tyre.described)) index.set(tyre.described, tyre)
  }
  return index
}

/**
 * Matches the remaining tyres by model.
 * @returns indexes in the draft of the tyres that `take` accepted
 */
function recognise(
  catalog: readonly KnownTyre[],
  draft: readonly DraftTyre[],
  known: readonly (KnownTyre | undefined)[],
  take: (index: number, tyre: KnownTyre | undefined) => boolean,
): number[] {
  const open = draft.flatMap(({ specs }, index) => (known[index] ? [] : [{ index, specs }]))
  const sizes = new Set(open.map(({ specs }) => sizeOf(specs)))
  const candidates = byModel(catalog.filter(({ specs }) => sizes.size > 0 && sizes.has(sizeOf(specs))))
  if (candidates.size === 0) return []
  const drafted = byModel(draft.filter(({ specs }) => sizes.has(sizeOf(specs))))
  const recognised: number[] = []
  for (const detailed of [true, false]) {
    for (const { index, specs } of open) {
      const model = tyreModel(specs)
      if (!model) continue
      const details = detailed ? model.details : ANY
      const candidate = onlyTyre(candidates, { key: model.key, details }, specs.season)
      if (!candidate || !onlyTyre(drafted, { key: model.key, details }, specs.season)) continue
      if (hasArticle(specs) && hasArticle(candidate.specs)) continue
      if (take(index, candidate)) recognised.push(index)
    }
  }
  return recognised
}

/** Returns a key that is cheap to compute and rules out most of the catalog. */
const sizeOf = ({ width, height, diameter, loadIndex, speedIndex }: TyreSpecs): string =>
  `${width}/${height} ${diameter} ${loadIndex}${speedIndex}`

/** Group of tyres with the same model, details and season: their number and the first of them. */
interface Alike<T> {
  first: T
  count: number
}

/**
 * Wildcard in a key for any details or any season. It cannot be a value: imported texts contain neither tabs nor line
 * breaks.
 */
const ANY = '\t'

const indexKey = ({ key, details }: TyreModel, season: string): string => `${key}\n${details}\n${season}`

/**
 * Groups tyres by model. Groups store counts instead of lists: a source may have any number of articles of one model,
 * and each of them is looked up.
 */
function byModel<T extends { specs: TyreSpecs }>(items: readonly T[]): Map<string, Alike<T>> {
  const index = new Map<string, Alike<T>>()
  for (const item of items) {
    const model = tyreModel(item.specs)
    if (!model) continue
    for (const details of [model.details, ANY]) {
      for (const season of [item.specs.season, ANY]) {
        const key = indexKey({ ...model, details }, season)
        const known = index.get(key)
        if (known) known.count++
        else index.set(key, { first: item, count: 1 })
      }
    }
  }
  return index
}

/**
 * @returns the only tyre of this model with the same or an unknown season; undefined if there is none or more than one
 */
function onlyTyre<T>(index: ReadonlyMap<string, Alike<T>>, model: TyreModel, season: string): T | undefined {
  const seasons = season === '' ? [ANY] : [season, '']
  const [found, ...others] = seasons.flatMap((agreeing) => index.get(indexKey(model, agreeing)) ?? [])
  return found?.count === 1 && others.length === 0 ? found.first : undefined
}
