// Specification 15.3

import { describe, expect, it } from 'vitest'
import type { PlacePrice } from '../market/market.ts'
import { explain, type Question } from './why.ts'

const NONE = { retail: null, wholesale: null, cost: null }
const place = (
  site: string,
  prices: Partial<PlacePrice['prices']>,
  more: Partial<PlacePrice> = {},
): PlacePrice => ({
  city: 'Томск',
  site,
  warehouse: '',
  own: site === 'daikon.ru',
  prices: { ...NONE, ...prices },
  stock: 4,
  changes: NONE,
  since: NONE,
  ...more,
})

const own = place('daikon.ru', { retail: 4050, wholesale: 3400, cost: 2900 })
const others = [place('b.ru', { retail: 3920 }), place('a.ru', { retail: 3860 })]

const ask = (over: Partial<Question>) => {
  const within = over.within ?? [own, ...others]
  const question: Question = {
    figure: 'median',
    kind: 'retail',
    within,
    known: within,
    multiplier: null,
    rulesKnown: true,
    shown: null,
    ...over,
  }
  const { formula, ...rest } = explain(question)
  return { ...rest, formula: formula.map((line) => line.replace(/\s/g, ' ')) }
}

describe('explain: statistics (specification 10.6)', () => {
  it('computes the median of an odd and of an even number of prices', () => {
    const odd = ask({ shown: 3920 })
    expect(odd.formula).toEqual(['медиана: 2-я по порядку из 3 = 3 920'])
    expect(odd.prices.map(({ place: { site }, decides }) => [site, decides])).toEqual([
      ['a.ru', false],
      ['b.ru', true],
      ['daikon.ru', false],
    ])
    expect(odd.doubt).toBeNull()
    const even = ask({ within: others, shown: 3890 })
    expect(even.formula).toEqual(['медиана: (3 860 + 3 920) ÷ 2 = 3 890'])
    expect(even.prices.every(({ decides }) => decides)).toBe(true)
  })

  it('computes the lowest and the highest, of one price too, and 0', () => {
    expect(ask({ figure: 'min' })).toMatchObject({ formula: ['наименьшая из 3: 3 860'], result: 3860 })
    expect(ask({ figure: 'max' })).toMatchObject({ formula: ['наибольшая из 3: 4 050'], result: 4050 })
    const zero = ask({ figure: 'min', within: [place('a.ru', { retail: 0 })], shown: 0 })
    expect(zero).toMatchObject({ formula: ['наименьшая из 1: 0'], result: 0, doubt: null })
  })

  it('lists the prices that were left out, with reasons', () => {
    const wholesaleOnly = place('c.ru', { wholesale: 3000 })
    const asText = place('d.ru', { retail: 'по запросу' })
    const outside = place('e.ru', { retail: 9000 })
    const within = [...others, wholesaleOnly, asText]
    const { leftOut } = ask({ within, known: [...within, outside] })
    expect(leftOut.map(({ place: { site }, reason }) => [site, reason])).toEqual([
      ['c.ru', 'нет розничной цены'],
      ['d.ru', 'вместо цены текст «по запросу»'],
      ['e.ru', 'нет в таблице: вне фильтров отчёта'],
    ])
  })

  it('warns if the table displays another value, or nothing can be computed', () => {
    expect(ask({ shown: 4000 }).doubt).toMatch(/В таблице 4\s000, а по ценам ниже получается 3\s920/)
    expect(ask({ within: [], shown: 4000 })).toMatchObject({ result: null, formula: [] })
    expect(ask({ within: [], shown: 4000 }).doubt).toMatch(/цен, из которых это получено, здесь нет/)
  })
})

describe('explain: deviation (specification 10.9)', () => {
  it('compares the own price with the competitors’ median', () => {
    const { formula, prices, leftOut, doubt } = ask({ figure: 'deviation', shown: 4.1 })
    expect(formula).toEqual([
      'медиана конкурентов: (3 860 + 3 920) ÷ 2 = 3 890',
      'отклонение: (4 050 − 3 890) ÷ 3 890 × 100 = +4,1 %',
    ])
    expect(prices).toHaveLength(2)
    expect(leftOut).toEqual([{ place: own, reason: 'наш сайт: с ним сравнивают' }])
    expect(doubt).toBeNull()
  })
})

describe('explain: proposed price (specification 10.8)', () => {
  const proposed = (over: Partial<Question>) => ask({ figure: 'proposed', ...over })

  it('uses the own wholesale price with a percent, not below the cost', () => {
    expect(proposed({ multiplier: 1.13 }).formula).toEqual([
      'наша оптовая цена × множитель: 3 400 × 1,13 = 3 842',
      'не ниже себестоимости 2 900: выполнено',
    ])
    const dear = place('daikon.ru', { wholesale: 3400, cost: 3500 })
    expect(proposed({ within: [dear], multiplier: 1 })).toMatchObject({
      formula: [
        'наша оптовая цена × множитель: 3 400 × 1 = 3 400',
        'не ниже себестоимости 3 500: поднята до 3 500',
      ],
      result: 3500,
    })
  })

  it('uses the competitors’ median otherwise, not below the own wholesale price', () => {
    expect(proposed({}).formula).toEqual([
      'медиана конкурентов: (3 860 + 3 920) ÷ 2 = 3 890',
      'не ниже нашей оптовой цены 3 400: выполнено',
    ])
    const dear = place('daikon.ru', { wholesale: 4100 })
    expect(proposed({ within: [dear, ...others] })).toMatchObject({ result: 4100 })
    expect(proposed({ within: [own] })).toMatchObject({ result: null, formula: [] })
  })

  it('counts the own price even if it is outside of the filters', () => {
    expect(proposed({ within: others, known: [own, ...others], multiplier: 1.1 }).result).toBe(3740)
  })

  it('uses the competitors’ median for wholesale prices, not below the own cost', () => {
    const within = [own, place('a.ru', { wholesale: 2800 })]
    expect(proposed({ kind: 'wholesale', within })).toMatchObject({
      result: 2900,
      formula: [
        'медиана конкурентов: 1-я по порядку из 1 = 2 800',
        'не ниже себестоимости 2 900: поднята до 2 900',
      ],
    })
  })

  it('has no rule for another backend', () => {
    const { formula, doubt } = proposed({ rulesKnown: false, shown: 3890 })
    expect(formula).toEqual([])
    expect(doubt).toMatch(/Правило, по которому этот сервер предлагает цену, неизвестно/)
  })
})
