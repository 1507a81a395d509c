import { useEffect } from 'react'
import { loadInBackground } from '../../pwa/reload-once.ts'
import { whenIdle } from '../../pwa/when-idle.ts'
import type { Layout } from '../report-choice/view.ts'
import { LOAD } from './layouts/load.ts'

type Load = () => Promise<unknown>

/**
 * Loads the code that is rendered with the rows while the person chooses filters, so that the rows need no further
 * code.
 * @param applied rows are already requested, and load their code themselves
 * @param own loaders of the report, the same list at every call
 * @param other loader of another room, the same at every call
 */
export function useCodeOfRows(applied: boolean, layout: Layout, own: readonly Load[], other: Load): void {
  useEffect(() => {
    const loads = layout === 'table' ? [...own, other] : [LOAD[layout], ...own, other]
    if (!applied) void whenIdle().then(() => loads.map(loadInBackground))
  }, [applied, layout, own, other])
}
