import { isIsoDate } from '../../../contract/lib/dates.ts'
import { listed } from '../../../contract/lib/listed.ts'
import type { FilterSet } from '../../../contract/reports/filter-sets.ts'
import {
  FILTER_NAMES,
  type FilterName,
  type FilterValues,
  nonEmpty,
} from '../../../contract/reports/filters.ts'
import { MOVE_LABELS } from '../../../contract/reports/moves.ts'
import { mediumDay } from './format-date.ts'
import type { ReportChoice } from './report-address.ts'

interface ChoicePart {
  text: string
  /** label of the button that removes the part */
  removes: string
  /** whether the part has no field in the filters form */
  hasNoField: boolean
  /** the choice without this part; null for the day, which every choice has */
  rest: ReportChoice | null
}

const SIZE = ['width', 'height', 'diameter'] as const

/** Returns the parts of the choice with short texts, displayed when the filters form is collapsed. */
export function removableParts(choice: ReportChoice): ChoicePart[] {
  const { date, search, compare, moved, sets } = choice
  const filters = nonEmpty(choice.filters)
  const { width, height, diameter } = filters
  // A complete size is formatted as one text; an incomplete size stays separate values.
  const size = width && height && diameter ? `${width}/${height} ${rimText(diameter)}` : null
  const isInSize = (name: FilterName) => size !== null && (SIZE as readonly string[]).includes(name)
  const values = FILTER_NAMES.filter((name) => !isInSize(name)).flatMap((name): ChoicePart[] => {
    const value = name === 'diameter' && diameter ? rimText(diameter) : filters[name]
    const text = value ?? (sets[name] && setText(sets[name]))
    return text ? [partOf(text, without(choice, [name]))] : []
  })
  const part = (text: string | null, change: Partial<ReportChoice>): ChoicePart[] =>
    text === null ? [] : [partOf(text, { ...choice, ...change })]
  return [
    ...(isIsoDate(date) ? [partOf(mediumDay(date), null)] : []),
    ...part(compare === '' ? null : `по сравнению с ${mediumDay(compare)}`, { compare: '', moved: '' }),
    ...part(moved === '' ? null : MOVE_LABELS[moved], { moved: '' }),
    ...values,
    ...(size === null ? [] : [partOf(size, without(choice, SIZE))]),
    ...(search === ''
      ? []
      : [
          {
            text: `Поиск: «${search}»`,
            removes: 'Убрать поиск',
            hasNoField: true,
            rest: { ...choice, search: '' },
          },
        ]),
  ]
}

const partOf = (text: string, rest: ReportChoice | null): ChoicePart => ({
  text,
  removes: `Убрать: ${text}`,
  hasNoField: false,
  rest,
})

const rimText = (diameter: string): string => `R${diameter.replace(/^R/i, '')}`

export const choiceParts = (choice: ReportChoice): string[] => removableParts(choice).map(({ text }) => text)

function without(choice: ReportChoice, names: readonly FilterName[]): ReportChoice {
  const isKept = ([name]: [string, unknown]) => !(names as readonly string[]).includes(name)
  const kept = <Entries extends object>(entries: Entries) =>
    Object.fromEntries(Object.entries(entries).filter(isKept)) as Entries
  return { ...choice, filters: kept<FilterValues>(choice.filters), sets: kept(choice.sets) }
}

const NAMED = 2

/** Splits values into the names of the first ones, 'Nokian, Hankook', and the number of the rest, ' и ещё 2'. */
export const valueParts = (values: readonly string[]): [named: string, others: string] => [
  values.slice(0, NAMED).join(', '),
  values.length > NAMED ? ` и ещё ${values.length - NAMED}` : '',
]

/** Joins values into a text: 'Nokian, Hankook и ещё 2'. */
export const valueText = (values: readonly string[], named = NAMED): string => listed(values, named)

/** Returns text for a set: 'Nokian, Hankook и ещё 2', 'Кроме: КАМА'. */
export const setText = ({ values, except }: FilterSet): string =>
  (except ? 'Кроме: ' : '') + valueText(values)
