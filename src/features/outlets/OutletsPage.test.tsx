// Specification 24.7, 24.9

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type {
  Outlet,
  OutletAnswer,
  Publication,
  PublicationPreview,
} from '../../../contract/outlets/outlet.ts'
import { cabinetServer, offering, refusal, visit } from '../../../tests/support/cabinet.tsx'
import { stayInYear } from '../../../tests/support/fixed-year.ts'
import { outletSettings } from '../../../tests/support/outlets.ts'

stayInYear(2026)

const server = cabinetServer()

const ROOT = '/api/companion/outlets'
const publication = (over: Partial<Publication> = {}): Publication => ({
  id: 1,
  set_name: 'Зима',
  prices: 300,
  largest_change: -12.5,
  at: '2026-11-27T09:00:00Z',
  by: 'anna',
  restored: false,
  current: true,
  ...over,
})
const outlet = (over: Partial<Outlet> = {}): Outlet => ({
  id: 7,
  settings: outletSettings({ name: 'Сайт', city: 'Томск' }),
  owner: 'anna',
  own: true,
  has_address: false,
  changed_at: '2026-11-27T09:00:00Z',
  changed_by: 'anna',
  changed_since: false,
  current: null,
  arrival: null,
  last_fetch: null,
  delivery: null,
  ...over,
})
const set = (id: number, name: string, state = 'agreed') => ({
  id,
  name,
  state,
  count: 300,
  owner: 'anna',
  own: true,
  made_at: '2026-11-27T09:00:00Z',
  changed_at: '2026-11-27T09:00:00Z',
  changed_by: 'anna',
})
const preview = (over: Partial<PublicationPreview> = {}): PublicationPreview => ({
  prices: 300,
  largest_change: 8,
  other: 0,
  unchanged: 0,
  nameless: 0,
  unchecked: 0,
  refusal: null,
  ...over,
})

let answer: OutletAnswer
let previews: (unchecked: boolean) => PublicationPreview
/** Path and body of each changing request. */
let sent: [path: string, body: unknown][]
beforeEach(() => {
  answer = { outlet: outlet(), publications: [], fetches: [], deliveries: [], can_mail: false }
  previews = () => preview()
  sent = []
  server.use(
    offering('security', 'outlets', 'decisions'),
    http.get(ROOT, () => HttpResponse.json({ outlets: [answer.outlet] })),
    http.get(`${ROOT}/:id`, () => HttpResponse.json(answer)),
    http.get('/api/companion/decisions', () =>
      HttpResponse.json({ sets: [set(3, 'Зима'), set(4, 'Лето', 'exported'), set(5, 'Черновик', 'draft')] }),
    ),
    http.post(`${ROOT}/:id/preview`, async ({ request }) => {
      const { unchecked } = (await request.json()) as { unchecked: boolean }
      return HttpResponse.json(previews(unchecked))
    }),
  )
})

const answers = (path: string, reply: () => Response) =>
  server.use(
    http.post(`${ROOT}${path}`, async ({ request }) => {
      sent.push([new URL(request.url).pathname.slice(ROOT.length), await request.json()])
      return reply()
    }),
  )
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('list of outlets', () => {
  it('is an entry of the cabinet, explains itself while it is empty, and exists only where it is offered', async () => {
    server.use(http.get(ROOT, () => HttpResponse.json({ outlets: [] })))
    const { addresses } = await visit('/profile/account')
    const sidebar = within(await screen.findByRole('navigation', { name: 'Личный кабинет' }))
    fireEvent.click(await sidebar.findByRole('link', { name: 'Выгрузки' }))
    await screen.findByRole('heading', { name: 'Пусть решённые цены уходят сами' })
    expect(addresses.at(-1)).toBe('/profile/outlets')
    expect(screen.getByRole('link', { name: 'Добавить первую выгрузку' }).getAttribute('href')).toBe(
      '/profile/outlets/new',
    )
  })

  it('leads to the account where outlets are not offered', async () => {
    server.use(offering('security'))
    const { addresses } = await visit('/profile/outlets/7')
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/account'))
    expect(server.calls(`GET ${ROOT}`)).toEqual([])
  })

  it('says what is published, what arrived and who read it, and keeps the set to publish', async () => {
    answer.outlet = outlet({
      current: publication(),
      arrival: { day: '2026-11-28', arrived: 298, of: 300, missing: [] },
      last_fetch: { at: '2026-11-28T09:00:00Z', network: '203.0.113.0/24', agent: '', status: 200, bytes: 5 },
    })
    const other = outlet({ id: 8, settings: outletSettings({ name: 'Склад' }) })
    server.use(http.get(ROOT, () => HttpResponse.json({ outlets: [answer.outlet, other] })))
    await visit('/profile/outlets?set=4')
    const row = within(await screen.findByRole('row', { name: /Сайт/ }))
    row.getByText('CSV · розничные · Томск')
    row.getByText(/^300 цен · 27 ноя/)
    row.getByText('298 из 300')
    row.getByText('по ценам за 28 ноя')
    row.getByText(/^28 ноя, /)
    row.getByText('адреса нет')
    fireEvent.click(row.getByRole('link', { name: 'Сайт' }))
    const asked = await dialog('Опубликовать цены')
    await waitFor(() => expect(asked.getByLabelText<HTMLSelectElement>('Набор').value).toBe('4'))
  })

  it('leads to the question of the only outlet, and back to the list after it', async () => {
    const { addresses } = await visit('/profile/outlets?set=4')
    const asked = await dialog('Опубликовать цены')
    await waitFor(() => expect(asked.getByLabelText<HTMLSelectElement>('Набор').value).toBe('4'))
    expect(addresses.at(-1)).toBe('/profile/outlets/7?set=4')
    fireEvent.click(asked.getByRole('button', { name: 'Отмена' }))
    fireEvent.click(screen.getByRole('link', { name: 'Все выгрузки' }))
    expect(await screen.findByRole('heading', { name: 'Выгрузки' })).toBeVisible()
  })

  it('reports a failure with a way to retry', async () => {
    server.use(http.get(ROOT, () => refusal('База занята', 400)))
    await visit('/profile/outlets')
    await screen.findByText('База занята')
    server.use(http.get(ROOT, () => HttpResponse.json({ outlets: [answer.outlet] })))
    await press('Повторить')
    await screen.findByRole('link', { name: 'Сайт' })
  })
})

describe('page of an outlet', () => {
  it('shows a new address once, and asks before it is replaced or revoked', async () => {
    answers('/:id/address', () => {
      answer.outlet = outlet({ has_address: true })
      return HttpResponse.json({ path: '/api/companion/feeds/secret' })
    })
    answers('/:id/address/remove', () => {
      answer.outlet = outlet()
      return HttpResponse.json({ message: 'ok' })
    })
    await visit('/profile/outlets/7')
    await screen.findByText('Адреса ещё нет: без него файл никто не заберёт.')
    await press('Создать адрес')
    await screen.findByText(`${window.location.origin}/api/companion/feeds/secret`)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Адрес файла'))
    await press('Отозвать адрес')
    const asked = await dialog('Отозвать адрес?')
    fireEvent.click(asked.getByRole('button', { name: 'Отозвать' }))
    await screen.findByRole('button', { name: 'Создать адрес' })
    expect(screen.queryByText(/secret/)).toBeNull()
    expect(sent.map(([path]) => path)).toEqual(['/7/address', '/7/address/remove'])
  })

  it('has no button for the address and the removal of somebody else’s outlet', async () => {
    answer.outlet = outlet({ own: false, owner: 'boris', has_address: true })
    await visit('/profile/outlets/7')
    await screen.findByText(/Создать и отозвать адрес может boris или администратор\.$/)
    expect(screen.queryByRole('button', { name: 'Отозвать адрес' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Удалить' })).toBeNull()
  })

  it('publishes an agreed set after saying what leaves, and once for a repeated request', async () => {
    previews = (unchecked) =>
      preview({ prices: unchecked ? 300 : 293, unchecked: 12, other: 1, unchanged: 2, nameless: 3 })
    answers('/:id/publish', () =>
      sent.length === 1 ? new HttpResponse(null, { status: 502 }) : HttpResponse.json({ id: 9 }),
    )
    await visit('/profile/outlets/7')
    await press('Опубликовать')
    const asked = await dialog('Опубликовать цены')
    const select = await asked.findByLabelText<HTMLSelectElement>('Набор')
    expect([...select.options].map(({ text }) => text.split(' — ')[0])).toEqual(['Зима', 'Лето'])
    await asked.findByText(
      'Уйдут 293 цены, наибольшее изменение +8 %. Не уйдёт: другой вид цены или город — 1, цена не изменилась — 2, нет артикула или кода — 3.',
    )
    fireEvent.click(asked.getByRole('radio', { name: 'Вместе с ними' }))
    fireEvent.click(await asked.findByRole('button', { name: 'Опубликовать 300 цен' }))
    await asked.findByText('Сервер не отвечает (502)')
    fireEvent.click(asked.getByRole('button', { name: 'Опубликовать 300 цен' }))
    await screen.findByText('Опубликован набор «Зима»: 300 цен.')
    expect(sent[0]).toEqual([
      '/7/publish',
      { key: expect.stringMatching(/^[0-9a-f]{32}$/), set: 3, unchecked: true },
    ])
    expect(sent[1]).toEqual(sent[0])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Сайт'))
  })

  it('says why a set cannot be published', async () => {
    previews = () => preview({ refusal: 'Набор — черновик: сначала согласуйте его.' })
    answers('/:id/publish', () => HttpResponse.json({ id: 9 }))
    await visit('/profile/outlets/7?set=5')
    const asked = await dialog('Опубликовать цены')
    await asked.findByText('Набор — черновик: сначала согласуйте его.')
    fireEvent.click(asked.getByRole('button', { name: 'Опубликовать' }))
    expect(sent).toEqual([])
  })

  it('lists what did not arrive, who read the file, and publications, and brings former prices back', async () => {
    const missing = [{ id: 'A1', name: 'Polar 3', city: 'Томск', price: 5200, own: null }]
    answer = {
      deliveries: [],
      can_mail: false,
      outlet: outlet({
        has_address: true,
        changed_since: true,
        current: publication({ id: 2 }),
        arrival: { day: '2026-11-28', arrived: 298, of: 300, missing },
      }),
      publications: [
        publication({ id: 2 }),
        publication({ id: 1, current: false, set_name: 'Осень', prices: 1, largest_change: null }),
      ],
      fetches: [
        { at: '2026-11-28T09:00:00Z', network: '203.0.113.0/24', agent: '1C', status: 304, bytes: 0 },
        { at: '2026-11-28T08:00:00Z', network: '203.0.113.0/24', agent: '1C', status: 200, bytes: 12_288 },
      ],
    }
    answers('/:id/restore', () => HttpResponse.json({ id: 3 }))
    await visit('/profile/outlets/7')
    const now = within(await screen.findByRole('region', { name: 'Сейчас в файле' }))
    now.getByText('298 из 300')
    now.getByText('Не дошло: 2')
    now.getByText('Polar 3')
    now.getByText('И ещё 1.')
    screen.getByText(/^Настройки изменены после публикации\./)
    const fetches = within(screen.getByRole('table', { name: 'Кто забирал' }))
    fetches.getByText('файл не менялся')
    fetches.getByText('12 КБ')
    await press('Вернуть прежние')
    const asked = await dialog('Вернуть прежние цены?')
    fireEvent.click(asked.getByRole('button', { name: 'Вернуть' }))
    await screen.findByText('Возвращён набор «Осень»: 1 цена.')
    expect(sent).toEqual([['/7/restore', { key: expect.stringMatching(/^[0-9a-f]{32}$/), publication: 1 }]])
  })

  it('uploads to an SFTP server with name and password, and shows its key', async () => {
    const hostKey = `SHA256:${'A'.repeat(43)}`
    const address = 'sftp://shop.ru/in/'
    answers('/:id/delivery', () => {
      answer.outlet = outlet({
        delivery: { kind: 'address', address, method: 'PUT', host_key: hostKey, secret_names: ['Basic'] },
      })
      return HttpResponse.json({ message: 'ok' })
    })
    await visit('/profile/outlets/7')
    await press('Указать адрес')
    expect(screen.queryByRole('radio', { name: 'почтой' })).toBeNull()
    fireEvent.change(screen.getByLabelText('Адрес'), { target: { value: address } })
    expect(screen.queryByRole('radio', { name: 'POST' })).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: 'с паролем' }))
    fireEvent.change(screen.getByLabelText('Имя'), { target: { value: 'anna' } })
    fireEvent.change(screen.getByLabelText('Пароль'), { target: { value: 'geheim' } })
    await press('Сохранить')
    await screen.findByText(`${address}, доступ задан: имя и пароль, ключ сервера ${hostKey}`)
    await press('Изменить адрес')
    expect(screen.getByLabelText<HTMLInputElement>('Ключ сервера').value).toBe(hostKey)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'прежний ключ: имя и пароль' }).checked).toBe(
      true,
    )
    await press('Сохранить')
    await screen.findByText(/^sftp:/)
    const secrets = { headers: [], basic: { username: 'anna', password: 'geheim' } }
    const saved = { kind: 'address', address, method: 'PUT' }
    expect(sent.map(([, body]) => body)).toEqual([
      { ...saved, host_key: '', secrets },
      { ...saved, host_key: hostKey },
    ])
  })

  it('sends publications by mail where the server can, to recipients one a line', async () => {
    answer.can_mail = true
    let refused = true
    answers('/:id/delivery', () => {
      if (refused) return refusal('Это не адрес электронной почты: «boris»')
      answer.outlet = outlet({ delivery: { kind: 'mail', recipients: ['anna@shop.ru', 'boris@shop.ru'] } })
      return HttpResponse.json({ message: 'ok' })
    })
    await visit('/profile/outlets/7')
    await press('Указать адрес')
    fireEvent.click(screen.getByRole('radio', { name: 'почтой' }))
    expect(screen.queryByLabelText('Адрес')).toBeNull()
    fireEvent.change(screen.getByLabelText('Кому'), { target: { value: 'anna@shop.ru\nboris' } })
    await press('Сохранить')
    await screen.findByText('Это не адрес электронной почты: «boris»')
    refused = false
    fireEvent.change(screen.getByLabelText('Кому'), { target: { value: 'anna@shop.ru,\nboris@shop.ru ' } })
    await press('Сохранить')
    await screen.findByText('Почтой: anna@shop.ru, boris@shop.ru')
    expect(sent.map(([, body]) => body)).toEqual([
      { kind: 'mail', recipients: ['anna@shop.ru', 'boris'] },
      { kind: 'mail', recipients: ['anna@shop.ru', 'boris@shop.ru'] },
    ])
    await press('Изменить адрес')
    expect(document.activeElement).toBe(screen.getByLabelText('Кому'))
  })

  it('sends publications to an address with a key, says how that went, and sends again', async () => {
    answers('/:id/delivery', () => {
      answer = {
        ...answer,
        outlet: outlet({
          delivery: {
            kind: 'address',
            address: 'https://shop.ru/in',
            method: 'POST',
            host_key: '',
            secret_names: ['Authorization'],
          },
        }),
        deliveries: [
          {
            id: 1,
            set_name: 'Зима',
            state: 'failed',
            attempts: 5,
            message: 'Сервер shop.ru не принял файл (ответ 503)',
            at: '2026-11-28T09:00:00Z',
            next_at: null,
          },
        ],
      }
      return HttpResponse.json({ message: 'ok' })
    })
    answers('/:id/delivery/again', () => {
      answer.deliveries = answer.deliveries.map((one) => ({ ...one, state: 'sent' as const }))
      return HttpResponse.json({ message: 'ok' })
    })
    answers('/:id/delivery/remove', () => {
      answer.outlet = outlet()
      return HttpResponse.json({ message: 'ok' })
    })
    await visit('/profile/outlets/7')
    await press('Указать адрес')
    expect(document.activeElement).toBe(screen.getByLabelText('Адрес'))
    fireEvent.change(screen.getByLabelText('Адрес'), { target: { value: ' https://shop.ru/in ' } })
    fireEvent.click(screen.getByRole('radio', { name: 'POST' }))
    fireEvent.click(screen.getByRole('radio', { name: 'с ключом' }))
    fireEvent.change(screen.getByLabelText('Значение'), { target: { value: 'Bearer x' } })
    await press('Сохранить')
    await screen.findByText('POST https://shop.ru/in, доступ задан: Authorization')
    screen.getByText(/не отправлен\. Сервер shop\.ru не принял файл \(ответ 503\)$/)
    await press('Отправить ещё раз')
    await screen.findByText(/^Набор «Зима», 28 ноя, .*: отправлен\.$/)
    await press('Изменить адрес')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'прежний ключ: Authorization' }).checked).toBe(
      true,
    )
    await press('Сохранить')
    await screen.findByText(/^POST https/)
    await press('Не отправлять')
    const asked = await dialog('Больше не отправлять?')
    fireEvent.click(asked.getByRole('button', { name: 'Не отправлять' }))
    await screen.findByRole('button', { name: 'Указать адрес' })
    const delivery = { kind: 'address', address: 'https://shop.ru/in', method: 'POST' }
    const headers = [{ name: 'Authorization', value: 'Bearer x' }]
    expect(sent.map(([path, body]) => [path, body])).toEqual([
      ['/7/delivery', { ...delivery, secrets: { headers, basic: null } }],
      ['/7/delivery/again', {}],
      ['/7/delivery', delivery],
      ['/7/delivery/remove', {}],
    ])
  })

  it('is left for the list when the outlet is removed', async () => {
    answers('/:id/remove', () => HttpResponse.json({ message: 'ok' }))
    const { addresses } = await visit('/profile/outlets/7')
    await press('Удалить')
    const asked = await dialog('Удалить выгрузку «Сайт»?')
    fireEvent.click(asked.getByRole('button', { name: 'Удалить' }))
    await screen.findByText('Выгрузка «Сайт» удалена.')
    expect(addresses.at(-1)).toBe('/profile/outlets')
  })
})

describe('form of an outlet', () => {
  const body = () => sent.at(-1)?.[1]
  beforeEach(() => answers('', () => HttpResponse.json({ id: 7 })))

  it('demands a name, and shows what the format uses', async () => {
    const { addresses } = await visit('/profile/outlets/new')
    await press('Добавить')
    await screen.findByText('Назовите выгрузку')
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Название' })
    expect(document.activeElement).toBe(name)
    fireEvent.change(name, { target: { value: ' Сайт ' } })
    expect(screen.queryByLabelText('Ид каталога')).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: 'CommerceML' }))
    fireEvent.change(screen.getByLabelText('Ид каталога'), { target: { value: 'c-1' } })
    expect(screen.queryByRole('radio', { name: 'табуляция' })).toBeNull()
    expect(screen.queryByRole('checkbox', { name: 'Бренд' })).toBeNull()
    await press('Добавить')
    await screen.findByText('Выгрузка «Сайт» добавлена.')
    expect(addresses.at(-1)).toBe('/profile/outlets/7')
    expect(body()).toMatchObject({
      format: 'commerceml',
      catalog: 'c-1',
      columns: [{ id: 'id' }, { id: 'name' }, { id: 'price' }],
    })
  })

  it('selects, names and orders columns, but never drops the id and the price', async () => {
    await visit('/profile/outlets/new')
    fireEvent.change(await screen.findByRole('textbox', { name: 'Название' }), { target: { value: 'Сайт' } })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Столбец «Цена»' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Столбец «Название»' }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Столбец «Бренд»' }))
    fireEvent.change(screen.getByLabelText('Название столбца «Артикул» в файле'), {
      target: { value: 'SKU' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Бренд: раньше' }))
    await press('Добавить')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(body()).toMatchObject({
      columns: [
        { id: 'brand', name: 'Бренд' },
        { id: 'id', name: 'SKU' },
        { id: 'city', name: 'Город' },
        { id: 'price', name: 'Цена' },
      ],
    })
  })

  it('never drops the name of a YML file, which the format demands', async () => {
    await visit('/profile/outlets/new')
    fireEvent.change(await screen.findByRole('textbox', { name: 'Название' }), { target: { value: 'Сайт' } })
    fireEvent.click(await screen.findByRole('radio', { name: 'YML' }))
    const name = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Название' })
    fireEvent.click(name)
    expect([name.checked, name.getAttribute('aria-disabled')]).toEqual([true, 'true'])
    await press('Добавить')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(body()).toMatchObject({
      format: 'yml',
      columns: expect.arrayContaining([{ id: 'name', name: 'Название' }]),
    })
  })

  it('begins with the saved settings, and reports what the server refuses', async () => {
    answers('/:id', () => refusal('Два столбца названы одинаково.'))
    await visit('/profile/outlets/7/edit')
    const city = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Город' })
    expect(city.value).toBe('Томск')
    await press('Сохранить')
    await screen.findByText('Два столбца названы одинаково.')
    expect(body()).toEqual(outletSettings({ city: 'Томск' }))
  })
})
