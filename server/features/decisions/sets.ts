import type { Decision } from '../../../contract/decisions/decision.ts'
import { type DecisionSet, MAX_SETS, type SetState } from '../../../contract/decisions/set.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { lockUser, type User } from '../auth/user.ts'

/** Stored set without its decisions; times are in ms. */
export interface StoredSet extends Omit<DecisionSet, 'own' | 'made_at' | 'changed_at'> {
  /** null after the account was deleted */
  owner_id: string | null
  made_at: number
  changed_at: number
}

const absent = () => new Refusal(404, 'Такого набора нет: возможно, его удалили.')

const COLUMNS = `s.id, s.name, s.state, s.line_count AS count, s.owner_id,
  coalesce(o.username, '') AS owner, s.made_at, s.changed_at, coalesce(c.username, '') AS changed_by`
const FROM = `FROM decision_sets s LEFT JOIN users o ON o.id = s.owner_id LEFT JOIN users c ON c.id = s.changed_by`
const SHOWN = 200

/**
 * Returns the most recently changed sets, and all sets of this user, who must be able to remove them; most recently
 * changed first.
 */
export const listSets = (sql: Sql, { id }: User): Promise<StoredSet[]> =>
  sql.all<StoredSet>(
    `SELECT ${COLUMNS} ${FROM}
     WHERE s.owner_id = ? OR s.id IN (SELECT id FROM decision_sets ORDER BY changed_at DESC, id DESC LIMIT ${SHOWN})
     ORDER BY s.changed_at DESC, s.id DESC`,
    id,
  )

/** @throws Refusal if it does not exist */
export async function findSet(sql: Sql, id: number): Promise<StoredSet> {
  const set = await sql.get<StoredSet>(`SELECT ${COLUMNS} ${FROM} WHERE s.id = ?`, id)
  if (!set) throw absent()
  return set
}

/**
 * Returns the decisions as JSON, which can be sent without parsing.
 * @throws Refusal if the set does not exist
 */
export async function linesOf(sql: Sql, id: number): Promise<string> {
  const row = await sql.get<{ lines: string }>`SELECT lines FROM decision_sets WHERE id = ${id}`
  if (!row) throw absent()
  return row.lines
}

export interface SetInput {
  /** idempotency key of the request, the same when it is sent again because its response was lost */
  key: string
  name: string
  decisions: readonly Decision[]
}

/**
 * Creates a set.
 * @returns the set's id; if the request was sent again, the id of the set that the first one created
 */
export const createSet = (db: Db, user: User, input: SetInput): Promise<number> =>
  db.transaction((sql) => addSet(sql, user.id, input))

/** Creates a set within a transaction. @returns its id, as createSet does */
export async function addSet(sql: Sql, owner: string, { key, name, decisions }: SetInput): Promise<number> {
  const now = Date.now()
  await lockUser(sql, owner)
  const known = await sql.get<{ id: number }>`
    SELECT id FROM decision_sets WHERE owner_id = ${owner} AND request_key = ${key}`
  if (known) return known.id
  const held = await sql.get<{ count: number }>`
    SELECT count(*) AS count FROM decision_sets WHERE owner_id = ${owner}`
  if (Number(held?.count) >= MAX_SETS) throw new Refusal(409, `Наборов уже ${MAX_SETS}: удалите ненужные.`)
  const row = await sql.get<{ id: number }>`
    INSERT INTO decision_sets
      (owner_id, request_key, name, state, line_count, lines, made_at, changed_at, changed_by)
    VALUES (${owner}, ${key}, ${name}, 'draft', ${decisions.length}, ${JSON.stringify(decisions)}, ${now},
      ${now}, ${owner}) RETURNING id`
  await audit(sql, 'decisions changed', owner, `${name}: ${decisions.length}`)
  return (row as { id: number }).id
}

/** Allowed state transitions. A set can go back to draft if it was agreed by mistake. */
const NEXT: Readonly<Record<SetState, readonly SetState[]>> = {
  draft: ['agreed'],
  agreed: ['exported', 'draft'],
  exported: [],
}

/**
 * Changes the state of a set within a transaction. Every user may do so; the set stores who did.
 * @param from state that the user has seen
 * @throws Refusal if another user changed the state first, or the transition is not allowed
 */
export async function moveSet(sql: Sql, user: User, id: number, from: SetState, to: SetState): Promise<void> {
  const set = await findSet(sql, id)
  if (!NEXT[from].includes(to)) throw new Refusal(400, 'Так состояние набора не меняется.')
  const moved = await sql.run`
    UPDATE decision_sets SET state = ${to}, changed_at = ${Date.now()}, changed_by = ${user.id}
    WHERE id = ${id} AND state = ${from}`
  if (moved === 0) throw new Refusal(409, 'Состояние набора уже изменил кто-то другой: обновите список.')
  await audit(sql, 'decisions changed', user.id, `${set.name}: ${from} → ${to}`)
}

/** Marks an agreed set as exported, because its prices are published. */
export async function exportSet(sql: Sql, user: User, { id, name }: StoredSet): Promise<void> {
  const moved = await sql.run`
    UPDATE decision_sets SET state = 'exported', changed_at = ${Date.now()}, changed_by = ${user.id}
    WHERE id = ${id} AND state = 'agreed'`
  if (moved === 1) await audit(sql, 'decisions changed', user.id, `${name}: agreed → exported`)
}

export const mayRemove = ({ owner_id }: Pick<StoredSet, 'owner_id'>, { id, role }: User): boolean =>
  owner_id === id || role === 'admin'

/**
 * Removes a set.
 * @throws Refusal if it belongs to somebody else
 */
export async function removeSet(db: Db, user: User, id: number): Promise<void> {
  await db.transaction(async (sql) => {
    const set = await findSet(sql, id)
    if (!mayRemove(set, user))
      throw new Refusal(403, 'Удалить набор может тот, кто его создал, или администратор.')
    await sql.run`DELETE FROM decision_sets WHERE id = ${id}`
    await audit(sql, 'decisions changed', user.id, `${set.name}: удалён`)
  })
}
