// Specification 3.17, 8.7

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { cabinetServer, visit } from '../../../tests/support/cabinet.tsx'
import { stayInYear } from '../../../tests/support/fixed-year.ts'
import { navigatorHas, savedEntry, savedWorker } from '../../../tests/support/saved-worker.ts'
import { watchStoreProblems } from '../../pwa/store-problem.ts'

stayInYear(2026)

cabinetServer()

const HERE = '/profile/saved'
const ofWidth = (width: number) => `GET /api/analytics/retailTyres?date=2026-04-18&page=1&width=${width}`
const pageOf = (page: number) => `GET /api/analytics/retailTyres?date=2026-04-18&page=${page}&site=b.ru`
const MB = 1024 * 1024

const region = (name: string) => screen.findByRole('region', { name })
const RETAIL = 'Выгрузить все Розничные цены'
const first = '18 апр. 2026, страница 1'
const alert = async () => within(await screen.findByRole('main')).findByRole('alert')
const row = async (name: string) => (await screen.findByRole('link', { name })).closest('tr') as HTMLElement
const button = async (name: RegExp) => screen.findByRole('button', { name })

describe('SavedDataPage', () => {
  it('is listed with report, filters, page, size and time', async () => {
    savedWorker({ entries: [savedEntry(pageOf(1)), savedEntry('GET /api/filters', { kind: 'filters' })] })
    await visit(HERE)
    const cells = within(await row(first))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells.slice(0, 3)).toEqual(['Вебсайт: b.ru', '18 апр, 12:03', '2\u00a0КБ'])
    expect(within(await region(RETAIL)).getByText(/^1 страница/).textContent).toBe('1 страница · 2\u00a0КБ')
    expect(within(await region('Общие данные')).getByText('Значения фильтров')).toBeTruthy()
  })

  it('opens at its own address', async () => {
    savedWorker({ entries: [savedEntry(pageOf(2))] })
    await visit(HERE)
    const link = await screen.findByRole('link', { name: /страница 2$/ })
    expect(link.getAttribute('href')).toBe('/export/retail?date=2026-04-18&site=b.ru&page=2')
  })

  it('is collapsed if a report has many tables', async () => {
    savedWorker({ entries: Array.from({ length: 30 }, (_, i) => savedEntry(ofWidth(i + 1))) })
    await visit(HERE)
    const shown = async () => within(await region(RETAIL)).getAllByRole('link').length
    expect(await shown()).toBe(8)
    fireEvent.click(await button(/^Показать все 30/))
    expect(await shown()).toBe(30)
  })

  it('is summarised with its limits', async () => {
    savedWorker({ entries: [1, 2, 3].map((page) => savedEntry(pageOf(page), { size: MB })), queued: 2 })
    await visit(HERE)
    expect(await screen.findByText(/^1 таблица · 3 МБ из 50 МБ/)).toBeTruthy()
    expect(screen.getByText(/^2 действия с уведомлениями/)).toBeTruthy()
  })

  it('may be empty', async () => {
    savedWorker()
    await visit(HERE)
    expect(await screen.findByText(/^Пока ничего не сохранено/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Удалить всё' })).toBeNull()
  })
})

describe('SavedDataPage: a saved table', () => {
  it('of one page is deleted, and the focus moves to the next one', async () => {
    const worker = savedWorker({
      entries: [savedEntry(ofWidth(1), { viewedAt: 2 }), savedEntry(ofWidth(2), { viewedAt: 1 })],
    })
    await visit(HERE)
    fireEvent.click(await button(/^Удалить: .*Ширина: 1/))
    await waitFor(() => expect(screen.queryByRole('button', { name: /Ширина: 1/ })).toBeNull())
    expect(worker.asked()).toEqual([{ type: 'remove', requests: [ofWidth(1)] }])
    expect(document.activeElement).toBe(await button(/^Удалить: .*Ширина: 2/))
    expect(screen.getByText(`Удалено: ${first}`)).toBeTruthy()
  })

  it('of several pages is deleted completely after confirmation', async () => {
    const worker = savedWorker({ entries: [savedEntry(pageOf(1)), savedEntry(pageOf(2))] })
    await visit(HERE)
    fireEvent.click(await button(/^Удалить: .*страницы 1–2/))
    expect(worker.asked()).toEqual([])
    const dialog = within(screen.getByRole('dialog', { name: 'Удалить «18 апр. 2026, страницы 1–2»?' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Удалить' }))
    await waitFor(() =>
      expect(worker.asked()).toEqual([{ type: 'remove', requests: [pageOf(1), pageOf(2)] }]),
    )
  })

  it('is pinned and unpinned', async () => {
    const worker = savedWorker({ entries: [savedEntry(pageOf(1))] })
    await visit(HERE)
    const pin = () => button(/^Закрепить: .*страница 1/)
    expect((await pin()).getAttribute('aria-pressed')).toBe('false')
    fireEvent.click(await pin())
    await waitFor(async () => expect((await pin()).getAttribute('aria-pressed')).toBe('true'))
    fireEvent.click(await pin())
    await waitFor(async () => expect((await pin()).getAttribute('aria-pressed')).toBe('false'))
    expect(worker.asked()).toEqual([
      { type: 'pin', requests: [pageOf(1)], pinned: true },
      { type: 'pin', requests: [pageOf(1)], pinned: false },
    ])
  })
})

describe('SavedDataPage: deleting everything', () => {
  const entries = [savedEntry(pageOf(1)), savedEntry('GET /api/filters', { kind: 'filters' })]

  it('asks first, and does nothing if declined', async () => {
    const worker = savedWorker({ entries })
    await visit(HERE)
    fireEvent.click(await button(/^Удалить всё$/))
    const dialog = within(screen.getByRole('dialog', { name: 'Удалить всё сохранённое?' }))
    expect(dialog.getByText(/^2 записи, 4 КБ/)).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Отмена' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(worker.asked()).toEqual([])
  })

  it('deletes all data if confirmed', async () => {
    const worker = savedWorker({ entries })
    await visit(HERE)
    fireEvent.click(await button(/^Удалить всё$/))
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Удалить' }))
    expect(await screen.findByText(/^Пока ничего не сохранено/)).toBeTruthy()
    expect(worker.state.entries).toEqual([])
  })
})

describe('SavedDataPage reports', () => {
  it('a missing worker', async () => {
    await visit(HERE)
    expect((await alert()).textContent).toMatch(/не хранит данные приложения/)
  })

  it('a missing store, with a button to retry', async () => {
    const worker = savedWorker({ problem: 'unavailable' })
    await visit(HERE)
    expect((await alert()).textContent).toMatch(/Хранилище браузера недоступно/)
    worker.state.problem = null
    fireEvent.click(await button(/^Повторить$/))
    expect(await screen.findByText(/^Пока ничего не сохранено/)).toBeTruthy()
  })

  it('missing space, until something is removed', async () => {
    const worker = savedWorker({ entries: [savedEntry(pageOf(1))] })
    const stop = watchStoreProblems()
    await visit(HERE)
    await row(first)
    await worker.tell({ type: 'store-problem', problem: 'quota' })
    expect((await alert()).textContent).toMatch(/не хватило места/)
    fireEvent.click(await button(/^Удалить: /))
    await waitFor(() => expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull())
    stop()
  })

  it('a worker that does not answer', async () => {
    const worker = savedWorker()
    vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(undefined)
    Object.assign(navigator.serviceWorker, { controller: null })
    await visit(HERE)
    expect((await alert()).textContent).toMatch(/не отвечает/)
    expect(worker.asked()).toEqual([])
  })
})

describe("the browser's storage", () => {
  const says = (promised: boolean, answer: boolean) =>
    navigatorHas('storage', {
      estimate: async () => ({ usage: 5 * MB, quota: 1005 * MB }),
      persisted: async () => promised,
      persist: async () => answer,
    })

  it('with the browser’s promise and free space', async () => {
    savedWorker()
    says(true, true)
    await visit(HERE)
    expect(await screen.findByText('Браузер обещал не удалять эти данные сам.')).toBeTruthy()
    expect(await screen.findByText('Занято 5 МБ, свободно 1 000 МБ')).toBeTruthy()
  })

  it.each([
    [true, 'Браузер обещал не удалять эти данные сам.'],
    [false, /^Браузер пока не согласился/],
  ])('the result of the button that requests the promise (%s)', async (answer, words) => {
    savedWorker()
    says(false, answer)
    await visit(HERE)
    fireEvent.click(await button(/^Попросить хранить$/))
    expect(await screen.findByText(words)).toBeTruthy()
  })
})
