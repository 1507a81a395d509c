// Specification 10.12

import { describe, expect, it } from 'vitest'
import { createProgressWriter, importProgressText } from './progress.ts'

const progress = { bytesRead: 12_340_000, bytesTotal: 27_100_000, records: 120_000, offers: 480_000, bad: 12 }

/** Replaces the narrow spaces with which Intl separates thousands. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

function show(isTTY: boolean, times: number[]) {
  let clock = 0
  let written = ''
  const line = createProgressWriter(
    { isTTY, write: (text) => (written += plain(text)) },
    importProgressText,
    () => clock,
  )
  for (const time of times) {
    clock = time
    line.update({ ...progress, records: time })
  }
  line.finish()
  return written
}

describe('importProgressText', () => {
  it('reports bytes and counts of the import', () => {
    expect(plain(importProgressText(progress))).toBe(
      'Прочитано 45 % (12,3 из 27,1 МБ): записей 120 000, предложений 480 000, отклонено 12',
    )
  })
})

describe('createProgressLine', () => {
  it('rewrites one terminal line at a limited rate', () => {
    const written = show(true, [50, 100, 150, 250])
    expect(written.split('\r\u001b[K')).toHaveLength(4)
    expect(written.match(/\n/g)).toHaveLength(1)
    expect(written.endsWith('\n')).toBe(true)
  })

  it('appends a line every few seconds if the output is not a terminal, and the final state', () => {
    const written = show(false, [100, 4999, 5000, 9000, 10_001, 10_002])
    expect(written.match(/записей \d+ ?\d+/g)).toEqual(['записей 5 000', 'записей 10 001', 'записей 10 002'])
    expect(written).not.toContain('\r')
  })

  it('never wraps in a narrow terminal', () => {
    let written = ''
    const line = createProgressWriter(
      { isTTY: true, columns: 30, write: (text) => (written += text) },
      importProgressText,
      () => 0,
    )
    line.update(progress)
    line.finish()
    expect(written).toHaveLength('\r\u001b[K\n'.length + 29)
  })

  it('prints nothing if there was no progress', () => {
    expect(show(true, [])).toBe('')
  })
})
