import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { closed } from '../../../contract/lib/schemas.ts'
import {
  largestChanges,
  SimulationPart,
  StrategyDecisionsPart,
  StrategyPartQuery,
  StrategyPreviewPart,
} from '../../../contract/strategies/figures.ts'
import {
  STRATEGY_PATHS,
  StrategyChoices,
  type StrategySettings,
} from '../../../contract/strategies/strategy.ts'
import type { Sql } from '../../platform/db/db.ts'
import { neverStored } from '../../platform/http/never-stored.ts'
import { NumericId } from '../../platform/http/schemas.ts'
import { requireExactBodies } from '../../platform/http/validators.ts'
import { Refusal } from '../../platform/refusal.ts'
import { perPerson } from '../auth/http/rate-limit.ts'
import { findStrategy, listStrategies } from './read-strategies.ts'
import { decidePart, type StrategyJob, selectPart, strategyJob, TYRES_PER_PART } from './run-strategy.ts'
import { createHistoryFrame, simulatePart } from './simulate-strategy.ts'
import { strategyChoices } from './strategy-bases.ts'
import { readRails } from './strategy-rails.ts'
import { STRATEGY_BYTES, type StrategyRoutes } from './strategy-routes.ts'
import { checkStrategy } from './strategy-store.ts'

const security = [{ bearer: [] }]
/** Number of tyres whose history one request simulates. */
const SIMULATED_TYRES = 500
/** Number of tyres whose decisions one answer has. */
const DECIDED_TYRES = 1_000

/** Routes of what strategies would decide, part by part (specification 19.11 and 19.12). */
export const strategyPartRoutes: FastifyPluginAsyncTypebox<StrategyRoutes> = async (app, options) => {
  const { db, guard, analystGuard, adminGuard: _, proofGuard: __, ...deps } = options
  app.addHook('onRequest', guard)
  app.addHook('onRequest', analystGuard)
  app.addHook('onSend', neverStored)
  requireExactBodies(app)
  // A run over the whole assortment takes dozens of requests.
  const partLimit = perPerson(300)
  const frame = createHistoryFrame(deps)

  app.get(
    STRATEGY_PATHS.choices,
    {
      config: { rateLimit: partLimit },
      schema: {
        summary: 'Бренды, диаметры, сезоны и города наших шин',
        security,
        response: { 200: StrategyChoices },
      },
    },
    async () => strategyChoices(deps),
  )

  const PartBody = { bodyLimit: STRATEGY_BYTES, config: { rateLimit: partLimit } }

  app.post(
    STRATEGY_PATHS.preview,
    {
      ...PartBody,
      schema: {
        summary: 'Какие цены решила бы стратегия: часть шин',
        security,
        body: StrategyPartQuery,
        response: { 200: StrategyPreviewPart },
      },
    },
    async ({ body }) => {
      const job = await jobOf(db, body.id, body.settings)
      const { part, selected } = await selectPart(deps, job.settings, body, TYRES_PER_PART)
      const { decisions, effect, left } = await decidePart(deps, selected, job)
      const moved = largestChanges(decisions.filter(({ held }) => held !== null))
      const listed = [...new Set([...largestChanges(decisions), ...moved])]
      return {
        ...part,
        effect,
        decisions: listed.map(({ decision }) => ({ ...decision })),
        held: listed.map(({ held }) => held),
        left_prices: left,
      }
    },
  )

  app.post(
    STRATEGY_PATHS.simulation,
    {
      ...PartBody,
      schema: {
        summary: 'Что стратегия просила бы в последние 30 дней: часть шин',
        security,
        body: StrategyPartQuery,
        response: { 200: SimulationPart },
      },
    },
    async ({ body }) => {
      const job = await jobOf(db, body.id, body.settings)
      const { part, selected } = await selectPart(deps, job.settings, body, SIMULATED_TYRES)
      return { ...part, days: await simulatePart(deps, await frame(), selected, job) }
    },
  )

  app.post(
    `${STRATEGY_PATHS.strategies}/:id/decisions`,
    {
      config: { rateLimit: partLimit },
      schema: {
        summary: 'Цены сохранённой стратегии: часть шин',
        security,
        params: NumericId,
        body: Type.Pick(StrategyPartQuery, ['from', 'version'], closed),
        response: { 200: StrategyDecisionsPart },
      },
    },
    async (request) => {
      const strategy = await findStrategy(db, Number(request.params.id))
      const job = await jobOf(db, strategy.id, strategy.settings)
      if (job.rails.approval && strategy.approved_at === null)
        throw new Refusal(409, 'Сначала стратегию согласует второй человек.')
      const { part, selected } = await selectPart(deps, job.settings, request.body, DECIDED_TYRES)
      const { decisions, effect } = await decidePart(deps, selected, job)
      return {
        ...part,
        decisions: decisions.map(({ decision }) => ({ ...decision })),
        left: effect.left.reduce((sum, { count }) => sum + count, 0),
      }
    },
  )
}

/** @param id null for a new strategy; @throws Refusal */
async function jobOf(sql: Sql, id: number | null, given: StrategySettings): Promise<StrategyJob> {
  const settings = checkStrategy(given)
  return strategyJob(await listStrategies(sql), id, settings, (await readRails(sql)).rails)
}
