// Specification 12.11

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
const ADDRESS = 'sftp://ftp.shop.ru/out/price-*.csv'
const KEY = `SHA256:${'A'.repeat(43)}`
const NEW_KEY = `SHA256:${'B'.repeat(43)}`

let fetches: Record<string, unknown>[]
let saved: Record<string, unknown>[]
let source: ReturnType<typeof sourceAnswer>
/** Key that the SFTP server shows. */
let shown: string

beforeEach(() => {
  fetches = []
  saved = []
  shown = KEY
  source = sourceAnswer('one', 'shop.ru', {
    kind: 'address',
    address: ADDRESS,
    host_key: KEY,
    secret_names: ['Basic'],
    times: ['06:30'],
  })
  const save = async ({ request }: { request: Request }) => {
    saved.push((await request.json()) as Record<string, unknown>)
    return HttpResponse.json({ id: 'one' })
  }
  server.use(
    offering('security', 'sources'),
    http.get(ROOT, () => HttpResponse.json({ sources: [source] })),
    http.get(`${ROOT}/one`, () => HttpResponse.json({ source, runs: [runAnswer(5)], days: [] })),
    http.post(`${FILES}/fetch`, async ({ request }) => {
      const asked = (await request.json()) as Record<string, unknown>
      fetches.push(asked)
      return (asked.host_key ?? shown) === shown
        ? HttpResponse.json({ file: 'f2', name: 'price-2.csv', size: 3, host_key: shown })
        : HttpResponse.json({ error: 'Ключ сервера сменился', host_key: shown }, { status: 409 })
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

describe('a price list on an SFTP server', () => {
  it('is fetched with name and password alone, and saved with the key that its server showed', async () => {
    await visit('/profile/sources/new')
    fireEvent.click(await screen.findByLabelText(/Адрес в интернете/))
    expect(screen.getByLabelText('Адрес прайс-листа')).toHaveAccessibleDescription(
      /файлы на серверах FTP и SFTP/,
    )
    expect(screen.getByRole('button', { name: /Добавить ключ/, hidden: true })).toBeInTheDocument()
    fill('Адрес прайс-листа', ADDRESS)
    expect(screen.queryByRole('button', { name: /Добавить ключ/, hidden: true })).toBeNull()
    fireEvent.click(screen.getByText('Нужны имя и пароль'))
    fireEvent.click(screen.getByLabelText('Имя и пароль'))
    fill('Имя', 'anna')
    fill('Пароль', 'тайна')
    expect(screen.queryByText(/Ключ сервера/)).toBeNull()
    press('Скачать и разобрать')
    await columns()
    const secrets = { headers: [], basic: { username: 'anna', password: 'тайна' } }
    expect(fetches).toEqual([{ address: ADDRESS, secrets }])
    step('Файл')
    expect(screen.getByText(KEY).closest('p')).toHaveTextContent(
      `Ключ сервера ${KEY}. Сравните его с тем, что назвал поставщик.`,
    )
    step('Источник')
    expect(screen.getByLabelText<HTMLInputElement>('Сайт').value).toBe('shop.ru')
    press('Далее')
    await screen.findByText('нет цены')
    expect(screen.getByText(KEY)).toBeInTheDocument()
    press('Только сохранить')
    await waitFor(() => expect(saved).toMatchObject([{ address: ADDRESS, host_key: KEY, secrets }]))
  })

  it('whose server shows another key says both, and is fetched and saved with the new one once it is trusted', async () => {
    shown = NEW_KEY
    await visit('/profile/sources/one/edit')
    await columns()
    step('Файл')
    press('Скачать и разобрать')
    expect(await screen.findByRole('alert')).toHaveTextContent('Ключ сервера сменился')
    expect(screen.getByText(KEY).closest('p')).toHaveTextContent(`Прежний ключ сервера ${KEY}`)
    expect(screen.getByText(NEW_KEY).closest('p')).toHaveTextContent(`Новый ключ сервера ${NEW_KEY}`)
    expect(fetches).toEqual([{ address: ADDRESS, source: 'one', host_key: KEY }])
    press('Доверять новому ключу и скачать')
    await columns()
    expect(fetches.at(-1)).toEqual({ address: ADDRESS, source: 'one', host_key: NEW_KEY })
    step('Проверка')
    await screen.findByText('нет цены')
    press('Только сохранить')
    await waitFor(() => expect(saved).toMatchObject([{ host_key: NEW_KEY }]))
  })

  it('has no key yet at the address of another server', async () => {
    await visit('/profile/sources/one/edit')
    await columns()
    step('Файл')
    expect(screen.getByText(KEY)).toBeInTheDocument()
    fill('Адрес прайс-листа', 'sftp://other.ru/price.csv')
    expect(screen.queryByText(KEY)).toBeNull()
    press('Скачать и разобрать')
    await columns()
    expect(fetches[0]).not.toHaveProperty('host_key')
  })

  it('is shown with its key on its page', async () => {
    await visit('/profile/sources/one')
    expect(await screen.findByText(KEY)).toBeInTheDocument()
    expect(screen.getByText('Ключ сервера')).toBeInTheDocument()
  })
})
