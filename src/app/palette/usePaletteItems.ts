import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { PaletteItem } from '../../features/search/palette.ts'
import { START } from '../keys/key-sequence.ts'
import { showKeys } from '../keys/keys-dialog.ts'
import { type Place, usePlaces } from '../places.ts'
import { pageActions } from './page-actions.ts'
import { useViewItems } from './useViewItems.ts'

/** The letters of reports' codes as they look in Cyrillic. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { a: 'а', r: 'р', o: 'о' }

const KEYS: PaletteItem = {
  key: 'keys',
  group: 'Действия',
  label: 'Клавиши',
  keys: '?',
  words: 'горячие клавиатура справка помощь',
  run: showKeys,
}

/** Everything but tyres that can be found by its name (specification 20.4). Another kind of it is one more list. */
export function usePaletteItems(): readonly PaletteItem[] {
  const navigate = useNavigate()
  const places = usePlaces()
  // Of the page that the dialog was opened on.
  const [actions] = useState(pageActions)
  const pages = places.map((place) => pageItem(place, () => navigate(place.to)))
  const views = useViewItems()
  return [...views, ...pages, ...actions, KEYS]
}

function pageItem({ to, label, keys, isReport }: Place, run: () => void): PaletteItem {
  const code = isReport ? `${keys} ${keys.replace(/^./, (letter) => LOOK_ALIKES[letter] ?? letter)}` : ''
  return { key: to, group: isReport ? 'Отчёты' : 'Страницы', label, keys: START + keys, words: code, run }
}
