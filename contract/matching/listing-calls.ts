import { Type } from 'typebox'
import { declareCalls } from '../lib/call.ts'
import { closed, Text } from '../lib/schemas.ts'
import { DecisionAnswer, ListingsAnswer, TyreListingsAnswer, UnsureAnswer } from './matching.ts'

const MAX_REASON_LENGTH = 200
const MAX_SEARCH_LENGTH = 200
const TyreKey = Text(400)
/** Maximum number of tyres per request: as many as a page of a report has. */
const MAX_TYRES = 100

/** Calls about the listings of one tyre, for its card (specification 21.6). */
export const LISTING_CALLS = declareCalls(
  '/api/companion/matching',
  { by: 'user', storable: true },
  {
    ofTyre: {
      get: '/tyres/:key',
      summary: 'Шина: как её называют сайты',
      params: { key: TyreKey },
      answer: TyreListingsAnswer,
    },
    unsure: {
      get: '/unsure',
      summary: 'Цены, сопоставленные по описанию неуверенно',
      query: Type.Object(
        { keys: Type.Union([TyreKey, Type.Array(TyreKey, { maxItems: MAX_TYRES })]) },
        closed,
      ),
      answer: UnsureAnswer,
    },
    search: {
      get: '/listings',
      by: 'analyst',
      perMinute: 120,
      summary: 'Поиск предложения по названию, коду или артикулу',
      query: Type.Object(
        {
          search: Type.String({ minLength: 2, maxLength: MAX_SEARCH_LENGTH }),
          site: Type.Optional(Type.String()),
        },
        closed,
      ),
      answer: ListingsAnswer,
    },
    detach: {
      post: '/listings/:id/detach',
      by: 'analyst',
      perMinute: 120,
      summary: 'Это другая шина',
      answer: DecisionAnswer,
    },
    exclude: {
      post: '/listings/:id/exclude',
      by: 'analyst',
      perMinute: 120,
      summary: 'Не сравнивать предложение, или снова сравнивать',
      body: Type.Object(
        { reason: Type.String({ maxLength: MAX_REASON_LENGTH, description: 'пусто: снова сравнивать' }) },
        closed,
      ),
      answer: DecisionAnswer,
    },
    report: {
      post: '/listings/:id/report',
      perMinute: 30,
      summary: 'Сообщить, что предложение — другая шина',
    },
  },
)
