import { MAX_STRATEGY_NAME_LENGTH } from '../../../contract/decisions/rule.ts'
import { setName } from '../../../contract/decisions/set.ts'
import { finiteNumber } from '../../../contract/legacy/values.ts'
import type { StrategySettings } from '../../../contract/strategies/strategy.ts'
import { STRATEGY_LIMITS } from '../../../contract/strategies/strategy.ts'
import { strategyFilterWords, strategyRuleWords } from './strategy-words.ts'

/** Filters of a strategy with several values. */
export const VALUE_FILTERS = ['seasons', 'diameters', 'brands', 'cities'] as const
type ValueFilter = (typeof VALUE_FILTERS)[number]

type Chosen = Pick<StrategySettings, 'kind' | 'base' | 'unit' | 'round' | ValueFilter>

export interface StrategyDraft extends Chosen {
  /** '' as long as the name follows the settings */
  name: string
  stockFrom: string
  stockTo: string
  ageFrom: string
  ageTo: string
  by: string
  inStock: boolean
  /** '' for none */
  floor: string
  /** 'HH:MM'; '' for none */
  morning: string
}

/** Draft of a new strategy: the example of the guide. */
export const NEW_STRATEGY: StrategyDraft = {
  name: '',
  kind: 'retail',
  cities: [],
  brands: [],
  diameters: [],
  seasons: [],
  stockFrom: '',
  stockTo: '',
  ageFrom: '',
  ageTo: '',
  base: 'second',
  inStock: true,
  unit: 'percent',
  by: '-1',
  floor: '7',
  round: '90',
  morning: '',
}

/** Returns the draft of a saved strategy. A name that the settings suggest follows them (specification 19.14). */
export const strategyDraftOf = (settings: StrategySettings): StrategyDraft => {
  const { stock, age, by, floor, morning, in_stock: inStock = false, ...rest } = settings
  return {
    ...rest,
    name: settings.name === setName(suggestedName(settings)) ? '' : settings.name,
    stockFrom: numberText(stock.from),
    stockTo: numberText(stock.to),
    ageFrom: numberText(age.from),
    ageTo: numberText(age.to),
    inStock,
    by: numberText(by),
    floor: numberText(floor),
    morning: morning ?? '',
  }
}

export const numberText = (value: number | null): string => (value === null ? '' : String(value))

export type NumberField = 'stockFrom' | 'stockTo' | 'ageFrom' | 'ageTo' | 'by' | 'floor'

const WHOLE: Readonly<Record<string, number>> = {
  stockFrom: 1_000_000,
  stockTo: 1_000_000,
  ageFrom: 3_650,
  ageTo: 3_650,
}

/** Returns the limits of a field, and whether its number must be whole and may be missing. */
function fieldLimits(draft: StrategyDraft, field: NumberField) {
  const whole = WHOLE[field]
  if (whole !== undefined) return { least: 0, most: whole, isWhole: true, isOptional: true }
  const limits = field === 'floor' ? STRATEGY_LIMITS.floor : STRATEGY_LIMITS[draft.unit]
  return { ...limits, isWhole: false, isOptional: field === 'floor' }
}

/** Returns the number in a field; null for an empty field, undefined if it is refused. */
function numberIn(draft: StrategyDraft, field: NumberField): number | null | undefined {
  const { least, most, isWhole, isOptional } = fieldLimits(draft, field)
  if (draft[field].trim() === '') return isOptional ? null : undefined
  const value = typedNumber(draft[field])
  if (value === null || value < least || value > most) return undefined
  return isWhole ? Math.floor(value) : Math.round(value * 100) / 100
}

interface Limits {
  least: number
  most: number
}

const count = new Intl.NumberFormat('ru-RU')
const limitWords = ({ least, most }: Limits): string =>
  `Число от ${count.format(least).replace('-', '−')} до ${count.format(most)}`

/** Parses a number as typed; null if it is none. */
export const typedNumber = (text: string): number | null => finiteNumber(text.replace('−', '-'))

/** Returns why a number that may be missing is refused; '' if it is accepted. */
export function limitProblem(text: string, limits: Limits): string {
  const value = typedNumber(text)
  const isWithin = value !== null && value >= limits.least && value <= limits.most
  return isWithin || text.trim() === '' ? '' : limitWords(limits)
}

/** Returns why a field is refused; null if it is accepted. */
export function strategyFieldProblem(draft: StrategyDraft, field: NumberField): string | null {
  const value = numberIn(draft, field)
  if (value === undefined) return limitWords(fieldLimits(draft, field))
  const start = field === 'stockTo' ? 'stockFrom' : field === 'ageTo' ? 'ageFrom' : null
  const from = start && numberIn(draft, start)
  return value !== null && typeof from === 'number' && from > value ? 'Меньше, чем «от»' : null
}

const NUMBER_FIELDS: readonly NumberField[] = ['stockFrom', 'stockTo', 'ageFrom', 'ageTo', 'by', 'floor']

/** Returns the settings in the form; null while a field is refused. */
export function strategySettingsOf(draft: StrategyDraft): StrategySettings | null {
  if (NUMBER_FIELDS.some((field) => strategyFieldProblem(draft, field) !== null)) return null
  const number = (field: NumberField) => numberIn(draft, field) ?? null
  const { kind, cities, brands, diameters, seasons, base, inStock, unit, round, morning } = draft
  const settings: StrategySettings = {
    name: draft.name.trim(),
    kind,
    cities,
    brands,
    diameters,
    seasons,
    stock: { from: number('stockFrom'), to: number('stockTo') },
    age: { from: number('ageFrom'), to: number('ageTo') },
    base,
    ...(inStock && { in_stock: true }),
    unit,
    by: number('by') ?? 0,
    floor: number('floor'),
    round,
    morning: morning === '' ? null : morning,
  }
  return settings.name === '' ? { ...settings, name: setName(suggestedName(settings)) } : settings
}

/** Returns a name for the settings: 'Зимняя, 16: вторая цена −1,0 %'. */
function suggestedName(settings: StrategySettings): string {
  const rule = strategyRuleWords({ ...settings, in_stock: false, floor: null, round: 'kopecks' })
  const filters = strategyFilterWords(settings)
  const name = filters === '' ? rule : `${filters}: ${rule}`
  return name.length <= MAX_STRATEGY_NAME_LENGTH ? name : `${name.slice(0, MAX_STRATEGY_NAME_LENGTH - 1)}…`
}
