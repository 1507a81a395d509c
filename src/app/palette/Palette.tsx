import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isoToday } from '../../../contract/lib/dates.ts'
import { REPORTS } from '../../../contract/reports/reports.ts'
import { viewAddress } from '../../../contract/views/saved-view.ts'
import { viewDay } from '../../../contract/views/view-day.ts'
import { useLatestDay } from '../../features/report-choice/latest-day.ts'
import { useViews } from '../../features/saved-views/useViews.ts'
import type { PaletteItem } from '../../features/search/palette.ts'
import SearchDialog from '../../features/search/SearchDialog.tsx'
import { type Destination, useDestinations } from '../destinations.ts'
import { IDLE_SEQUENCE, keysDialogOpen } from '../keys/key-sequence.ts'

/** Search dialog with all tyres, pages and actions that the app can find. */
export default function Palette({ onClose }: { onClose(): void }) {
  const items = usePaletteItems()
  return <SearchDialog reportRoute={REPORTS['all-prices'].route} palette={items} onClose={onClose} />
}

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
function usePaletteItems(): readonly PaletteItem[] {
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

/** Returns palette items for the saved views (specification 18.3). Each opens the view with the prices of its day. */
function useViewItems(): readonly PaletteItem[] {
  const navigate = useNavigate()
  const { views } = useViews()
  const { whenKnown } = useLatestDay(false)
  return views.map((view) => ({
    key: `view ${view.id}`,
    group: 'Мои отчёты',
    label: view.name,
    keys: '',
    words: '',
    run: () =>
      void whenKnown().then((latest) =>
        navigate(viewAddress(view, viewDay(view, { today: isoToday(), latest }))),
      ),
  }))
}

/**
 * Selector of the buttons and radio buttons that the palette offers. The attribute's value contains further words by
 * which the button is found.
 */
const OFFERED = '[data-palette]'

/** Returns palette items for the page's enabled buttons. */
function pageActions(): PaletteItem[] {
  const buttons = [...document.querySelectorAll<HTMLButtonElement | HTMLInputElement>(OFFERED)]
  return buttons
    .filter((button) => !button.disabled && button.getAttribute('aria-disabled') !== 'true')
    .filter((button) => !('checked' in button && button.checked))
    .map((button) => {
      const { paletteLabel } = button.dataset
      const label = paletteLabel ?? button.getAttribute('aria-label') ?? button.textContent.trim()
      const words = button.dataset.palette ?? ''
      return { key: `action ${label}`, group: 'Действия', label, keys: '', words, run: () => button.click() }
    })
}
