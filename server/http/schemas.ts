import { Type } from 'typebox'
import { FILTER_NAMES, type FilterName } from '../../contract/filters.ts'

/** Schemas that several routes share. */

export const ErrorAnswer = Type.Object(
  {
    error: Type.String(),
    second_factor: Type.Optional(Type.Boolean({ description: 'Нужен код второго фактора' })),
    confirm: Type.Optional(Type.Boolean({ description: 'Сначала подтвердите пароль' })),
  },
  { description: 'Что пошло не так, словами' },
)

export const MessageAnswer = Type.Object({ message: Type.String() })

export const TokenAnswer = Type.Object({ access_token: Type.String() })

export const StringList = Type.Array(Type.String())

const FILTER_LENGTH = 200

const Filter = Type.Optional(Type.String({ maxLength: FILTER_LENGTH }))

/** The filters under their wire names (specification 4.10). */
export const filterProperties = {
  ...(Object.fromEntries(FILTER_NAMES.map((name) => [name, Filter])) as Record<FilterName, typeof Filter>),
  date: Type.Optional(Type.String({ maxLength: 10, description: 'YYYY-MM-DD, по умолчанию сегодня' })),
}

/** 1 + percent / 100 with at most two decimals, 1 to 2. */
export const Multiplier = Type.Optional(Type.String({ pattern: '^(?:1(?:[.]\\d{1,2})?|2(?:[.]0{1,2})?)$' }))
