import { type Decision, decisionId, readDecision } from '../../../contract/decisions/decision.ts'
import { setName } from '../../../contract/decisions/set.ts'
import type { DECISION_CALLS } from '../../../contract/decisions/set-calls.ts'
import { ReadError } from '../../../contract/legacy/lenient-json.ts'
import type { Db } from '../../platform/db/db.ts'
import { checkDay } from '../../platform/http/schemas.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { TyreKeys } from '../../prices/tyre-catalog.ts'
import type { Handlers } from '../auth/serve-calls.ts'
import { setAdoptionOf } from './own-imports.ts'
import { ownPrices } from './own-prices.ts'
import { createSet, linesOf, listSets, mayRemove, moveSet, removeSet } from './sets.ts'

interface DecisionDeps {
  db: Db
  keys: TyreKeys
  isOwnSite(host: string): boolean
}

const iso = (at: number): string => new Date(Number(at)).toISOString()

export function decisionHandlers({ db, keys, isOwnSite }: DecisionDeps): Handlers<typeof DECISION_CALLS> {
  const reader = { sql: db, keys, isOwnSite }
  return {
    async sets({ user }) {
      const sets = await listSets(db, user)
      return {
        sets: sets.map((set) => ({
          ...set,
          own: mayRemove(set, user),
          made_at: iso(set.made_at),
          changed_at: iso(set.changed_at),
        })),
      }
    },
    async create({ user, body }) {
      const name = setName(body.name)
      if (name === '') throw new Refusal(400, 'Назовите набор.')
      const decisions = readAll(body.decisions)
      if (decisions.length === 0) throw new Refusal(400, 'В наборе нет ни одной цены.')
      return { id: await createSet(db, user, { key: body.key, name, decisions }) }
    },
    decisions: async ({ params, reply }) =>
      reply.type('application/json').send(`{"decisions":${await linesOf(db, params.id)}}`),
    introduced: async ({ params }) =>
      setAdoptionOf(reader, JSON.parse(await linesOf(db, params.id)) as Decision[]),
    async move({ user, params, body: { from, to } }) {
      await db.transaction((sql) => moveSet(sql, user, params.id, from, to))
      return 'Состояние изменено'
    },
    async remove({ user, params }) {
      await removeSet(db, user, params.id)
      return 'Набор удалён'
    },
    async ownCosts({ body }) {
      const prices = await ownPrices(reader, checkDay(body.date), body.tyres)
      return {
        costs: [...prices].flatMap(([tyre, cities]) =>
          cities.map(({ city, wholesale, cost }) => ({ tyre, city, wholesale, cost })),
        ),
      }
    },
  }
}

/** Parses decisions. Of two decisions on the same price the later one wins, as in the basket. */
function readAll(decisions: readonly unknown[]): Decision[] {
  try {
    const read = decisions.map(readDecision)
    return [...new Map(read.map((decision) => [decisionId(decision), decision])).values()]
  } catch (error) {
    if (error instanceof ReadError) throw new Refusal(400, 'Набор решений не читается.')
    throw error
  }
}
