// Specification 10.13

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldWord, nameWords } from './fold.ts'

describe('foldWord', () => {
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
  ])('takes %s and %s for one word', (russian, latin) => {
    expect(foldWord(russian)).toBe(foldWord(latin))
  })

  it('keeps different words apart', () => {
    expect(new Set(['цена', 'склад', 'сезон', 'город', 'опт', 'остаток'].map(foldWord)).size).toBe(6)
  })

  it('folds what is folded to itself', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[а-яёa-z]{1,12}$/), (word) => {
        const once = foldWord(word)
        expect(foldWord(once).length).toBeLessThanOrEqual(once.length)
        expect(foldWord(word.toUpperCase())).toBe(once)
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

  it('marks what is shortened', () => {
    expect(nameWords('кол. на скл.').map(({ shortened }) => shortened)).toEqual([true, false, true])
  })
})
