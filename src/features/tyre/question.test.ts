// Specification 15.3

import { describe, expect, it } from 'vitest'
import type { Market, PlacePrice } from '../market/market.ts'
import { marketRankOf } from '../market/rank.ts'
import { figureQuestionOf } from './question.ts'
import { explain } from './why.ts'

const NONE = { retail: null, wholesale: null, cost: null }
const place = (city: string, site: string, retail: number): PlacePrice => ({
  city,
  site,
  warehouse: '',
  own: site === 'daikon.ru',
  prices: { ...NONE, retail },
  stock: 4,
  changes: NONE,
  since: NONE,
})

const market: Market = {
  specs: {} as Market['specs'],
  day: '2026-04-18',
  places: [
    place('Омск', 'daikon.ru', 7539),
    place('Омск', 'a.ru', 6580),
    place('Томск', 'daikon.ru', 7600),
    place('Томск', 'a.ru', 6000),
    place('Томск', 'b.ru', 7000),
  ],
  compared: null,
  gone: [],
  appeared: [],
  uncompared: [],
  late: [],
}
const known = { market, ofRow: market, row: undefined, table: null, rulesKnown: true }

describe('questionOf: deviation', () => {
  it.each([null, 'Омск', 'Томск'])(
    "asked on the card, is the card's own, of the cities it shows: %s",
    (city) => {
      const asked = figureQuestionOf({ figure: 'deviation', kind: 'retail', city, ofCard: true }, known)
      const { result, prices } = explain(asked.question)
      expect(asked.city).toBe(city)
      expect(result).toBe(marketRankOf(market, 'retail', city).percent)
      expect(prices).toHaveLength(city === null ? 3 : city === 'Омск' ? 1 : 2)
    },
  )

  it('explains the deviation of all cities if nobody sells the tyre in the named one', () => {
    const asked = figureQuestionOf({ figure: 'median', kind: 'retail', city: 'Марс', ofCard: false }, known)
    expect(asked.city).toBeNull()
    expect(explain(asked.question).prices).toHaveLength(5)
  })

  it('explains a proposed price in the first city if nobody sells the tyre in the named one, or none is named', () => {
    for (const city of ['Марс', null]) {
      const asked = figureQuestionOf({ figure: 'proposed', kind: 'retail', city, ofCard: false }, known)
      expect(asked.city).toBe('Омск')
    }
  })

  it("asked in a table's row, is that of the widest city", () => {
    const asked = figureQuestionOf({ figure: 'deviation', kind: 'retail', city: null, ofCard: false }, known)
    expect(asked.city).toBe('Томск')
    expect(explain(asked.question).result).toBe(16.9)
  })

  it('is not of a city without competitors, even if the own price deviates by less than 1 % elsewhere', () => {
    const places = [
      place('Омск', 'daikon.ru', 7000),
      place('Томск', 'daikon.ru', 7030),
      place('Томск', 'a.ru', 7000),
    ]
    const alone = { ...market, places }
    const asked = figureQuestionOf(
      { figure: 'deviation', kind: 'retail', city: null, ofCard: false },
      { ...known, market: alone, ofRow: alone },
    )
    expect(asked.city).toBe('Томск')
  })
})
