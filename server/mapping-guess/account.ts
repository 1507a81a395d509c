import { LOCATION_COLUMN_FIELDS, MAPPED_PRICES } from '../../contract/offers/offer-values.ts'
import {
  type AccountContainer,
  type AccountFinding,
  type ListAccount,
  WHY_UNREADABLE,
} from '../../contract/sources/account.ts'
import type { Guess } from '../../contract/sources/guess.ts'
import { addNote, type FoundContainer, type ListReading, type UnreadRow } from '../import/list-reading.ts'
import type { Mapping } from '../import/mapping.ts'
import { isFileField, previewTable } from '../import/preview-table.ts'
import { goodsOfKind } from '../import/values/goods.ts'
import type { GuessColumn } from './column.ts'
import { type ComposedMapping, compose } from './compose.ts'
import { doubtsOf, HOLDING_SHARE, MAX_EXAMPLES } from './doubts.ts'
import { decodeText } from './file-head.ts'
import { csvRows, findDelimiter } from './possible-readings.ts'
import { nameFindings, noteFindings } from './price-notes.ts'
import { LOOKS_LIKE, priceTest, sumTest, usedNames } from './read-columns.ts'
import { type RecordSample, sampleTable } from './table-sample.ts'
import { discountFindings } from './term-columns.ts'

const noTimeLimit = () => {}

/** Fields of offers, whose columns say what the others mean; those of tyres are only read. */
const OFFER_FIELDS = new Set(['price', ...LOCATION_COLUMN_FIELDS, 'city', 'warehouse', 'currency', 'minor'])

/** Facts of an account that the reading of the list does not have. */
export interface AccountOptions {
  /** keys of findings that a person has called right */
  answered?: readonly string[]
  /** whether the mapping is a guess that no person has seen */
  isGuessed?: boolean
  /** name of the file, if its path is not called so */
  called?: string
  /** day of the list, against which years and dates are judged */
  day?: string
}

/** Returns the account of a price list that was read with a mapping (specification 10.35). */
export function accountOf(
  mapping: Mapping,
  reading: ListReading,
  { answered = [], isGuessed = false, day }: AccountOptions = {},
): ListAccount {
  const judged = reading.containers.map((found) => ({ found, table: tableOf(found) }))
  const containers = judged.map(({ found, table }) => containerOf(found, table))
  const notes = new Set<string>()
  // Sheets and files that are not read say what the prices are: 'Условия', 'readme.txt'.
  for (const { table = [] } of judged) for (const { cells } of table) addNote(notes, cells)
  const withNotes = { ...reading, notes: [...reading.notes, ...notes] }
  const used = usedNames(mapping, reading.columns)
  const { evidence, ignored, columns: profiled } = reasonsOf(mapping, reading, used)
  const filled = profiled.filter(({ name, profile }) => isFileField(name) && profile.filled > 0)
  const { columns: names, itemColumns, sample } = reading
  const table = previewTable({ columns: { names }, itemColumns: { names: itemColumns }, records: sample })
  const examples = new Map(
    table.columns.map((column) => [column.name, column.examples.slice(0, MAX_EXAMPLES)]),
  )
  const isFilled = new Set(filled.map(({ name }) => name))
  const left = [...reading.left].map(([kind, count]) => ({ kind, count }))
  const records = reading.tyres + left.reduce((sum, { count }) => sum + count, 0)
  const isLikePrice = priceTest(used, reading)
  const isSum = sumTest(used, reading)
  const leftOut = new Map([
    ...ignored.map((one) => [one.column, one] as const),
    ...Object.entries(mapping.instead ?? {}).map(
      ([column, { by }]) => [column, { column, why: `взята «${by}»`, asks: false }] as const,
    ),
  ])
  const explained = new Set([...evidence.map(({ column }) => column), ...leftOut.keys()])
  const findings = [
    ...containers.flatMap(unreadFinding(containers)),
    ...filled
      .filter(({ name }) => !used.has(name) && !explained.has(name))
      .flatMap((column) => {
        const shown = examples.get(column.name) ?? []
        const found = ignoredFinding(column, shown, mapping, isGuessed, isLikePrice(column))
        return found.length > 0 && isSum(column) ? [] : found
      }),
    ...unpricedFinding(reading, records),
    ...doubtsOf(mapping, reading, used),
    ...nameFindings(evidence, day),
    ...discountFindings(mapping, reading, used, day),
    ...noteFindings(mapping, withNotes, { evidence, used, isGuessed, day }),
    ...filled.flatMap(({ name }) => {
      const left = leftOut.get(name)
      return left ? leftOutFinding(left, examples.get(name) ?? [], isGuessed) : []
    }),
  ].map((finding) => ({ ...finding, holds: finding.holds && !answered.includes(finding.key) }))
  findings.sort((a, b) => Number(b.holds) - Number(a.holds))
  return {
    containers,
    columns: [...new Set(names.filter((name) => isFilled.has(name) || examples.get(name)?.length))].map(
      (name) => ({ name, field: used.get(name) ?? null, examples: examples.get(name) ?? [] }),
    ),
    records,
    tyres: reading.tyres,
    left,
    altered: reading.altered,
    evidence,
    // A column may be a finding for several reasons; one answer is about all of them.
    findings: findings.filter(({ key }, at) => findings.findIndex((one) => one.key === key) === at),
  }
}

/** Returns the columns, why prices are read as they are, and why others are not, as a guess of the sample says. */
function reasonsOf(
  mapping: Mapping,
  { columns: names, itemColumns: itemNames, sample: records, isTable }: ListReading,
  used: ReadonlyMap<string, string>,
): Pick<ComposedMapping, 'columns' | 'evidence' | 'ignored'> {
  const { list } = mapping.offers ?? {}
  const sample = { names, records, itemNames, isTable, nameless: mapping.records?.header === 0, title: '' }
  const { columns, evidence, ignored } = compose(
    { ...sample, ...(list !== undefined && { list }) },
    noTimeLimit,
    (name) => OFFER_FIELDS.has(used.get(name) ?? 'price'),
  )
  const fieldOf = (column: string) => used.get(column.replace(`${list}[].`, ''))
  return {
    columns,
    evidence: evidence.filter(({ column, field }) => fieldOf(column) === field),
    ignored: ignored.filter(({ column }) => fieldOf(column) === undefined),
  }
}

/** Reasons for which a container is not read, by its content. */
export const WHY_UNREAD = { tyres: 'не выбран', goods: 'другие товары', nothing: 'нет цен' } as const

/** Returns the first rows of a container that is not read; undefined for one that is read or no table of text. */
function tableOf({ isRead, rows, head }: FoundContainer): readonly UnreadRow[] | undefined {
  if (isRead) return undefined
  return rows ?? (head ? rowsOf(head) : undefined)
}

function containerOf(
  { rows: _, head: __, why, ...container }: FoundContainer,
  table: readonly UnreadRow[] | undefined,
): AccountContainer {
  if (container.isRead) return { ...container, why: '' }
  // Workbooks in an archive are not unpacked only to be judged.
  const sample = table && sampleTable(table, container.name).sample
  const content = sample ? contentOf(sample, container.name) : 'tyres'
  const records = container.records ?? sample?.records.length ?? null
  return { ...container, records, why: why ?? WHY_UNREAD[content] }
}

function rowsOf(head: Uint8Array): UnreadRow[] | undefined {
  if (head[0] === 0xd0 && head[1] === 0xcf) return undefined
  const { text } = decodeText(Buffer.from(head), false)
  if (/^\s{0,50}[<{[]|^PK/.test(text.slice(0, 200))) return undefined
  // The last row of a whole file may have no line break.
  return csvRows(text.endsWith('\n') ? text : `${text}\n`, findDelimiter(text, noTimeLimit), 60, noTimeLimit)
}

function contentOf(sample: RecordSample, name: string): keyof typeof WHY_UNREAD {
  const goods = sample.records.map(({ cells }) => goodsOfKind(cells.join(' ')))
  const others = goods.filter((kind) => kind === 'others').length
  if (others * 2 > goods.length || goodsOfKind(name) === 'others') return 'goods'
  return goods.length === 0 || compose(sample, noTimeLimit).missing.length > 0 ? 'nothing' : 'tyres'
}

const REMEDIES: Partial<Record<AccountContainer['kind'], string>> = {
  sheet: 'читать и этот лист',
  table: 'перенести таблицу на отдельный лист',
}

const unreadFinding =
  (all: readonly AccountContainer[]) =>
  (container: AccountContainer): AccountFinding[] => {
    const { kind, name, isRead, why, records } = container
    const isArchive = why === WHY_UNREADABLE.archive
    if (isRead || (why !== WHY_UNREAD.tyres && !isArchive)) return []
    const counted = all.reduce((sum, one) => sum + (one.records ?? 0), 0)
    const share = records === null || counted === 0 ? 1 : records / counted
    const what = { file: 'Файл', sheet: 'Лист', table: 'Таблица', array: 'Массив', element: 'Элемент' }[kind]
    const count = records === null ? '' : `, записей ${records}`
    return [
      {
        key: `${kind}:${name}`,
        text: isArchive
          ? `Архив «${name}» внутри архива не прочитан`
          : `${what} «${name}» с ценами не прочитан${what === 'Таблица' ? 'а' : ''}${count}`,
        examples: [],
        remedy: isArchive ? 'прислать его файлы отдельно' : (REMEDIES[kind] ?? 'выбрать, что читать'),
        holds: share >= HOLDING_SHARE,
      },
    ]
  }

/** Meanings by which an ignored column is a finding, with the fields that make it none if one of them is mapped. */
const KINDS: readonly [what: string, meanings: readonly (keyof GuessColumn['likely'])[], fields: string[]][] =
  [
    ['цены', ['price', ...MAPPED_PRICES], []],
    ['остатки', ['stock'], ['stock']],
    ['размеры', ['size', 'width', 'height', 'diameter'], ['width', 'diameter', 'name']],
    ['артикулы', ['article'], ['article', 'code']],
  ]

function ignoredFinding(
  column: GuessColumn,
  examples: string[],
  { fields, offers }: Mapping,
  isGuessed: boolean,
  isLikePrice: boolean,
): AccountFinding[] {
  const mapped = new Set([...Object.keys(fields), ...Object.keys(offers?.fields ?? {})])
  if (offers?.columns || offers?.prefix) mapped.add(offers.holds ?? 'stock')
  const found = KINDS.find(
    ([what, meanings, others]) =>
      !others.some((field) => mapped.has(field)) &&
      (meanings.some((meaning) => (column.likely[meaning] ?? 0) >= LOOKS_LIKE) ||
        (what === 'цены' && isLikePrice)),
  )
  if (!found) return []
  const [what] = found
  const isPrice = what === 'цены'
  return [
    {
      key: `column:${column.name}`,
      text: `Колонка «${column.name}» похожа на ${what}, но не читается`,
      examples,
      remedy: isPrice ? 'указать, что это за цена' : `указать, что это ${what}`,
      holds: isPrice && isGuessed,
    },
  ]
}

/** A price that is left out for a reason is said; it asks only if another one may be the right price. */
const leftOutFinding = (
  { column, why, asks = false }: NonNullable<Guess['ignored']>[number],
  examples: string[],
  isGuessed: boolean,
): AccountFinding => ({
  key: `column:${column}`,
  text: `Цена «${column}» не читается: ${why}`,
  examples,
  remedy: asks ? 'указать, какая из них розничная' : '',
  holds: asks && isGuessed,
})

function unpricedFinding({ left }: ListReading, records: number): AccountFinding[] {
  const count = left.get('unpriced') ?? 0
  if (count === 0 || count < records * HOLDING_SHARE) return []
  return [
    {
      key: 'rows:unpriced',
      text: `Записей без цены: ${count} из ${records}`,
      examples: [],
      remedy: 'проверить колонку цены',
      holds: true,
    },
  ]
}
