// Specification 12.4

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingKeyText, formatFindingKeys, isAnswerable, parseFindingKeys } from './finding-keys.ts'

describe('findingKeyText', () => {
  it.each([
    ['column:Спеццена: опт', 'Колонка «Спеццена: опт» не читается'],
    ['price:Цена VIP', 'Название цены «Цена VIP» говорит об условии'],
    ['terms:Цена', 'Условия цены «Цена»'],
    ['sheet:Зима', 'Лист «Зима» не прочитан'],
    ['table:Грузовые', 'Таблица «Грузовые» не прочитана'],
    ['array:trucks', 'Массив «trucks» не прочитан'],
    ['rows:unpriced', 'Записи без цены'],
    ['text:vat', 'Сказано, что цены без НДС'],
    ['rows:new', 'rows:new'],
    ['column:', 'column:'],
    ['toString:x', 'toString:x'],
    ['', ''],
  ])('names the finding of the key %j', (key, text) => {
    expect(findingKeyText(key)).toBe(text)
  })
})

describe('keys on a command line', () => {
  it('come back as they were, whatever a list calls its columns', () => {
    const key = fc.string({ minLength: 1, unit: 'binary' }).map((name) => `column:${name}`)
    fc.assert(
      fc.property(fc.uniqueArray(key), (keys) => {
        const typed = formatFindingKeys(keys)
        expect(parseFindingKeys(typed)).toEqual(keys)
        expect(typed).not.toMatch(/['"`$\\\n]/)
      }),
    )
  })

  it('name a header with a comma as one key, and are read as people type them', () => {
    expect(parseFindingKeys(formatFindingKeys(['price:Итого, руб', 'rows:sets']))).toEqual([
      'price:Итого, руб',
      'rows:sets',
    ])
    expect(formatFindingKeys(["column:Сорт' ; touch x"])).toBe('column:Сорт%27 ; touch x')
    expect(parseFindingKeys('column:Скидка %,sheet:Зима')).toEqual(['column:Скидка %', 'sheet:Зима'])
  })
})

it.each([
  ['column:Цена', true],
  ['text:pieces', true],
  ['text:currency', false],
  ['terms:Скидка', false],
])('says whether the assistant answers %s', (key, isSo) => {
  expect(isAnswerable(key)).toBe(isSo)
})
