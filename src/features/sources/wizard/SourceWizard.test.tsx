import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { cabinetServer, held, offering, refusal, visit } from '../../../../tests/support/cabinet.tsx'
import {
  guessAnswer,
  REMARKS,
  runAnswer,
  sampleAnswer,
  sourceAnswer,
  trialAnswer,
  tyreAnswer,
} from '../../../../tests/support/source-answers.ts'

const server = cabinetServer()

const NEW = '/profile/sources/new'
const ROOT = '/api/companion/sources'
const FILES = '/api/companion/source-files'

/** Requests by the last part of their path, with their bodies. */
let sent: [string, Record<string, unknown>][]
const lastOf = (word: string) => sent.filter(([name]) => name === word).at(-1)?.[1]

let source: ReturnType<typeof sourceAnswer>
let guess: () => Response | Promise<Response>
let sample: (mapping: Record<string, unknown>) => Response | Promise<Response>

beforeEach(() => {
  sent = []
  source = sourceAnswer('one', 'shop.ru')
  guess = () => HttpResponse.json(guessAnswer())
  sample = () => HttpResponse.json(sampleAnswer())
  const note = async (word: string, request: Request) => {
    const body = (await request.json()) as Record<string, unknown>
    sent.push([word, body])
    return body
  }
  server.use(
    offering('security', 'sources'),
    http.get(ROOT, () => HttpResponse.json({ sources: [source] })),
    http.get(`${ROOT}/one`, () => HttpResponse.json({ source, runs: [runAnswer(5)], days: [] })),
    http.put(FILES, () => HttpResponse.json({ file: 'f1', name: 'цены.csv', size: 3 })),
    http.post(`${FILES}/fetch`, async ({ request }) => {
      await note('fetch', request)
      return HttpResponse.json({ file: 'f2', name: 'price.xml', size: 3 })
    }),
    http.post(`${FILES}/:file/guess`, async ({ request }) => {
      await note('guess', request)
      return guess()
    }),
    http.post(`${FILES}/:file/sample`, async ({ request }) => {
      const { mapping } = await note('sample', request)
      return sample(mapping as Record<string, unknown>)
    }),
    http.post(`${FILES}/:file/trial`, async ({ request }) => {
      await note('trial', request)
      return HttpResponse.json(trialAnswer({ compared: null }))
    }),
    http.post(ROOT, async ({ request }) => {
      await note('create', request)
      return HttpResponse.json({ id: 'one' })
    }),
    http.post(`${ROOT}/one`, async ({ request }) => {
      await note('change', request)
      return HttpResponse.json({ id: 'one' })
    }),
    http.post(`${ROOT}/one/run`, async ({ request }) => {
      await note('run', request)
      return HttpResponse.json({ run: 5 })
    }),
  )
})

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const give = async () =>
  fireEvent.change(await screen.findByLabelText('Выбрать файл'), {
    target: { files: [new File(['a;b'], 'цены.csv')] },
  })
const column = (name: string) => screen.findByLabelText<HTMLSelectElement>(`Что в колонке ${name}`)
/** Opens the wizard for a new source and continues to the columns step. */
const lookAtFile = async () => {
  const shown = await visit(NEW)
  await give()
  await column('Код')
  return shown
}
const step = (name: string) => press(new RegExp(`^\\d ?${name}$`))

describe('guessed mapping (specification 12.6)', () => {
  it('displays the use of each column with its confidence', async () => {
    await lookAtFile()
    expect((await column('Код')).value).toBe('article')
    expect((await column('Цена')).value).toBe('retail')
    const sure = async (name: string) => {
      const words = (await column(name)).getAttribute('aria-describedby') ?? ''
      return document.getElementById(words)?.textContent
    }
    expect(await sure('Код')).toMatch(/^уверенно, 97\s%$/)
    expect(await sure('Кол-во')).toMatch(/^вероятно, 70\s%$/)
    expect(await sure('Цена')).toMatch(/^проверьте, 52\s%$/)
    expect(await sure('Наименование')).toMatch(/^уверенно, 99\s%И отсюда: ширина, высота$/)
    expect(screen.getByText('CSV, windows-1251, разделитель «;»')).toBeTruthy()
    expect(screen.getByText('Строк разделов: 12.')).toBeTruthy()
    expect(screen.getByText('Город: в файле его нет')).toBeTruthy()
    const others = within(screen.getByRole('region', { name: 'Чего нет в колонках' }))
    expect(others.getByText('из названия: 205/55')).toBeTruthy()
    const records = within(screen.getByRole('table', { name: 'Колонки файла' }))
    expect(records.getByText('Zorki 195/65 R15')).toBeTruthy()
    const tyres = within(await screen.findByRole('table', { name: 'Шины, какими они загрузятся' }))
    expect(tyres.getAllByText('Arktika 205/55 R16 91T')).toHaveLength(2)
    expect(tyres.getByText('нет цены')).toBeTruthy()
  })

  it('offers the article, the supplier’s code and the barcode as uses of a column', async () => {
    sample = () =>
      HttpResponse.json(sampleAnswer({ tyres: [tyreAnswer(2, { code: 'К-17', barcode: '4601234567893' })] }))
    await lookAtFile()
    const labels = [...(await column('Код')).options].map(({ textContent }) => textContent)
    expect(labels.slice(1, 4)).toEqual(['Артикул производителя', 'Код поставщика', 'Штрихкод (EAN)'])
    fireEvent.change(await column('Код'), { target: { value: 'code' } })
    await waitFor(() => expect(lastOf('sample')?.mapping).toMatchObject({ fields: { code: 'Код' } }))
    expect(await screen.findByText('Arktika, A-1, код К-17, штрихкод 4601234567893')).toBeTruthy()
  })

  it('numbers the lines of a table and the records of a document', async () => {
    await lookAtFile()
    const tyres = () => screen.findByRole('table', { name: 'Шины, какими они загрузятся' })
    expect(within(await tyres()).getByRole('columnheader', { name: 'Строка' })).toBeTruthy()
    sample = () => HttpResponse.json(sampleAnswer({ numbered: 'records' }))
    fireEvent.change(await column('Цена'), { target: { value: 'opt' } })
    expect(await screen.findByRole('columnheader', { name: 'Запись' })).toBeTruthy()
  })

  it('reads several sheets with the same columns, or one of them', async () => {
    const mapping = { ...guessAnswer().mapping, records: { header: 1, sheets: '*' } }
    guess = () => HttpResponse.json(guessAnswer({ format: 'xlsx', sheets: ['Лето', 'Зима'], mapping }))
    await lookAtFile()
    const sheets = screen.getByLabelText<HTMLSelectElement>('Лист книги')
    expect(sheets.selectedOptions[0]?.textContent).toBe('Все листы с одинаковыми колонками')
    const one = { ...guessAnswer().mapping, records: { header: 1, sheet: 'Зима' } }
    guess = () => HttpResponse.json(guessAnswer({ format: 'xlsx', sheets: ['Лето', 'Зима'], mapping: one }))
    fireEvent.change(sheets, { target: { value: 'Зима' } })
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Лист книги').value).toBe('Зима'))
  })

  it('is corrected by dropdowns, which update the tyres below', async () => {
    await lookAtFile()
    sample = () => HttpResponse.json(sampleAnswer({ tyres: [tyreAnswer(9)] }))
    fireEvent.change(await column('Цена'), { target: { value: 'opt' } })
    expect((await column('Цена')).value).toBe('opt')
    await waitFor(() =>
      expect(lastOf('sample')?.mapping).toMatchObject({ fields: { opt: 'Цена', article: 'Код' } }),
    )
    expect(JSON.stringify(lastOf('sample'))).not.toContain('retail')
    expect(screen.getByText('выбрано вами')).toBeTruthy()
    await screen.findByText('9')
    // The chosen use differs from the guessed one.
    expect(screen.queryByText('Осталось выбрать:')).toBeNull()
  })

  it('uses a column for one city and warehouse', async () => {
    await lookAtFile()
    fireEvent.change(await column('Кол-во'), { target: { value: 'place:stock' } })
    // The mapping has no other city, so the heading is suggested as the city.
    expect(screen.getByLabelText<HTMLInputElement>('Город колонки Кол-во').value).toBe('Кол-во')
    expect(screen.getByText('выбрано вами')).toBeTruthy()
    fill('Город колонки Кол-во', 'Томск')
    fill('Склад колонки Кол-во', 'Северный')
    await waitFor(() =>
      expect(lastOf('sample')?.mapping).toMatchObject({
        offers: { columns: { 'Кол-во': { city: 'Томск', warehouse: 'Северный' } } },
      }),
    )
    fireEvent.change(await column('Кол-во'), { target: { value: 'place:opt' } })
    await waitFor(() =>
      expect(lastOf('sample')?.mapping).toMatchObject({
        offers: { columns: { 'Кол-во': { city: 'Томск', warehouse: 'Северный', holds: 'opt' } } },
      }),
    )
  })

  it('suggests the column’s heading as the warehouse if the city is known', async () => {
    await lookAtFile()
    fill('Город, одинаково для всех строк', 'Томск')
    fireEvent.change(await column('Кол-во'), { target: { value: 'place:stock' } })
    await waitFor(() =>
      expect(lastOf('sample')?.mapping).toMatchObject({
        fields: { city: { value: 'Томск' } },
        offers: { columns: { 'Кол-во': { city: '', warehouse: 'Кол-во' } } },
      }),
    )
    expect(screen.getByLabelText<HTMLInputElement>('Город, одинаково для всех строк').value).toBe('Томск')
  })

  it('displays remarks on the prices above the tyres', async () => {
    sample = () => HttpResponse.json(sampleAnswer({ remarks: REMARKS }))
    await lookAtFile()
    const told = await screen.findByRole('region', { name: 'На что обратить внимание' })
    expect(told.textContent).toContain('Цена за 4 шт.: разделена на 4')
    expect(told.textContent).toContain('строки 17 и 4 взята «Arktika»')
  })

  it('warns if most of the tyres would be rejected', async () => {
    const nowhere = { problem: 'нет остатка ни в одном месте', offers: [] }
    sample = () =>
      HttpResponse.json(
        sampleAnswer({
          tyres: [
            tyreAnswer(2, { problem: 'заголовок раздела', offers: [] }),
            tyreAnswer(3, nowhere),
            tyreAnswer(4, nowhere),
            tyreAnswer(5),
          ],
        }),
      )
    await lookAtFile()
    const warning = await screen.findByText(/Из первых 3 шин не загрузится 2/)
    expect(warning.textContent).toContain('Чаще всего: нет остатка ни в одном месте.')
    expect(screen.getByText('заголовок раздела').classList).toContain('tyre-heading')
  })

  it('retains the first file if another one has another format', async () => {
    await lookAtFile()
    await screen.findByText('нет цены')
    server.use(http.put(FILES, () => HttpResponse.json({ file: 'f9', name: 'цены.xml', size: 3 })))
    sample = () => HttpResponse.json(sampleAnswer({ error: 'слишком длинная строка', tyres: [] }))
    guess = () => HttpResponse.json(guessAnswer({ format: 'xml' }))
    fireEvent.change(screen.getByLabelText('Выбрать другой файл'), {
      target: { files: [new File(['b'], 'цены.xml')] },
    })
    await screen.findByText(/^Это XML, а источник настроен на CSV\./)
    expect(screen.getByText('цены.csv')).toBeTruthy()
    expect(screen.queryByText('слишком длинная строка')).toBeNull()
  })

  it('blocks the next steps while the file cannot be read', async () => {
    sample = () => HttpResponse.json(sampleAnswer({ error: 'Файл обрывается', tyres: [] }))
    await lookAtFile()
    await screen.findByText('Файл обрывается')
    const next = screen.getByRole('button', { name: 'Далее' })
    await waitFor(() => expect(next.getAttribute('aria-disabled')).toBe('true'))
  })

  it('displays the fields that use parts of a column, with the confidence', async () => {
    guess = () => {
      const answer = guessAnswer()
      const { stock: _, ...fields } = answer.mapping.fields as Record<string, unknown>
      return HttpResponse.json({
        ...answer,
        mapping: { ...answer.mapping, fields: { ...fields, season: { from: 'Кол-во', known: 'season' } } },
        columns: answer.columns.map((one) =>
          one.name === 'Кол-во' ? { ...one, takenFor: { field: 'season', sureness: 0.9 } } : one,
        ),
      })
    }
    await lookAtFile()
    const choice = await column('Кол-во')
    expect(choice.selectedOptions[0]?.textContent).toBe('Только части')
    const words = document.getElementById(choice.getAttribute('aria-describedby') ?? '')?.textContent
    expect(words).toMatch(/^уверенно, 90\s%Отсюда: сезон$/)
    expect(screen.getByText('сезон в колонке «Кол-во»')).toBeTruthy()
  })

  it('displays the records of another file instead of the first one’s', async () => {
    await lookAtFile()
    server.use(http.put(FILES, () => HttpResponse.json({ file: 'f9', name: 'вчера.csv', size: 3 })))
    sample = () => HttpResponse.json(sampleAnswer({ records: [['A-9', 'Другая шина', '1', '2']] }))
    fireEvent.change(screen.getByLabelText('Выбрать другой файл'), {
      target: { files: [new File(['b'], 'вчера.csv')] },
    })
    await screen.findByText('Другая шина')
    expect(screen.queryByText('Zorki 195/65 R15')).toBeNull()
    expect((await column('Код')).value).toBe('article')
    expect(sent.filter(([name]) => name === 'guess')).toHaveLength(1)
    sample = () =>
      HttpResponse.json(
        sampleAnswer({
          mistakes: [{ path: '', message: 'нужна цена' }],
          columns: [],
          records: [],
          tyres: [],
        }),
      )
    fireEvent.change(await column('Цена'), { target: { value: '' } })
    await screen.findAllByText('нужна цена')
    // The sample stays displayed: without it, nobody could correct the mapping.
    expect(screen.getByText('Другая шина')).toBeTruthy()
  })

  it('has a field for the city if the price list has no cities', async () => {
    await lookAtFile()
    fill('Город, одинаково для всех строк', 'Томск')
    await waitFor(() =>
      expect(lastOf('sample')?.mapping).toMatchObject({ fields: { city: { value: 'Томск' } } }),
    )
    fill('Добавить поле с одним значением', 'brand')
    fill('Бренд, одинаково для всех строк', 'Arktika')
    await waitFor(() =>
      expect(lastOf('sample')?.mapping).toMatchObject({ fields: { brand: { value: 'Arktika' } } }),
    )
    fill('Добавить поле с одним значением', 'season')
    press('Убрать: Бренд')
    expect(screen.queryByLabelText('Бренд, одинаково для всех строк')).toBeNull()
    expect(screen.getByText('Убрано: Бренд').getAttribute('role')).toBe('status')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Убрать: Сезон' }))
  })

  it('ignores answers about former choices', async () => {
    const late = held()
    await lookAtFile()
    await screen.findByText('нет цены')
    sample = ({ fields }) =>
      Object.hasOwn(fields as object, 'cost')
        ? HttpResponse.json(sampleAnswer({ tyres: [tyreAnswer(3, { problem: 'новый ответ' })] }))
        : late.answer()
    fireEvent.change(await column('Цена'), { target: { value: 'opt' } })
    await waitFor(() => expect(sent.filter(([name]) => name === 'sample')).toHaveLength(2))
    fireEvent.change(await column('Цена'), { target: { value: 'cost' } })
    await screen.findByText('новый ответ')
    await late.release(
      HttpResponse.json(sampleAnswer({ tyres: [tyreAnswer(3, { problem: 'прежний ответ' })] })),
    )
    expect(screen.queryByText('прежний ответ')).toBeNull()
  })

  it('displays its mistakes as texts and by their path in the JSON', async () => {
    await lookAtFile()
    sample = () =>
      HttpResponse.json(
        sampleAnswer({
          mistakes: [{ path: 'fields.retail', message: 'нужна хотя бы одна цена' }],
          columns: [],
          records: [],
          tyres: [],
        }),
      )
    fireEvent.change(await column('Кол-во'), { target: { value: '' } })
    await screen.findByText('Розничная цена: нужна хотя бы одна цена')
    // The columns stay displayed: without them, nobody could correct the mapping.
    expect((await column('Код')).value).toBe('article')
    const area = screen.getByLabelText<HTMLTextAreaElement>('Описание прайс-листа в JSON')
    expect(area).toHaveAccessibleDescription('fields.retail: нужна хотя бы одна цена')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Далее' })).toHaveAttribute('aria-disabled', 'true'),
    )
  })

  it('can be edited as JSON, which displays its mistakes', async () => {
    await lookAtFile()
    const area = screen.getByLabelText<HTMLTextAreaElement>('Описание прайс-листа в JSON')
    fireEvent.change(area, {
      target: { value: '{\n  "fields": {\n    "name": "Код"\n    "opt": "Цена"\n  }\n}' },
    })
    expect(screen.getByText(/^Строка 4. Это не JSON/).closest('[aria-live]')).not.toBeNull()
    expect((await column('Код')).value).toBe('article')
    fireEvent.change(area, { target: { value: '{"fields": {"name": "Код", "opt": "Цена"}}' } })
    expect((await column('Код')).value).toBe('name')
    expect((await column('Цена')).value).toBe('opt')
  })

  it('is guessed again with the header row that the user chose', async () => {
    await lookAtFile()
    fill('Строка с названиями колонок', '3')
    press('Разобрать заново')
    await waitFor(() => expect(lastOf('guess')).toEqual({ records: { header: 3 } }))
  })

  it('displays why a file cannot be inspected', async () => {
    guess = () => refusal('Это фотография, а не прайс-лист.', 422)
    await visit(NEW)
    await give()
    expect((await screen.findByRole('alert')).textContent).toBe('Это фотография, а не прайс-лист.')
    await screen.findByLabelText('Выбрать файл')
  })
})

describe('new source (specification 12.7)', () => {
  it('is created from a file, whose prices are then imported', async () => {
    const { addresses } = await lookAtFile()
    fill('Город, одинаково для всех строк', 'Томск')
    press('Далее')
    press('Далее')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Укажите сайт, чьи это цены, например shop.ru.',
    )
    expect(document.activeElement).toBe(screen.getByLabelText('Сайт'))
    fill('Сайт', ' shop.ru ')
    fill('Название', 'Прайс')
    fill('Ждать к', '09:00')
    press('Далее')
    await screen.findByText('Сравнить не с чем: раньше цен этого сайта не было.')
    expect(lastOf('trial')).toMatchObject({ site: 'shop.ru', max_bad: 20 })
    fill('День цен', '2026-04-18')
    await waitFor(() => expect(lastOf('trial')).toMatchObject({ day: '2026-04-18' }))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /Сохранить и/ }).getAttribute('aria-disabled')).toBeNull(),
    )
    press('Сохранить и загрузить эти цены')
    const going = await screen.findByRole('status', { name: 'Загрузка' })
    expect(going.textContent).toContain('Загружено')
    await waitFor(() => expect(document.activeElement).toBe(going))
    expect(addresses.at(-1)).toBe('/profile/sources/one')
    const mapping = { ...guessAnswer().mapping }
    expect(lastOf('create')).toMatchObject({
      site: 'shop.ru',
      title: 'Прайс',
      enabled: true,
      kind: 'upload',
      address: '',
      times: [],
      expected_by: '09:00',
      max_bad: 20,
      mapping: { records: mapping.records, fields: { city: { value: 'Томск' } } },
    })
    expect(lastOf('create')).not.toHaveProperty('secrets')
    expect(lastOf('run')).toEqual({ file: 'f1', day: '2026-04-18' })
  })

  it('is not created twice if starting the import failed', async () => {
    await lookAtFile()
    press('Далее')
    fill('Сайт', 'shop.ru')
    press('Далее')
    server.use(http.post(`${ROOT}/one/run`, () => refusal('Файл больше не хранится', 404)))
    await screen.findByText('нет цены')
    press('Сохранить и загрузить эти цены')
    expect((await screen.findByRole('alert')).textContent).toBe('Файл больше не хранится')
    press('Только сохранить')
    await waitFor(() => expect(lastOf('change')).toMatchObject({ site: 'shop.ru' }))
    expect(sent.filter(([name]) => name === 'create')).toHaveLength(1)
  })

  it('is fetched by the server from an address, with secrets that are never displayed', async () => {
    await visit(NEW)
    fireEvent.click(await screen.findByLabelText(/Адрес в интернете/))
    fill('Адрес прайс-листа', 'https://api.shop.ru/price.xml')
    fireEvent.click(screen.getByLabelText('Имя и пароль'))
    fill('Имя', 'anna')
    fill('Пароль', 'tайна')
    press('Добавить ключ (заголовок запроса)')
    expect(document.activeElement).toBe(screen.getByLabelText('Заголовок'))
    fill('Заголовок', 'X-Api-Key')
    fill('Значение', 'ключ')
    press('Скачать и разобрать')
    await column('Код')
    const secrets = {
      headers: [{ name: 'X-Api-Key', value: 'ключ' }],
      basic: { username: 'anna', password: 'tайна' },
    }
    expect(lastOf('fetch')).toEqual({ address: 'https://api.shop.ru/price.xml', secrets })
    press('Далее')
    expect(screen.getByLabelText<HTMLInputElement>('Сайт').value).toBe('api.shop.ru')
    fill('Время 1', '06:30')
    press('Добавить время')
    fill('Время 2', '05:00')
    fill('Часовой пояс', 'Asia/Omsk')
    press('Далее')
    await screen.findByText('нет цены')
    press('Только сохранить')
    await waitFor(() => expect(lastOf('create')).toBeDefined())
    expect(lastOf('create')).toMatchObject({
      kind: 'address',
      address: 'https://api.shop.ru/price.xml',
      times: ['05:00', '06:30'],
      zone: 'Asia/Omsk',
      secrets,
    })
    expect(lastOf('run')).toBeUndefined()
  })

  it('retains unsaved input while another page is open, and asks before the tab is closed', async () => {
    await lookAtFile()
    fireEvent.change(await column('Цена'), { target: { value: 'cost' } })
    const leave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }))
    expect(leave()).toBe(false)
    const sidebar = within(screen.getByRole('navigation', { name: 'Личный кабинет' }))
    fireEvent.click(sidebar.getByRole('link', { name: 'Профиль' }))
    await screen.findByRole('heading', { level: 1, name: 'Профиль' })
    fireEvent.click(sidebar.getByRole('link', { name: 'Источники' }))
    fireEvent.click(await screen.findByRole('link', { name: 'Добавить источник' }))
    expect((await column('Цена')).value).toBe('cost')
    press('Отменить изменения')
    const asked = within(await screen.findByRole('dialog', { name: 'Удалить несохранённое?' }))
    fireEvent.click(asked.getByRole('button', { name: 'Отмена' }))
    expect(leave()).toBe(false)
    press('Отменить изменения')
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Удалить' }))
    expect(leave()).toBe(true)
    fireEvent.click(await screen.findByRole('link', { name: 'Добавить источник' }))
    await screen.findByLabelText('Выбрать файл')
    cleanup()
  })
})

describe('changed source (specification 12.7)', () => {
  it('leaves the stored secrets unchanged unless they are replaced or removed', async () => {
    source = sourceAnswer('one', 'shop.ru', {
      kind: 'address',
      address: 'https://shop.ru/a',
      times: ['06:30'],
      secret_names: ['X-Api-Key', 'Basic'],
    })
    await visit('/profile/sources/one/edit')
    await screen.findByRole('heading', { name: /^Мастер прайс-листа, шаг 2: Колонки/ })
    step('Файл')
    await screen.findByText(/Доступ задан: X-Api-Key, Basic/)
    press('Скачать и разобрать')
    await column('Код')
    expect(lastOf('fetch')).toEqual({ address: 'https://shop.ru/a', source: 'one' })
    // The source's own mapping is applied to the file, without requesting a guess.
    expect(lastOf('guess')).toBeUndefined()
    expect(lastOf('sample')?.mapping).toEqual(source.mapping)
    step('Проверка')
    await screen.findByText('нет цены')
    press('Только сохранить')
    await waitFor(() => expect(lastOf('change')).toBeDefined())
    expect(lastOf('change')).not.toHaveProperty('secrets')
    cleanup()
    await visit('/profile/sources/one/edit')
    await screen.findByRole('heading', { name: /^Мастер прайс-листа, шаг 2: Колонки/ })
    step('Файл')
    press('Удалить')
    step('Проверка')
    press('Только сохранить')
    await waitFor(() => expect(lastOf('change')).toMatchObject({ secrets: null }))
  })

  it('applies the same mapping to another file', async () => {
    await visit('/profile/sources/one/edit')
    await screen.findByText(/Чтобы видеть записи, выберите файл/)
    await give()
    expect((await column('Код')).value).toBe('article')
    expect(screen.getAllByText('как сохранено')).toHaveLength(3)
    expect(lastOf('guess')).toBeUndefined()
    press('Подобрать колонки заново')
    await screen.findByText('Осталось выбрать:')
    expect((await column('Кол-во')).value).toBe('stock')
  })

  it('opens the columns step for another file and focuses its heading', async () => {
    await visit('/profile/sources/one/edit')
    fireEvent.click(await screen.findByRole('button', { name: /Файл$/ }))
    document.querySelector<HTMLElement>('input[type=file]')?.focus()
    await give()
    await column('Код')
    expect(document.activeElement).toBe(
      screen.getByRole('heading', { name: 'Мастер прайс-листа, шаг 2: Колонки' }),
    )
  })
})

describe('changed source of tracked pages (specification 23.8)', () => {
  beforeEach(() => {
    source = sourceAnswer('one', 'shop.ru', {
      title: 'shop.ru',
      kind: 'pages',
      address: 'https://shop.ru/',
      times: ['06:00'],
      zone: 'Europe/Moscow',
    })
  })

  it('has its title, its schedule and whether it is on, in one step', async () => {
    const { addresses } = await visit('/profile/sources/one/edit')
    await screen.findByRole('heading', { level: 1, name: 'Настройка источника' })
    expect(screen.queryByRole('navigation', { name: 'Шаги' })).toBeNull()
    for (const label of ['Сайт', 'Допустимо отклонить записей, %'])
      expect(screen.queryByLabelText(label)).toBeNull()
    for (const name of ['Назад', 'Далее']) expect(screen.queryByRole('button', { name })).toBeNull()
    fill('Название', 'Шины у соседа')
    fill('Время 1', '05:30')
    fill('Ждать к', '09:00')
    fireEvent.click(screen.getByLabelText('Источник включён'))
    press('Сохранить')
    await waitFor(() => expect(addresses.at(-1)).toBe('/profile/sources/one'))
    expect(lastOf('change')).toMatchObject({
      kind: 'pages',
      site: 'shop.ru',
      address: 'https://shop.ru/',
      title: 'Шины у соседа',
      times: ['05:30'],
      zone: 'Europe/Moscow',
      expected_by: '09:00',
      enabled: false,
    })
    expect(lastOf('change')).not.toHaveProperty('secrets')
    expect(lastOf('run')).toBeUndefined()
  })

  it('is not saved with an empty time, and displays why the server refused it', async () => {
    server.use(http.post(`${ROOT}/one`, () => refusal('Больше 24 времён в день')))
    await visit('/profile/sources/one/edit')
    await screen.findByLabelText('Время 1')
    press('Добавить время')
    press('Сохранить')
    expect((await screen.findByRole('alert')).textContent).toBe('Укажите время или уберите его.')
    fill('Время 2', '18:00')
    press('Сохранить')
    expect(await screen.findByText('Больше 24 времён в день')).toBeTruthy()
    expect(lastOf('change')).toBeUndefined()
  })
})
