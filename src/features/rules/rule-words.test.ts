// Specification 25.7

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleHit, ruleSettings } from '../../../tests/support/rule-answers.ts'
import {
  byDistance,
  distanceOfHit,
  eventText,
  listText,
  movedText,
  ruleSentence,
  timingText,
} from './rule-words.ts'

const NAMES = { me: 'anna', owner: 'anna', views: [{ id: 'a'.repeat(32), name: 'Утро' }] }

describe('ruleSentence', () => {
  it('names event, tyres, places, people, channels and time', () => {
    const settings = ruleSettings({
      tyres: { of: 'filters', query: 'season=%D0%97%D0%B8%D0%BC%D0%B0' },
      cities: ['Томск'],
      recipients: ['boris', 'anna'],
    })
    expect(ruleSentence(settings, NAMES)).toBe(
      'Цена конкурента ниже нашей на 3\u00a0% · Зима, Томск · мне и boris · push, сразу',
    )
  })

  it.each([
    [{ tyres: { of: 'view', view: 'a'.repeat(32) } }, / · вид «Утро» · /],
    [{ tyres: { of: 'view', view: 'b'.repeat(32) } }, / · сохранённый вид · /],
    [{ tyres: { of: 'articles', articles: ['1', '2'] } }, / · 2 артикула · /],
    [{ tyres: { of: 'all' }, kind: 'wholesale' }, / · все шины, опт · /],
    [{ sites: ['a.ru', 'b.ru', 'c.ru'] }, / · наш ассортимент, a\.ru, b\.ru и ещё 1 · /],
    [{ tyres: { of: 'articles', count: 5_000 } }, / · 5 000 артикулов · /],
    [
      { event: { type: 'leader', in_stock: true }, tyres: { of: 'all' } },
      / · все шины, у конкурентов только в наличии · /,
    ],
    [{ event: { type: 'leader', in_stock: false }, tyres: { of: 'all' } }, / · все шины · /],
    [{ channels: [] }, / · только в списке, сразу$/],
    [
      { event: { type: 'late', time: '09:05' }, tyres: { of: 'all' } },
      /^Нет цен сайта к 9:05 · все сайты · /,
    ],
  ] as const)('describes %j', (over, words) => {
    expect(ruleSentence({ ...ruleSettings(), ...(over as object) }, NAMES)).toMatch(words)
  })

  it('shortens long filters and names, and leaves out characters that nobody sees', () => {
    const long = ruleSettings({
      tyres: { of: 'filters', query: `brand=${'ш'.repeat(1_000)}` },
      cities: ['Том\u202eск', 'О'.repeat(50)],
    })
    expect(ruleSentence(long, NAMES)).toMatch(/ · ш{79}…, Томск и О{39}… · /)
    expect(ruleSentence(long, NAMES, true)).toMatch(/ш{1000}.*, Томск и О{50} · /)
    const hidden = ruleSettings({ tyres: { of: 'filters', query: 'brand=%E2%80%AEAb%00c' } })
    expect(ruleSentence(hidden, NAMES)).toMatch(/ · Abc · /)
  })

  it('names the owner of a foreign rule without recipients', () => {
    expect(ruleSentence(ruleSettings(), { ...NAMES, owner: 'boris' })).toMatch(/ · boris · /)
    expect(ruleSentence(ruleSettings(), { ...NAMES, owner: '' })).toMatch(/ · никому · /)
  })
})

it.each([
  [{ type: 'below', than: 'cost', percent: 0 }, 'Цена конкурента ниже нашей себестоимости'],
  [{ type: 'below', than: 'rrp', percent: 2.5 }, 'Цена конкурента ниже РРЦ на 2,5\u00a0%'],
  [{ type: 'moved', percent: 5, days: 1, direction: 'any' }, 'Цена изменилась на 5\u00a0% за день'],
  [{ type: 'moved', percent: 0, days: 7, direction: 'down' }, 'Цена упала за 7 дней'],
  [{ type: 'stock', to: 'back' }, 'Шина снова есть у конкурента'],
  [{ type: 'place', to: 'dearest' }, 'Мы стали самыми дорогими в городе'],
] as const)('eventText describes %j', (event, words) => {
  expect(eventText(event)).toBe(words)
})

it('timingText names the time of a digest', () => {
  expect(timingText({ at: 'digest', time: '08:30', weekday: null })).toBe('каждый день в 8:30')
  expect(timingText({ at: 'digest', time: '18:00', weekday: 7 })).toBe('по воскресеньям в 18:00')
})

it('listText names two of many', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c', 'd']].map((names) => listText(names))).toEqual([
    '',
    'a',
    'a и b',
    'a, b и ещё 2',
  ])
})

describe('byDistance', () => {
  it('sorts any events by the distance to the compared price or by their change, those without one last', () => {
    const price = fc.option(fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1e6, noNaN: true })))
    fc.assert(
      fc.property(fc.array(fc.record({ before: price, after: price, compared: price })), (prices) => {
        const sizes = byDistance(prices.map((one) => ruleHit(one))).map(
          (hit) => Math.abs(distanceOfHit(hit) ?? 0) - (distanceOfHit(hit) === null ? 1 : 0),
        )
        expect(sizes).toHaveLength(prices.length)
        for (const [at, size] of sizes.entries()) expect(size).toBeLessThanOrEqual(sizes[at - 1] ?? Infinity)
      }),
    )
  })
})

it('movedText shows prices before and after', () => {
  expect(movedText(ruleHit())).toBe('5\u00a0600 → 5\u00a0200 ₽')
  expect(movedText(ruleHit({ before: null }))).toBe('нет → 5\u00a0200 ₽')
  expect(movedText(ruleHit({ after: 5_600 }))).toBe('5\u00a0600 ₽')
  expect(movedText(ruleHit({ before: null, after: null }))).toBe('')
})
