import { largestChanges } from '../../../contract/strategies/figures.ts'
import type { StrategySettings } from '../../../contract/strategies/strategy.ts'
import type { STRATEGY_PART_CALLS } from '../../../contract/strategies/strategy-calls.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Handlers } from '../auth/serve-calls.ts'
import { findStrategy, listStrategies, readRails } from './read-strategies.ts'
import { decidePart, type StrategyJob, selectPart, strategyJob, TYRES_PER_PART } from './run-strategy.ts'
import { createHistoryFrame, simulatePart } from './simulate-strategy.ts'
import { type StrategyBasesDeps, strategyChoices } from './strategy-bases.ts'
import { checkStrategy } from './strategy-store.ts'

const SIMULATED_TYRES = 500
/** Number of tyres whose decisions one answer has. */
const DECIDED_TYRES = 1_000

export function strategyPartHandlers({
  db,
  ...deps
}: StrategyBasesDeps & { db: Db }): Handlers<typeof STRATEGY_PART_CALLS> {
  const frame = createHistoryFrame(deps)
  return {
    choices: () => strategyChoices(deps),
    async preview({ body }) {
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
    async simulation({ body }) {
      const job = await jobOf(db, body.id, body.settings)
      const { part, selected } = await selectPart(deps, job.settings, body, SIMULATED_TYRES)
      return { ...part, days: await simulatePart(deps, await frame(), selected, job) }
    },
    async decisions({ params, body }) {
      const strategy = await findStrategy(db, params.id)
      const job = await jobOf(db, strategy.id, strategy.settings)
      if (job.rails.approval && strategy.approved_at === null)
        throw new Refusal(409, 'Сначала стратегию согласует второй человек.')
      const { part, selected } = await selectPart(deps, job.settings, body, DECIDED_TYRES)
      const { decisions, effect } = await decidePart(deps, selected, job)
      return {
        ...part,
        decisions: decisions.map(({ decision }) => ({ ...decision })),
        left: effect.left.reduce((sum, { count }) => sum + count, 0),
      }
    },
  }
}

/** @param id null for a new strategy; @throws Refusal */
async function jobOf(sql: Sql, id: number | null, given: StrategySettings): Promise<StrategyJob> {
  const settings = checkStrategy(given)
  return strategyJob(await listStrategies(sql), id, settings, (await readRails(sql)).rails)
}
