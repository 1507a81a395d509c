import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import type { TrackedPage } from '../../../../contract/pages/tracked-page.ts'
import { invalidatePages } from '../../../data/page-queries.ts'

/** Opened dialog: a page of a tyre is read and tracked (`page` is null for a new one), or no longer tracked. */
export type PageQuestion =
  | { kind: 'track'; tyre: string; page: TrackedPage | null }
  | { kind: 'remove'; page: TrackedPage }

interface PageAction {
  label: string
  question: PageQuestion
}

/** Returns the actions on a page for those who may change and remove it. */
export const actionsOfPage = (page: TrackedPage): PageAction[] => [
  { label: 'Прочитать ещё раз', question: { kind: 'track', tyre: page.tyre, page } },
  { label: 'Больше не следить', question: { kind: 'remove', page } },
]

/** Time in ms after which a run has imported a new price. */
const IMPORTED_AFTER_MS = 3_000

/**
 * Returns the open dialog of a list of pages, the message about its result, and the functions that change both.
 * @param heading element that gets the focus if the control which opened the dialog was removed
 */
export function usePageActions(heading: RefObject<HTMLElement | null>) {
  const queries = useQueryClient()
  const [question, setQuestion] = useState<PageQuestion | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const [tracked, setTracked] = useState(0)
  useEffect(() => {
    if (tracked === 0) return
    const timer = setTimeout(() => void invalidatePages(queries), IMPORTED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [tracked, queries])
  useEffect(() => {
    if (question === null) return
    return () => {
      if (document.activeElement === document.body) heading.current?.focus()
    }
  }, [question, heading])
  const refresh = () => invalidatePages(queries)
  return {
    question,
    said,
    refresh,
    ask(next: PageQuestion) {
      setSaid(null)
      setQuestion(next)
    },
    close: () => setQuestion(null),
    dismiss: () => setSaid(null),
    /** Closes the dialog and displays the message once the pages have been fetched again. */
    async finish(words: string) {
      await refresh()
      if (question?.kind === 'track') setTracked((before) => before + 1)
      setSaid(words)
      // The person may have closed the dialog meanwhile, and opened another one.
      setQuestion((current) => (current === question ? null : current))
    },
  }
}
