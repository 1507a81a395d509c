import { Type } from 'typebox'
import { declareCalls } from '../lib/call.ts'
import { PATHS } from '../paths.ts'
import { Freshness } from './freshness.ts'
import { Today } from './today.ts'

/** Calls about the server and its last day, whose answers the worker stores (specification 2.15, 10.20 and 10.25). */
export const DASHBOARD_CALLS = declareCalls(
  '',
  { by: 'user', storable: true },
  {
    companion: {
      get: PATHS.companion,
      summary: 'Возможности этого сервера',
      answer: Type.Object({
        version: Type.Literal(1),
        offers: Type.Array(Type.String()),
        own_hosts: Type.Array(Type.String()),
      }),
    },
    freshness: {
      get: PATHS.freshness,
      summary: 'Дни, за которые есть цены сайтов',
      answer: Freshness,
    },
    today: { get: PATHS.today, summary: 'Сводка последнего дня с ценами', answer: Today },
  },
)
