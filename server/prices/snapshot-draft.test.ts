import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { offer, specs } from '../../tests/support/prices.ts'
import type { Offer, TyreSpecs } from './offer.ts'
import { createDraft, fillEmpty } from './snapshot-draft.ts'
import { tyreIdentity } from './tyre-identity.ts'

type Line = readonly [TyreSpecs, Offer]

function collect(lines: readonly Line[]) {
  const draft = createDraft()
  for (const [tyre, price] of lines) draft.add(tyre, price)
  const offersOf = draft.offersByTyre()
  return { draft, offers: draft.list.map((_, tyre) => offersOf(tyre)) }
}

/** A reference implementation with maps: tyres by identity, and in each of them offers by place, of which the first in order is kept. */
function naively(lines: readonly Line[]) {
  const tyres = new Map<string, { specs: TyreSpecs; places: Map<string, Offer[]> }>()
  for (const [tyre, price] of lines) {
    const identity = tyreIdentity(tyre)
    const known = tyres.get(identity) ?? { specs: tyre, places: new Map<string, Offer[]>() }
    const fields = Object.keys(tyre) as (keyof TyreSpecs)[]
    known.specs = Object.fromEntries(
      fields.map((f) => [f, known.specs[f] || tyre[f]]),
    ) as unknown as TyreSpecs
    const place = JSON.stringify([price.city, price.warehouse])
    known.places.set(place, [...(known.places.get(place) ?? []), price])
    tyres.set(identity, known)
  }
  return [...tyres].map(([identity, { specs: of, places }]) => ({
    identity,
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

  it('tells tyres apart by identity, not by spelling', () => {
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

  it('holds the same as the reference implementation', () => {
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
        const collected = draft.list.map(({ identity, specs: of }, i) => ({
          identity,
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
