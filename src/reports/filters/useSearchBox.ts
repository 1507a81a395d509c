import { useEffect, useState } from 'react'
import { loadInBackground } from '../../pwa/reload-once.ts'

type SearchBox = typeof import('./SearchBox.tsx').SearchBox

/** The field for long lists, which the table need not wait for. @returns undefined while it loads, null if it cannot be loaded */
export function useSearchBox(): SearchBox | null | undefined {
  const [box, setBox] = useState<SearchBox | null>()
  useEffect(() => {
    void loadInBackground(() => import('./SearchBox.tsx')).then((code) =>
      setBox(() => code?.SearchBox ?? null),
    )
  }, [])
  return box
}
