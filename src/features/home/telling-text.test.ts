import { describe, expect, it } from 'vitest'
import { REPORT_IDS, REPORTS } from '../../../contract/reports/reports.ts'
import { labelParts } from './telling-text.ts'

describe('labelParts (specification 2.3)', () => {
  it.each(REPORT_IDS)('are in the label of %s, which stays as it is', (id) => {
    const { title } = REPORTS[id]
    const parts = labelParts(id, title)
    expect(parts.join('')).toBe(title)
    expect(parts[1]).not.toBe(title)
  })
})
