import { withMinus } from '../lib/minus.ts'
import type { TotalsCoverage, TotalsFigures, TotalsPeriodKind, TotalsReport } from './totals.ts'

/** Numbers at the head of the totals, in their order. */
export const MEASURES = ['index', 'first', 'reaction', 'moves', 'coverage'] as const
export type Measure = (typeof MEASURES)[number]

interface MeasureWords {
  name: string
  /** definition for people (specification 27.1) */
  definition: string
}

export const MEASURE_WORDS: Readonly<Record<Measure, MeasureWords>> = {
  index: {
    name: 'Индекс цен',
    definition:
      'Наша самая низкая розничная цена шины в городе, делённая на медиану розничных цен конкурентов в этом городе в тот же день, × 100. 100 — цены по медиане, 103 — на 3 % дороже её. Каждая шина весит столько, сколько штук её у нас в этом городе; неизвестный остаток весит 1, нулевой не учитывается. За период — среднее с этими весами по всем дням, в которых есть наши цены и цены конкурентов. Округляется только результат, до десятой.',
  },
  first: {
    name: 'Первые места',
    definition:
      'Доля сравнений, в которых дешевле нас никого нет: наша самая низкая розничная цена шины в городе не выше самой низкой цены конкурентов. Сравнение — одна шина в одном городе за один день, если есть и наша цена, и цена конкурента; остаток не важен. Округляется до десятой процента.',
  },
  reaction: {
    name: 'Реакция',
    definition:
      'Медиана числа дней от подрезания до следующей перемены нашей цены этой шины в этом городе. Подрезание: самая низкая цена конкурента упала ниже нашей, а днём раньше ниже не была. Каждый конкурент считается отдельно. Учитываются подрезания и ответы внутри периода; подрезания без ответа до конца периода названы отдельно.',
  },
  moves: {
    name: 'Наши изменения',
    definition:
      'Сколько раз самая низкая розничная цена шины в городе на сайте изменилась против предыдущего дня этого сайта с ценами (не раньше чем за 30 дней). Появление и исчезновение шины — не изменение. Выросшие и упавшие считаются отдельно, наши и конкурентов — тоже.',
  },
  coverage: {
    name: 'Сопоставление',
    definition:
      'Доля позиций прайсов, у чьей шины есть позиция и другого сайта, без исключённых из отчётов. Считается на сегодня, а не за период: старые дни сопоставлены так же.',
  },
}

const tenths = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 0 })

const oneDigit = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

export const tenthsText = (value: number): string => withMinus(tenths.format(value))
export const wholeText = (value: number): string => withMinus(whole.format(value))
export const NO_FIGURE = '–'

/** @returns percent with one decimal; null without any */
export const shareOf = (part: number, of: number): number | null =>
  of === 0 ? null : Math.round((part / of) * 1000) / 10

/** Returns the value of a measure; null if it is unknown. */
export function measureValue(
  measure: Measure,
  figures: TotalsFigures,
  coverage: TotalsCoverage | null,
): number | null {
  switch (measure) {
    case 'index':
      return figures.index
    case 'first':
      return shareOf(figures.first, figures.pairs)
    case 'reaction':
      return figures.reaction
    case 'moves':
      return figures.own_up + figures.own_down
    case 'coverage':
      return coverage && shareOf(coverage.matched, coverage.listings)
  }
}

const daysRule = new Intl.PluralRules('ru-RU')
/** '1 день', '2 дня', '1,5 дня', '5 дней' */
const daysText = (days: number): string => {
  if (!Number.isInteger(days)) return `${tenthsText(days)} дня`
  const rule = daysRule.select(days)
  return `${wholeText(days)} ${rule === 'one' ? 'день' : rule === 'few' ? 'дня' : 'дней'}`
}

/** Formats a value of a measure with its unit. */
export function measureText(measure: Measure, value: number | null): string {
  if (value === null) return NO_FIGURE
  if (measure === 'reaction') return daysText(value)
  if (measure === 'moves') return wholeText(value)
  return measure === 'index' ? tenthsText(value) : `${tenthsText(value)}\u00a0%`
}

/** Formats the range of a measure over several days: '98,1–102,4', '1–14 дней'. */
export function measureRange(measure: Measure, values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (low === high) return measureText(measure, low)
  const begin = measure === 'moves' || measure === 'reaction' ? oneDigit.format(low) : tenthsText(low)
  return `${begin}–${measureText(measure, high)}`
}

/** Words of a rise and a fall, so that neither sign nor colour alone says what it means. */
const CHANGE_WORDS: Readonly<Record<Measure, readonly [rise: string, fall: string]>> = {
  index: ['стали дороже', 'стали дешевле'],
  first: ['чаще первые', 'реже первые'],
  reaction: ['отвечаем медленнее', 'отвечаем быстрее'],
  moves: ['больше изменений', 'меньше изменений'],
  coverage: ['больше', 'меньше'],
}

/** The period before, after 'к' and after 'как'. */
const BEFORE: Readonly<Record<TotalsPeriodKind, readonly [to: string, as: string]>> = {
  week: ['прошлой неделе', 'на прошлой неделе'],
  month: ['прошлому месяцу', 'в прошлом месяце'],
}

export interface MeasureChange {
  rose: boolean | null
  text: string
}

/** Compares a value with that of the period before. @returns null if either is unknown */
export function measureChange(
  measure: Measure,
  now: number | null,
  before: number | null,
  kind: TotalsPeriodKind,
): MeasureChange | null {
  if (now === null || before === null) return null
  const change = Math.round((now - before) * 10) / 10
  if (change === 0) return { rose: null, text: `как ${BEFORE[kind][1]}` }
  const rose = change > 0
  const size = Math.abs(change)
  const number = measure === 'moves' ? wholeText(size) : tenthsText(size)
  const unit = measure === 'first' || measure === 'coverage' ? ' п. п.' : measure === 'reaction' ? ' дн.' : ''
  return {
    rose,
    text: `${rose ? '▲ +' : '▼ \u2212'}${number}${unit} к ${BEFORE[kind][0]}: ${CHANGE_WORDS[measure][rose ? 0 : 1]}`,
  }
}

/** Returns the numbers that a measure was computed from, as short sentences. */
export function measureBasis(measure: Measure, report: TotalsReport): string[] {
  const { now, days, coverage } = report
  const priced = days.filter(({ figures }) => figures !== null).length
  const ofDays = `Дней с ценами: ${priced} из ${days.length}`
  switch (measure) {
    case 'index':
      return [`Сравнений: ${wholeText(now.pairs)}`, `Сумма весов: ${wholeText(now.weight)}`, ofDays]
    case 'first':
      return [`Первых мест: ${wholeText(now.first)} из ${wholeText(now.pairs)} сравнений`, ofDays]
    case 'reaction':
      return [
        `Подрезаний с ответом: ${wholeText(now.answered)}`,
        `Без ответа до конца периода: ${wholeText(now.open)}`,
      ]
    case 'moves':
      return [
        `Наши цены: выросли ${wholeText(now.own_up)}, упали ${wholeText(now.own_down)}`,
        `Цены конкурентов: выросли ${wholeText(now.up)}, упали ${wholeText(now.down)}`,
      ]
    case 'coverage':
      return [`Сопоставлено ${wholeText(coverage.matched)} из ${wholeText(coverage.listings)} позиций`]
  }
}
