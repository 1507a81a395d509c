// Specification 12.6 and 26.3

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText } from './file-head.ts'

const WORDS =
  'Артикул Бренд Цена РРЦ Действует Йокохама Пирелли Нокиан Мишлен Бриджстоун Континенталь Кама Кордиант Матадор Ханкук Тойо Белшина Шина зимняя летняя Размер Остаток Склад Москва Тольятти Казань Екатеринбург Самара Розница Модель Рекомендованная Производитель Сезон Количество'.split(
    ' ',
  )
const CASES = {
  lower: (word: string) => word.toLowerCase(),
  upper: (word: string) => word.toUpperCase(),
  mixed: (word: string) => word,
}
const ENCODINGS = ['windows-1251', 'koi8-r', 'ibm866'] as const

/** Encodes a text by the decoder's table. */
function encoded(text: string, encoding: string): Buffer {
  const table = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return Buffer.from([...text].map((letter) => table.indexOf(letter)))
}

describe('decodeText', () => {
  it('reads words in any case in the encoding that they were written in', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 6, maxLength: 40 }),
        fc.constantFrom(...ENCODINGS),
        fc.constantFrom(...(Object.keys(CASES) as (keyof typeof CASES)[])),
        (words, encoding, form) => {
          const text = words.map((word, at) => `${CASES[form](word)};A${at};5 000`).join('\n')
          expect(decodeText(encoded(text, encoding), true)).toMatchObject({ text, encoding })
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it.each(ENCODINGS)('reads a list of recommended prices in capitals in %s', (encoding) => {
    const text =
      'АРТИКУЛ;ПРОИЗВОДИТЕЛЬ;РРЦ;ДЕЙСТВУЕТ С\r\nA1;ЙОКОХАМА;5000;01.12.2026\r\nB2;ПИРЕЛЛИ;6000;\r\n'
    expect(decodeText(encoded(text, encoding), true)).toMatchObject({ text, encoding })
    const mixed = 'Артикул;Производитель;РРЦ;Действует с\nA1;ЙОКОХАМА;5000;\nB2;ПИРЕЛЛИ;6000;\n'
    expect(decodeText(encoded(mixed, encoding), true)).toMatchObject({ text: mixed, encoding })
  })

  it.each(['ЙОКОХАМА', 'ПИРЕЛЛИ'])('ignores how often a brand such as %s is repeated', (brand) => {
    const text = `Артикул;Бренд;Цена\n${`A1;${brand};5000\n`.repeat(500)}`
    expect(decodeText(encoded(text, 'windows-1251'), true).encoding).toBe('windows-1251')
  })
})
