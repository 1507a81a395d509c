import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from '../../lib/store.ts'
import { isSequenceTyped, isSingleKey, keyName } from '../../ui/single-keys.ts'
import { useDestinations } from '../destinations.ts'
import { KeysDialog } from './KeysDialog.tsx'
import { dispatchArrowKey, IDLE_SEQUENCE, keysDialogOpen, stepTo } from './key-sequence.ts'
import './keys.css'

/** Time in ms to wait for the next key of a sequence. */
const PATIENCE_MS = 3_000

/** Returns whether '?' was pressed. Also compares the physical key, which types ',' in the Russian layout. */
const isQuestion = ({ key, code, shiftKey }: KeyboardEvent): boolean =>
  key === '?' || (code === 'Slash' && shiftKey)

/** Keyboard shortcuts of all signed-in pages (specification, chapter 20), and the dialog that lists them. */
export function Keys() {
  const shown = useStore(keysDialogOpen)
  const navigate = useNavigate()
  const places = useDestinations()
  // Keys typed after g; null if no sequence has begun.
  const [typed, setTyped] = useState<string | null>(null)
  const latest = useRef({ places, typed })
  latest.current = { places, typed }

  // Closes the dialog on unmount: the session may end while it is open.
  useEffect(() => () => keysDialogOpen.set(false), [])

  // A layout effect, because a key pressed between the first paint and an ordinary effect would be missed.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isSingleKey(event)) return
      // Shortcuts are disabled while a modal dialog is open.
      if (document.querySelector('dialog:modal')) return
      if (isQuestion(event)) {
        event.preventDefault()
        keysDialogOpen.set(true)
        return
      }
      const name = keyName(event.code)
      if (name === null || event.shiftKey) return
      const { places: all, typed: before } = latest.current
      if (before === null) {
        if (name === IDLE_SEQUENCE) setTyped('')
        else if (dispatchArrowKey(name)) event.preventDefault()
        return
      }
      event.preventDefault()
      const step = stepTo(all, before + name)
      setTyped(step && 'typed' in step ? step.typed : null)
      if (step && 'place' in step) navigate(step.place.to)
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [navigate])

  useLayoutEffect(() => {
    isSequenceTyped.set(typed !== null)
    return () => isSequenceTyped.set(false)
  }, [typed])

  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => setTyped(null), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <>
      {/* Always mounted: screen readers ignore a live region that is inserted together with its text. */}
      <p className="keys-typed" role="status">
        {typed !== null && `Перейти: ${[IDLE_SEQUENCE, ...typed].join(' ')} …`}
      </p>
      {shown && <KeysDialog places={places} onClose={() => keysDialogOpen.set(false)} />}
    </>
  )
}
