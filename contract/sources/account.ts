import { type Static, Type } from 'typebox'
import { OrNull, oneOf } from '../lib/schemas.ts'

/** Kinds of what can hold records: files of an archive, sheets, tables beside each other, arrays of JSON, elements of XML. */
export const CONTAINER_KINDS = ['file', 'sheet', 'table', 'array', 'element'] as const

/** Reasons why a record became no tyre. */
const LEFT_OUT = [
  'rejected',
  'header',
  'otherHeader',
  'section',
  'unpriced',
  'total',
  'numbers',
  'goods',
  'unavailable',
  'repeated',
  'empty',
] as const
export type LeftOutKind = (typeof LEFT_OUT)[number]

/** Reasons in words, each followed by its number. */
export const LEFT_OUT_TEXTS: Readonly<Record<LeftOutKind, string>> = {
  rejected: 'отклонено',
  header: 'повторов заголовка',
  otherHeader: 'других заголовков',
  section: 'строк разделов',
  unpriced: 'без цены',
  total: 'итогов',
  numbers: 'строк с номерами колонок',
  goods: 'других товаров',
  unavailable: 'нет ни в одном месте',
  repeated: 'повторов той же шины',
  empty: 'пустых',
}

/** Containers in words: one, and several. */
export const CONTAINER_TEXTS: Readonly<
  Record<(typeof CONTAINER_KINDS)[number], [one: string, several: string]>
> = {
  file: ['файл', 'Файлы'],
  sheet: ['лист', 'Листы'],
  table: ['таблица', 'Таблицы'],
  array: ['массив', 'Массивы'],
  element: ['элемент', 'Элементы'],
}

/** Rules by which the import alters values (specification 10.35). */
export const ALTERATIONS = {
  pieces: 'цена за несколько шин поделена на их число',
  minor: 'цена в копейках поделена на 100',
  marks: 'метки текста (="…", апостроф) убраны',
  entities: 'знаки HTML (&quot;, &nbsp;) прочитаны как обычные',
  errors: 'ошибки Excel (#Н/Д, #ССЫЛКА!) прочитаны как пустые ячейки',
  discount: 'взята цена со скидкой, а не прежняя',
  vat: 'взята цена с НДС, а не без него',
  repaired: 'повреждённые места файла исправлены (&, NaN, запятая перед скобкой)',
  encoding: 'кодировка взята по байтам, а не из заголовка',
  merged: 'значение объединённых ячеек повторено в каждой',
  formulas: 'формулы без сохранённого значения прочитаны как пустые: сохраните файл в Excel',
  condition: 'не новые шины (б/у, уценка, восстановленные) загружены отдельно и ни с чем не сравниваются',
  hidden: 'строки, которые Excel скрывает, прочитаны как остальные',
  struck: 'зачёркнутое рядом с другим значением ячейки не прочитано',
  words: 'цена прочитана без слов при ней («от», «~», «нал»)',
  zeros: 'нули в начале числа восстановлены по формату ячейки',
} as const
export type Alteration = keyof typeof ALTERATIONS

/** Reasons why a file of an archive cannot be read, whatever a person chooses. */
export const WHY_UNREADABLE = { archive: 'архив в архиве', other: 'не прайс-лист' } as const

const Container = Type.Object({
  kind: oneOf(...CONTAINER_KINDS),
  name: Type.String(),
  isRead: Type.Boolean(),
  /** number of its records; null if they were not counted */
  records: OrNull(Type.Integer()),
  /** why it is not read; '' if it is */
  why: Type.String(),
})
export type AccountContainer = Static<typeof Container>

const Column = Type.Object({
  name: Type.String(),
  /** field that it is read as; null for an ignored one */
  field: OrNull(Type.String()),
  examples: Type.Array(Type.String()),
})

export const Finding = Type.Object({
  /** identity of the finding, by which a person's answer is stored with the mapping */
  key: Type.String(),
  text: Type.String(),
  examples: Type.Array(Type.String()),
  /** what a person can do about it, in words; '' for nothing */
  remedy: Type.String(),
  /** whether it concerns a tenth of the list's prices, containers or records, and so holds a run by itself */
  holds: Type.Boolean(),
})
export type AccountFinding = Static<typeof Finding>

/** Account of an import: everything that was found in the price list, and what became of it (specification 10.35). */
export const ListAccount = Type.Object({
  containers: Type.Array(Container),
  columns: Type.Array(Column),
  /** records in the read containers: `tyres` and all of `left` add up to them */
  records: Type.Integer(),
  tyres: Type.Integer(),
  left: Type.Array(Type.Object({ kind: oneOf(...LEFT_OUT), count: Type.Integer() })),
  altered: Type.Array(Type.Object({ rule: Type.String(), count: Type.Integer(), example: Type.String() })),
  /** why each price column has its meaning */
  evidence: Type.Array(Type.Object({ column: Type.String(), field: Type.String(), because: Type.String() })),
  /** most important first */
  findings: Type.Array(Finding),
})
export type ListAccount = Static<typeof ListAccount>
