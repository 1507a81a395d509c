import { describe, expect, it } from 'vitest'
import { REPORT_IDS, REPORTS } from '../../../contract/reports/reports.ts'
import { groupedName } from './ReportLinks.tsx'

describe('groupedName (specification 2.3)', () => {
  it('differs for all thirteen reports', () => {
    const names = REPORT_IDS.map((id) => groupedName(id, REPORTS[id].code))
    expect(new Set(names).size).toBe(13)
    expect(names.filter((name) => !/^(Розница|Опт|Анализ) · ./.test(name))).toEqual([])
  })
})
