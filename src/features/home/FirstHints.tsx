import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { listen } from '../../lib/listen.ts'
import { preferences } from '../../lib/preferences.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

interface FirstHintsProps {
  /** called when the last hint has been removed together with its buttons; must move the focus */
  onEnd(): void
}

/** Three hints on the first visit, each highlighting an element, in an area above the page that covers nothing. */
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
  // Handled only if no element has the focus, for which the key would otherwise be.
  const endsOnEscape = useEffectEvent(({ key, target }: globalThis.KeyboardEvent) => {
    if (key === 'Escape' && target === document.body) end()
  })
  // A layout effect, because a key pressed between the first paint and an ordinary effect would be missed.
  useLayoutEffect(() => (about ? listen(document, 'keydown', endsOnEscape) : undefined), [about])

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

interface Hint {
  text: string
  /** added on devices with a mouse, which have a keyboard; not on phones and tablets */
  withKeys?: string
  /** CSS selector of the element that the hint explains */
  about: string
}

/** Hints of the first visit, displayed one after the other (specification 20.5). */
const HINTS: readonly Hint[] = [
  {
    text: 'Поиск вверху найдёт шину, отчёт или действие.',
    withKeys: 'Его открывает и клавиша /.',
    about: '.search-button',
  },
  { text: '«Что решить» — главное за день: каждое число открывает строки за ним.', about: '.attention' },
  {
    text: 'Ниже все отчёты. В отчёте название шины открывает её карточку, а «Вид» показывает те же строки рынком или списком.',
    about: '.report-links',
  },
]

const hintText = ({ text, withKeys }: Hint): string =>
  withKeys === undefined || window.matchMedia?.('(pointer: coarse)').matches ? text : `${text} ${withKeys}`
