import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { preferences } from '../../lib/preferences.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { HINTS, hintText } from './first-hints.ts'

interface FirstHintsProps {
  /** called when the last hint disappears with its buttons; the caller takes the focus */
  onEnd(): void
}

/**
 * Three short hints on the first visit, each with its subject marked on the screen. They have their own area above
 * the subject, reserved from the first paint on, and cover nothing.
 */
export function FirstHints({ onEnd }: FirstHintsProps) {
  const seen = useStore(preferences.hintsSeen)
  const hint = HINTS[seen]
  const about = hint?.about

  useEffect(() => {
    const subject = about ? document.querySelector(about) : null
    subject?.setAttribute('data-hinted', '')
    return () => subject?.removeAttribute('data-hinted')
  }, [about])

  const go = (to: number) => {
    preferences.hintsSeen.set(to)
    if (to >= HINTS.length) onEnd()
  }
  const end = () => go(HINTS.length)
  // Escape counts only while no element has the focus, as after the page has opened.
  const endsOnEscape = useEffectEvent(({ key, target }: globalThis.KeyboardEvent) => {
    if (key === 'Escape' && target === document.body) end()
  })
  // Attached before the first paint: an ordinary effect would lose a key pressed in between.
  useLayoutEffect(() => {
    if (!about) return
    const listener = (event: globalThis.KeyboardEvent) => endsOnEscape(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [about])

  if (!hint) return null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end()
  }
  const isLast = seen === HINTS.length - 1
  return (
    <div role="note" aria-label="Подсказка" className="first-hint" onKeyDown={onKeyDown}>
      <p aria-live="polite">
        <b>
          {seen + 1} из {HINTS.length}
        </b>{' '}
        {hintText(hint)}
      </p>
      <Button variant="quiet" onClick={() => go(seen + 1)}>
        {isLast ? 'Понятно' : 'Дальше'}
      </Button>
      <button type="button" className="icon-button" aria-label="Скрыть подсказки" onClick={end}>
        <Icon name="close" />
      </button>
    </div>
  )
}
