import type { JsonObject } from '../../contract/legacy/values.ts'

/** Answers about sources as the companion server sends them (specification 12.9), with fictional prices. */

export const sourceAnswer = (id: string, site: string, over: object = {}) => ({
  id,
  site,
  title: '',
  enabled: true,
  kind: 'upload',
  address: '',
  secret_names: [] as string[],
  mapping: { fields: { article: 'Код', name: 'Наименование', retail: 'Цена', city: { value: 'Томск' } } },
  times: [] as string[],
  zone: 'Asia/Novosibirsk',
  expected_by: '',
  max_bad: 20,
  has_token: false,
  light: 'fresh',
  last_day: '2026-04-18',
  tyres: 1200,
  offers: 3400,
  bad_percent: 1.25,
  last_run: runAnswer(1),
  next_run: null as string | null,
  ...over,
})

export function runAnswer(id: number, over: object = {}) {
  return {
    id,
    source: 'one',
    day: '2026-04-18',
    trigger: 'upload',
    state: 'imported',
    step: '',
    attempt: 1,
    created_at: '2026-04-18T01:00:00.000Z',
    started_at: '2026-04-18T01:00:01.000Z',
    finished_at: '2026-04-18T01:00:09.000Z',
    records: 1000,
    tyres: 1200,
    offers: 3400,
    bad: 10,
    message: '',
    log: [] as object[],
    has_rejects: false,
    ...over,
  }
}

const specs = {
  article: 'A-1',
  brand: 'Arktika',
  name: 'Arktika 205/55 R16 91T',
  width: '205',
  height: '55',
  diameter: '16',
  season: 'Зимняя',
  vehicleType: 'Легковая',
  speedIndex: 'T',
  loadIndex: '91',
}

const offer = { city: 'Томск', warehouse: '', retail: 5300, opt: null, cost: null, stock: 4 }

export const tyreAnswer = (line: number, over: object = {}) => ({
  line,
  specs,
  offers: [offer],
  problem: null as string | null,
  ...over,
})

const columns = [
  { name: 'Код', examples: ['A-1'] },
  { name: 'Наименование', examples: ['Arktika 205/55 R16 91T'] },
  { name: 'Цена', examples: ['5300'] },
  { name: 'Кол-во', examples: ['4'] },
]
const records = [
  ['A-1', 'Arktika 205/55 R16 91T', '5300', '4'],
  ['A-2', 'Zorki 195/65 R15', '4100', null],
]

export const guessAnswer = (over: object = {}) => ({
  format: 'csv',
  encoding: 'windows-1251',
  delimiter: ';',
  sheets: [] as string[],
  mapping: {
    format: 'csv',
    records: { header: 1 },
    extract: [{ from: 'Наименование', match: '(?<w>\\d+)/(?<h>\\d+)' }],
    fields: {
      article: 'Код',
      name: 'Наименование',
      retail: 'Цена',
      stock: 'Кол-во',
      width: '$w',
      height: '$h',
    },
  } as JsonObject,
  fields: [
    { field: 'article', from: 'колонка «Код»', sureness: 0.97 },
    { field: 'width', from: 'из названия: 205/55', sureness: 0.9 },
  ],
  columns: columns.map((column, at) => ({
    ...column,
    takenFor: [
      { field: 'article', sureness: 0.97 },
      { field: 'name', sureness: 0.99 },
      { field: 'retail', sureness: 0.52 },
      { field: 'stock', sureness: 0.7 },
    ][at],
  })),
  records,
  missing: ['Город: в файле его нет'],
  notes: ['Строк разделов: 12'],
  ...over,
})

export const sampleAnswer = (over: object = {}) => ({
  mistakes: [] as { path: string; message: string }[],
  error: null as string | null,
  columns,
  records,
  tyres: [tyreAnswer(2), tyreAnswer(3, { problem: 'нет цены', offers: [] })],
  remarks: [] as object[],
  numbered: 'lines',
  ...over,
})

export const trialAnswer = (over: object = {}) => ({
  error: null as string | null,
  records: 1000,
  tyres: 990,
  offers: 1980,
  bad: 10,
  skipped: 12,
  others: { count: 7, examples: ['Диск Пример 6.5x16', 'Камера 7.50-16'] },
  reasons: [{ reason: 'нет цены', count: 10, examples: [{ line: 17, record: 'A-17; Zorki; ' }] }],
  remarks: [] as object[],
  filled: [{ field: 'retail', share: 0.995 }],
  first: [tyreAnswer(2)],
  compared: {
    day: '2026-04-17',
    tyres: 980,
    offers: 1960,
    new_tyres: 15,
    gone_tyres: 5,
    changed: 120,
    median_move: -1.5,
    beyond: [
      {
        article: 'A-1',
        name: 'Arktika',
        city: 'Томск',
        price_type: 'retail',
        before: 5300,
        after: 2100,
        percent: -60.4,
      },
    ],
    beyond_count: 1,
  },
  held: [] as string[],
  numbered: 'lines',
  ...over,
})

/** Remarks of a price list on the wire. */
export const REMARKS = [
  { text: 'Цена за 4 шт.: разделена на 4', count: 1200, examples: [] },
  {
    text: 'Та же шина на том же складе с другой ценой: взята меньшая',
    count: 1,
    examples: [{ lines: [17, 4], text: 'взята «Arktika» розн. цена 4 900, а не «Zorki» розн. цена 5 200' }],
  },
]

/** Account of a price list of two sheets, of which one is not read, with a price column that is ignored. */
export const accountAnswer = (over: object = {}) => ({
  containers: [
    { kind: 'sheet', name: 'Лето', isRead: true, records: 120, why: '' },
    { kind: 'sheet', name: 'Зима', isRead: false, records: 80, why: 'не выбран' },
    { kind: 'sheet', name: 'Диски', isRead: false, records: 40, why: 'другие товары' },
  ],
  columns: [
    { name: 'Цена', field: 'retail', examples: ['5300'] },
    { name: 'Кол-во', field: null, examples: ['4', '12', '8'] },
  ],
  records: 120,
  tyres: 110,
  left: [
    { kind: 'rejected', count: 3 },
    { kind: 'section', count: 7 },
  ],
  altered: [{ rule: 'цена в копейках поделена на 100', count: 110, example: '530000 → 5300' }],
  evidence: [{ column: 'Цена', field: 'retail', because: 'слово «розн.»' }],
  findings: [
    {
      key: 'sheet:Зима',
      text: 'Лист «Зима» с ценами не прочитан, записей 80',
      examples: [] as string[],
      remedy: 'читать и этот лист',
      holds: true,
    },
    {
      key: 'column:Кол-во',
      text: 'Колонка «Кол-во» похожа на остатки, но не читается',
      examples: ['4', '12', '8'],
      remedy: 'указать, что это остатки',
      holds: false,
    },
    { key: 'other', text: 'Цены странные', examples: [], remedy: 'спросить поставщика', holds: false },
  ],
  ...over,
})
