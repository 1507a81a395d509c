import { type ComponentType, useEffect, useState } from 'react'
import { loadInBackground } from './reload-once.ts'

const loaded = new WeakMap<() => Promise<unknown>, unknown>()

/**
 * A part of the page that nobody waits for, loaded after the page itself, and there at once where it has been loaded before. Without its
 * code, for want of a network, the page is without it; the next page tries again.
 * @param load the same function at every call
 */
export function useLater<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> | undefined {
  const [Part, setPart] = useState(() => loaded.get(load) as ComponentType<Props> | undefined)
  useEffect(() => {
    // It may have come since this was rendered.
    const known = loaded.get(load) as ComponentType<Props> | undefined
    if (known) return setPart(() => known)
    void loadInBackground(load).then((code) => {
      if (code) loaded.set(load, code.default)
      setPart(() => code?.default)
    })
  }, [load])
  return Part
}
