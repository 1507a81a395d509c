import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { isAfterTomorrow, isIsoDate } from '../../../contract/lib/dates.ts'
import { COMPETITORS } from '../../../contract/reports/competitors.ts'
import { MAX_FIELD_LENGTH } from '../../../contract/reports/field-length.ts'
import { type ExceptName, exceptName } from '../../../contract/reports/filter-sets.ts'
import { FILTER_NAMES, type FilterName } from '../../../contract/reports/filters.ts'
import { MOVES } from '../../../contract/reports/moves.ts'
import { QUICK_FILTERS } from '../../../contract/reports/quick-filters.ts'
import type { Report } from '../../../contract/reports/reports.ts'
import { ROW_GROUPS } from '../../../contract/reports/row-groups.ts'
import { Refusal } from '../refusal.ts'

export const ErrorAnswer = Type.Object(
  {
    error: Type.String(),
    second_factor: Type.Optional(Type.Boolean({ description: 'Нужен код второго фактора' })),
    confirm: Type.Optional(Type.Boolean({ description: 'Сначала подтвердите пароль' })),
    host_key: Type.Optional(Type.String({ description: 'Новый ключ сервера SFTP' })),
  },
  { description: 'Что пошло не так, словами' },
)

/** Gives all routes registered after this call that describe their answers that of an error. */
export function answerErrorsInWords(app: FastifyInstance): void {
  app.addHook('onRoute', ({ schema }) => {
    const answers = schema?.response as Record<string, unknown> | undefined
    if (answers && !Object.keys(answers).some((status) => status.startsWith('4')))
      answers['4xx'] = ErrorAnswer
  })
}

export const TokenAnswer = Type.Object({ access_token: Type.String() })

/** Maximum of a PostgreSQL INTEGER; comparing a column with a larger number is an error. */
export const MAX_INTEGER = 2_147_483_647

/** Number of a row in a path. A pattern, because coercion to a number would accept 1e999. */
export const RowNumber = Type.String({ pattern: '^[1-9][0-9]{0,8}$' })

export const StringList = Type.Array(Type.String())

/** As long as a field of a price list, so that every imported value can be chosen. */
const FilterValue = Type.String({ maxLength: MAX_FIELD_LENGTH })
/** Maximum number of values of a filter, including repetitions, although these count once (specification 10.27). */
const MAX_GIVEN = 1_000
/** Non-empty: type coercion turns null in a body into an empty text, which would select everything. */
const NotNull = Type.String({ minLength: 1, maxLength: MAX_FIELD_LENGTH })

const filter = (one: typeof FilterValue, description: string) =>
  Type.Optional(Type.Union([FilterValue, Type.Array(one, { maxItems: MAX_GIVEN })], { description }))

type Filter = ReturnType<typeof filter>

/** Search text. A text that is too long is truncated instead of refused (specification 16.1). */
export const SearchText = Type.Optional(Type.String({ description: 'Поиск шины' }))

/** Schemas of the filters by their wire names (specification 4.10), and of their exclusions. */
const filtersOf = (one: typeof FilterValue) => ({
  ...(Object.fromEntries(
    FILTER_NAMES.flatMap((name) => [
      [name, filter(one, 'одно значение или несколько')],
      [exceptName(name), filter(one, 'все, кроме этих значений')],
    ]),
  ) as Record<FilterName | ExceptName, Filter>),
  date: Type.Optional(Type.String({ maxLength: 10, description: 'YYYY-MM-DD, по умолчанию сегодня' })),
})

/** Filters of a query string. Empty values are ignored. */
export const filterProperties = filtersOf(FilterValue)
export const bodyFilterProperties = filtersOf(NotNull)

/** Multiplier 1 + percent / 100 with at most two decimals, 1 to 2. */
export const Multiplier = Type.Optional(Type.String({ pattern: '^(?:1(?:[.]\\d{1,2})?|2(?:[.]0{1,2})?)$' }))

const comparison = {
  compare: Type.Optional(Type.String({ maxLength: 10, description: 'YYYY-MM-DD, день для сравнения' })),
  moved: Type.Optional(Type.Union(MOVES.map((move) => Type.Literal(move)))),
}

/** Comparison day of price changes, and the requested kind of change (specification 14.6). */
export const comparisonProperties = ({ layout }: Report) =>
  (layout === 'changes' ? comparison : {}) as typeof comparison

const COLUMN_LENGTH = 1000

const Group = Type.Union(ROW_GROUPS.map((name) => Type.Literal(name)))
const Quick = Type.Union(QUICK_FILTERS.map((name) => Type.Literal(name)))

/** Sorting and quick filters of a list (specification 10.26). */
export const listOrderProperties = {
  sort: Type.Optional(
    Type.String({ maxLength: COLUMN_LENGTH, description: 'столбец, по убыванию с минусом перед ним' }),
  ),
  only: Type.Optional(Type.Union([Quick, Type.Array(Quick, { maxItems: MAX_GIVEN })])),
  in: Type.Optional(Type.String({ maxLength: MAX_FIELD_LENGTH, description: 'город сравнения цен' })),
  kind: Type.Optional(Type.Union([Type.Literal('retail'), Type.Literal('wholesale')])),
  competitors: Type.Optional(
    Type.Union(
      COMPETITORS.map((value) => Type.Literal(value)),
      { description: 'inStock: без цен конкурентов, у которых шины нет' },
    ),
  ),
  fold: Type.Optional(Type.Union([Group, Type.Array(Group, { maxItems: MAX_GIVEN })])),
}

/**
 * Checks a requested day.
 * @throws Refusal 400 for an invalid date, or a date that is in the future in every time zone
 */
export function checkDay(date: string): string {
  if (!isIsoDate(date)) throw new Refusal(400, 'Дата должна быть в виде ГГГГ-ММ-ДД')
  if (isAfterTomorrow(date)) throw new Refusal(400, 'Эта дата ещё не наступила')
  return date
}
