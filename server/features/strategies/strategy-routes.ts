import { largestChanges } from '../../../contract/strategies/figures.ts'
import { TEAM_LIMIT_NAMES } from '../../../contract/strategies/pricing.ts'
import type { StrategiesAnswer, StrategySettings, TeamLimits } from '../../../contract/strategies/strategy.ts'
import type { STRATEGY_CALLS, STRATEGY_PART_CALLS } from '../../../contract/strategies/strategy-calls.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Handlers } from '../auth/serve-calls.ts'
import type { User } from '../auth/user.ts'
import { endApproval } from './approvals.ts'
import { findStrategy, lastRuns, listStrategies, lockStrategies, readRails } from './read-strategies.ts'
import { decidePart, type StrategyJob, selectPart, strategyJob, TYRES_PER_PART } from './run-strategy.ts'
import { createHistoryFrame, simulatePart } from './simulate-strategy.ts'
import { type StrategyBasesDeps, strategyChoices } from './strategy-bases.ts'
import {
  approveStrategy,
  changeStrategy,
  checkStrategy,
  createStrategy,
  mayApprove,
  moveStrategy,
  ownsStrategy,
  permitStrategy,
  removeStrategy,
} from './strategy-store.ts'

export const strategyHandlers = (db: Db): Handlers<typeof STRATEGY_CALLS> => ({
  list: ({ user }) => viewStrategies(db, user),
  create: async ({ user, body }) => ({ id: await createStrategy(db, user, body) }),
  async change({ user, params: { id }, body }) {
    await changeStrategy(db, user, id, body)
    return { id }
  },
  async remove({ user, params }) {
    await removeStrategy(db, user, params.id)
    return 'Стратегия удалена'
  },
  async move({ user, params, body }) {
    await moveStrategy(db, user, params.id, body.up)
    return 'Порядок изменён'
  },
  async approve({ user, params, body }) {
    await approveStrategy(db, user, params.id, body)
    return body.approved ? 'Стратегия согласована' : 'Согласование снято'
  },
  async permit({ user, params, body }) {
    await permitStrategy(db, user, params.id, body)
    return body.outlet === null ? 'Разрешение снято' : 'Разрешено'
  },
  async setRails({ user, body }) {
    await saveRails(db, user, body)
    return 'Ограничения сохранены'
  },
})

const iso = (at: number): string => new Date(at).toISOString()

async function viewStrategies(db: Db, user: User): Promise<StrategiesAnswer> {
  const { rails, by } = await readRails(db)
  const runs = await lastRuns(db)
  const people = await db.all<{ id: string; username: string }>(
    'SELECT id, username FROM users ORDER BY username',
  )
  const strategies = (await listStrategies(db)).map((strategy) => {
    const { id, settings, version, owner, changed_by, approved_at, permit_outlet, writers } = strategy
    return {
      id,
      settings,
      version,
      owner,
      own: ownsStrategy(strategy, user),
      can_approve: mayApprove(strategy, user),
      changed_at: iso(strategy.changed_at),
      changed_by,
      writers: people.filter((person) => writers.includes(person.id)).map(({ username }) => username),
      ended: strategy.ended,
      approval: approved_at === null ? null : { by: strategy.approved_by, at: iso(approved_at) },
      permit:
        permit_outlet === null
          ? null
          : { outlet: permit_outlet, name: strategy.permit_name, by: strategy.permitted_by },
      run: runs.get(id) ?? null,
    }
  })
  return { strategies, rails, rails_by: by, admin: user.role === 'admin' }
}

/** Sets the limits of the team, which ends all approvals if a limit of prices changes (specification 19.16). */
async function saveRails(db: Db, user: User, rails: TeamLimits): Promise<void> {
  await db.transaction(async (sql) => {
    await lockStrategies(sql)
    const { rails: before } = await readRails(sql)
    await sql.run`
      INSERT INTO strategy_rails (id, settings, changed_at, changed_by)
      VALUES (1, ${JSON.stringify(rails)}, ${Date.now()}, ${user.id})
      ON CONFLICT (id) DO UPDATE SET settings = excluded.settings, changed_at = excluded.changed_at,
        changed_by = excluded.changed_by`
    await audit(sql, 'strategy rails', user.id, railsAudit(rails))
    if (TEAM_LIMIT_NAMES.every((name) => rails[name] === before[name])) return
    for (const strategy of await listStrategies(sql))
      await endApproval(sql, user, strategy, `ограничения изменил(а) ${user.username}`)
  })
}

function railsAudit({ margin, change, rrp, approval }: TeamLimits): string {
  const parts = [
    margin !== null && `наценка от ${margin} %`,
    change !== null && `изменение до ${change} % в день`,
    rrp && 'не ниже РРЦ',
    approval && 'согласует второй человек',
  ].filter((words) => words !== false)
  return parts.length === 0 ? 'нет' : parts.join(', ')
}

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
