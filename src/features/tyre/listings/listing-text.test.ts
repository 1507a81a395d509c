import { describe, expect, it } from 'vitest'
import type { TyreListing } from '../../../../contract/matching/matching.ts'
import { matchText, numbersText, otherNames } from './listing-text.ts'

const YEAR = new Date().getFullYear()
const listing = (over: Partial<TyreListing>): TyreListing => ({
  id: 1,
  site: 'b.ru',
  own: false,
  name: 'Polar 205/55R16',
  brand: 'Arktika',
  article: '',
  code: '',
  gtin: '',
  price: 5000,
  stock: 4,
  first_day: `${YEAR}-03-01`,
  last_day: `${YEAR}-03-12`,
  how: 'article',
  score: null,
  since: `${YEAR}-03-12T09:00:00.000Z`,
  excluded: '',
  ...over,
})

describe('matchText (specification 21.6)', () => {
  it.each([
    [{ how: 'person' }, 'решение человека · с 12 мар'],
    [{ how: 'gtin' }, 'штрихкод · с 12 мар'],
    [{ how: 'article' }, 'артикул · с 12 мар'],
    [{ how: 'own' }, 'первое предложение этой шины · с 12 мар'],
    [{ how: 'description', score: 0.97 }, 'описание, 97\u00a0% · с 12 мар'],
    [{ how: 'description', score: 0.9499 }, 'описание, 94\u00a0% · с 12 мар'],
    [{ how: 'description', score: 0.29 }, 'описание, 29\u00a0% · с 12 мар'],
    [{ how: 'description', score: null }, 'описание · с 12 мар'],
    [{ how: 'person', score: 0.8 }, 'решение человека · с 12 мар'],
  ] as const)('describes %j', (match, words) => {
    expect(matchText(listing(match))).toBe(words)
  })
})

describe('numbersText (specification 21.6)', () => {
  it.each([
    [{ article: 'A-1', code: '777', gtin: '4601234567893' }, 'артикул A-1 · код 777 · EAN 4601234567893'],
    [{ code: '777' }, 'код 777'],
    [{ article: 'A-1', code: 'A-1' }, 'артикул A-1'],
    [{}, ''],
  ])('formats %j', (numbers, words) => {
    expect(numbersText(listing(numbers))).toBe(words)
  })
})

describe('otherNames (specification 21.6)', () => {
  it('returns the names that differ from the tyre’s in more than case and spaces', () => {
    const names = otherNames('Arktika Polar', [
      listing({ site: 'a.ru', name: 'ARKTIKA  polar ' }),
      listing({ site: 'b.ru', name: 'Polar' }),
      listing({ site: 'c.ru', name: 'Polar 2019', excluded: 'год выпуска' }),
      listing({ site: 'b.ru', name: 'Polar XL' }),
    ])
    expect([...names]).toEqual([['b.ru', 'Polar / Polar XL']])
  })
})
