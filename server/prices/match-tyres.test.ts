// Specification 10.15

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../tests/support/extent.ts'
import { specs } from '../../tests/support/prices.ts'
import { type KnownTyre, matchTyres } from './match-tyres.ts'
import type { TyreSpecs } from './offer.ts'
import { createDraft, fillEmpty } from './snapshot-draft.ts'
import { hasArticle, tyreIdentity } from './tyre-identity.ts'
import { tyreModel } from './tyre-model.ts'

const draftOf = (tyres: readonly Partial<TyreSpecs>[]) => {
  const draft = createDraft()
  const offer = { city: 'Томск', warehouse: '', retail: 1, wholesale: null, cost: null, stock: null }
  for (const tyre of tyres) draft.add(specs(tyre), offer)
  return draft.list
}

const asKnown = (tyre: Omit<KnownTyre, 'described'>): KnownTyre => ({
  ...tyre,
  described: hasArticle(tyre.specs) ? null : tyreIdentity(tyre.specs),
})

/** Applies matches like an import to an in-memory catalog. */
function catalogOf(imports: readonly (readonly Partial<TyreSpecs>[])[]) {
  const catalog: Omit<KnownTyre, 'described'>[] = []
  const aliases = new Map<string, number>()
  /** catalog records of the tyres of each import */
  const records: { id: number; specs: TyreSpecs }[][] = []
  for (const tyres of imports) {
    const draft = draftOf(tyres)
    const { known, recognised } = matchTyres(catalog.map(asKnown), aliases, draft)
    for (const place of recognised) {
      const tyre = draft[place]
      if (tyre) aliases.set(tyre.identity, known[place]?.id ?? -1)
    }
    records.push(
      draft.map((tyre, place) => {
        let row = catalog.find(({ id }) => id === known[place]?.id)
        if (row) {
          const filled = fillEmpty(row.specs, tyre.specs)
          if (filled.article !== row.specs.article) {
            aliases.set(row.identity, row.id)
            row.identity = tyre.identity
          }
          row.specs = filled
        } else {
          row = { id: catalog.length + 1, specs: tyre.specs, identity: tyre.identity }
          catalog.push(row)
        }
        return { id: row.id, specs: tyre.specs }
      }),
    )
  }
  return { catalog, records }
}

const ids = (imports: readonly (readonly Partial<TyreSpecs>[])[]) =>
  catalogOf(imports).records.map((tyres) => tyres.map(({ id }) => id))

const none = { article: '' }

describe('a tyre at sites that give no article', () => {
  it('is matched by brand, model, size and indices', () => {
    const other = { ...none, name: 'Arktika Polar 205/55 R16 94V' }
    expect(ids([[none], [other], [{ article: 'A1' }], [none, { article: 'B2', brand: 'Zorki' }]])).toEqual([
      [1],
      [1],
      [1],
      [1, 2],
    ])
  })

  it('matches the one with equal details among several', () => {
    const studded = { article: 'S', name: 'Arktika Polar шип' }
    const plain = { article: 'P', name: 'Arktika Polar' }
    expect(ids([[studded, plain], [none], [{ ...none, name: 'Polar (шип.)' }]])).toEqual([[1, 2], [2], [1]])
  })

  it('is matched without details if it is unambiguous', () => {
    expect(ids([[{ article: 'S', name: 'Arktika Polar XL шип' }], [none]])).toEqual([[1], [1]])
  })

  it('stays separate if two articles could be meant', () => {
    expect(ids([[{ article: 'A1' }, { article: 'A2' }], [none]])).toEqual([[1, 2], [3]])
  })

  it('keeps its match when a second article appears', () => {
    expect(ids([[{ article: 'A1' }], [none], [{ article: 'A1' }, { article: 'A2' }], [none]])).toEqual([
      [1],
      [1],
      [1, 2],
      [1],
    ])
  })

  it('does not match a tyre of another season', () => {
    expect(ids([[{ article: 'A1', season: 'Летняя' }], [none]])).toEqual([[1], [2]])
  })

  it('takes work that grows with the list, not with its square, where all are of one model', () => {
    const tyres = 300
    let looks = 0
    const listOf = (letter: string) =>
      draftOf(Array.from({ length: tyres }, (_, i) => ({ article: `${letter}${i}` }))).map((tyre, id) => {
        const watched = { ...tyre.specs }
        Object.defineProperty(watched, 'season', {
          get: () => {
            looks++
            return ''
          },
        })
        return { ...tyre, id, specs: watched, described: null }
      })
    const { recognised } = matchTyres(listOf('A'), new Map(), listOf('B'))
    expect(recognised).toEqual([])
    expect(looks).toBeLessThan(tyres * 20)
  })

  it('is found without reading the names of a catalog of other sizes', () => {
    let looks = 0
    const catalog = Array.from({ length: 300 }, (_, id) => {
      const tyre = specs({ ...none, name: `Polar ${id}`, width: '185' })
      const known = asKnown({ id, specs: tyre, identity: tyreIdentity(tyre) })
      const name = () => {
        looks++
        return tyre.name
      }
      return { ...known, specs: Object.defineProperty({ ...tyre }, 'name', { get: name }) }
    })
    const draft = draftOf([{ ...none, name: 'Polar 299', width: '185' }, none])
    expect(matchTyres(catalog, new Map(), draft).known).toEqual([catalog[299], undefined])
    expect(looks).toBe(0)
  })

  it('is found by the identity that earlier versions stored', () => {
    const row = asKnown({ id: 7, specs: specs(none), identity: 'ARKTIKA|205/55R16 94V ARKTIKA POLAR' })
    expect(matchTyres([row], new Map(), draftOf([none])).known).toEqual([row])
  })
})

const anyTyre: fc.Arbitrary<Partial<TyreSpecs>> = fc.record({
  article: fc.constantFrom('', '', 'A1', 'a-1', 'A2', 'A3'),
  brand: fc.constantFrom('Arktika', 'Zorki', ''),
  name: fc.constantFrom('Polar', 'Polar XL', 'Polar шип', '205/55 R16 94V Polar', 'Solar'),
  season: fc.constantFrom('Зимняя', ''),
  width: fc.constantFrom('205', '225', ''),
})
const anyImports = fc.array(fc.array(anyTyre, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 })

describe('any imports in any order', () => {
  it('never join two articles, two models, nor two tyres of one source', () => {
    fc.assert(
      fc.property(anyImports, (imports) => {
        const { records } = catalogOf(imports)
        for (const tyres of records) expect(new Set(tyres.map(({ id }) => id)).size).toBe(tyres.length)
        for (const [, joined] of Map.groupBy(records.flat(), ({ id }) => id)) {
          const articles = new Set(joined.map(({ specs: s }) => s.article && tyreIdentity(s)).filter(Boolean))
          expect(articles.size).toBeLessThanOrEqual(1)
          const recognised = joined.filter(({ specs: s }) => s.article === '' && tyreModel(s))
          expect(new Set(recognised.map(({ specs: s }) => tyreModel(s)?.key)).size).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: runs(500) },
    )
  })

  it('give a tyre the same id when its source repeats its list the next day', () => {
    fc.assert(
      fc.property(anyImports, (imports) => {
        const [first] = imports
        if (!first) return
        const again = ids([first, first])
        expect(again[1]).toEqual(again[0])
      }),
    )
  })
})
