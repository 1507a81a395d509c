import { type Decision, type PriceWarning, priceWarningsOf } from '../../../contract/decisions/decision.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import { NO_CITY } from '../../../contract/reports/no-city.ts'
import { PRICES, TYRES } from '../../ui/nouns.ts'
import { countText, type NounForms } from '../../ui/plural.ts'
import { percent } from '../market/price-texts.ts'

/** Effect of a decided price. Percents are rounded to one decimal. */
export interface Effect {
  /** change of the own price in percent; null if there is no own price */
  change: number | null
  /** margin over the own cost in percent; null if the cost is unknown or 0 */
  margin: number | null
  /** rank among the lowest prices of all sites, from 1 for the cheapest */
  place: number
  /** number of sites with a price, including the own one */
  sites: number
  /** whether no competitor is cheaper; false without competitors */
  cheapest: boolean
  worries: readonly PriceWarning[]
}

/** Effects by decision, cached because lists, sums and rows need the same ones and decisions are immutable. */
const effects = new WeakMap<Decision, Effect>()

export function effectOf(decision: Decision): Effect {
  const known = effects.get(decision)
  if (known) return known
  const effect = computed(decision)
  effects.set(decision, effect)
  return effect
}

function computed(decision: Decision): Effect {
  const { price, now, cost, rivals } = decision
  const change = percentAbove(price, now)
  const [lowest] = rivals
  return {
    change,
    margin: percentAbove(price, cost),
    place: 1 + rivals.filter((rival) => rival < price).length,
    sites: rivals.length + 1,
    cheapest: lowest !== undefined && price <= lowest,
    worries: priceWarningsOf(decision),
  }
}

/** Returns whether a decision has a warning that nobody has confirmed. */
export const needsLook = (decision: Decision): boolean =>
  !decision.checked && effectOf(decision).worries.length > 0

function percentAbove(price: number, base: number | null): number | null {
  return base === null || base === 0 ? null : Math.round(((price - base) / base) * 1000) / 10
}

export interface Sum {
  count: number
  /** numbers of different tyres and cities; a tyre has a price for each city and kind */
  tyres: number
  cities: number
  /** whether prices without a city are among them */
  hasNoCity: boolean
  /** sum of new minus former prices in roubles; `changed` is the number of changed prices */
  change: number
  changed: number
  /** number of decisions without a former price */
  fresh: number
  cheapest: number
  /** number of decisions with competitors' prices */
  compared: number
  /** mean of the known margins in percent; null if none is known */
  margin: number | null
  /** number of decisions with unconfirmed warnings */
  look: number
}

export function sumOf(decisions: readonly Decision[]): Sum {
  const sum = { count: decisions.length, change: 0, changed: 0, fresh: 0, cheapest: 0, compared: 0, look: 0 }
  let [margins, known] = [0, 0]
  for (const decision of decisions) {
    const { margin, cheapest, worries } = effectOf(decision)
    if (decision.now === null) sum.fresh += 1
    else {
      sum.change += decision.price - decision.now
      if (decision.price !== decision.now) sum.changed += 1
    }
    if (decision.rivals.length > 0) sum.compared += 1
    if (cheapest) sum.cheapest += 1
    if (worries.length > 0 && !decision.checked) sum.look += 1
    if (margin !== null) {
      margins += margin
      known += 1
    }
  }
  const cities = new Set(decisions.map(({ city }) => city))
  const hasNoCity = cities.delete(NO_CITY)
  return {
    ...sum,
    tyres: new Set(decisions.map(({ tyre }) => tyre)).size,
    cities: cities.size,
    hasNoCity,
    change: Math.round(sum.change * 100) / 100,
    margin: known === 0 ? null : Math.round((margins / known) * 10) / 10,
  }
}

const signed = (roubles: number): string => `${roubles > 0 ? '+' : ''}${formatCell(roubles, 'price')} ₽`

/**
 * Returns texts for the total effect of decisions, one for each figure.
 * @param counted text for the number of prices
 */
export function sumText(sum: Sum, counted = countText(sum.count, PRICES)): string[] {
  const { change, changed, fresh, cheapest, compared, margin, look } = sum
  return [
    counted,
    changed === 0 ? fresh === 0 && 'ничего не меняется' : `изменений ${changed}, в сумме ${signed(change)}`,
    fresh > 0 && `новых ${fresh}`,
    compared === 0 ? 'конкурентов нет' : `самых низких ${cheapest} из ${compared}, где есть конкуренты`,
    margin === null ? 'себестоимость неизвестна' : `наценка в среднем ${percent(margin)}`,
    look > 0 && `требуют второго взгляда: ${look}`,
  ].filter((words) => words !== false)
}

const IN_CITIES: NounForms = ['городе', 'городах', 'городах']

/** Formats '83 цены', or '157 цен: 83 шины в 2 городах и без города' if tyres have several prices. */
export function countedText({ count, tyres, cities, hasNoCity }: Sum): string {
  const prices = countText(count, PRICES)
  if (tyres === count) return prices
  const where = [cities > 0 && `в ${countText(cities, IN_CITIES)}`, hasNoCity && 'без города']
  return `${prices}: ${countText(tyres, TYRES)} ${where.filter(Boolean).join(' и ')}`
}

export type Show = 'all' | 'look' | 'same'

export const SHOW_NAMES: Readonly<Record<Show, string>> = {
  all: 'Все',
  look: 'Требуют взгляда',
  same: 'Без изменения',
}

const SHOWN: Readonly<Record<Show, (decision: Decision) => boolean>> = {
  all: () => true,
  look: needsLook,
  same: ({ now, price }) => now === price,
}

export type DecisionOrder = 'added' | 'name' | 'change'

export const ORDER_NAMES: Readonly<Record<DecisionOrder, string>> = {
  added: 'Как добавлены',
  name: 'По названию',
  change: 'По изменению',
}

const byAlphabet = new Intl.Collator('ru', { numeric: true }).compare
const sizeOfChange = (decision: Decision): number => Math.abs(effectOf(decision).change ?? 0)

/**
 * Returns the decisions to display, filtered and sorted.
 * @param text each of its words must occur in name, brand, size, article, city or comment
 */
export function visibleDecisions(
  decisions: readonly Decision[],
  show: Show,
  text: string,
  order: DecisionOrder,
): readonly Decision[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = decisions.filter((decision) => {
    if (!SHOWN[show](decision)) return false
    if (words.length === 0) return true
    const { name, brand, size, article, city, comment } = decision
    const where = [name, brand, size, article, city, comment].join(' ').toLowerCase()
    return words.every((word) => where.includes(word))
  })
  if (order === 'name') return found.sort((a, b) => byAlphabet(a.name, b.name))
  if (order === 'change') {
    const sizes = new Map(found.map((decision) => [decision, sizeOfChange(decision)]))
    return found.sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))
  }
  return found
}
