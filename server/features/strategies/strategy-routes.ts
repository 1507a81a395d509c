import { RAIL_NAMES } from '../../../contract/strategies/pricing.ts'
import type { StrategiesAnswer, StrategyRails } from '../../../contract/strategies/strategy.ts'
import type { STRATEGY_CALLS } from '../../../contract/strategies/strategy-calls.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Handlers } from '../auth/serve-calls.ts'
import type { User } from '../auth/user.ts'
import { endApproval } from './approvals.ts'
import { lastRuns, listStrategies, lockStrategies, readRails } from './read-strategies.ts'
import {
  approveStrategy,
  changeStrategy,
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
async function saveRails(db: Db, user: User, rails: StrategyRails): Promise<void> {
  await db.transaction(async (sql) => {
    await lockStrategies(sql)
    const { rails: before } = await readRails(sql)
    await sql.run(
      `INSERT INTO strategy_rails (id, settings, changed_at, changed_by) VALUES (1, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET settings = excluded.settings, changed_at = excluded.changed_at,
         changed_by = excluded.changed_by`,
      JSON.stringify(rails),
      Date.now(),
      user.id,
    )
    await audit(sql, 'strategy rails', user.id, railsAudit(rails))
    if (RAIL_NAMES.every((name) => rails[name] === before[name])) return
    for (const strategy of await listStrategies(sql))
      await endApproval(sql, user, strategy, `ограничения изменил(а) ${user.username}`)
  })
}

function railsAudit({ margin, change, rrp, approval }: StrategyRails): string {
  const parts = [
    margin !== null && `наценка от ${margin} %`,
    change !== null && `изменение до ${change} % в день`,
    rrp && 'не ниже РРЦ',
    approval && 'согласует второй человек',
  ].filter((words) => words !== false)
  return parts.length === 0 ? 'нет' : parts.join(', ')
}
