import type { SavedView } from '../../../contract/views/saved-view.ts'

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

type IsOffered = (view: SavedView, circumstances: Circumstances) => boolean

const ACTIONS = {
  rename: ['Переименовать', ({ editable }) => editable],
  // A view that only this device has is unknown to the server.
  watch: ['Следить', ({ version }, { watched }) => watched && version > 0],
  toTeam: [
    'Показать команде',
    ({ mine, editable, scope }, { shared }) => shared && mine && editable && scope === 'own',
  ],
  toSelf: ['Оставить только себе', ({ mine, scope }) => mine && scope === 'team'],
  pin: ['Держать готовым без сети', (_, { pinned }) => pinned === false],
  unpin: ['Не держать готовым без сети', (_, { pinned }) => pinned === true],
  earlier: ['Переместить раньше', (_, { place }) => place > 0],
  later: ['Переместить дальше', (_, { place, count }) => place < count - 1],
  remove: ['Удалить', ({ editable }) => editable],
} as const satisfies Record<string, readonly [label: string, isOffered: IsOffered]>

export type ViewActionName = keyof typeof ACTIONS

export interface ViewAction {
  name: ViewActionName
  label: string
}

export const actionsFor = (view: SavedView, circumstances: Circumstances): ViewAction[] =>
  Object.entries<readonly [string, IsOffered]>(ACTIONS)
    .filter(([, [, isOffered]]) => isOffered(view, circumstances))
    .map(([name, [label]]) => ({ name: name as ViewActionName, label }))
