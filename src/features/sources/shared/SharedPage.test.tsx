import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cabinetServer, offering, visit } from '../../../../tests/support/cabinet.tsx'
import { sourceAnswer, trialAnswer } from '../../../../tests/support/source-answers.ts'

const server = cabinetServer()
const PAGE = '/profile/sources/shared'
const ORIGIN = 'https://app.ru'
const FILES = '/api/companion/source-files'

/** Names and contents in the cache, which the test environment does not have. */
let cached: Map<string, Blob>
let fits: object[]
let sources: ReturnType<typeof sourceAnswer>[]

beforeEach(() => {
  cached = new Map()
  fits = []
  sources = [sourceAnswer('one', 'a.ru', { title: 'Шины А' })]
  const cache = {
    keys: async () => [...cached.keys()].map((path) => ({ url: `${ORIGIN}${path}` })),
    match: async (url: string) => ({ blob: async () => cached.get(url.slice(ORIGIN.length)) }),
    put: async (path: string, response: Response) => void cached.set(path, await response.blob()),
    delete: async (url: string) => cached.delete(url.slice(ORIGIN.length)),
  }
  vi.stubGlobal('caches', { open: async () => cache })
  server.use(
    offering('security', 'sources'),
    http.put(FILES, ({ request }) => {
      const name = new URL(request.url).searchParams.get('name')
      return HttpResponse.json({ file: 'f1', name, size: 9 })
    }),
    http.post(`${FILES}/f1/sources`, () => HttpResponse.json({ sources: fits })),
    http.post(`${FILES}/f1/trial`, () => HttpResponse.json(trialAnswer())),
    http.post(`${FILES}/f1/guess`, () => HttpResponse.json({}, { status: 400 })),
    http.get('/api/companion/sources', () => HttpResponse.json({ sources })),
    http.get('/api/companion/sources/one', () =>
      HttpResponse.json({ source: sources[0], runs: [], days: [] }),
    ),
  )
  return () => vi.unstubAllGlobals()
})

const keyOf = (name: string, from = '', at = Date.now()) =>
  `${PAGE}?${new URLSearchParams({ name, from, at: `${at}.5` })}`
const share = (name: string, from?: string, at?: number) =>
  cached.set(keyOf(name, from, at), new Blob(['a;b']))
/** Opens the page and has the file uploaded. */
const send = async (name: string) => {
  const shown = await visit(PAGE)
  fireEvent.click(await screen.findByRole('button', { name: `Отправить и разобрать: ${name}` }))
  return shown
}
const fitting = (id: string, known: number) => ({ id, title: `Шины ${id}`, site: `${id}.ru`, known })

describe('files shared with the app (specification 12.10)', () => {
  it('are recognised as those of a source, and lead to its trial', async () => {
    share('Прайс #5.csv')
    fits = [fitting('one', 97), fitting('two', 3)]
    const { addresses } = await send('Прайс #5.csv')
    expect((await screen.findByText(/^Это прайс-лист/)).textContent).toContain(
      '«Шины one»: он уже знает 97 % шин',
    )
    fireEvent.click(screen.getByRole('button', { name: 'Проверить и загрузить' }))
    await screen.findByRole('heading', { name: 'Проверка: Прайс #5.csv' })
    expect(addresses.at(-1)).toBe('/profile/sources/one')
    expect(cached.size).toBe(0)
    // The server has the file already.
    expect(server.calls(`PUT ${FILES}`)).toHaveLength(1)
  })

  it('are for a person to choose among sources that may be theirs', async () => {
    share('a.csv')
    fits = [fitting('one', 20), fitting('two', 0)]
    await send('a.csv')
    await screen.findByText(/^Так устроены прайс-листы этих источников/)
    expect(screen.getByRole('button', { name: 'Шины two' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Новый источник' })).toBeTruthy()
  })

  it('begin a new source if nothing like them was seen', async () => {
    share('a.csv')
    const { addresses } = await send('a.csv')
    await screen.findByText(/^Такого прайс-листа ещё не было/)
    fireEvent.click(screen.getByRole('button', { name: 'Новый источник' }))
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/sources/new'))
    await waitFor(() => expect(server.calls(`POST ${FILES}/f1/guess`)).toHaveLength(1))
  })

  it('are not sent before a person asks for it, and what is no list is never sent', async () => {
    share('..')
    share('b.csv')
    cached.set(keyOf('c.jpg'), new Blob(['x'], { type: 'image/jpeg' }))
    await send('b.csv')
    await screen.findByText(/^Такого прайс-листа/)
    expect(server.calls(`PUT ${FILES}`)).toHaveLength(1)
    expect(screen.getByText(/«c.jpg» — не прайс-лист/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Убрать файл ..' }))
    await waitFor(() => expect(screen.queryByText('..')).toBeNull())
    expect([...cached.keys()]).toHaveLength(2)
  })

  it('can be sent again after a failure', async () => {
    share('a.csv')
    server.use(http.put(FILES, () => HttpResponse.json({ error: 'Диск полон' }, { status: 507 })))
    await send('a.csv')
    await screen.findByText('Диск полон')
    server.use(http.put(FILES, () => HttpResponse.json({ file: 'f1', name: 'a.csv', size: 9 })))
    fireEvent.click(screen.getByText('Отправить ещё раз'))
    await screen.findByText(/^Такого прайс-листа/)
  })

  it('stay on the device of a person who loads no lists', async () => {
    share('a.csv')
    server.use(offering('security'))
    await visit(PAGE)
    await screen.findByText(/^Прайс-листы загружает администратор/)
    expect(server.calls(`PUT ${FILES}`)).toEqual([])
    expect(screen.queryByRole('link', { name: 'Все источники' })).toBeNull()
  })

  it('are explained where there are none', async () => {
    await visit(PAGE)
    await screen.findByText(/^Файлов нет/)
  })

  it('include files that are opened with the app', async () => {
    let consume: (launched: object) => void = () => undefined
    vi.stubGlobal('launchQueue', { setConsumer: (given: typeof consume) => (consume = given) })
    await visit(PAGE)
    await screen.findByText(/^Файлов нет/)
    consume({ files: [{ getFile: async () => new File(['a;b'], 'opened.csv') }] })
    await screen.findByText('opened.csv')
    expect(screen.getByText(/открыт на этом устройстве$/)).toBeTruthy()
    consume({ files: [{ getFile: async () => ({ name: 'b.csv', size: 50_000_001 }) }] })
    await screen.findByText(/^Файл не принят: он больше 50 МБ/)
  })

  it('say when they arrived and from where, and are removed after a week', async () => {
    const at = new Date(new Date().getFullYear(), 0, 1, 0, 5).getTime()
    vi.setSystemTime(at + 6 * 24 * 60 * 60_000)
    share('site.csv', 'https://sites.example/offer', at)
    share('unknown.csv', '', at)
    share('old.csv', '', at - 2 * 24 * 60 * 60_000)
    await visit(PAGE)
    expect(await screen.findByText('Получен 1 янв, 00:05, с другого сайта: sites.example')).toBeTruthy()
    expect(screen.getByText(/, с этого устройства или с сайта, который себя не назвал$/)).toBeTruthy()
    expect(screen.queryByText('old.csv')).toBeNull()
    expect(cached.size).toBe(2)
    vi.useRealTimers()
  })

  it('of one name are different files, and one that is refused is explained', async () => {
    for (let n = 0; n < 10; n++) share('a.csv', '', Date.now() + n)
    await visit(`${PAGE}?refused`)
    expect(await screen.findAllByText('a.csv')).toHaveLength(10)
    expect(screen.getByText(/^Файл не принят: уже ждут 10, больше нельзя/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Закрыть сообщение' }))
    await waitFor(() => expect(screen.queryByText(/^Файл не принят/)).toBeNull())
  })
})
