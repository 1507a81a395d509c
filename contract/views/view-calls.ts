import { Type } from 'typebox'
import { declareCalls } from '../lib/call.ts'
import { closed, oneOf, RowId, Text } from '../lib/schemas.ts'
import { VIEW_PATHS } from '../paths.ts'
import { MAX_VIEWS, VIEW_NAME_LENGTH, VIEW_QUERY_LENGTH } from './saved-view.ts'
import { ListedView } from './views-answer.ts'

/** Maximum size of a body in bytes: the maximum number of views of maximum length, as JSON. */
const VIEWS_BYTES = 1024 * 1024
/** Maximum number of ids in an order: a user's own views, the team's, and some deleted ones. */
const MAX_IDS = 4 * MAX_VIEWS

const ViewId = Type.String({ pattern: '^[0-9a-f]{32}$' })
const settings = {
  name: Text(VIEW_NAME_LENGTH),
  report: Text(40),
  query: Type.String({ maxLength: VIEW_QUERY_LENGTH, description: 'Адрес отчёта без дня и страницы' }),
  day: Type.String({ maxLength: 10, description: 'latest, today, yesterday или YYYY-MM-DD' }),
  scope: oneOf('own', 'team'),
}
const NewView = Type.Object({ id: ViewId, ...settings }, closed)
const params = { id: ViewId }

/** Calls about saved views, personal and of the team (specification 18.5). */
export const VIEW_CALLS = declareCalls(
  VIEW_PATHS.views,
  { by: 'user', storable: true },
  {
    list: {
      get: '',
      summary: 'Мои отчёты: свои и команды, в порядке главной страницы',
      answer: Type.Object({
        version: Type.Literal(1),
        views: Type.Array(Type.Object({ ...ListedView.properties, ...settings })),
      }),
    },
    create: {
      post: '',
      perMinute: 120,
      maxBytes: VIEWS_BYTES,
      summary: 'Сохранить виды, все или ни одного',
      body: Type.Object({ views: Type.Array(NewView, { minItems: 1, maxItems: MAX_VIEWS }) }, closed),
    },
    change: {
      post: '/:id',
      params,
      perMinute: 120,
      summary: 'Изменить вид',
      body: Type.Object({ ...settings, version: RowId }, closed),
    },
    remove: {
      post: '/:id/remove',
      params,
      perMinute: 120,
      summary: 'Удалить вид',
      body: Type.Object({ version: RowId }, closed),
    },
    order: {
      post: '/order',
      perMinute: 120,
      summary: 'Порядок видов на своей главной странице',
      body: Type.Object({ ids: Type.Array(ViewId, { maxItems: MAX_IDS, uniqueItems: true }) }, closed),
    },
  },
)
