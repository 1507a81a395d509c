import { type ComponentType, useEffect, useState } from 'react'
import { loadInBackground } from './reload-once.ts'

const loaded = new WeakMap<() => Promise<unknown>, unknown>()

/**
 * Loads a part of the page after the page itself, or renders it at once if it was loaded before. If its code cannot
 * be loaded, the page goes without it; the next page tries again.
 * @param load the same function at every call
 */
export function useLater<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> | undefined {
  const [Part, setPart] = useState(() => loaded.get(load) as ComponentType<Props> | undefined)
  useEffect(() => {
    // The code may have arrived since this was rendered.
    const known = loaded.get(load) as ComponentType<Props> | undefined
    if (known) return setPart(() => known)
    void loadInBackground(load).then((code) => {
      if (code) loaded.set(load, code.default)
      setPart(() => code?.default)
    })
  }, [load])
  return Part
}
