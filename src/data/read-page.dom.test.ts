import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { readReportPage } from '../../contract/legacy/report-page.ts'
import { filledOfRows, readPage } from './read-page.ts'

const item = (article: number) => ({
  tires_specs: { article: String(article), name: `Шина ${article}` },
  cities: { Томск: { 'a.ru': { opt: 1_000 + article / 2 } } },
})
const BODY = JSON.stringify({ items: [1, 2, 3, 4].map(item), total_rows: 4, page: 1, counts: { up: 1 } })
const going = new AbortController().signal

/**
 * Makes every time slice appear to be over whenever the clock is read.
 * @param then called with the number of readings so far
 */
function everyLook(then: (looks: number) => void) {
  let looks = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    looks++
    then(looks)
    return looks * 100
  })
  // jsdom's document is hidden by default.
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  onTestFinished(() => {
    clock.mockRestore()
    hidden.mockRestore()
  })
  return clock
}

describe('readPage', () => {
  it('returns the same page with and without time slices', async () => {
    const page = readReportPage('analytics', BODY)
    const atOnce = { ...page, ...filledOfRows(page.rows) }
    expect(atOnce.rows).toHaveLength(4)
    expect(atOnce.fractions).toBe(true)
    expect(await readPage('analytics', new Response(BODY), going)).toEqual(atOnce)
    everyLook(() => undefined)
    expect(await readPage('analytics', new Response(BODY), going)).toEqual(atOnce)
  })

  it('stops once the signal is aborted', async () => {
    const control = new AbortController()
    const looked = everyLook((looks) => {
      // Aborts after a part of the rows.
      if (looks === 3) control.abort(new Error('other filters'))
    })
    await expect(readPage('analytics', new Response(BODY), control.signal)).rejects.toThrow('other filters')
    expect(looked).toHaveBeenCalledTimes(4)
  })
})
