import { Search } from 'lucide'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { IconDrawing } from '../../ui/Icon.tsx'
import { isSingleKey } from '../../ui/single-keys.ts'
import './search-button.css'

const SETTLED_MS = 1_000
/** Tables and lists that render only what is in view. */
export const VIRTUAL_ROWS = '.report-grid, .tyre-list-cards'

interface SearchButtonProps {
  Dialog(props: { onClose(): void }): ReactNode
  preload(): Promise<unknown>
}

/**
 * Button that opens the search. The keys '/' (outside fields) and Ctrl+K or Cmd+K (everywhere) open it as well,
 * and Ctrl+F beside rows that are only rendered in view (specification 16.5).
 * @param Dialog search dialog
 * @param preload loads the dialog's code in the background
 */
export function SearchButton({ Dialog, preload }: SearchButtonProps) {
  const [open, setOpen] = useState(false)
  // A layout effect, because a key pressed between the first paint and an ordinary effect would be missed.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event
      // Also compares the physical key: in the Russian layout, the key of '/' types '.' and the key of K types 'л'.
      const isSlash = (key === '/' || (key === '.' && code === 'Slash')) && isSingleKey(event)
      const isCommand = (ctrlKey || metaKey) && !altKey && !shiftKey
      // The browser finds only the rows in view; while the dialog is open, the same keys open its search.
      const isFind = isCommand && code === 'KeyF' && document.querySelector(VIRTUAL_ROWS) !== null
      if (!isSlash && !isFind && !(isCommand && code === 'KeyK')) return
      // Ignored while a modal dialog is open. The card beside a table is not modal.
      if (document.querySelector('dialog:modal')) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  // Loads the dialog's code once the page has settled: otherwise text typed right after '/' would be lost. If loading
  // fails, opening the dialog reports it.
  useEffect(() => {
    const timer = setTimeout(() => void preload(), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [preload])
  return (
    <>
      <button
        type="button"
        className="search-button"
        aria-label="Поиск шины"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <IconDrawing of={Search} />
        <span className="search-label">Поиск шины</span>
        <span className="search-key" aria-hidden="true">
          /
        </span>
      </button>
      {open && <Dialog onClose={() => setOpen(false)} />}
    </>
  )
}
