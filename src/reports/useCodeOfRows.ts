import { useEffect } from 'react'
import { loadInBackground } from '../pwa/reload-once.ts'
import { whenIdle } from '../pwa/when-idle.ts'

type Load = () => Promise<unknown>

/**
 * Loads what comes with the rows while the person chooses filters, so that 'Применить' loads no more code.
 * @param applied rows are asked for already, and bring their code
 * @param own the same list at every call @param other from another room, the same at every call
 */
export function useCodeOfRows(applied: boolean, own: readonly Load[], other: Load): void {
  useEffect(() => {
    if (!applied) void whenIdle().then(() => [...own, other].map(loadInBackground))
  }, [applied, own, other])
}
