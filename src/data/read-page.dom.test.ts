import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ReadError } from '../../contract/legacy/lenient-json.ts'
import { readReportPage } from '../../contract/legacy/report-page.ts'
import { pageColumns } from './page-chunks.ts'
import { readPage } from './read-page.ts'

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
    const atOnce = { ...page, ...pageColumns(page.rows) }
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

/** A page above the length from which its first rows are displayed; the rest has half of its rows. */
const LARGE = [1, 2, 3, 4].map((article) => JSON.stringify({ ...item(article), more: 'x'.repeat(600_000) }))
const BEGINNING = `{"items":[${LARGE.slice(0, 2).join()}`
const REST = `,${LARGE.slice(2).join()}],"total_rows":4,"page":1}`

/** Returns an answer that arrives in these parts, each once it is asked for. */
const inParts = (...parts: (string | Error)[]): Response =>
  new Response(
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        const part = parts.shift()
        if (part === undefined) controller.close()
        else if (part instanceof Error) controller.error(part)
        else controller.enqueue(new TextEncoder().encode(part))
      },
    }),
  )

describe('readPage of a large page (specification 4.32)', () => {
  it('gives the first rows before the others, which then follow the same ones', async () => {
    const onFirst = vi.fn()
    const page = await readPage('analytics', inParts(BEGINNING, REST), going, onFirst)
    expect(onFirst).toHaveBeenCalledTimes(1)
    const [first] = onFirst.mock.calls[0] ?? []
    expect(first).toMatchObject({ totalRows: null, totalPages: null, hasMore: null })
    expect(first.rows.map(({ specs }: { specs: { article: string } }) => specs.article)).toEqual(['1'])
    expect(page.rows).toHaveLength(4)
    expect(page.rows[0]).toBe(first.rows[0])
    expect(page).toEqual(await readPage('analytics', new Response(BEGINNING + REST), going))
  })

  it('gives none of a small page, nor of one whose rows come last', async () => {
    const onFirst = vi.fn()
    await readPage('analytics', new Response(BODY), going, onFirst)
    await readPage('analytics', inParts(`{"page":1,${BEGINNING.slice(1)}`, REST), going, onFirst)
    expect(onFirst).not.toHaveBeenCalled()
  })

  it.each([
    ['breaks off', new TypeError('network error'), TypeError],
    ['is damaged', '}]}', ReadError],
  ])('fails if the rest %s', async (_, rest, error) => {
    const onFirst = vi.fn()
    await expect(readPage('analytics', inParts(BEGINNING, rest), going, onFirst)).rejects.toThrow(error)
    expect(onFirst).toHaveBeenCalledTimes(1)
  })

  it('stops once the signal is aborted, before the others are read', async () => {
    const control = new AbortController()
    const onFirst = () => control.abort(new Error('other filters'))
    await expect(readPage('analytics', inParts(BEGINNING, REST), control.signal, onFirst)).rejects.toThrow(
      'other filters',
    )
  })
})
