// Specification 12.4

import { describe, expect, it } from 'vitest'
import { findingKeyText } from './finding-keys.ts'

describe('findingKeyText', () => {
  it.each([
    ['column:Спеццена: опт', 'Колонка «Спеццена: опт» не читается'],
    ['price:Цена VIP', 'Название цены «Цена VIP» говорит об условии'],
    ['terms:Цена', 'Условия цены «Цена»'],
    ['sheet:Зима', 'Лист «Зима» не прочитан'],
    ['table:Грузовые', 'Таблица «Грузовые» не прочитана'],
    ['array:trucks', 'Массив «trucks» не прочитан'],
    ['rows:unpriced', 'Записи без цены'],
    ['text:vat', 'Рядом с таблицей сказано, что цены без НДС'],
    ['rows:new', 'rows:new'],
    ['column:', 'column:'],
    ['toString:x', 'toString:x'],
    ['', ''],
  ])('names the finding of the key %j', (key, text) => {
    expect(findingKeyText(key)).toBe(text)
  })
})
