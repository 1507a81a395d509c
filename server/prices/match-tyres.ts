import type { TyreSpecs } from './offer.ts'
import type { DraftTyre } from './snapshot-draft.ts'
import { hasArticle, tyreIdentity } from './tyre-identity.ts'
import { type TyreModel, tyreModel } from './tyre-model.ts'

export interface KnownTyre {
  id: number
  specs: TyreSpecs
  /** as it was stored */
  identity: string
}

export interface MatchedTyres {
  /** by place in the draft; undefined stands for a tyre that the catalog does not know */
  known: (KnownTyre | undefined)[]
  /** places in the draft whose tyre was recognised by its model: their identity is to be remembered */
  recognised: number[]
}

/**
 * Finds the tyres of one site's draft in the catalog: by identity, by what was recognised on an earlier day, and where one
 * of the two has no article, by brand, model, size and indices. What cannot be told beyond doubt stays a tyre of its own:
 * - two tyres of one draft are never the same one, since their source tells them apart;
 * - of several tyres of one model, the one with equal details ('XL', studs) counts; a source that leaves details out is
 *   recognised only where there is nothing to confuse;
 * - two articles are never joined.
 * @param aliases identities that were recognised before, with the tyre's id
 */
export function matchTyres(
  catalog: readonly KnownTyre[],
  aliases: ReadonlyMap<string, number>,
  draft: readonly DraftTyre[],
): MatchedTyres {
  const known: (KnownTyre | undefined)[] = new Array(draft.length)
  const taken = new Set<number>()
  const take = (place: number, tyre: KnownTyre | undefined): boolean => {
    if (!tyre || known[place] || taken.has(tyre.id)) return false
    known[place] = tyre
    taken.add(tyre.id)
    return true
  }

  const byId = aliases.size > 0 ? new Map(catalog.map((tyre) => [tyre.id, tyre])) : new Map()
  const stored = new Map(catalog.map((tyre) => [tyre.identity, tyre]))
  const computed = withoutArticle(catalog)
  for (const [place, { identity }] of draft.entries()) take(place, stored.get(identity))
  for (const [place, { identity }] of draft.entries()) take(place, computed.get(identity))
  for (const [place, { identity }] of draft.entries()) take(place, byId.get(aliases.get(identity)))
  const recognised = recognise(catalog, draft, known, take)
  return { known, recognised }
}

/** Earlier versions stored brand and name as the identity of a tyre without an article. */
function withoutArticle(catalog: readonly KnownTyre[]): Map<string, KnownTyre> {
  const index = new Map<string, KnownTyre>()
  for (const tyre of catalog) {
    if (hasArticle(tyre.specs)) continue
    const identity = tyreIdentity(tyre.specs)
    if (!index.has(identity)) index.set(identity, tyre)
  }
  return index
}

/** @returns places in the draft that `take` accepted */
function recognise(
  catalog: readonly KnownTyre[],
  draft: readonly DraftTyre[],
  known: readonly (KnownTyre | undefined)[],
  take: (place: number, tyre: KnownTyre | undefined) => boolean,
): number[] {
  const open = draft.flatMap(({ specs }, place) => (known[place] ? [] : [{ place, specs }]))
  const sizes = new Set(open.map(({ specs }) => sizeOf(specs)))
  const candidates = byModel(catalog.filter(({ specs }) => sizes.has(sizeOf(specs))))
  const drafted = byModel(draft.filter(({ specs }) => sizes.has(sizeOf(specs))))
  const recognised: number[] = []
  for (const detailed of [true, false]) {
    for (const { place, specs } of open) {
      const model = tyreModel(specs)
      if (!model) continue
      const alike = <T extends { specs: TyreSpecs }>(group: readonly Modelled<T>[] = []) =>
        group.filter(
          (other) =>
            (!detailed || other.model.details === model.details) && seasonsAgree(other.item.specs, specs),
        )
      const [candidate, ...others] = alike(candidates.get(model.key))
      if (!candidate || others.length > 0 || alike(drafted.get(model.key)).length > 1) continue
      if (hasArticle(specs) && hasArticle(candidate.item.specs)) continue
      if (take(place, candidate.item)) recognised.push(place)
    }
  }
  return recognised
}

const seasonsAgree = (a: TyreSpecs, b: TyreSpecs): boolean =>
  a.season === b.season || a.season === '' || b.season === ''

/** Tells cheaply what cannot be the same model: most of the catalog. */
const sizeOf = ({ width, height, diameter, loadIndex, speedIndex }: TyreSpecs): string =>
  `${width}/${height} ${diameter} ${loadIndex}${speedIndex}`

interface Modelled<T> {
  item: T
  model: TyreModel
}

function byModel<T extends { specs: TyreSpecs }>(items: readonly T[]): Map<string, Modelled<T>[]> {
  const groups = new Map<string, Modelled<T>[]>()
  for (const item of items) {
    const model = tyreModel(item.specs)
    if (!model) continue
    const group = groups.get(model.key)
    if (group) group.push({ item, model })
    else groups.set(model.key, [{ item, model }])
  }
  return groups
}
