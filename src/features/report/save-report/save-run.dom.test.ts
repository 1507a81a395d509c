// Specification 8.12

import { describe, expect, it } from 'vitest'
import { roomFor } from '../../../../contract/worker/room.ts'
import { savedEntry } from '../../../../tests/support/saved-worker.ts'
import { OfflineMissError } from '../../../data/errors.ts'
import { type SaveDeps, type SaveProgress, saveMessage, saveRun } from './save-all-pages.ts'

const MB = 1024 * 1024

/** Creates dependencies for a report with this number of pages, each of this size in bytes. */
function partsOf(pages: number, more: Partial<SaveDeps> & { size?: number; total?: number | null } = {}) {
  const { size = 1000, total = pages, ...parts } = more
  const fetched: number[] = []
  const made: SaveProgress[] = []
  const all: SaveDeps = {
    room: roomFor([]),
    whenSaved: async () => size,
    async fetchPage(page) {
      fetched.push(page)
      return { totalPages: total, hasNext: page < pages, isCopy: false }
    },
    ...parts,
  }
  return { all, fetched, made, report: (progress: SaveProgress) => void made.push(progress) }
}

const never = new AbortController().signal

/** Saves the report and returns the final message. */
async function told({ all, made, report }: ReturnType<typeof partsOf>, signal = never): Promise<string> {
  const end = await saveRun(all, signal, report)
  return saveMessage(end, made.at(-1) ?? { saved: 0, total: null }).text
}

describe('saveRun', () => {
  it('fetches the pages one after another, and reports progress', async () => {
    const parts = partsOf(3)
    expect(await told(parts)).toBe('Отчёт сохранён: 3 страницы.')
    expect(parts.fetched).toEqual([1, 2, 3])
    expect(parts.made).toEqual([1, 2, 3].map((saved) => ({ saved, total: 3 })))
  })

  it('continues to the last page if the server does not state their number', async () => {
    expect(await told(partsOf(5, { total: null }))).toBe('Отчёт сохранён: 5 страниц.')
  })

  it('is limited by bytes only, however many pages there are', async () => {
    expect(await told(partsOf(1234))).toBe('Отчёт сохранён: 1\u00a0234 страницы.')
  })

  it("stops before a page of typical size would evict the run's first page", async () => {
    const parts = partsOf(60, { size: 6 * MB })
    expect(await told(parts)).toBe(
      'Сохранены первые 8 из 60 страниц. Больше не помещается: на устройстве хранится до 50\u00a0МБ таблиц.',
    )
    expect(parts.fetched).toHaveLength(8)
  })

  it("leaves room for other runs' pinned pages", () => {
    const others = [
      savedEntry('a', { pinned: true, size: 20 * MB }),
      savedEntry('b', { size: 20 * MB }),
      savedEntry('GET /api/filters', { kind: 'filters', pinned: true, size: MB }),
    ]
    expect(roomFor(others)).toBe(30 * MB)
    const many = Array.from({ length: 150 }, (_, i) => savedEntry(String(i), { pinned: true, size: MB }))
    expect(roomFor(many)).toBe(0)
  })

  it('stops on cancellation, between pages or within one', async () => {
    const between = new AbortController()
    const parts = partsOf(5)
    const end = await saveRun(parts.all, between.signal, ({ saved }) => saved === 2 && between.abort())
    expect(saveMessage(end, { saved: 2, total: 5 }).text).toBe(
      'Сохранение остановлено. Сохранены первые 2 из 5 страниц.',
    )
    const within = new AbortController()
    const fetchPage = async () => {
      within.abort()
      throw within.signal.reason
    }
    expect(await told(partsOf(5, { fetchPage }), within.signal)).toBe(
      'Сохранение остановлено. Ни одна страница не сохранена.',
    )
  })

  it.each([
    [new OfflineMissError(), 'Нет связи с сервером. Сохранена первая из 3 страниц.'],
    [new Error('HTTP 500'), 'Не удалось сохранить отчёт: HTTP 500. Сохранена первая из 3 страниц.'],
  ])('reports what is saved when a page fails (%s)', async (error, words) => {
    const parts = partsOf(3)
    const { fetchPage } = parts.all
    parts.all.fetchPage = (page, total) => (page === 2 ? Promise.reject(error) : fetchPage(page, total))
    expect(await told(parts)).toBe(words)
  })

  it('says when the device could not save a page', async () => {
    expect(await told(partsOf(3, { whenSaved: async () => null }))).toBe(
      'Не удалось записать на устройство: возможно, на нём нет места. Ни одна страница не сохранена.',
    )
  })
})
