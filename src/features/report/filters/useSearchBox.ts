import { useEffect, useState } from 'react'
import { loadInBackground } from '../../../pwa/reload-once.ts'

type SearchBox = typeof import('./SearchBox.tsx').SearchBox

/** Cached for fields that appear later and may have to take the focus at once. */
let loaded: SearchBox | undefined

/** Loads the field for long lists after the table. @returns undefined while it loads, null if it cannot be loaded */
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
