// Specification 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameWords, soundKey } from './name-text.ts'

describe('soundKey', () => {
  it.each([
    ['Остаток', 'ostatok'],
    ['цена', 'tsena'],
    ['Цена', 'cena'],
    ['Оптовая', 'optovaya'],
    ['Ширина', 'SHIRINA'],
    ['высота', 'visota'],
    ['Розница', 'roznitsa'],
    ['Наличие', 'nalichie'],
    ['Хабаровск', 'Khabarovsk'],
  ])('returns the same key for %s and %s', (russian, latin) => {
    expect(soundKey(russian)).toBe(soundKey(latin))
  })

  it('returns different keys for different words', () => {
    expect(new Set(['цена', 'склад', 'сезон', 'город', 'опт', 'остаток'].map(soundKey)).size).toBe(6)
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[а-яёa-z]{1,12}$/), (word) => {
        const once = soundKey(word)
        expect(soundKey(once).length).toBeLessThanOrEqual(once.length)
        expect(soundKey(word.toUpperCase())).toBe(once)
      }),
    )
  })
})

describe('nameWords', () => {
  it.each(['stockMoscow', 'stock_moscow', 'Stock, Moscow', 'STOCK MOSCOW', 'stock.moscow'])(
    'finds two words in %s',
    (name) => {
      expect(nameWords(name).map(({ text }) => text)).toEqual(['stock', 'moscow'])
    },
  )

  it('marks abbreviated words', () => {
    expect(nameWords('кол. на скл.').map(({ shortened }) => shortened)).toEqual([true, false, true])
  })
})
