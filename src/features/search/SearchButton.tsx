import { Search } from 'lucide'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { IconDrawing } from '../../ui/Icon.tsx'
import { isSingleKey } from '../../ui/single-keys.ts'
import './search-button.css'

const SETTLED_MS = 1_000

interface SearchButtonProps {
  Dialog(props: { onClose(): void }): ReactNode
  preload(): Promise<unknown>
}

/**
 * Button that opens the search, as do '/' outside fields and Ctrl+K or Cmd+K everywhere (specification 16.5).
 * @param Dialog search dialog with all items of the app
 * @param preload loads its code in the background
 */
export function SearchButton({ Dialog, preload }: SearchButtonProps) {
  const [open, setOpen] = useState(false)
  // Attached before the first paint: an ordinary effect would lose a key pressed in between.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, code, ctrlKey, metaKey, altKey } = event
      // Compared by physical key as well: in the Russian layout the key of '/' types '.', and that of K types 'л'.
      const isSlash = (key === '/' || (key === '.' && code === 'Slash')) && isSingleKey(event)
      if (!isSlash && !((ctrlKey || metaKey) && !altKey && code === 'KeyK')) return
      // An open modal dialog must be answered first; the card beside a table is not modal.
      if (document.querySelector('dialog:modal')) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  // Preloads once the page has settled, so that text typed right after '/' is not lost. A failure is reported when
  // the dialog is opened.
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
