import { describe, expect, it } from 'vitest'
import type { Condition } from '../../contract/matching/matching.ts'
import {
  conditionInField,
  conditionOf,
  isOld,
  withoutCondition,
  yearInField,
  yearOf,
  yearsDiffer,
} from './condition.ts'

const NAMED: Readonly<Record<Condition, readonly string[]>> = {
  used: [
    'Arktika Polar 7 195/65R15 91T XL шип. б/у',
    'Arktika Polar 7 195/65 R15 (Б/У)',
    'Шины БУ Arktika Polar 7 195/65R15',
    'б.у. Arktika Polar 7',
    'Arktika Polar 7 195/65R15 91T с пробегом',
    'Arktika Polar 7 износ 20 %',
    'Arktika Polar 7 (износ: 5-10%)',
    'Arktika Polar 7, 30% износа',
    'Arktika Polar 7 остаток протектора 6 мм',
    'Arktika Polar 7 бывшие в употреблении',
    'used',
    'preowned',
    'юзаная',
    'с разборки, пробег 3 тыс. км',
    'сняты с нового авто',
    'Arktika Polar 7 после года эксплуатации',
    'Эксплуатировалась',
    'остаток 6 мм',
  ],
  damaged: [
    'Arktika Polar 7 195/65R15 91T (уценка)',
    'УЦЕНЁННАЯ Arktika Polar 7',
    'Arktika Polar 7 дефект боковины',
    'Arktika Polar 7 - брак',
    'Arktika Polar 7 после ремонта',
    '2-й сорт',
    'второй сорт',
    'уц.',
    'нкд',
    'прокол, вулканизация',
    'латаная',
    'латка',
    'кривая',
    'неисправна',
    'царапины',
    'поврежд. бок',
    'после аварии',
    'damaged',
  ],
  retreaded: [
    'NR-202 315/80R22.5 восстановленная',
    'NR-202 315/80R22.5 (восст.)',
    'NR-202 315/80R22.5 наварка',
    'NR-202 315/80R22.5 наварная б/у',
    'Arktika XDE2 Remix 315/80R22.5',
    'Arktika Retread 315/80R22.5',
    'refurbished',
    'refurb',
    'реставрация',
  ],
  demo: [
    'Arktika Polar 7 витрина',
    'Arktika Polar 7 с витрины',
    'Arktika Polar 7 витринный образец',
    'DEMO',
    'тестовая',
    'open box',
  ],
  new: [
    '',
    'Arktika Polar 7 195/65R15 91T XL шип.',
    'Arktika Polar 7 новая, не б/у',
    'Arktika Polar 7 без дефектов',
    'Arktika Polar 7 износ 0%',
    'Arktika износостойкая 10.00R20 БУран',
    'Bridgestone Blizzak 205/55R16 91B/U',
    'Шина 205/55R16 Barum Bravuris',
    'Arktika Demolition Remixer 31x10.5R15',
    'Arktika Polar 7, остаток 8 шт',
    'Arktika Polar 7, защита от порезов и царапин',
    'Arktika Polar 7, стойкая к порезам, антипрокол',
    'Arktika Polar 7, устойчива к проколам',
    'Кама И-502 Кривой Рог 225/85R15',
    'Arktika Polar 7 высший сорт',
    'Шина бескамерная, защита от проколов, холодной вулканизации',
  ],
}

describe('conditionOf', () => {
  for (const [condition, texts] of Object.entries(NAMED))
    it.each(texts)(`finds ${condition} in '%s'`, (text) => {
      expect(conditionOf(text)).toBe(condition)
    })

  it('takes a time that grows with the text’s length alone', () => {
    const texts = ['износ ', 'б/', 'уцен', 'не ', '1 ', '\u00a0', 'остаток протектора '].map((part) =>
      part.repeat(10_000),
    )
    const began = performance.now()
    for (const text of texts) expect(conditionOf(text)).toBe('new')
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})

describe('conditionInField', () => {
  it.each([
    ['б/у', 'used'],
    ['хорошее', 'used'],
    ['4/5', 'used'],
    ['30%', 'used'],
    ['30', 'used'],
    ['5-6 мм', 'used'],
    ['0 %', 'new'],
    ['0', 'new'],
    ['уценка', 'damaged'],
    ['новая', 'new'],
    ['в наличии', 'new'],
    ['', 'new'],
    ['https://schema.org/UsedCondition', 'used'],
    ['http://schema.org/RefurbishedCondition', 'retreaded'],
    ['DamagedCondition', 'damaged'],
    ['https://schema.org/NewCondition', 'new'],
    ['second_hand', 'used'],
    ['like new', 'used'],
    ['4 из 5', 'used'],
  ])('reads %s', (text, condition) => {
    expect(conditionInField(text)).toBe(condition)
  })
})

describe('withoutCondition', () => {
  it('leaves the name of the tyre', () => {
    const plain = (text: string) =>
      withoutCondition(text)
        .replace(/[\s()]+/g, ' ')
        .trim()
    expect(plain('Arktika Polar 7 195/65R15 91T (б/у, износ 20 %)')).toBe('Arktika Polar 7 195/65R15 91T ,')
    expect(plain('Arktika Polar 7')).toBe('Arktika Polar 7')
  })
})

describe('yearOf', () => {
  it.each([
    ['Arktika Polar 7 205/55R16 2018 г.в.', '2018'],
    ['Arktika Polar 7 205/55R16 2018г', '2018'],
    ['Arktika Polar 7 205/55R16 (DOT 3519)', '2019'],
    ['Arktika Polar 7 205/55R16 DOT2021', '2021'],
    ['Arktika Polar 7 (2020)', '2020'],
    ['Arktika Polar 2020 205/55R16', ''],
    ['Arktika Polar 7 205/55R16', ''],
  ])('reads %s', (name, year) => {
    expect(yearOf(name)).toBe(year)
  })
})

describe('yearInField', () => {
  it.each([
    ['2021', '2021'],
    ['21', '2021'],
    ['3521', '2021'],
    ['35/21', '2021'],
    ['01.05.2021', '2021'],
    ['DOT 3521', '2021'],
    ['6021', ''],
    ['нет', ''],
    ['', ''],
  ])('reads %s', (text, year) => {
    expect(yearInField(text)).toBe(year)
  })
})

describe('years apart', () => {
  it('are two between stated ones, and more than three to the day if one is silent', () => {
    const day = '2026-04-17'
    expect(yearsDiffer('2024', '2025', day)).toBe(false)
    expect(yearsDiffer('2023', '2025', day)).toBe(true)
    expect(yearsDiffer('', '2023', day)).toBe(false)
    expect(yearsDiffer('', '2022', day)).toBe(true)
    expect(yearsDiffer('2022', '', day)).toBe(true)
    expect(yearsDiffer('', '', day)).toBe(false)
    expect(isOld('2001', '')).toBe(false)
  })
})
