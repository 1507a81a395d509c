import type { StrategiesAnswer } from '../../../contract/strategies/strategy.ts'
import type { STRATEGY_CALLS } from '../../../contract/strategies/strategy-calls.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Handlers } from '../auth/serve-calls.ts'
import type { User } from '../auth/user.ts'
import { listStrategies } from './read-strategies.ts'
import { saveRails } from './save-rails.ts'
import { lastRuns, readRails } from './strategy-rails.ts'
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
