import { useEffect } from 'react'
import { loadInBackground } from '../../pwa/reload-once.ts'
import { whenIdle } from '../../pwa/when-idle.ts'
import type { Layout } from '../report-choice/view.ts'
import { LOAD } from './layouts/load.ts'

type Load = () => Promise<unknown>

/**
 * Loads what comes with the rows while the person chooses filters, so that they need no more code once they are there.
 * @param applied rows are asked for already, and bring their code
 * @param own the same list at every call @param other from another room, the same at every call
 */
export function useCodeOfRows(applied: boolean, layout: Layout, own: readonly Load[], other: Load): void {
  useEffect(() => {
    const loads = layout === 'table' ? [...own, other] : [LOAD[layout], ...own, other]
    if (!applied) void whenIdle().then(() => loads.map(loadInBackground))
  }, [applied, layout, own, other])
}
