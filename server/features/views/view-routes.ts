import { ReadError } from '../../../contract/legacy/lenient-json.ts'
import { MAX_VIEWS, readViewBody, type ViewBody } from '../../../contract/views/saved-view.ts'
import type { VIEW_CALLS } from '../../../contract/views/view-calls.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db, Sql, Transaction } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Handlers } from '../auth/serve-calls.ts'
import { lockUser, type User } from '../auth/user.ts'

export const viewHandlers = (db: Db): Handlers<typeof VIEW_CALLS> => ({
  async list({ user }) {
    const views = await listViews(db, user.id)
    return {
      version: 1,
      views: views.map((view) => ({
        ...view,
        mine: view.user_id === user.id,
        editable: isEditable(user, view),
      })),
    }
  },
  async create({ user, body }) {
    const views = body.views.map((view) => ({ ...readable(view), id: view.id }))
    await db.transaction(async (sql) => {
      for (const { name, scope } of await createViews(sql, user, views)) {
        if (scope === 'team') await audit(sql, 'team view changed', user.id, `${name}: сохранён`)
      }
    })
    return 'Сохранено'
  },
  async change({ user, params, body }) {
    const view = readable(body)
    await db.transaction(async (sql) => {
      const before = await changeView(sql, user, params.id, view, body.version)
      if (before.scope === 'own' && view.scope === 'own') return
      await audit(sql, 'team view changed', user.id, `${before.name}: ${changeWords(before, view)}`)
    })
    return 'Изменено'
  },
  async remove({ user, params, body }) {
    await db.transaction(async (sql) => {
      const { name, scope } = await removeView(sql, user, params.id, body.version)
      if (scope === 'team') await audit(sql, 'team view changed', user.id, `${name}: удалён`)
    })
    return 'Удалено'
  },
  async order({ user, body }) {
    await orderViews(db, user.id, body.ids)
    return 'Сохранено'
  },
})

function changeWords(before: ViewBody, { name, scope }: ViewBody): string {
  if (before.scope !== scope) return scope === 'team' ? 'открыт команде' : 'убран у команды'
  return before.name === name ? 'изменён' : `переименован в ${name}`
}

/** Parses a view as the app does, so that no unknown report or invalid query is stored. */
function readable(view: object): ViewBody {
  try {
    return readViewBody(view)
  } catch (error) {
    if (error instanceof ReadError) throw new Refusal(400, 'Такой вид сохранить нельзя')
    throw error
  }
}

interface StoredView extends ViewBody {
  id: string
  user_id: string
  owner: string
  version: number
}

/** Refusals of a change, thrown within a transaction, which is then rolled back. */
const REFUSALS = {
  /** no view with this id is visible to the user */
  absent: [404, 'Этого вида больше нет'],
  /** the view belongs to another user */
  foreign: [403, 'Вид команды меняет тот, кто его сохранил, или администратор'],
  /** the view has changed since the user loaded it */
  changed: [409, 'Этот вид тем временем изменили: посмотрите, каким он стал, и повторите'],
  many: [409, `Больше ${MAX_VIEWS} видов сохранить нельзя: удалите ненужные`],
  'many of team': [409, `У команды уже ${MAX_VIEWS} видов: удалите ненужные`],
} satisfies Record<string, [status: number, words: string]>

const refused = (reason: keyof typeof REFUSALS): Refusal => new Refusal(...REFUSALS[reason])

const COLUMNS = 'v.id, v.user_id, u.username AS owner, v.scope, v.name, v.report, v.query, v.day, v.version'
const FROM = 'FROM saved_views v JOIN users u ON u.id = v.user_id'

/**
 * Returns the user's own views and the team's, in the order chosen by the user; views without a position come last,
 * oldest first.
 */
async function listViews(sql: Sql, userId: string): Promise<StoredView[]> {
  const views = await sql.all<StoredView>(
    `SELECT ${COLUMNS} ${FROM} WHERE v.user_id = ? OR v.scope = 'team' ORDER BY v.added, v.id`,
    userId,
  )
  const ids = await orderOf(sql, userId)
  const places = new Map(ids.map((id, place) => [id, place]))
  const place = ({ id }: StoredView) => places.get(id) ?? ids.length
  return views.sort((a, b) => place(a) - place(b))
}

async function orderOf(sql: Sql, userId: string): Promise<string[]> {
  const row = await sql.get<{ ids: string }>`SELECT ids FROM view_orders WHERE user_id = ${userId}`
  return row ? (JSON.parse(row.ids) as string[]) : []
}

/**
 * Stores the order of a user's views. The id of a deleted view keeps its position, because the deletion may be undone.
 */
async function orderViews(sql: Sql, userId: string, ids: readonly string[]): Promise<void> {
  await sql.run`
    INSERT INTO view_orders (user_id, ids) VALUES (${userId}, ${JSON.stringify(ids)})
    ON CONFLICT (user_id) DO UPDATE SET ids = excluded.ids`
}

/**
 * Adds views that a device has created. Views that already exist are left unchanged: they are sent again if a response
 * was lost. Call it within a transaction.
 * @returns the added views
 * @throws Refusal
 */
export async function createViews(
  sql: Transaction,
  user: User,
  views: readonly (ViewBody & { id: string })[],
): Promise<ViewBody[]> {
  await lockUser(sql, user.id)
  // Distinct times keep the order of views that are added together.
  const now = Date.now()
  const added: ViewBody[] = []
  for (const [index, { id, ...view }] of views.entries()) {
    const inserted = await sql.run`
      INSERT INTO saved_views (id, user_id, scope, name, report, query, day, added)
      VALUES (${id}, ${user.id}, ${view.scope}, ${view.name}, ${view.report}, ${view.query}, ${view.day},
        ${now * MAX_VIEWS + index}) ON CONFLICT (id) DO NOTHING`
    if (inserted > 0) added.push(view)
    else if ((await findView(sql, id))?.user_id !== user.id) throw refused('foreign')
  }
  if ((await count(sql, 'user_id = ?', user.id)) > MAX_VIEWS) throw refused('many')
  if (added.some(({ scope }) => scope === 'team')) await refuseManyOfTeam(sql)
  return added
}

/**
 * Changes a view. Call it within a transaction.
 * @param version version that the user loaded
 * @returns the view before the change
 * @throws Refusal
 */
async function changeView(
  sql: Transaction,
  user: User,
  id: string,
  view: ViewBody,
  version: number,
): Promise<StoredView> {
  await lockUser(sql, user.id)
  const before = await editableView(sql, user, id)
  // Only the owner may make a team view private again, because nobody else would see it then.
  if (before.scope !== view.scope && before.user_id !== user.id) throw refused('foreign')
  const changed = await sql.run`
    UPDATE saved_views SET scope = ${view.scope}, name = ${view.name}, report = ${view.report},
      query = ${view.query}, day = ${view.day}, version = version + 1
    WHERE id = ${id} AND version = ${version}`
  if (changed === 0) throw refused('changed')
  if (before.scope === 'own' && view.scope === 'team') await refuseManyOfTeam(sql)
  return before
}

/** Removes a view, with the same checks as changeView. */
async function removeView(sql: Sql, user: User, id: string, version: number): Promise<StoredView> {
  const before = await editableView(sql, user, id)
  const removed = await sql.run`DELETE FROM saved_views WHERE id = ${id} AND version = ${version}`
  if (removed === 0) throw refused('changed')
  return before
}

const findView = (sql: Sql, id: string): Promise<StoredView | undefined> =>
  sql.get<StoredView>(`SELECT ${COLUMNS} ${FROM} WHERE v.id = ?`, id)

/** Returns whether a user may change and delete a view: its author, and for team views also administrators. */
const isEditable = (user: User, view: Pick<StoredView, 'user_id' | 'scope'>): boolean =>
  view.user_id === user.id || (view.scope === 'team' && user.role === 'admin')

async function editableView(sql: Sql, user: User, id: string): Promise<StoredView> {
  const view = await findView(sql, id)
  // Another user's private view is treated as absent, so that not even its existence is revealed.
  if (!view || (view.scope === 'own' && view.user_id !== user.id)) throw refused('absent')
  if (!isEditable(user, view)) throw refused('foreign')
  return view
}

async function count(sql: Sql, condition: string, value: string): Promise<number> {
  const row = await sql.get<{ n: number }>(`SELECT count(*) AS n FROM saved_views WHERE ${condition}`, value)
  return Number(row?.n ?? 0)
}

const TEAM_LOCK = 7420115

/**
 * Limits the number of team views. Call it after all rows were written, because the holder of the lock must not wait
 * for another user's rows. SQLite has one writer at a time and needs no lock.
 */
async function refuseManyOfTeam(sql: Transaction): Promise<void> {
  if (sql.engine === 'postgres') await sql.get`SELECT pg_advisory_xact_lock(${TEAM_LOCK})`
  if ((await count(sql, 'scope = ?', 'team')) > MAX_VIEWS) throw refused('many of team')
}
