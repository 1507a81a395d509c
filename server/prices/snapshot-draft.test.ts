// Specification 10.12, 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offer, specs } from '../../tests/support/prices.ts'
import { identityConflict } from '../matching/identity-conflict.ts'
import { listingKey, NO_IDS } from './listings/listing.ts'
import type { Offer, TyreSpecs } from './offer.ts'
import { createDraft, fillEmpty } from './snapshot-draft.ts'

type Line = readonly [TyreSpecs, Offer]

function collect(lines: readonly Line[]) {
  const draft = createDraft()
  for (const [tyre, price] of lines) draft.add(tyre, price)
  const offersOf = draft.offersByTyre()
  return { draft, offers: draft.list.map((_, tyre) => offersOf(tyre)) }
}

const conflicting = (key: string, { brand, width, height, diameter }: TyreSpecs) =>
  `${key}~${brand}~${width}/${height}/${diameter}`

/**
 * Reference implementation with maps: tyres by identity, and in each of them offers by warehouse, of which the first
 * in sort order is used.
 */
function naively(lines: readonly Line[]) {
  const tyres = new Map<string, { specs: TyreSpecs; places: Map<string, Offer[]> }>()
  for (const [tyre, price] of lines) {
    const key = listingKey(tyre, NO_IDS)
    const namesake = tyres.get(key)?.specs
    const identity = namesake && identityConflict(namesake, tyre) ? conflicting(key, tyre) : key
    const known = tyres.get(identity) ?? { specs: tyre, places: new Map<string, Offer[]>() }
    const fields = Object.keys(tyre) as (keyof TyreSpecs)[]
    known.specs = Object.fromEntries(
      fields.map((f) => [f, known.specs[f] || tyre[f]]),
    ) as unknown as TyreSpecs
    const place = JSON.stringify([price.city, price.warehouse])
    known.places.set(place, [...(known.places.get(place) ?? []), price])
    tyres.set(identity, known)
  }
  return [...tyres].map(([key, { specs: of, places }]) => ({
    key,
    specs: of,
    offers: [...places.values()].map((offers) => offers.toSorted(byPriceAndStock)[0]),
  }))
}

const last = (a: number | null, b: number | null): number => (a === b ? 0 : (a ?? 1e12) - (b ?? 1e12))
const byPriceAndStock = (a: Offer, b: Offer): number =>
  last(a.retail, b.retail) ||
  last(a.wholesale, b.wholesale) ||
  last(a.cost, b.cost) ||
  (b.stock ?? -1) - (a.stock ?? -1)

describe("one site's day while it is being read", () => {
  it('groups offers by tyre, in whichever order they come', () => {
    const [a, b] = [specs({ article: 'A1' }), specs({ article: 'B1' })]
    const { draft, offers } = collect([
      [a, offer({ retail: 1 })],
      [b, offer({ retail: 2 })],
      [a, offer({ city: 'Омск', retail: 3 })],
      [b, offer({ warehouse: 'Склад', retail: 4 })],
    ])
    expect(offers).toEqual([
      [offer({ retail: 1 }), offer({ city: 'Омск', retail: 3 })],
      [offer({ retail: 2 }), offer({ warehouse: 'Склад', retail: 4 })],
    ])
    expect([draft.tyres, draft.offers]).toEqual([2, 4])
  })

  it.each([
    ['the lower retail price', { retail: 2, stock: 1 }, { retail: 3, wholesale: 1, stock: 5 }],
    ['a price to none', { retail: 2 }, { wholesale: 1 }],
    ['the lower wholesale price at the same retail price', { retail: 2, wholesale: 1 }, { retail: 2 }],
    ['the lower cost', { cost: 1 }, { cost: 2 }],
    ['the larger stock at the same prices', { retail: 2, stock: 0 }, { retail: 2 }],
  ])('prefers %s of two offers in one place, in whichever order', (_, wins, loses) => {
    for (const order of [
      [wins, loses],
      [loses, wins],
    ]) {
      const { draft, offers } = collect(order.map((fields) => [specs(), offer(fields)]))
      expect(offers).toEqual([[offer(wins)]])
      expect(draft.offers).toBe(2)
    }
  })

  it('distinguishes tyres by identity, not by spelling', () => {
    const { draft } = collect([
      [specs({ article: 'T-429 283' }), offer({ retail: 1 })],
      [specs({ article: 't429283' }), offer({ city: 'Омск', retail: 1 })],
    ])
    expect(draft.list.map(({ offers, specs: { article } }) => [article, offers])).toEqual([['T-429 283', 2]])
  })

  it('keeps prices to the kopeck, a stock of zero, and absent values', () => {
    const prices = { retail: 10_000_000, wholesale: 0.01, cost: 4990.99, stock: 0 }
    expect(collect([[specs(), offer(prices)]]).offers).toEqual([[offer(prices)]])
    expect(collect([[specs(), offer()]]).offers).toEqual([[offer()]])
  })

  it('grows beyond its initial capacity', () => {
    const lines = Array.from({ length: 5000 }, (_, i): Line => {
      return [specs({ article: `A${i % 700}` }), offer({ city: `Город ${i}`, retail: i + 1 })]
    })
    const { draft, offers } = collect(lines)
    expect([draft.tyres, draft.offers]).toEqual([700, 5000])
    expect(offers).toEqual(naively(lines).map((tyre) => tyre.offers))
  })

  it('is empty without offers', () => {
    const { draft, offers } = collect([])
    expect([draft.tyres, draft.offers, draft.list, offers]).toEqual([0, 0, [], []])
  })

  it('contains the same as the reference implementation', () => {
    const price = fc.option(fc.integer({ min: 0, max: 1_000_000_000 }).map((kopecks) => kopecks / 100))
    const line = fc.tuple(
      fc
        .record({
          article: fc.constantFrom('A1', 'a-1', 'B2', ''),
          name: fc.constantFrom('', 'N', 'n ', 'M'),
          width: fc.constantFrom('', '205', '195'),
        })
        .map(specs),
      fc
        .record({
          city: fc.constantFrom('Томск', 'Омск', ''),
          warehouse: fc.constantFrom('', 'Склад', 'Томск'),
          retail: price,
          wholesale: price,
          cost: price,
          stock: fc.option(fc.nat(10_000_000)),
        })
        .map(offer),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const { draft, offers } = collect(lines)
        const collected = draft.list.map(({ key, specs: of }, i) => ({
          key,
          specs: of,
          offers: offers[i],
        }))
        expect(collected).toEqual(naively(lines))
        expect(draft.offers).toBe(lines.length)
      }),
    )
  })
})

describe('fillEmpty', () => {
  it('fills the empty fields and leaves the others', () => {
    const known = specs({ width: '', season: '' })
    const filled = fillEmpty(known, specs({ brand: 'Иная', width: '195', season: '' }))
    expect(filled).toEqual(specs({ width: '195', season: '' }))
    expect(known.width).toBe('')
  })

  it('returns the same object if there is nothing to add', () => {
    const known = specs({ width: '' })
    expect(fillEmpty(known, specs({ brand: 'Иная', width: '' }))).toBe(known)
  })
})

describe('repeated offers of a draft', () => {
  const tyre = specs({ article: 'A1', name: 'Пример 1' })
  const sameArticle = specs({ article: 'A1', name: 'Пример 2' })

  it('are paired with the cheaper one that is kept, each with the name and line of its own record', () => {
    const draft = createDraft()
    draft.add(tyre, offer({ retail: 5200 }), 2)
    draft.add(specs({ article: 'B1' }), offer({ retail: 100 }), 3)
    draft.add(sameArticle, offer({ retail: 4900 }), 4)
    expect(draft.repeated(5)).toEqual({
      count: 1,
      examples: [
        {
          kept: { line: 4, name: 'Пример 2', offer: offer({ retail: 4900 }) },
          left: { line: 2, name: 'Пример 1', offer: offer({ retail: 5200 }) },
        },
      ],
    })
  })

  it('are not counted where prices are equal or places differ', () => {
    const draft = createDraft()
    draft.add(tyre, offer({ retail: 5200, stock: 1 }))
    draft.add(tyre, offer({ retail: 5200, stock: 2 }))
    draft.add(tyre, offer({ retail: 5100, city: 'Омск' }))
    expect(draft.repeated(5)).toEqual({ count: 0, examples: [] })
  })

  it('are all counted, with the first ones as examples', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), fc.nat(2), fc.nat(3)), { maxLength: 30 }), (lines) => {
        const draft = createDraft()
        for (const [article, city, price] of lines)
          draft.add(specs({ article: `A${article}` }), offer({ city: `${city}`, retail: price }))
        const groups = Map.groupBy(lines, ([article, city]) => `${article} ${city}`)
        const expected = [...groups.values()].flatMap((group) => {
          const lowest = Math.min(...group.map(([, , price]) => price))
          return group.filter(([, , price]) => price > lowest)
        })
        const { count, examples } = draft.repeated(3)
        expect(count).toBe(expected.length)
        expect(examples).toHaveLength(Math.min(3, count))
        for (const { kept, left } of examples)
          expect(kept.offer.retail).toBeLessThan(left.offer.retail as number)
      }),
    )
  })
})

describe('unlikely prices of a draft', () => {
  const of = (article: string, price: Partial<Offer>, tyre: Partial<TyreSpecs> = {}): Line => [
    specs({ article, ...tyre }),
    offer(price),
  ]
  const usual = [of('A1', { retail: 5200 }), of('A2', { retail: 5000 }), of('A3', { retail: 5600 })]

  it('are at most a tenth of the median of their size, and are removed with tyres that have no other', () => {
    const { draft } = collect([...usual, of('A4', { retail: 500 }), of('A5', { retail: 501 })])
    const removed = draft.removeUnlikely()
    expect(
      removed.map(({ specs: { article }, kind, price, usual: median }) => [article, kind, price, median]),
    ).toEqual([['A4', 'retail', 500, 5000]])
    expect(draft.list.map(({ specs: { article } }) => article)).toEqual(['A1', 'A2', 'A3', 'A5'])
    expect([draft.tyres, draft.offers]).toEqual([4, 4])
    expect(draft.offersByTyre()(3)).toEqual([offer({ retail: 501 })])
  })

  it('leave the other offers of their tyre', () => {
    const { draft } = collect([...usual, of('A1', { retail: 52, city: 'Омск' })])
    expect(draft.removeUnlikely()).toHaveLength(1)
    expect(draft.offersByTyre()(0)).toEqual([offer({ retail: 5200 })])
  })

  it('are judged by kind of price and by size, of at least three tyres', () => {
    const opt = collect([...usual, of('A1', { wholesale: 400 }), of('A2', { wholesale: 4000 })])
    expect(opt.draft.removeUnlikely()).toEqual([])
    const others = collect([
      ...usual,
      of('B1', { retail: 400 }, { diameter: '13' }),
      of('B2', { retail: 400 }, { width: '' }),
    ])
    expect(others.draft.removeUnlikely()).toEqual([])
  })

  it('stay, but are counted, at a hundred times the median of their size', () => {
    const { draft } = collect([...usual, of('A4', { retail: 520_000 }), of('A5', { retail: 60_000 })])
    expect(draft.removeUnlikely()).toEqual([])
    const { count, examples } = draft.unusual('high')
    expect([count, examples.map(({ specs: { article }, price }) => [article, price])]).toEqual([
      1,
      [['A4', 520_000]],
    ])
    expect(draft.offers).toBe(5)
  })

  it('are counted where all prices are a hundred times what tyres of their rim cost', () => {
    const rim = { diameter: '14', width: '175' }
    const prices = [420_000, 431_000, 398_000, 512_000]
    const { draft } = collect(prices.map((retail, i) => of(`C${i}`, { retail }, rim)))
    draft.removeUnlikely()
    expect(draft.unusual('high').count).toBe(4)
    const dear = collect([
      of('D1', { retail: 79_000 }, rim),
      of('D2', { retail: 900_000 }, { diameter: '25' }),
    ])
    dear.draft.removeUnlikely()
    expect(dear.draft.unusual('high').count).toBe(0)
  })
})
