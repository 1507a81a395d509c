import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { PaletteItem } from '../../features/search/palette.ts'
import { type Destination, useDestinations } from '../destinations.ts'
import { IDLE_SEQUENCE, keysDialogOpen } from '../keys/key-sequence.ts'
import { pageActions } from './page-actions.ts'
import { useViewItems } from './useViewItems.ts'

/** Cyrillic letters that look like the Latin letters of the reports' codes. */
const LOOK_ALIKES: Readonly<Record<string, string>> = { a: 'а', r: 'р', o: 'о' }

const KEYS: PaletteItem = {
  key: 'keys',
  group: 'Действия',
  label: 'Клавиши',
  keys: '?',
  words: 'горячие клавиатура справка помощь',
  run: () => keysDialogOpen.set(true),
}

/** Returns all palette items: saved views, pages, and actions of the current page (specification 20.4). */
export function usePaletteItems(): readonly PaletteItem[] {
  const navigate = useNavigate()
  const places = useDestinations()
  // Actions of the page, read once when the dialog is opened.
  const [actions] = useState(pageActions)
  const pages = places.map((place) => pageItem(place, () => navigate(place.to)))
  const views = useViewItems()
  return [...views, ...pages, ...actions, KEYS]
}

function pageItem({ to, label, keys, isReport }: Destination, run: () => void): PaletteItem {
  const code = isReport ? `${keys} ${keys.replace(/^./, (letter) => LOOK_ALIKES[letter] ?? letter)}` : ''
  return {
    key: to,
    group: isReport ? 'Отчёты' : 'Страницы',
    label,
    keys: IDLE_SEQUENCE + keys,
    words: code,
    run,
  }
}
