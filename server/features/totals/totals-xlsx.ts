import { strToU8, zipSync } from 'fflate'
import type { Cell } from '../../../contract/reports/report-row.ts'
import type { SheetColumn, SheetColumnKind } from '../../../contract/spreadsheet/sheet-columns.ts'
import { SHEET_PART, XLSX_PARTS } from '../../../contract/spreadsheet/xlsx-parts.ts'
import { escapeXml, xlsxSheet } from '../../../contract/spreadsheet/xlsx-sheet.ts'
import {
  MEASURE_WORDS,
  MEASURES,
  type Measure,
  measureBasis,
  measureChange,
  measureValue,
  shareOf,
} from '../../../contract/totals/measures.ts'
import type { FigureGroup, TotalsFigures, TotalsReport } from '../../../contract/totals/totals.ts'

interface NamedSheet {
  name: string
  xml: string
}

/** Writes the totals as an XLSX file of six sheets (specification 27.4). */
export function totalsXlsx(report: TotalsReport): Uint8Array {
  const { period, sites, brands, cities, days } = report
  const title = `Итоги за ${period.from} – ${period.to}`
  return workbook([
    sheet(
      'Итоги',
      title,
      MEASURE_COLUMNS,
      MEASURES.map((measure) => ({ measure, report })),
    ),
    sheet('По сайтам', title, SITE_COLUMNS, sites),
    sheet('По брендам', title, [groupName('Бренд', 'без бренда'), ...GROUP_COLUMNS], brands),
    sheet('По городам', title, [groupName('Город', 'без города'), ...GROUP_COLUMNS], cities),
    sheet('По дням', title, DAY_COLUMNS, days),
    sheet('Определения', title, DEFINITION_COLUMNS, MEASURES),
  ])
}

const column = <Row>(
  label: string,
  cell: (row: Row) => Cell,
  kind: SheetColumnKind = 'text',
): SheetColumn<Row> => ({ group: '', label, kind, cell })

const currentValue = (measure: Measure, { now, coverage }: TotalsReport) =>
  measureValue(measure, now, coverage)
/** The matching is only known for today. */
const formerValue = (measure: Measure, { before }: TotalsReport) =>
  measure === 'coverage' ? null : measureValue(measure, before, null)

const MEASURE_COLUMNS: readonly SheetColumn<{ measure: Measure; report: TotalsReport }>[] = [
  column('Показатель', ({ measure }) => MEASURE_WORDS[measure].name),
  column('За период', ({ measure, report }) => currentValue(measure, report)),
  column('Период до этого', ({ measure, report }) => formerValue(measure, report)),
  column(
    'Изменение',
    ({ measure, report }) =>
      measureChange(measure, currentValue(measure, report), formerValue(measure, report), report.kind)
        ?.text ?? null,
  ),
  column('Из чего', ({ measure, report }) => measureBasis(measure, report).join('. ')),
]

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
    figure('Индекс цен', ({ index }) => index),
    figure('Сумма весов', ({ weight }) => weight, 'stock'),
    figure('Первые места, %', ({ first, pairs }) => shareOf(first, pairs)),
    figure('Первых мест', ({ first }) => first, 'stock'),
    figure('Сравнений', ({ pairs }) => pairs, 'stock'),
    figure('Реакция, дней', ({ reaction }) => reaction),
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
  column('Индекс цен до этого', ({ before }) => before.index),
  column('Первые места до этого, %', ({ before: { first, pairs } }) => shareOf(first, pairs)),
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

const DAY_COLUMNS: readonly SheetColumn<TotalsReport['days'][number]>[] = [
  column('День', ({ day }) => day, 'date'),
  column('Цены', ({ figures }) => (figures ? 'есть' : 'нет')),
  ...figureColumns<TotalsReport['days'][number]>(({ figures }) => figures),
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
  return { name, xml: [writer.start(), ...rows.map((row) => writer.row(row)), writer.end()].join('') }
}

const WORKBOOK = 'xl/workbook.xml'
const RELATIONSHIPS = 'xl/_rels/workbook.xml.rels'
const TYPES = '[Content_Types].xml'

/** Packs sheets into a workbook, whose other parts are those of a file with one sheet. */
function workbook(sheets: readonly NamedSheet[]): Uint8Array {
  const parts: Record<string, string> = { ...XLSX_PARTS }
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
