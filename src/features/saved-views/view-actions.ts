import type { SavedView } from '../../../contract/views/saved-view.ts'

export type ViewActionName =
  | 'rename'
  | 'watch'
  | 'toTeam'
  | 'toSelf'
  | 'pin'
  | 'unpin'
  | 'earlier'
  | 'later'
  | 'remove'

export interface ViewAction {
  name: ViewActionName
  label: string
}

/** Facts on which it depends which actions a view has. */
interface Circumstances {
  /** position on the home page, from 0 */
  place: number
  count: number
  /** whether the server stores views and can share them with the team */
  shared: boolean
  /** whether the server has rules of notifications, which can name the view */
  watched: boolean
  /** whether the view is pinned; null if the browser cannot store pages */
  pinned: boolean | null
}

interface Definition {
  label: string
  fits(view: SavedView, circumstances: Circumstances): boolean
}

const ACTIONS: Readonly<Record<ViewActionName, Definition>> = {
  rename: { label: 'Переименовать', fits: ({ editable }) => editable },
  // A view that only this device has is unknown to the server.
  watch: { label: 'Следить', fits: ({ version }, { watched }) => watched && version > 0 },
  toTeam: {
    label: 'Показать команде',
    fits: ({ mine, editable, scope }, { shared }) => shared && mine && editable && scope === 'own',
  },
  toSelf: { label: 'Оставить только себе', fits: ({ mine, scope }) => mine && scope === 'team' },
  pin: { label: 'Держать готовым без сети', fits: (_, { pinned }) => pinned === false },
  unpin: { label: 'Не держать готовым без сети', fits: (_, { pinned }) => pinned === true },
  earlier: { label: 'Переместить раньше', fits: (_, { place }) => place > 0 },
  later: { label: 'Переместить дальше', fits: (_, { place, count }) => place < count - 1 },
  remove: { label: 'Удалить', fits: ({ editable }) => editable },
}

export const actionsFor = (view: SavedView, circumstances: Circumstances): ViewAction[] =>
  (Object.keys(ACTIONS) as ViewActionName[])
    .filter((name) => ACTIONS[name].fits(view, circumstances))
    .map((name) => ({ name, label: ACTIONS[name].label }))
