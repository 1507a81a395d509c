import { withMinus } from '../lib/minus.ts'
import type { TotalsCoverage, TotalsFigures, TotalsPeriodKind, TotalsReport } from './totals.ts'
import { uncomparableText } from './words.ts'

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
      'Медиана числа дней от подрезания до следующей перемены нашей цены этой шины в этом городе. Подрезание: самая низкая цена конкурента ниже, чем в его предыдущий день с ценами, и ниже нашей цены этого дня, а та его прежняя цена не была ниже нашей цены предыдущего дня с нашими ценами. Каждый конкурент считается отдельно. Учитываются подрезания и ответы внутри периода; подрезания без ответа до конца периода названы отдельно.',
  },
  moves: {
    name: 'Наши изменения',
    definition:
      'Сколько раз самая низкая розничная цена шины в городе на сайте изменилась против предыдущего дня этого сайта с ценами (не раньше чем за 30 дней). Появление и исчезновение шины — не изменение. Выросшие и упавшие считаются отдельно, наши и конкурентов — тоже. С прошлым периодом сравнивается число в день, по дням с нашими ценами.',
  },
  coverage: {
    name: 'Сопоставление',
    definition:
      'Доля позиций прайсов, у чьей шины есть позиция и другого сайта, без исключённых из отчётов. Считается на сегодня, а не за период: старые дни сопоставлены так же. Бренд и город не выбирают: только сайт.',
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
  /** reason why the change is neither a success nor a failure: sites that were missing; null without one */
  caution: string | null
}

/** Returns the value of the period. */
export const currentMeasureValue = (measure: Measure, { now, coverage }: TotalsReport): number | null =>
  measureValue(measure, now, coverage)

/** Returns the value of the period before; null if it is unknown, as that of the matching always is. */
export function previousMeasureValue(
  measure: Measure,
  { before, former_own_days }: TotalsReport,
): number | null {
  if (measure === 'coverage' || (measure === 'moves' && former_own_days === 0)) return null
  return measureValue(measure, before, null)
}

const toTenth = (value: number): number => Math.round(value * 10) / 10

/** Compares a report with the period before (specification 27.1). @returns null if either value is unknown */
export function measureChange(measure: Measure, report: TotalsReport): MeasureChange | null {
  const { kind, own_days, former_own_days } = report
  const [now, before] = [currentMeasureValue(measure, report), previousMeasureValue(measure, report)]
  const isDaily = measure === 'moves'
  if (now === null || before === null || (isDaily && own_days === 0)) return null
  const change = isDaily ? toTenth(now / own_days - before / former_own_days) : toTenth(now - before)
  const daily = isDaily ? ' в день' : ''
  const caution = isDaily ? null : uncomparableText(report)
  if (change === 0) return { rose: null, text: `${isDaily ? 'в день ' : ''}как ${BEFORE[kind][1]}`, caution }
  const rose = change > 0
  const unit = measure === 'first' ? ' п. п.' : measure === 'reaction' ? ' дн.' : daily
  return {
    rose,
    text: `${rose ? '▲ +' : '▼ \u2212'}${tenthsText(Math.abs(change))}${unit} к ${BEFORE[kind][0]}: ${CHANGE_WORDS[measure][rose ? 0 : 1]}`,
    caution,
  }
}

/** Returns the numbers that a measure was computed from, as short sentences. */
export function measureBasis(measure: Measure, report: TotalsReport): string[] {
  const { now, days, coverage, own_days } = report
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
        ...(own_days > 0
          ? [
              `Наших изменений в день: ${tenthsText((now.own_up + now.own_down) / own_days)}, дней: ${own_days}`,
            ]
          : []),
      ]
    case 'coverage':
      return [
        `Сопоставлено ${wholeText(coverage.matched)} из ${wholeText(coverage.listings)} позиций${unnarrowed(report)}`,
      ]
  }
}

/** The filters that do not narrow the matching: listings have no city, and are not counted by brand. */
function unnarrowed({ filters: { brand, city } }: TotalsReport): string {
  const all = [brand && 'брендам', city && 'городам'].filter(Boolean)
  return all.length > 0 ? `, по всем ${all.join(' и ')}` : ''
}

/** Number of sentences about the numbers behind a measure where there is little room. */
const BRIEF_LINES: Readonly<Record<Measure, number>> = {
  index: 1,
  first: 1,
  reaction: 2,
  moves: 2,
  coverage: 1,
}

/** Returns the most important numbers that a measure was computed from. */
export const measureBrief = (measure: Measure, report: TotalsReport): string =>
  measureBasis(measure, report).slice(0, BRIEF_LINES[measure]).join('. ')
