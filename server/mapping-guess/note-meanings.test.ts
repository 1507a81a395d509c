// Specification 10.35

import { describe, expect, it } from 'vitest'
import { isOtherYear, isTitleOfOtherYear, mentionsPriceTerms, STATEMENTS } from './note-meanings.ts'

const saidBy = (text: string) =>
  STATEMENTS.filter(({ says }) => says(text, '2026-04-18')).map(({ key }) => key)

describe('STATEMENTS', () => {
  it.each([
    ['pieces', 'цена за четыре шины'],
    ['pieces', 'Стоимость за комп-т из 4-х'],
    ['pieces', 'Цены за 4-ре шт.'],
    ['pieces', 'Цена за полкомплекта'],
    ['pieces', 'Стоимость указана за все четыре баллона'],
    ['pieces', 'unit: pair'],
    ['currency', 'Цены в бел. руб.'],
    ['currency', 'Ціни в гривнях'],
    ['currency', 'Алматы (цена в тенге)'],
    ['kind', 'Цены закупа'],
    ['buyers', 'Цены для членов профсоюза и их семей'],
    ['buyers', 'Корпоративные цены для сотрудников'],
    ['buyers', 'Указанные цены предоставляются сотрудникам компании'],
    ['buyers', 'Цены для постоянных клиентов'],
    ['buyers', 'name: Сотрудники'],
    ['bought', 'Скупка шин: по этим ценам мы принимаем'],
    ['bought', 'Резина на выкуп'],
    ['bought', 'Аренда шин на сезон'],
    ['more', 'Цены с учётом возврата старых шин'],
    ['more', 'Цены с учётом переобувки и балансировки'],
    ['more', 'Цены вместе с дисками'],
    ['more', 'Цены без учёта доставки из Китая'],
    ['factor', 'К ценам прайса применяется коэффициент 1,25'],
    ['archive', 'Прайс 2022 года'],
    ['archive', 'Цены прошлого сезона'],
    ['archive', 'Архивный прайс, не использовать'],
  ])('recognises %s in %j', (key, text) => {
    expect(saidBy(text)).toEqual([key])
  })

  it.each([
    'Прайс-лист на 18.04.2026',
    'Постоянным клиентам скидки до 10 %',
    'Доставка по городу бесплатно, самовывоз со склада ул. Ленина 12',
    'Выкуп и скупка шин, хранение, шиномонтаж',
    'Услуги: аренда шин, хранение',
    'Цены без учёта шиномонтажа и доставки',
    'Цены в рублях, торговый центр «Евро»',
    'Прайс зима 2025-2026',
  ])('recognises nothing in %j', (text) => {
    expect(saidBy(text)).toEqual([])
  })
})

describe('namesTerms', () => {
  it.each([
    ['Цены ориентировочные, уточняйте', true],
    ['Цена при самовывозе', true],
    ['При оплате картой цена увеличивается на 5 %', true],
    ['generated: 2026-04-18T03:00:00+03:00', false],
    ['Доставка по городу бесплатно, самовывоз со склада ул. Ленина 12', false],
    ['Возврат в течение 14 дней. Шиномонтаж рядом', false],
    ['Цены в рублях с НДС 20 %', false],
  ])('judges %j', (text, isTerm) => {
    expect(mentionsPriceTerms(text)).toBe(isTerm)
  })
})

describe('isOtherYear', () => {
  it.each([
    ['Цена 2023', true],
    ['Цена сезон 2024', true],
    ['Цена 2026', false],
    ['Цена зима 2025', false],
    ['Цена на 18.04.2025', false],
    ['Цена', false],
  ])('judges %j against the day of the list', (name, isOther) => {
    expect(isOtherYear(name, '2026-04-18')).toBe(isOther)
    expect(isOtherYear(name, undefined)).toBe(false)
  })
})

describe('isTitleOfOtherYear', () => {
  it.each([
    ['Прайс 2022 года', true],
    ['Цены на шины 2023', true],
    ['Прайс зима 2025-2026', false],
    ['Прайс от 01.12.2025', false],
    ['Магазин работает с 2012 года, лучшие цены', false],
  ])('judges %j', (title, isOther) => {
    expect(isTitleOfOtherYear(title, '2026-04-18')).toBe(isOther)
  })
})
