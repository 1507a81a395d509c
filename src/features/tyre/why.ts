import type { Figure } from '../../../contract/reports/columns.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import {
  type ComparedPrice,
  type ProposalRule,
  proposedPrice,
} from '../../../contract/reports/proposed-price.ts'
import type { Cell } from '../../../contract/reports/report-row.ts'
import { deviationOf, lowest, statisticsOf } from '../../../contract/reports/statistics.ts'
import { numbersOf, type PlacePrice } from '../market/market.ts'
import { money, percent } from '../market/price-texts.ts'

/** Figure to explain, with all known inputs. */
export interface Question {
  figure: Figure
  kind: ComparedPrice
  /** prices in the figure's city that pass the report's filters */
  within: readonly PlacePrice[]
  /** all known prices in the figure's city, including those in `within` */
  known: readonly PlacePrice[]
  /** multiplier of the proposals, 1 + percent / 100; null without a percent */
  multiplier: number | null
  /** whether the server's proposals follow specification 10.8; the rule of other backends is unknown */
  rulesKnown: boolean
  /** value displayed in the table; null if the figure is the card's */
  shown: Cell
}

/** Price from which the figure is computed. */
interface CountedPrice {
  place: PlacePrice
  price: number
  /** whether the figure equals this price or is computed only from it, or from it and one other price */
  decides: boolean
}

interface LeftOut {
  place: PlacePrice
  reason: string
}

/** Explanation of a figure (specification 15.3). */
export interface Explanation {
  /** prices in ascending order */
  prices: readonly CountedPrice[]
  leftOut: readonly LeftOut[]
  /** lines of the calculation with its numbers; [] if the calculation is unknown */
  formula: readonly string[]
  /** result of the calculation; null if these prices do not suffice */
  result: number | null
  /** warning about the calculation; null if there is none */
  doubt: string | null
}

export function explain(question: Question): Explanation {
  const { figure, kind, within, known } = question
  const againstOthers = figure === 'deviation' || figure === 'proposed'
  const counts = (place: PlacePrice) => isNumber(place.prices[kind]) && !(againstOthers && place.own)
  const counted = within
    .filter(counts)
    .map((place) => ({ place, price: place.prices[kind] as number }))
    .sort((a, b) => a.price - b.price)
  const { formula, result, decides } = CALCULATIONS[figure](
    question,
    counted.map(({ price }) => price),
  )
  const inReport = new Set(within.map(placeKey))
  const leftOut = known
    .filter((place) => !(counts(place) && inReport.has(placeKey(place))))
    .map((place) => ({ place, reason: reasonFor(place, question, inReport.has(placeKey(place))) }))
  return {
    prices: counted.map((entry, index) => ({ ...entry, decides: decides(entry.price, index) })),
    leftOut,
    formula,
    result,
    doubt: doubtOf(question, result),
  }
}

const isNumber = (cell: Cell): cell is number => typeof cell === 'number'

/** Returns a key of a price that is the same for the table's row and the server's answer. */
const placeKey = ({ site, warehouse }: PlacePrice): string => JSON.stringify([site, warehouse])

const OTHER_KIND: Readonly<Record<ComparedPrice, string>> = {
  retail: 'нет розничной цены',
  wholesale: 'нет оптовой цены',
}

function reasonFor(place: PlacePrice, { kind, figure }: Question, inReport: boolean): string {
  if (typeof place.prices[kind] === 'string') return `вместо цены текст «${place.prices[kind]}»`
  if (place.prices[kind] === null) return OTHER_KIND[kind]
  if (place.own && (figure === 'deviation' || figure === 'proposed')) return 'наш сайт: с ним сравнивают'
  return inReport ? '' : 'нет в таблице: вне фильтров отчёта'
}

function doubtOf({ figure, rulesKnown, shown }: Question, result: number | null): string | null {
  if (figure === 'proposed' && !rulesKnown)
    return 'Правило, по которому этот сервер предлагает цену, неизвестно. Показаны цены конкурентов в городе.'
  if (!isNumber(shown)) return null
  const value = figure === 'deviation' ? percent(shown) : money(shown)
  if (result === null) return `В таблице ${value}, но цен, из которых это получено, здесь нет.`
  const close = figure === 'deviation' ? 0.051 : 0.0051
  if (Math.abs(shown - result) < close) return null
  const computed = figure === 'deviation' ? percent(result) : money(result)
  return `В таблице ${value}, а по ценам ниже получается ${computed}: сервер учёл другие цены, чем показаны в строке.`
}

interface Calculation {
  formula: string[]
  result: number | null
  decides(price: number, index: number): boolean
}

const UNKNOWN: Calculation = { formula: [], result: null, decides: () => false }

type Calculate = (question: Question, sorted: readonly number[]) => Calculation

const CALCULATIONS: Readonly<Record<Figure, Calculate>> = {
  min: (_, sorted) => extreme(sorted, sorted[0], 'наименьшая'),
  max: (_, sorted) => extreme(sorted, sorted.at(-1), 'наибольшая'),
  median: (_, sorted) => medianOf(sorted, 'медиана'),
  deviation(question, sorted) {
    const own = ownLowest(question, question.kind)
    const median = medianOf(sorted, 'медиана конкурентов')
    const deviation = deviationOf(own, median.result)
    if (!deviation) return { ...median, result: null }
    const { median: base, percent: value } = deviation
    const line = `отклонение: (${money(deviation.own)} − ${money(base)}) ÷ ${money(base)} × 100 = ${percent(value)}`
    return { ...median, formula: [...median.formula, line], result: value }
  },
  proposed(question, sorted) {
    if (!question.rulesKnown) return UNKNOWN
    const { kind, multiplier } = question
    const basis = { wholesale: ownNumbers(question, 'wholesale'), costs: ownNumbers(question, 'cost') }
    const median = medianOf(sorted, 'медиана конкурентов')
    const proposal = proposedPrice(kind, { ...basis, competitors: median.result }, multiplier)
    if (!proposal) return UNKNOWN
    const [own, cost] = [lowest(basis.wholesale), lowest(basis.costs)]
    const { price, rule } = proposal
    if (kind === 'retail' && own !== null && multiplier !== null) {
      const line = `наша оптовая цена × множитель: ${money(own)} × ${formatCell(multiplier, 'price')} = ${money(Math.round(own * multiplier * 100) / 100)}`
      return {
        formula: [line, ...floorLine('себестоимости', cost, rule)],
        result: price,
        decides: () => false,
      }
    }
    const floor =
      kind === 'retail' ? floorLine('нашей оптовой цены', own, rule) : floorLine('себестоимости', cost, rule)
    return { ...median, formula: [...median.formula, ...floor], result: price }
  },
}

function extreme(sorted: readonly number[], price: number | undefined, name: string): Calculation {
  if (price === undefined) return UNKNOWN
  return {
    formula: [`${name} из ${sorted.length}: ${money(price)}`],
    result: price,
    decides: (one) => one === price,
  }
}

function medianOf(sorted: readonly number[], name: string): Calculation {
  const result = statisticsOf(sorted)?.median
  if (result === undefined) return UNKNOWN
  const upper = sorted.length >>> 1
  const isOdd = sorted.length % 2 === 1
  const [low, high] = [money(sorted[upper - 1] ?? null), money(sorted[upper] ?? null)]
  return {
    formula: [
      isOdd
        ? `${name}: ${upper + 1}-я по порядку из ${sorted.length} = ${money(result)}`
        : `${name}: (${low} + ${high}) ÷ 2 = ${money(result)}`,
    ],
    result,
    decides: (_, index) => index === upper || (!isOdd && index === upper - 1),
  }
}

const RAISES: ReadonlySet<ProposalRule> = new Set(['cost', 'wholesale'])

/** Returns the line about the price's minimum, and whether the price was raised to it. */
function floorLine(name: string, floor: number | null, rule: ProposalRule): string[] {
  if (floor === null) return []
  return [`не ниже ${name} ${money(floor)}: ${RAISES.has(rule) ? `поднята до ${money(floor)}` : 'выполнено'}`]
}

/** Own prices are used regardless of the report's filters. */
const ownNumbers = ({ known }: Question, kind: 'retail' | 'wholesale' | 'cost'): number[] =>
  numbersOf(
    known.filter(({ own }) => own),
    kind,
  )

const ownLowest = (question: Question, kind: ComparedPrice): number | null =>
  lowest(ownNumbers(question, kind))
