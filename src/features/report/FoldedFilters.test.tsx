// Specification 4.4, 4.11, 17.1, 18.2, 20.1, 25.7

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  address,
  anotherBackend,
  expectText,
  open,
  pricesServer,
} from '../../../tests/support/prices-app.tsx'
import { DAY } from '../../../tests/support/sample-prices.ts'

const server = pricesServer()
beforeEach(() => localStorage.removeItem('filters_stay'))

const REPORT = '/export/retail'
const TABLE = `${REPORT}?date=${DAY}`
const button = (name: string) => screen.findByRole('button', { name })
const change = () => button('Изменить')
const brand = () => screen.queryByLabelText('Бренд')
const chips = async () =>
  within(await screen.findByRole('list', { name: 'Выбрано' })).getAllByRole('listitem')
const key = (letter: string) =>
  fireEvent.keyDown(document.activeElement ?? document.body, {
    key: letter,
    code: `Key${letter.toUpperCase()}`,
  })

describe('the filters form', () => {
  it('is open until something is applied, then folds and moves the focus to the button that opens it', async () => {
    await open(REPORT)
    await waitFor(() => expect(brand()).toBeVisible())
    expect(screen.queryByRole('list', { name: 'Выбрано' })).toBeNull()
    const apply = await button('Применить')
    // A click in a browser does so, too.
    apply.focus()
    fireEvent.click(apply)
    await waitFor(async () => expect(await change()).toHaveFocus())
    expect((await chips()).map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^\d+ \S+ 20\d\d г\.$/),
    ])
  })

  it('stays open, and its button says so, while the answer loads, also to the same choice', async () => {
    let release = () => {}
    const hold = () => {
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      server.use(
        http.get('/api/analytics/retailTyres', async ({ request }) => {
          await held
          return server.forward(request)
        }),
      )
    }
    await open(REPORT)
    for (const again of [false, true]) {
      hold()
      if (again) fireEvent.click(await change())
      fireEvent.click(await button('Применить'))
      expect(await button('Загрузка...')).toBeVisible()
      expect(await button('Свернуть')).toBeVisible()
      release()
      expect(await change()).toBeVisible()
    }
  })

  it('stays open after the answer if filters were changed meanwhile', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    server.use(
      http.get('/api/analytics/retailTyres', async ({ request }) => {
        await held
        return server.forward(request)
      }),
    )
    await open(REPORT)
    fireEvent.click(await button('Применить'))
    await waitFor(() => expect(address()).toContain('date='))
    fireEvent.change(screen.getByLabelText('Дата'), { target: { value: '2026-04-17' } })
    release()
    expect(await button('Применить')).toBeVisible()
    await expectText(() => document.body, 'Фильтры изменены, нажмите «Применить»')
    expect(await button('Свернуть')).toBeVisible()
  })

  it('has a chip for each part of the choice, which removes it and applies', async () => {
    await open(`${TABLE}&brand=Zorki&city=Томск&width=205&height=55&diameter=R16`)
    await waitFor(async () =>
      expect((await chips()).map(({ textContent }) => textContent)).toEqual([
        '18 апр. 2026 г.',
        'Zorki',
        'Томск',
        '205/55 R16',
      ]),
    )
    fireEvent.click(await button('Убрать: 205/55 R16'))
    await waitFor(() => expect(address()).not.toMatch(/width|height|diameter/))
    expect(await change()).toHaveFocus()
    fireEvent.click(await button('Убрать: Zorki'))
    await waitFor(() => expect(address()).toBe(`${TABLE}&city=Томск`))
    expect(screen.queryByRole('button', { name: /^Убрать: 18/ })).toBeNull()
  })

  it('leads to a rule that watches what is applied, where the server has rules', async () => {
    await open(`${TABLE}&brand=Zorki&view=market`)
    const link = await screen.findByRole('link', { name: 'Следить' })
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', location.origin)
    expect(pathname).toBe('/profile/rules/new')
    expect([searchParams.get('brand'), searchParams.get('price')]).toEqual(['Zorki', 'retail'])
  })

  it('leads to no rule before another backend', async () => {
    server.use(anotherBackend())
    await open(`${TABLE}&brand=Zorki`)
    await button('Сохранить')
    expect(screen.queryByRole('link', { name: 'Следить' })).toBeNull()
  })

  it('opens and folds with f, which is a letter in a field', async () => {
    await open(TABLE)
    await screen.findByText('Шина 000')
    key('f')
    const date = screen.getByLabelText('Дата')
    await waitFor(() => expect(date).toHaveFocus())
    key('f')
    expect(await button('Свернуть')).toBeVisible()
    ;(await button('Свернуть')).focus()
    key('f')
    expect(await change()).toHaveFocus()
  })

  it('stays open if the person wishes, also in the next visit', async () => {
    await open(TABLE)
    fireEvent.click(await change())
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Не сворачивать' }))
    fireEvent.click(await button('Применить'))
    await screen.findByText('Шина 000')
    expect(brand()).toBeVisible()
    await open(TABLE)
    await waitFor(() => expect(brand()).toBeVisible())
  })
})

describe('the toolbar of the results', () => {
  it('changes the height of the rows, which the device remembers', async () => {
    const line = () => screen.getByRole('grid').style.getPropertyValue('--grid-line')
    await open(`${TABLE}&view=market`)
    await screen.findByRole('button', { name: /^Наши с конкурентами/ })
    expect(line()).toBe('26px')
    fireEvent.click(await screen.findByRole('radio', { name: 'Удобно' }))
    expect(line()).toBe('32px')
    await open(`${TABLE}&view=market`)
    await screen.findByRole('button', { name: /^Наши с конкурентами/ })
    expect(line()).toBe('32px')
  })
})

describe('saving', () => {
  it('does not offer to keep pages where the browser cannot', async () => {
    await open(TABLE)
    fireEvent.click(await button('Сохранить'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Сохранить' }))
    expect(dialog.getByLabelText('Название')).toBeVisible()
    expect(dialog.queryByRole('checkbox', { name: /Готов без сети/ })).toBeNull()
  })
})

describe('a table without rows', () => {
  it('offers the nearest days and cities that have rows, with their numbers', async () => {
    const at = (city: string) =>
      [
        { article: 'NEAR1', name: 'Шина NEAR1' },
        { city, retail: 5000 },
      ] as const
    await server.importPrices({ site: 'near.ru', day: '2026-01-20', lines: [at('Пермь')] })
    await server.importPrices({ site: 'near.ru', day: '2026-01-21', lines: [at('Тверь')] })
    await open(`${REPORT}?date=2026-01-21&city=Пермь&site=near.ru`)
    await expectText(() => document.body, 'Нет данных за выбранный период.')
    expect(await button('Показать данные за 20 января 2026 г. · 1 шина')).toBeVisible()
    fireEvent.click(await button('Город: Тверь · 1 шина'))
    expect(await screen.findByText('Шина NEAR1')).toBeVisible()
  })

  it('offers the nearest days alone before another backend', async () => {
    server.use(anotherBackend())
    await open(`${REPORT}?date=2025-01-02`)
    await expectText(() => document.body, 'Нет данных за выбранный период.')
    // On one side or both: other tests' days may be earlier.
    const [nearest] = await screen.findAllByRole('button', { name: /^Показать данные за [^·]+$/ })
    expect(nearest).toBeVisible()
  })
})
