import { useEffect } from 'react'

const shown = { prefix: '', title: document.title }

function show(part: Partial<typeof shown>): void {
  Object.assign(shown, part)
  document.title = shown.prefix + shown.title
}

export function useDocumentTitle(title: string): void {
  useEffect(() => show({ title }), [title])
}

/** Words before the title of whatever page is shown, as long as the caller is there. */
export function useTitlePrefix(prefix: string): void {
  useEffect(() => {
    show({ prefix })
    return () => show({ prefix: '' })
  }, [prefix])
}
