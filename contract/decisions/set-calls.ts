import { Type } from 'typebox'
import { declareCalls } from '../lib/call.ts'
import { closed, RequestKey, Text } from '../lib/schemas.ts'
import { type Decision, MAX_DECISIONS, MAX_TEXT_LENGTH } from './decision.ts'
import {
  MAX_SET_NAME_LENGTH,
  OwnCostsAnswer,
  SetAdoption,
  SetDecisions,
  SetIdAnswer,
  SetState,
  SetsAnswer,
} from './set.ts'

/** Maximum size of a body with a set, in bytes: 20,000 decisions of some 500 bytes. */
const SET_BYTES = 16 * 1024 * 1024
/** Maximum size of a body with as many keys of tyres, in bytes. */
const KEYS_BYTES = 4 * 1024 * 1024
/** A set may have megabytes; a user creates or loads a few of them in a morning. */
const SETS_PER_MINUTE = 30

/** Decisions as readDecision parses them. */
const DecisionList = Type.Array(Type.Unsafe<Decision>({ type: 'object', additionalProperties: true }), {
  maxItems: MAX_DECISIONS,
})

/** Calls about sets of decisions, which the whole team sees, and about prices to decide (specification 19.8). */
export const DECISION_CALLS = declareCalls(
  '/api/companion',
  { by: 'user', storable: true },
  {
    sets: { get: '/decisions', summary: 'Наборы решений', answer: SetsAnswer },
    create: {
      post: '/decisions',
      perMinute: SETS_PER_MINUTE,
      maxBytes: SET_BYTES,
      summary: 'Сохранить набор решений',
      body: Type.Object(
        {
          key: RequestKey,
          name: Type.String({ minLength: 1, maxLength: MAX_SET_NAME_LENGTH }),
          decisions: DecisionList,
        },
        closed,
      ),
      answer: SetIdAnswer,
    },
    decisions: {
      get: '/decisions/:id',
      perMinute: SETS_PER_MINUTE,
      summary: 'Цены набора решений',
      answer: SetDecisions,
    },
    introduced: {
      get: '/decisions/:id/introduced',
      perMinute: SETS_PER_MINUTE,
      summary: 'Сколько цен набора уже стоит на наших сайтах',
      answer: SetAdoption,
    },
    move: {
      post: '/decisions/:id/state',
      perMinute: 120,
      summary: 'Изменить состояние набора решений',
      body: Type.Object({ from: SetState, to: SetState }, closed),
    },
    remove: { post: '/decisions/:id/remove', perMinute: 120, summary: 'Удалить набор решений' },
    ownCosts: {
      post: '/own-costs',
      perMinute: SETS_PER_MINUTE,
      maxBytes: KEYS_BYTES,
      summary: 'Наши оптовые цены и себестоимость шин за день',
      body: Type.Object(
        {
          date: Type.String({ maxLength: 10, description: 'YYYY-MM-DD' }),
          tyres: Type.Array(Text(MAX_TEXT_LENGTH), { maxItems: MAX_DECISIONS }),
        },
        closed,
      ),
      answer: OwnCostsAnswer,
    },
  },
)
