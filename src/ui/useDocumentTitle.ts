import { useEffect } from 'react'

const shown = { prefix: '', title: document.title }

function show(part: Partial<typeof shown>): void {
  Object.assign(shown, part)
  document.title = shown.prefix + shown.title
}

export function useDocumentTitle(title: string): void {
  useEffect(() => show({ title }), [title])
}

/** Adds a prefix to every page title while the calling component is mounted. */
export function useTitlePrefix(prefix: string): void {
  useEffect(() => {
    show({ prefix })
    return () => show({ prefix: '' })
  }, [prefix])
}
