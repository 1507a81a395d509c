import { setName } from '../../../contract/decisions/set.ts'
import {
  MAX_STRATEGIES,
  STRATEGY_LIMITS,
  type StrategySettings,
} from '../../../contract/strategies/strategy.ts'
import { viewName } from '../../../contract/views/saved-view.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { User } from '../auth/user.ts'
import { changeScopes, notifyAuthors, notifyOfWaiting } from './approvals.ts'
import { findStrategy, listStrategies, lockStrategies, type StoredStrategy } from './read-strategies.ts'

/** Returns whether this user may remove the strategy. */
export const ownsStrategy = ({ owner_id }: Pick<StoredStrategy, 'owner_id'>, { id, role }: User): boolean =>
  owner_id === id || role === 'admin'

/** Returns whether this user may approve the strategy, of which other people must have written everything. */
export const mayApprove = ({ writers }: Pick<StoredStrategy, 'writers'>, { id }: User): boolean =>
  !writers.includes(id)

/**
 * Returns settings with their texts in one visible line and percents of two decimals.
 * @throws Refusal if they are contradictory
 */
export function checkStrategy(given: StrategySettings): StrategySettings {
  // The server reads U+0000 as the replacement character.
  const name = viewName(setName(given.name.replaceAll('\ufffd', ' ')))
  if (name === null) throw new Refusal(400, 'Назовите стратегию.')
  for (const { from, to } of [given.stock, given.age])
    if (from !== null && to !== null && from > to)
      throw new Refusal(400, 'Начало промежутка больше его конца.')
  const { least, most } = STRATEGY_LIMITS[given.unit]
  if (given.by < least || given.by > most)
    throw new Refusal(400, `${UNITS[given.unit]} — от ${least} до ${most}.`.replace('-', '−'))
  const rounded = (value: number) => Math.round(value * 100) / 100
  return {
    ...given,
    name,
    by: rounded(given.by),
    floor: given.floor === null ? null : rounded(given.floor),
  }
}

const UNITS = { percent: 'Процент', roubles: 'Сумма в рублях' } as const

async function refuseSameName(sql: Sql, name: string, except: number | null): Promise<void> {
  const isSame = ({ id, settings }: StoredStrategy) =>
    id !== except && settings.name.toLowerCase() === name.toLowerCase()
  if ((await listStrategies(sql)).some(isSame))
    throw new Refusal(409, 'Стратегия с таким названием уже есть.')
}

/** Creates a strategy, which is tried last. @returns its id; @throws Refusal */
export async function createStrategy(db: Db, user: User, given: StrategySettings): Promise<number> {
  const settings = checkStrategy(given)
  const now = Date.now()
  return db.transaction(async (sql) => {
    await lockStrategies(sql)
    const held = await sql.get<{ count: number; last: number | null }>(
      'SELECT count(*) AS count, max(position) AS last FROM strategies',
    )
    if (Number(held?.count) >= MAX_STRATEGIES)
      throw new Refusal(409, `Стратегий уже ${MAX_STRATEGIES}: удалите ненужные.`)
    await refuseSameName(sql, settings.name, null)
    const row = await sql.get<{ id: number }>`
      INSERT INTO strategies (settings, position, owner_id, created_at, changed_at, changed_by, writers)
      VALUES (${JSON.stringify(settings)}, ${Number(held?.last ?? 0) + 1}, ${user.id}, ${now}, ${now},
        ${user.id}, ${JSON.stringify([user.id])}) RETURNING id`
    await audit(sql, 'strategy changed', user.id, `${settings.name}: добавлена`)
    const { id } = row as { id: number }
    await notifyOfWaiting(sql, await findStrategy(sql, id), user)
    return id
  })
}

/** Changes a strategy, which ends its approval, and those of the strategies whose prices depend on it. @throws Refusal */
export async function changeStrategy(db: Db, user: User, id: number, given: StrategySettings): Promise<void> {
  const settings = checkStrategy(given)
  await db.transaction(async (sql) => {
    await lockStrategies(sql)
    const before = await findStrategy(sql, id)
    if (JSON.stringify(before.settings) === JSON.stringify(settings)) return
    await refuseSameName(sql, settings.name, id)
    const own = `стратегию изменил(а) ${user.username}`
    const other = `стратегию «${before.settings.name}», которая решает раньше, изменил(а) ${user.username}`
    await changeScopes(
      sql,
      user,
      (strategy) => (strategy.id === id ? own : other),
      () =>
        sql.run`
          UPDATE strategies SET settings = ${JSON.stringify(settings)}, owner_id = coalesce(owner_id,
            ${user.id}), changed_at = ${Date.now()}, changed_by = ${user.id} WHERE id = ${id}`,
    )
    await audit(sql, 'strategy changed', user.id, `${settings.name}: изменена`)
  })
}

/** Removes a strategy. @throws Refusal */
export async function removeStrategy(db: Db, user: User, id: number): Promise<void> {
  await db.transaction(async (sql) => {
    await lockStrategies(sql)
    const strategy = await findStrategy(sql, id)
    if (!ownsStrategy(strategy, user))
      throw new Refusal(403, 'Удалить стратегию может тот, кто её создал, или администратор.')
    const reason = `стратегию «${strategy.settings.name}», которая решала раньше, удалил(а) ${user.username}`
    await changeScopes(
      sql,
      user,
      () => reason,
      () => sql.run`DELETE FROM strategies WHERE id = ${id}`,
    )
    await audit(sql, 'strategy changed', user.id, `${strategy.settings.name}: удалена`)
  })
}

/** Moves a strategy before or after its neighbour. @throws Refusal */
export async function moveStrategy(db: Db, user: User, id: number, up: boolean): Promise<void> {
  await db.transaction(async (sql) => {
    await lockStrategies(sql)
    const strategy = await findStrategy(sql, id)
    const all = await listStrategies(sql)
    const at = all.findIndex((one) => one.id === id)
    const order = all.toSpliced(at, 1).toSpliced(Math.max(0, up ? at - 1 : at + 1), 0, strategy)
    await changeScopes(
      sql,
      user,
      () => `порядок стратегий изменил(а) ${user.username}`,
      async () => {
        for (const [position, one] of order.entries())
          await sql.run`UPDATE strategies SET position = ${position + 1} WHERE id = ${one.id}`
      },
    )
    await audit(sql, 'strategy changed', user.id, `${strategy.settings.name}: ${up ? 'выше' : 'ниже'}`)
  })
}

/**
 * Approves a strategy as the user has seen it, or takes the approval back, with the permission to publish.
 * @param version version of the settings that the user has seen
 * @throws Refusal if the user wrote any part of it, or somebody has changed it since
 */
export async function approveStrategy(
  db: Db,
  user: User,
  id: number,
  { version, approved }: { version: number; approved: boolean },
): Promise<void> {
  await db.transaction(async (sql) => {
    await lockStrategies(sql)
    const strategy = await findStrategy(sql, id)
    refuseOld(strategy, version)
    if (approved && !mayApprove(strategy, user))
      throw new Refusal(
        403,
        'Вы меняли стратегию, порядок или ограничения после прошлого согласования: согласует другой человек.',
      )
    await sql.run(
      `UPDATE strategies SET approved_at = ?, approved_by = ?, ended = ?, permit_outlet = NULL, permitted_by = NULL
       WHERE id = ?`,
      approved ? Date.now() : null,
      approved ? user.id : null,
      approved ? '' : strategy.approved_at === null ? strategy.ended : `его снял(а) ${user.username}`,
      id,
    )
    const { name } = strategy.settings
    await audit(sql, 'strategy approved', user.id, approved ? name : `${name}: согласование снято`)
    if (approved === (strategy.approved_at !== null)) return
    const words = approved
      ? `Стратегию «${name}» согласовал(а) ${user.username}.`
      : `Согласование стратегии «${name}» снял(а) ${user.username}.`
    await notifyAuthors(sql, strategy, user, words)
    if (!approved) await notifyOfWaiting(sql, strategy, user)
  })
}

function refuseOld(strategy: StoredStrategy, version: number): void {
  if (strategy.version !== version)
    throw new Refusal(409, 'Стратегию только что изменили: посмотрите на неё ещё раз.')
}

/**
 * Permits a strategy to publish by itself through an outlet, or takes the permission back.
 * @param outlet null for no outlet
 * @throws Refusal without an approval, or without such an outlet
 */
export async function permitStrategy(
  db: Db,
  user: User,
  id: number,
  { version, outlet }: { version: number; outlet: number | null },
): Promise<void> {
  await db.transaction(async (sql) => {
    await lockStrategies(sql)
    const strategy = await findStrategy(sql, id)
    refuseOld(strategy, version)
    const { name } = strategy.settings
    if (outlet !== null && strategy.approved_at === null)
      throw new Refusal(409, 'Сначала стратегию согласует второй человек.')
    const found = await sql.get<{ name: string }>`SELECT name FROM outlets WHERE id = ${outlet ?? 0}`
    if (outlet !== null && !found) throw new Refusal(404, 'Такой выгрузки нет: возможно, её удалили.')
    await sql.run`
      UPDATE strategies SET permit_outlet = ${outlet}, permitted_by = ${outlet === null ? null : user.id}
      WHERE id = ${id}`
    await audit(sql, 'strategy permitted', user.id, `${name}: ${found?.name ?? 'больше не публикует сама'}`)
    if (outlet === strategy.permit_outlet) return
    const words = found
      ? `Стратегии «${name}» разрешено публиковать самой через «${found.name}», разрешил(а) ${user.username}.`
      : `Стратегии «${name}» больше не разрешено публиковать самой, решил(а) ${user.username}.`
    await notifyAuthors(sql, strategy, user, words)
  })
}
