import { useEffect, useState } from 'react'
import { loadInBackground } from '../../../pwa/reload-once.ts'

type SearchBox = typeof import('./SearchBox.tsx').SearchBox

/** Kept for fields that appear later, which may have to take the focus at once. */
let loaded: SearchBox | undefined

/** The field for long lists, which the table need not wait for. @returns undefined while it loads, null if it cannot be loaded */
export function useSearchBox(): SearchBox | null | undefined {
  const [box, setBox] = useState<SearchBox | null | undefined>(() => loaded)
  useEffect(() => {
    if (loaded) return
    void loadInBackground(() => import('./SearchBox.tsx')).then((code) => {
      loaded = code?.SearchBox
      setBox(() => loaded ?? null)
    })
  }, [])
  return box
}
