import { ReadError } from '../../../contract/legacy/lenient-json.ts'
import { readViewBody, type ViewBody } from '../../../contract/views/saved-view.ts'
import type { VIEW_CALLS } from '../../../contract/views/view-calls.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Handlers } from '../auth/serve-calls.ts'
import { changeView, createViews, isEditable, listViews, orderViews, removeView } from './store.ts'

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
