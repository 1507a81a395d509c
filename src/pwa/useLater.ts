import { type ComponentType, useEffect, useState } from 'react'
import { loadInBackground } from './reload-once.ts'

/**
 * A part of the page that nobody waits for, loaded after the page itself. Without its code, for want of a network, the page is without
 * it; the next page tries again.
 * @param load the same function at every call
 */
export function useLater<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> | undefined {
  const [Part, setPart] = useState<ComponentType<Props>>()
  useEffect(() => {
    void loadInBackground(load).then((code) => setPart(() => code?.default))
  }, [load])
  return Part
}
