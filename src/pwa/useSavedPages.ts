import { useMemo } from 'react'
import type { Report } from '../../contract/reports.ts'
import { keyAddress } from '../../contract/worker/request-key.ts'
import type { SavedEntry } from '../../contract/worker/saved.ts'
import { type ListPage, readListPath } from '../api/report-address.ts'
import { useSavedState } from './useSavedState.ts'

export interface SavedPage extends ListPage {
  entry: SavedEntry
}

/** The pages of one report that are on the device, the last viewed first. */
export function useSavedPages(report: Report): SavedPage[] {
  const state = useSavedState()
  return useMemo(() => savedPagesOf(report, state?.entries ?? []), [report, state])
}

function savedPagesOf(report: Report, entries: readonly SavedEntry[]): SavedPage[] {
  return entries
    .flatMap((entry) => {
      const page = readListPath(report, keyAddress(entry.request))
      return page ? [{ ...page, entry }] : []
    })
    .sort((a, b) => b.entry.viewedAt - a.entry.viewedAt)
}
