import type { PriceFormula } from '../../../contract/decisions/price-by.ts'
import { formatCell } from '../../../contract/reports/format-cell.ts'
import type { LeftOut } from '../../../contract/strategies/figures.ts'
import type { TeamLimitName } from '../../../contract/strategies/pricing.ts'
import type { StrategySettings, TeamLimits } from '../../../contract/strategies/strategy.ts'
import { MISSING_INPUT_NAMES, ROUNDING_NAMES } from '../decisions/pricing-rule.ts'

export const percentWords = (value: number): string => `${formatCell(value, 'percent')} %`
export const roubleWords = (value: number): string => `${value > 0 ? '+' : ''}${formatCell(value, 'price')} ₽`
/** Formats a mean of percents or a share without a sign: '12,5 %'. */
export const plainPercent = (value: number | null): string =>
  value === null ? '—' : `${plain.format(value).replace('-', '−')} %`
const plain = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const BASE_NAMES: Readonly<Record<PriceFormula['base'], string>> = {
  second: 'Вторая цена',
  lowest: 'Самая низкая цена',
  median: 'Медиана',
  wholesale: 'Наша оптовая',
  cost: 'Себестоимость',
  rrp: 'РРЦ',
  proposed: 'Предложенная цена',
}

const SHORT_BASES: Readonly<Record<PriceFormula['base'], string>> = {
  second: 'вторая цена',
  lowest: 'самая низкая',
  median: 'медиана',
  wholesale: 'наш опт',
  cost: 'себестоимость',
  rrp: 'РРЦ',
  proposed: 'предложенная',
}

/** Bases that are made of competitors' prices. */
export const OF_COMPETITORS: ReadonlySet<string> = new Set(['second', 'lowest', 'median', 'proposed'])

/** Returns a strategy's rule: 'вторая цена −1,0 %, только в наличии, не ниже себестоимости +7,0 %, на 90'. */
export function strategyRuleWords({
  base,
  in_stock: inStock = false,
  unit,
  by,
  floor,
  round,
}: Pick<StrategySettings, 'base' | 'in_stock' | 'unit' | 'by' | 'floor' | 'round'>): string {
  const change = by === 0 ? '' : ` ${unit === 'percent' ? percentWords(by) : roubleWords(by)}`
  return [
    `${SHORT_BASES[base]}${change}`,
    inStock && OF_COMPETITORS.has(base) && 'только в наличии',
    floor !== null && `не ниже себестоимости${floor === 0 ? '' : ` ${percentWords(floor)}`}`,
    round !== 'kopecks' && ROUNDING_NAMES[round],
  ]
    .filter(Boolean)
    .join(', ')
}

/** Returns what a strategy's filters select: 'Зимняя, 16, Омск, остаток от 4'; '' for all own prices. */
export function strategyFilterWords(settings: StrategySettings): string {
  const { kind, seasons, diameters, brands, cities, stock, age } = settings
  const some = (values: readonly string[], prefix = '') => {
    const shown = values.slice(0, 3).map((value) => `${prefix}${value}`)
    return [...shown, ...(values.length > 3 ? [`ещё ${values.length - 3}`] : [])]
  }
  return [
    ...(kind === 'wholesale' ? ['опт'] : []),
    ...some(seasons),
    ...some(diameters, 'R'),
    ...some(brands),
    ...some(cities),
    ...rangeWords('остаток', stock),
    ...rangeWords('в продаже', age, ' дн.'),
  ].join(', ')
}

function rangeWords(name: string, { from, to }: StrategySettings['stock'], unit = ''): string[] {
  if (from === null && to === null) return []
  const ends = [from !== null && `от ${from}`, to !== null && `до ${to}`].filter((end) => end !== false)
  return [`${name} ${ends.join(' ')}${unit}`]
}

export function railWords({ margin, change, rrp, approval }: TeamLimits): string[] {
  return [
    margin !== null && `наценка не меньше ${plainPercent(margin)}`,
    change !== null && `цена меняется не больше чем на ${plainPercent(change)} в день`,
    rrp && 'розница не ниже РРЦ',
    approval && 'стратегию согласует второй человек',
  ].filter((words) => words !== false)
}

/** Limits of the team to which a price is moved. */
export const HELD_WORDS: Readonly<Record<TeamLimitName, string>> = {
  margin: 'до минимальной наценки',
  change: 'до предела изменения',
  rrp: 'до РРЦ',
}

export const LEFT_WORDS: Readonly<Record<LeftOut, string>> = {
  ...MISSING_INPUT_NAMES,
  second: 'нет второй цены',
  rrp: 'нет РРЦ',
  'floor-change': 'порог стратегии выше предела изменения',
  'margin-change': 'минимальная наценка выше предела изменения',
  'rrp-change': 'РРЦ выше предела изменения',
  earlier: 'решает стратегия выше по списку',
}
