// Specification 15.2

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTyreAnswer } from '../../../contract/tyre/tyre-answer.ts'
import { marketOfAnswer } from '../market/market.ts'
import { marketRankOf } from '../market/rank.ts'
import { priceLineOf } from './price-line.ts'

interface At {
  site: string
  retail: number | null
  warehouse?: string
  city?: string
}

/** Returns the line of a market; the own site is 'own.ru'. */
function lineOf(offers: readonly At[], city: string | null = null) {
  const answer = parseTyreAnswer(
    JSON.stringify({
      version: 1,
      key: 'A1',
      day: '2026-11-21',
      tyre: {},
      offers: offers.map((offer) => ({ city: 'Томск', ...offer })),
    }),
  )
  const market = marketOfAnswer(answer, (host) => host === 'own.ru')
  return priceLineOf(market, 'retail', city, marketRankOf(market, 'retail', city))
}

const labelsOf = (offers: readonly At[], city?: string) =>
  lineOf(offers, city)?.labels.map(({ lane, at, price, words }) => [lane, at, price, words])

describe('priceLineOf', () => {
  it('places all prices between the lowest and the highest one', () => {
    const line = lineOf([
      { site: 'own.ru', retail: 4500 },
      { site: 'a.ru', retail: 4000 },
      { site: 'b.ru', retail: 5000 },
      { site: 'b.ru', retail: 4800, warehouse: 'Склад' },
      { site: 'c.ru', retail: 5000 },
      { site: 'd.ru', retail: null },
    ])
    expect(line?.marks.map(({ at, sites, own }) => [at, sites, own])).toEqual([
      [0, 1, false],
      [0.5, 1, true],
      [0.8, 1, false],
      // The highest price is the lowest one of only one of its two sites.
      [1, 1, false],
    ])
    expect(line?.labels).toEqual([
      { lane: 'own', at: 0.5, price: 4500, words: 'Наша' },
      { lane: 'median', at: 0.9, price: 4900, words: 'медиана конкурентов' },
      { lane: 'low', at: 0, price: 4000, words: 'a.ru' },
      { lane: 'high', at: 1, price: 5000, words: 'b.ru и ещё 1' },
    ])
    expect(line?.text.replace(/\s/g, ' ')).toBe(
      'Цены от 4 000 (a.ru) до 5 000 (b.ru и ещё 1), наша 4 500, медиана конкурентов 4 900, сайтов 4',
    )
  })

  it('names a price once, if the own price or the median is at an end', () => {
    expect(
      labelsOf([
        { site: 'own.ru', retail: 4000 },
        { site: 'a.ru', retail: 5000 },
      ]),
    ).toEqual([
      ['own', 0, 4000, 'Наша'],
      ['high', 1, 5000, 'a.ru, медиана конкурентов'],
    ])
    // Beside another label it is shortened.
    expect(
      labelsOf([
        { site: 'own.ru', retail: 4500 },
        { site: 'a.ru', retail: 4000 },
        { site: 'b.ru', retail: 4000 },
        { site: 'c.ru', retail: 5000 },
      ]),
    ).toEqual([
      ['own', 0.5, 4500, 'Наша'],
      ['low', 0, 4000, 'a.ru и ещё 1, медиана конк.'],
      ['high', 1, 5000, 'c.ru'],
    ])
  })

  it('has no own label without an own price, and one label for equal prices', () => {
    expect(
      labelsOf([
        { site: 'a.ru', retail: 4000 },
        { site: 'b.ru', retail: 5000 },
      ])?.map(([lane]) => lane),
    ).toEqual(['median', 'low', 'high'])
    const equal = [
      { site: 'own.ru', retail: 4000 },
      { site: 'a.ru', retail: 4000 },
    ]
    expect(labelsOf(equal)).toEqual([
      ['own', 0.5, 4000, 'Наша'],
      ['all', 0.5, 4000, 'одна цена у всех'],
    ])
    expect(lineOf(equal)?.median).toBeNull()
  })

  it('is left out for a single price, also of several warehouses', () => {
    expect(lineOf([{ site: 'own.ru', retail: 4000 }])).toBeNull()
    expect(lineOf([1, 2].map((at) => ({ site: 'a.ru', retail: 4000, warehouse: `Склад ${at}` })))).toBeNull()
    expect(lineOf([{ site: 'a.ru', retail: null }])).toBeNull()
    const cities = [
      { site: 'a.ru', retail: 4000 },
      { site: 'b.ru', retail: 5000, city: 'Омск' },
    ]
    expect([lineOf(cities, 'Омск'), lineOf(cities)?.marks.length]).toEqual([null, 2])
  })

  it('keeps every mark and label inside, in the order of prices, and one label in each place', () => {
    const price = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(4500, 4500.5))
    const offer = fc.record({
      site: fc.constantFrom('own.ru', ...Array.from({ length: 20 }, (_, index) => `site${index}.ru`)),
      retail: fc.option(price),
      warehouse: fc.constantFrom('', 'Склад'),
    })
    fc.assert(
      fc.property(fc.array(offer, { maxLength: 40 }), (offers) => {
        const line = lineOf(offers)
        if (!line) return
        const { marks, labels, median } = line
        for (const { at } of [...marks, ...labels, ...(median === null ? [] : [{ at: median }])]) {
          expect(at).toBeGreaterThanOrEqual(0)
          expect(at).toBeLessThanOrEqual(1)
        }
        const sorted = marks.toSorted((a, b) => a.price - b.price)
        for (const [index, mark] of sorted.slice(1).entries())
          expect(mark.at).toBeGreaterThan((sorted[index] as typeof mark).at)
        // Labels of one lane would overlap; the ends share theirs from opposite sides, each with half of it.
        expect(new Set(labels.map(({ lane }) => lane)).size).toBe(labels.length)
        if (labels.some(({ lane }) => lane === 'all')) expect(labels.every(({ at }) => at === 0.5)).toBe(true)
      }),
    )
  })
})
