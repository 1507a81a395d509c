// Specification 12.13

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { cabinetServer, offering, visit } from '../../../../tests/support/cabinet.tsx'
import {
  guessAnswer,
  runAnswer,
  sampleAnswer,
  sourceAnswer,
  trialAnswer,
} from '../../../../tests/support/source-answers.ts'

const server = cabinetServer()

const ROOT = '/api/companion/sources'
const FILES = '/api/companion/source-files'
const ADDRESS = 'https://api.shop.ru/tyres'
const LOGIN = 'https://api.shop.ru/login'
const STORED = {
  login: {
    ...{ method: 'POST', address: LOGIN, type: 'form', body: { u: '{username}' }, token: '', cookie: 'sid' },
    ...{ header: 'X-Token', prefix: '' },
  },
  request: { method: 'POST', headers: [{ name: 'X-Version', value: '2' }], body: { cursor: '{page}' } },
  paging: {
    by: 'cursor',
    parameter: '',
    first: 0,
    size: 0,
    size_parameter: '',
    path: 'next',
    records: 'rows',
  },
}

let fetches: Record<string, unknown>[]
let saved: Record<string, unknown>[]
let started: unknown[]
let isCut: boolean

beforeEach(() => {
  fetches = []
  saved = []
  started = []
  isCut = true
  const source = sourceAnswer('one', 'shop.ru', {
    ...{ kind: 'address', address: ADDRESS, api: STORED, secret_names: ['Basic'], times: ['06:30'] },
  })
  const save = async ({ request }: { request: Request }) => {
    saved.push((await request.json()) as Record<string, unknown>)
    return HttpResponse.json({ id: 'one' })
  }
  server.use(
    offering('security', 'sources'),
    http.get(ROOT, () => HttpResponse.json({ sources: [source] })),
    http.get(`${ROOT}/one`, () => HttpResponse.json({ source, runs: [runAnswer(5)], days: [] })),
    http.post(`${ROOT}/one/run`, async ({ request }) => {
      started.push(await request.json())
      return HttpResponse.json({ run: 6 })
    }),
    http.post(`${FILES}/fetch`, async ({ request }) => {
      fetches.push((await request.json()) as Record<string, unknown>)
      return HttpResponse.json({ file: 'f2', name: 'tyres', size: 3, ...(isCut && { first_pages: 3 }) })
    }),
    http.post(`${FILES}/:file/guess`, () => HttpResponse.json(guessAnswer())),
    http.post(`${FILES}/:file/sample`, () => HttpResponse.json(sampleAnswer())),
    http.post(`${FILES}/:file/trial`, () => HttpResponse.json(trialAnswer({ compared: null }))),
    http.post(ROOT, save),
    http.post(`${ROOT}/one`, save),
  )
})

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const columns = () => screen.findByRole('heading', { name: /шаг 2: Колонки/ })
const step = (name: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(name) }))
const FIRST = 'Здесь первые 3 страницы прайс-листа. Загрузятся все.'

async function newAddress() {
  await visit('/profile/sources/new')
  fireEvent.click(await screen.findByLabelText(/Адрес в интернете/))
  fill('Адрес прайс-листа', ADDRESS)
}

describe('an API in the assistant', () => {
  it('is described with login and pages, fetched, and loaded as a whole', async () => {
    await newAddress()
    const folded = screen.getByText('Запросы к API поставщика').closest('details')
    expect(folded).not.toHaveAttribute('open')
    fill('Адрес входа', LOGIN)
    expect(screen.getByLabelText('Тело входа')).toHaveAccessibleDescription(/\{username\}, \{password\}/)
    fill('Где в ответе ключ', 'data.token')
    fill('Как листать', 'page')
    fill('Параметр страницы', 'p')
    fill('Размер страницы', '100')
    fill('Параметр размера', 'limit')
    fill('Где записи', 'data.items')
    expect(screen.getByText(/скачаются первые 3 страницы, при загрузке — все/)).toBeInTheDocument()
    press('Скачать и разобрать')
    await columns()
    const api = {
      login: {
        ...{ method: 'POST', address: LOGIN, type: 'json', token: 'data.token', cookie: '' },
        body: { username: '{username}', password: '{password}' },
        ...{ header: 'Authorization', prefix: 'Bearer' },
      },
      request: { method: 'GET', headers: [], body: null },
      paging: {
        ...{ by: 'page', parameter: 'p', first: 1, size: 100, size_parameter: 'limit' },
        ...{ path: '', records: 'data.items' },
      },
    }
    expect(fetches).toEqual([{ address: ADDRESS, api }])
    expect(screen.getByText(FIRST)).toBeInTheDocument()
    step('Источник')
    press('Далее')
    await screen.findByText('нет цены')
    expect(screen.getByText(FIRST)).toBeInTheDocument()
    press('Сохранить и загрузить все страницы')
    await waitFor(() => expect(started).toEqual([{ day: expect.any(String) }]))
    expect(saved).toMatchObject([{ kind: 'address', address: ADDRESS, api }])
  })

  it('tells each problem at its field, and fetches nothing', async () => {
    await newAddress()
    fill('Адрес входа', 'api.shop.ru')
    fill('Тело входа', '{"username"')
    fill('Где в ответе ключ', 'cookie:')
    fill('Тело запроса', '[]')
    fill('Как листать', 'offset')
    fill('Параметр страницы', '')
    fill('Первый номер', 'один')
    fill('Размер страницы', '-1')
    press('Скачать и разобрать')
    const wrong = {
      'Адрес входа': 'Нужен адрес вида https://api.shop.ru/login.',
      'Тело входа': 'Нужен объект JSON: {"имя": "значение"}.',
      'Где в ответе ключ': 'Укажите, где в ответе ключ.',
      'Тело запроса': 'Нужен объект JSON: {"имя": "значение"}.',
      'Параметр страницы': 'Укажите имя параметра или поставьте {page} в тело запроса.',
      'Первый номер': 'Укажите целое число от 0 до 1000000.',
      'Размер страницы': 'Укажите целое число до 100000 или ничего.',
    }
    expect(screen.getByText('Запросы к API поставщика').closest('details')).toHaveAttribute('open')
    for (const [label, words] of Object.entries(wrong)) {
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(words)
    }
    expect(screen.getByLabelText('Адрес входа')).toHaveFocus()
    fill('Как листать', 'cursor')
    expect(screen.getByLabelText('Где курсор')).toHaveAccessibleDescription('Укажите, где в ответе курсор.')
    expect(fetches).toEqual([])
  })

  it('that is stored keeps what the form does not show', async () => {
    isCut = false
    await visit('/profile/sources/one/edit')
    await columns()
    step('Файл')
    expect(screen.getByText('Запросы к API поставщика').closest('details')).toHaveAttribute('open')
    expect(screen.getByLabelText('Где в ответе ключ')).toHaveValue('cookie:sid')
    press('Скачать и разобрать')
    await columns()
    expect(fetches).toEqual([{ address: ADDRESS, source: 'one', api: STORED }])
    expect(screen.queryByText(FIRST)).toBeNull()
    step('Проверка')
    await screen.findByText('нет цены')
    press('Сохранить и загрузить эти цены')
    await waitFor(() => expect(started).toEqual([{ day: expect.any(String), file: 'f2' }]))
    expect(saved).toMatchObject([{ api: STORED }])
  })

  it('is not described for a file of an FTP or SFTP server', async () => {
    await visit('/profile/sources/one/edit')
    await columns()
    step('Файл')
    fill('Адрес прайс-листа', 'sftp://shop.ru/a.csv')
    expect(screen.queryByText('Запросы к API поставщика')).toBeNull()
    press('Скачать и разобрать')
    await columns()
    expect(fetches[0]).not.toHaveProperty('api')
  })

  it('is shown on the page of its source', async () => {
    await visit('/profile/sources/one')
    expect(await screen.findByText(LOGIN)).toBeInTheDocument()
    expect(screen.getByText('POST, по курсору')).toBeInTheDocument()
    expect(screen.getByText('rows')).toBeInTheDocument()
  })
})
