// Specification 12.14
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { cabinetServer, offering, visit } from '../../../../tests/support/cabinet.tsx'
import {
  accountAnswer,
  guessAnswer,
  runAnswer,
  sampleAnswer,
  sourceAnswer,
  trialAnswer,
} from '../../../../tests/support/source-answers.ts'

const server = cabinetServer()
const ROOT = '/api/companion/sources'
const FILES = '/api/companion/source-files'

let sent: [string, Record<string, unknown>][]
const lastOf = (word: string) => sent.filter(([name]) => name === word).at(-1)?.[1]
let guess: object
let account: object | undefined
let runs: object[]

beforeEach(() => {
  sent = []
  guess = guessAnswer({ missing: [] })
  account = accountAnswer()
  runs = [runAnswer(5)]
  const answer = (word: string, body: () => object) =>
    http.post(`${FILES}/:file/${word}`, async ({ request }) => {
      sent.push([word, (await request.json()) as Record<string, unknown>])
      return HttpResponse.json(body())
    })
  const source = sourceAnswer('one', 'shop.ru')
  server.use(
    offering('security', 'sources'),
    http.get(ROOT, () => HttpResponse.json({ sources: [source] })),
    http.get(`${ROOT}/one`, () => HttpResponse.json({ source, runs, days: [] })),
    http.put(FILES, () => HttpResponse.json({ file: 'f1', name: 'цены.xlsx', size: 3 })),
    answer('guess', () => guess),
    answer('sample', () => sampleAnswer()),
    answer('trial', () => trialAnswer({ compared: null, account })),
  )
})

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const column = (name: string) => screen.findByLabelText<HTMLSelectElement>(`Что в колонке ${name}`)
const cellsOf = (name: string) => {
  const table = within(screen.getByRole('table', { name: 'Колонки файла' }))
  const at = table.getAllByRole('columnheader').findIndex(({ textContent }) => textContent?.includes(name))
  return table.getAllByRole('row').map(({ children }) => children[at]?.getAttribute('data-tint'))
}
async function lookAtFile() {
  await visit('/profile/sources/new')
  fireEvent.change(await screen.findByLabelText('Выбрать файл'), {
    target: { files: [new File(['a;b'], 'цены.xlsx')] },
  })
  await column('Код')
}
async function goToTrial() {
  await lookAtFile()
  press('Далее')
  fireEvent.change(screen.getByLabelText('Сайт'), { target: { value: 'shop.ru' } })
  press('Далее')
  await screen.findByText('Сравнить не с чем: раньше цен этого сайта не было.')
}
const told = () => within(screen.getByRole('region', { name: 'Как прочитан файл' }))

describe('account of a trial', () => {
  it('names findings first, then the exact sum, containers, altered values, evidence and ignored columns', async () => {
    await goToTrial()
    const findings = told().getAllByRole('listitem').slice(0, 3)
    expect(findings.map(({ textContent }) => textContent)).toEqual([
      'Лист «Зима» с ценами не прочитан, записей 80читать и этот лист',
      'Колонка «Кол-во» похожа на остатки, но не читается4 · 12 · 8указать, что это остатки',
      'Цены странныеспросить поставщика',
    ])
    expect(told().getByText('Записей 120 = шин 110 + отклонено 3 + строк разделов 7')).toBeTruthy()
    expect(told().getByText('прочитано 1 из 3: «Лето», 120 записей')).toBeTruthy()
    expect(told().getByText('не прочитано: «Диски», 40 записей (другие товары)')).toBeTruthy()
    expect(told().getByText(/^цена в копейках поделена на 100: 110/).textContent).toContain('530000 → 5300')
    expect(told().getByText('«Цена» — розничная цена: слово «розн.»')).toBeTruthy()
    expect(told().getByText('Не читаются колонки').nextSibling?.textContent).toBe('Кол-во')
    expect(told().getByText(/об отмеченном больше не спросим/)).toBeTruthy()
  })

  it('is one line if everything was read', async () => {
    const [container] = accountAnswer().containers
    account = accountAnswer({
      ...{ containers: [container], columns: [], left: [], altered: [], evidence: [], findings: [] },
      ...{ records: 120, tyres: 120, containers: [] },
    })
    await goToTrial()
    const section = screen.getByRole('region', { name: 'Как прочитан файл' })
    expect(section.textContent).toBe('Как прочитан файлВсё прочитано: 120 записей, 120 шин.')
  })

  it('does not say that everything was read if a column is ignored', async () => {
    account = accountAnswer({ containers: [], left: [], tyres: 120, findings: [] })
    await goToTrial()
    expect(told().getByText('Записей 120 = шин 120')).toBeTruthy()
  })

  it('leads from a column’s finding to the choice of its use', async () => {
    await goToTrial()
    press('указать, что это остатки')
    await waitFor(async () => expect(await column('Кол-во')).toHaveFocus())
    expect(screen.queryByRole('button', { name: 'спросить поставщика' })).toBeNull()
  })

  const finding = (key: string) => ({
    findings: [{ key, text: 'Что-то не так', examples: [], remedy: 'исправить', holds: true }],
  })
  const lastMapping = () => lastOf('sample')?.mapping

  it('leads from sets and kopecks to how the prices are written, and sends it', async () => {
    account = accountAnswer(finding('rows:sets'))
    await goToTrial()
    press('исправить')
    const pieces = await screen.findByLabelText('Шин за цену колонки Цена')
    await waitFor(() => expect(pieces).toHaveFocus())
    fireEvent.change(pieces, { target: { value: '4' } })
    fireEvent.click(screen.getByLabelText('в копейках в колонке Цена'))
    await waitFor(() => expect(lastMapping()).toMatchObject({ pieces: { Цена: 4 }, minor: { Цена: 2 } }))
    fireEvent.change(pieces, { target: { value: '1' } })
    await waitFor(() => expect(lastMapping()).not.toHaveProperty('pieces'))
    expect(lastMapping()).toMatchObject({ minor: { Цена: 2 } })
    // No number of tyres: what was given stays.
    fireEvent.change(pieces, { target: { value: '0' } })
    expect(pieces).toHaveValue(1)
  })

  it('leads from a title about used tyres to their condition, the same for all', async () => {
    account = accountAnswer(finding('text:condition'))
    await goToTrial()
    press('исправить')
    const condition = await screen.findByLabelText('Состояние, одинаково для всех строк')
    await waitFor(() => expect(condition).toHaveFocus())
    fireEvent.change(condition, { target: { value: 'б/у' } })
    await waitFor(() => expect(lastMapping()).toMatchObject({ fields: { condition: { value: 'б/у' } } }))
  })

  it('leads from repeated tyres of sheets that are read together to the choice of sheets', async () => {
    const containers = ['Лето', 'Архив'].map((name) => ({
      kind: 'sheet',
      name,
      isRead: true,
      records: 9,
      why: '',
    }))
    account = accountAnswer({ ...finding('rows:repeated'), containers })
    await goToTrial()
    press('исправить')
    await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Лето' })).toHaveFocus())
  })

  it('leads from repeated tyres to the column that may tell them apart', async () => {
    account = accountAnswer(finding('rows:repeated'))
    await goToTrial()
    press('исправить')
    await waitFor(async () => expect(await column('Кол-во')).toHaveFocus())
  })

  it('takes a column for the currency of the prices, and takes it back', async () => {
    await lookAtFile()
    const currency = await column('Кол-во')
    fireEvent.change(currency, { target: { value: 'currency' } })
    await waitFor(() => expect(lastMapping()).toMatchObject({ currency: 'Кол-во' }))
    expect(currency.value).toBe('currency')
    expect(currency).toHaveAccessibleDescription(/запись не в рублях отклоняется/)
    fireEvent.change(currency, { target: { value: '' } })
    await waitFor(() => expect(lastMapping()).not.toHaveProperty('currency'))
  })

  it.each(['price:Цена', 'text:kind', 'rows:unpriced'])(
    'leads from %s to the choice of the price',
    async (key) => {
      const finding = { key, text: 'Цены не розничные', examples: [], remedy: 'указать цену', holds: true }
      account = accountAnswer({ findings: [finding] })
      await goToTrial()
      press('указать цену')
      await waitFor(async () => expect(await column('Цена')).toHaveFocus())
    },
  )

  it('leads from a sheet’s finding to the choice of sheets, which are then read together', async () => {
    await goToTrial()
    press('читать и этот лист')
    const sheets = within(await screen.findByRole('group', { name: 'Листы: что читать' }))
    await waitFor(() => expect(sheets.getByLabelText('Лето')).toHaveFocus())
    expect(sheets.getByLabelText('Лето')).toBeChecked()
    expect(sheets.getByLabelText('Диски')).toHaveAccessibleDescription('40 записей, другие товары')
    fireEvent.click(sheets.getByLabelText('Зима'))
    press('Читать выбранное')
    await waitFor(() =>
      expect(lastOf('sample')?.mapping).toMatchObject({ records: { sheets: ['Лето', 'Зима'] } }),
    )
    fireEvent.click(sheets.getByLabelText('Лето'))
    press('Читать выбранное')
    await waitFor(() => expect(lastOf('guess')).toEqual({ records: { sheet: 'Зима' } }))
  })
})

describe('account of a run', () => {
  it('lists its findings, with links to the assistant, and folds those of earlier runs', async () => {
    const findings = accountAnswer().findings.slice(0, 1)
    runs = [runAnswer(5, { findings }), runAnswer(4, { findings })]
    await visit('/profile/sources/one')
    const [latest, former] = await screen.findAllByRole('list', { name: 'Что проверить' })
    expect(former?.closest('details')).not.toHaveAttribute('open')
    expect(latest?.closest('details')).toBeNull()
    const finding = within(latest as HTMLElement)
    expect(finding.getByText('Лист «Зима» с ценами не прочитан, записей 80')).toBeTruthy()
    expect(finding.getByRole('link', { name: 'читать и этот лист' })).toHaveAttribute(
      'href',
      '/profile/sources/one/edit',
    )
  })
})

describe('remedy of a run', () => {
  const asked = (word: string) => sent.filter(([name]) => name === word)
  const stock = accountAnswer().findings.filter(({ key }) => key === 'column:Кол-во')
  const held = () => {
    runs = [
      runAnswer(7, {
        state: 'held',
        day: '2026-04-17',
        findings: stock.map((one) => ({ ...one, holds: true })),
      }),
    ]
  }
  const fileOf = (answer: () => Response) => server.use(http.post(`${ROOT}/runs/7/file`, answer))
  const follow = async () => {
    const [link] = await screen.findAllByRole('link', { name: 'указать, что это остатки' })
    fireEvent.click(link as HTMLElement)
    return within(await screen.findByRole('region', { name: 'Что исправить' }))
  }
  const choose = (name: string) =>
    fireEvent.change(screen.getByLabelText('Выбрать файл'), { target: { files: [new File(['a;b'], name)] } })

  it('opens the file of a held run at the control that answers', async () => {
    held()
    fileOf(() => HttpResponse.json({ file: 'h1', name: 'Прайс-лист за 17.04.2026', size: 3 }))
    await visit('/profile/sources/one')
    const notice = await follow()
    await waitFor(async () => expect(await column('Кол-во')).toHaveFocus())
    expect(notice.getByText('Колонка «Кол-во» похожа на остатки, но не читается')).toBeTruthy()
    expect(notice.queryByLabelText('Выбрать файл')).toBeNull()
    expect(screen.getByText('Прайс-лист за 17.04.2026')).toBeTruthy()
    expect(asked('guess')).toEqual([])
    expect(lastOf('trial')).toMatchObject({ day: '2026-04-17' })
    // Looking at the file is no unsaved input.
    expect(screen.queryByRole('button', { name: 'Отменить изменения' })).toBeNull()
    expect(notice.getByRole('status')).toBeEmptyDOMElement()
    fireEvent.change(await column('Кол-во'), { target: { value: 'stock' } })
    expect(notice.getByRole('status')).toHaveTextContent(
      'Описание изменено. Исправлено ли это, покажет шаг «Проверка».',
    )
  })

  it('imports the opened file for the day of the held run', async () => {
    held()
    fileOf(() => HttpResponse.json({ file: 'h1', name: 'Прайс-лист за 17.04.2026', size: 3 }))
    const started: unknown[] = []
    server.use(
      http.post(`${ROOT}/one`, () => HttpResponse.json({ id: 'one' })),
      http.post(`${ROOT}/one/run`, async ({ request }) => {
        started.push(await request.json())
        return HttpResponse.json({ run: 8 })
      }),
    )
    await visit('/profile/sources/one')
    await follow()
    await waitFor(async () => expect(await column('Кол-во')).toHaveFocus())
    press('Далее')
    press('Далее')
    fireEvent.click(await screen.findByRole('button', { name: 'Сохранить и загрузить эти цены' }))
    await waitFor(() => expect(started).toEqual([{ file: 'h1', day: '2026-04-17' }]))
  })

  it('takes another file if that of the held run is not there', async () => {
    held()
    fileOf(() => HttpResponse.json({ error: 'Этот прайс-лист уже не задержан' }, { status: 409 }))
    await visit('/profile/sources/one')
    const notice = await follow()
    expect(await screen.findByRole('alert')).toHaveTextContent('Этот прайс-лист уже не задержан')
    expect(notice.getByText(/Файла этой загрузки здесь нет/)).toBeTruthy()
    choose('новые.xlsx')
    await waitFor(async () => expect(await column('Кол-во')).toHaveFocus())
  })

  it('repeats the finding of a run without a file, and leads to its control once there is one', async () => {
    runs = [runAnswer(5, { findings: stock })]
    await visit('/profile/sources/one')
    const notice = await follow()
    expect(notice.getByText('Колонка «Кол-во» похожа на остатки, но не читается')).toBeTruthy()
    expect(notice.getByText('указать, что это остатки')).toBeTruthy()
    expect(screen.getAllByLabelText('Выбрать файл')).toHaveLength(1)
    choose('цены.xlsx')
    await waitFor(async () => expect(await column('Кол-во')).toHaveFocus())
    expect(notice.queryByLabelText('Выбрать файл')).toBeNull()
  })

  it('is text for a shop, which has no columns', async () => {
    runs = [runAnswer(5, { findings: stock })]
    const shop = sourceAnswer('one', 'shop.ru', { kind: 'pages' })
    server.use(http.get(`${ROOT}/one`, () => HttpResponse.json({ source: shop, runs, days: [] })))
    await visit('/profile/sources/one')
    expect(await screen.findByText('указать, что это остатки')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'указать, что это остатки' })).toBeNull()
  })
})

describe('account of a file on the page of its source', () => {
  it('leads from a finding to the assistant with the same file', async () => {
    const { addresses } = await visit('/profile/sources/one')
    fireEvent.change(await screen.findByLabelText('Выбрать файл'), {
      target: { files: [new File(['a;b'], 'цены.xlsx')] },
    })
    fireEvent.click(await screen.findByRole('link', { name: 'читать и этот лист' }))
    await column('Код')
    expect(addresses.at(-1)).toBe('/profile/sources/one/edit')
    expect(screen.getByText('цены.xlsx')).toBeTruthy()
    expect(lastOf('guess')).toBeUndefined()
    const sheets = within(await screen.findByRole('group', { name: 'Листы: что читать' }))
    await waitFor(() => expect(sheets.getByLabelText('Лето')).toHaveFocus())
  })
})

describe('file as a person sees it', () => {
  it('colours each column by the field above it, and greys those that are not read', async () => {
    await lookAtFile()
    expect(cellsOf('Цена')).toEqual(['retail', 'retail', 'retail'])
    fireEvent.change(await column('Цена'), { target: { value: 'opt' } })
    expect(cellsOf('Цена')).toEqual(['opt', 'opt', 'opt'])
    fireEvent.change(await column('Код'), { target: { value: '' } })
    expect(cellsOf('Код')).toEqual(['ignored', 'ignored', 'ignored'])
    expect(await column('Код')).toHaveAccessibleDescription(/^не читается/)
    expect(cellsOf('Наименование')[1]).toBe('tyre')
  })

  it('says why the guess takes a price for what it is', async () => {
    guess = guessAnswer({ missing: [], evidence: accountAnswer().evidence })
    await lookAtFile()
    expect(await column('Цена')).toHaveAccessibleDescription(/проверьте, 52\s%\s*слово «розн.»/)
  })
})

describe('question of the guess', () => {
  it('is answered by a button for each price column, which can be taken back', async () => {
    const { columns } = guessAnswer()
    const unnamed = columns.map((one) => (one.name === 'Цена' ? { ...one, takenFor: null } : one))
    const fields = { article: 'Код', name: 'Наименование' }
    guess = guessAnswer({
      columns: unnamed,
      mapping: { format: 'csv', fields },
      missing: ['Выберите, какая из цен розничная, а какая оптовая: «Цена», «Кол-во»'],
    })
    await lookAtFile()
    const asked = within(screen.getByRole('region', { name: /^Выберите, какая из цен/ }))
    const retail = asked.getByRole('button', { name: 'Розничная цена: Цена' })
    fireEvent.click(retail)
    expect(retail).toHaveAttribute('aria-pressed', 'true')
    expect((await column('Цена')).value).toBe('retail')
    fireEvent.click(asked.getByRole('button', { name: 'Оптовая цена: Кол-во' }))
    await waitFor(() =>
      expect(lastOf('sample')?.mapping).toMatchObject({
        fields: { ...fields, retail: 'Цена', opt: 'Кол-во' },
      }),
    )
    fireEvent.click(retail)
    expect((await column('Цена')).value).toBe('')
  })
})
