import { strToU8, zipSync } from 'fflate'
import type { Cell } from '../../../contract/reports/report-row.ts'
import type { SheetColumn, SheetColumnKind } from '../../../contract/spreadsheet/sheet-columns.ts'
import { HEADER_STYLE, SHEET_PART, XLSX_PARTS } from '../../../contract/spreadsheet/xlsx-parts.ts'
import { escapeXml, xlsxSheet } from '../../../contract/spreadsheet/xlsx-sheet.ts'
import {
  currentMeasureValue,
  MEASURE_WORDS,
  MEASURES,
  type Measure,
  measureBasis,
  measureChange,
  previousMeasureValue,
  shareOf,
} from '../../../contract/totals/measures.ts'
import type { FigureGroup, TotalsFigures, TotalsReport } from '../../../contract/totals/totals.ts'
import { totalsNotes, totalsTitle } from '../../../contract/totals/words.ts'

interface NamedSheet {
  name: string
  xml: string
}

/** Writes the totals as an XLSX file of six sheets (specification 27.4). */
export function totalsXlsx(report: TotalsReport): Uint8Array {
  const { sites, brands, cities, days } = report
  const title = [totalsTitle(report), ...totalsNotes(report)]
    .map((text) => text.replace(/\.?$/, '.'))
    .join(' ')
  const absent = Map.groupBy(
    report.absent.flatMap(({ site, days: missing }) => missing.map((day) => ({ site, day }))),
    ({ day }) => day,
  )
  const dayRows = days.map((one) => ({ ...one, absent: absent.get(one.day)?.map(({ site }) => site) ?? [] }))
  return workbook([
    measureSheet(report, title),
    sheet('По сайтам', title, SITE_COLUMNS, sites),
    sheet('По брендам', title, [groupName('Бренд', 'без бренда'), ...GROUP_COLUMNS], brands),
    sheet('По городам', title, [groupName('Город', 'без города'), ...GROUP_COLUMNS], cities),
    sheet('По дням', title, DAY_COLUMNS, dayRows),
    sheet('Определения', title, DEFINITION_COLUMNS, MEASURES),
  ])
}

const column = <Row>(
  label: string,
  cell: (row: Row) => Cell,
  kind: SheetColumnKind = 'text',
): SheetColumn<Row> => ({ group: '', label, kind, cell })

/** Units of the measures, in the column of their names. */
const UNITS: Readonly<Record<Measure, string>> = {
  index: '',
  first: ', %',
  reaction: ', дней',
  moves: '',
  coverage: ', %',
}

const measureColumns = (report: TotalsReport, kind: SheetColumnKind): SheetColumn<Measure>[] => [
  column('Показатель', (measure) => `${MEASURE_WORDS[measure].name}${UNITS[measure]}`),
  column('За период', (measure) => currentMeasureValue(measure, report), kind),
  column('Период до этого', (measure) => previousMeasureValue(measure, report), kind),
  column('Изменение', (measure) => measureChange(measure, report)?.text ?? null),
  column('Оговорка', (measure) => measureChange(measure, report)?.caution ?? null),
  column('Из чего', (measure) => measureBasis(measure, report).join('. ')),
]

/** Writes the sheet of the measures: each has one decimal, but changes are whole numbers. */
function measureSheet(report: TotalsReport, title: string): NamedSheet {
  const tenths = xlsxSheet(measureColumns(report, 'percent'), false, title)
  const whole = xlsxSheet(measureColumns(report, 'stock'), false, title)
  const start = tenths.start()
  const rows = MEASURES.map((measure, n) => {
    const writer = measure === 'moves' ? whole : tenths
    writer.continueAfter(n)
    return writer.row(measure)
  })
  return finishedSheet('Итоги', start, rows, tenths.end())
}

/** Columns of figures; their cells are empty for null. */
function figureColumns<Row>(of: (row: Row) => TotalsFigures | null): SheetColumn<Row>[] {
  const figure = (label: string, value: (figures: TotalsFigures) => number | null, kind?: SheetColumnKind) =>
    column<Row>(
      label,
      (row) => {
        const figures = of(row)
        return figures && value(figures)
      },
      kind,
    )
  return [
    figure('Индекс цен', ({ index }) => index, 'percent'),
    figure('Сумма весов', ({ weight }) => weight, 'stock'),
    figure('Первые места, %', ({ first, pairs }) => shareOf(first, pairs), 'percent'),
    figure('Первых мест', ({ first }) => first, 'stock'),
    figure('Сравнений', ({ pairs }) => pairs, 'stock'),
    figure('Реакция, дней', ({ reaction }) => reaction, 'percent'),
    figure('Подрезаний с ответом', ({ answered }) => answered, 'stock'),
    figure('Без ответа', ({ open }) => open, 'stock'),
    figure('Наши выросли', ({ own_up: up }) => up, 'stock'),
    figure('Наши упали', ({ own_down: down }) => down, 'stock'),
    figure('У конкурентов выросли', ({ up }) => up, 'stock'),
    figure('У конкурентов упали', ({ down }) => down, 'stock'),
  ]
}

const GROUP_COLUMNS: readonly SheetColumn<FigureGroup>[] = [
  ...figureColumns<FigureGroup>(({ now }) => now),
  column('Индекс цен до этого', ({ before }) => before.index, 'percent'),
  column('Первые места до этого, %', ({ before: { first, pairs } }) => shareOf(first, pairs), 'percent'),
]

const groupName = (label: string, missing: string): SheetColumn<FigureGroup> =>
  column(label, ({ name }) => name || missing)

const SITE_COLUMNS: readonly SheetColumn<TotalsReport['sites'][number]>[] = [
  column('Сайт', ({ name }) => name),
  column('Чей', ({ own }) => (own ? 'наш' : 'конкурент')),
  ...GROUP_COLUMNS,
  column('Сопоставлено', ({ coverage }) => coverage?.matched ?? null, 'stock'),
  column('Позиций', ({ coverage }) => coverage?.listings ?? null, 'stock'),
]

interface DayRow {
  day: string
  figures: TotalsFigures | null
  /** competitors without prices of the day */
  absent: string[]
}

const DAY_COLUMNS: readonly SheetColumn<DayRow>[] = [
  column('День', ({ day }) => day, 'date'),
  column('Цены', ({ figures }) => (figures ? 'есть' : 'нет')),
  column('Без цен', ({ absent }) => absent.join(', ') || null),
  ...figureColumns<DayRow>(({ figures }) => figures),
]

const DEFINITION_COLUMNS: readonly SheetColumn<Measure>[] = [
  column('Показатель', (measure) => MEASURE_WORDS[measure].name),
  column('Что это', (measure) => MEASURE_WORDS[measure].definition),
]

function sheet<Row>(
  name: string,
  title: string,
  columns: readonly SheetColumn<Row>[],
  rows: readonly Row[],
): NamedSheet {
  const writer = xlsxSheet(columns, false, title)
  const start = writer.start()
  const written = rows.map((row) => writer.row(row))
  return finishedSheet(name, start, written, writer.end())
}

/** Widths in characters of the columns with sentences, by label; their cells wrap. */
const SENTENCE_WIDTHS: Readonly<Record<string, number>> = {
  Показатель: 20,
  Изменение: 30,
  Оговорка: 40,
  'Из чего': 60,
  'Что это': 110,
  'Без цен': 30,
}

const COLUMN = /<col min="(\d+)" max="\d+" width="[\d.]+"/g
const HEADER_TEXT = new RegExp(`<c r="([A-Z]+)2" s="${HEADER_STYLE}"[^>]*><is><t[^>]*>([^<]*)</t>`, 'g')

/** Assembles a sheet whose texts wrap, with wide columns for sentences. */
function finishedSheet(name: string, start: string, rows: readonly string[], end: string): NamedSheet {
  const labels = [...start.matchAll(HEADER_TEXT)].map(([, , label]) => label ?? '')
  const head = start.replace(COLUMN, (found, number) => {
    const width = SENTENCE_WIDTHS[labels[Number(number) - 1] ?? '']
    return width ? found.replace(/width="[\d.]+"/, `width="${width}"`) : found
  })
  const wrapped = rows.map((row) =>
    row.replace(/<c r="([A-Z]+\d+)" t="inlineStr">/g, `<c r="$1" s="${WRAPPED}" t="inlineStr">`),
  )
  return { name, xml: [head, ...wrapped, end].join('') }
}

/** Index into cellXfs of the style that the totals add: wrapped text. */
const WRAPPED = 6

/** Style sheet of the totals: cells are aligned at the top, percent have no sign, texts may wrap. */
const STYLES = (XLSX_PARTS['xl/styles.xml'] ?? '')
  .replace('formatCode="+0.0;-0.0;0.0"', 'formatCode="#,##0.0"')
  .replace(
    /<xf (numFmtId="\d+" applyNumberFormat="1")\/>/g,
    '<xf $1 applyAlignment="1"><alignment vertical="top"/></xf>',
  )
  .replace('<cellXfs count="6">', '<cellXfs count="7">')
  .replace('</cellXfs>', '<xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs>')

const WORKBOOK = 'xl/workbook.xml'
const RELATIONSHIPS = 'xl/_rels/workbook.xml.rels'
const TYPES = '[Content_Types].xml'

/** Packs sheets into a workbook, whose other parts are those of a file with one sheet. */
function workbook(sheets: readonly NamedSheet[]): Uint8Array {
  const parts: Record<string, string> = { ...XLSX_PARTS, 'xl/styles.xml': STYLES }
  const pathOf = (n: number) => SHEET_PART.replace('1', String(n + 1))
  const repeated = (part: string, pattern: RegExp, one: (n: number, name: string) => string) => {
    parts[part] = (parts[part] ?? '').replace(pattern, () =>
      sheets.map(({ name }, n) => one(n, escapeXml(name))).join(''),
    )
  }
  repeated(TYPES, /<Override PartName="\/xl\/worksheets[^>]*>/, (n) =>
    (/<Override PartName="\/xl\/worksheets[^>]*>/.exec(XLSX_PARTS[TYPES] ?? '')?.[0] ?? '').replace(
      SHEET_PART,
      pathOf(n),
    ),
  )
  repeated(
    WORKBOOK,
    /<sheet [^>]*>/,
    (n, name) => `<sheet name="${name}" sheetId="${n + 1}" r:id="s${n + 1}"/>`,
  )
  repeated(RELATIONSHIPS, /<Relationship Id="rId1"[^>]*>/, (n) =>
    (/<Relationship Id="rId1"[^>]*>/.exec(XLSX_PARTS[RELATIONSHIPS] ?? '')?.[0] ?? '')
      .replace('rId1', `s${n + 1}`)
      .replace('sheet1.xml', `sheet${n + 1}.xml`),
  )
  for (const [n, { xml }] of sheets.entries()) parts[pathOf(n)] = xml
  return zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])))
}
