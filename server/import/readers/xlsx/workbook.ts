import { posix } from 'node:path'
import { ImportError } from '../../errors.ts'
import { type Sheets, sheetNames } from '../reader.ts'
import { isDateFormat, type ShownFormat, shownFormat } from '../shown-formats.ts'
import { localName, type WorkbookZip } from './workbook-zip.ts'

/** Properties of a workbook that are needed to read the rows of a sheet. */
export interface Workbook {
  sheetPath: string
  sharedStringsPath: string | undefined
  /** indexes of the cell styles that display a number as a date */
  dateStyles: ReadonlySet<number>
  /** what the cell styles show beside a number, by their indexes */
  shownStyles: ReadonlyMap<number, ShownFormat>
  /** true if dates count days from 1904 instead of 1900 */
  from1904: boolean
}

interface Relation {
  type: string
  path: string
}

interface Book {
  sheets: { name: string; relation: string; isHidden: boolean }[]
  relations: Map<string, Relation>
  from1904: boolean
}

async function readBook(zip: WorkbookZip): Promise<Book> {
  const root = await readRelations(zip, '')
  const workbookPath = pathOf(root, 'officeDocument')
  if (workbookPath === undefined) throw new ImportError('Это не XLSX: в архиве нет книги')
  const relations = await readRelations(zip, workbookPath)
  const sheets: Book['sheets'] = []
  let from1904 = false
  await zip.parse(workbookPath, {
    ...IGNORED,
    open(name, attributes) {
      const local = localName(name)
      if (local === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
      if (local !== 'sheet') return
      // The prefix of the relations' namespace differs between programs.
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      const isHidden = /hidden/i.test(attributes.state ?? '')
      sheets.push({ name: attributes.name ?? '', relation: relation ?? '', isHidden })
    },
  })
  return { sheets, relations, from1904 }
}

/** @throws ImportError */
export async function readSheetNames(zip: WorkbookZip): Promise<Pick<Sheets, 'names' | 'visible'>> {
  return sheetNames((await readBook(zip)).sheets)
}

/**
 * Reads the parts of a workbook that describe a sheet.
 * @param wanted name of the sheet, or its number from 1
 * @throws ImportError
 */
export async function readWorkbook(zip: WorkbookZip, sheetKey: string | number): Promise<Workbook> {
  const book = await readBook(zip)
  const { relations, from1904 } = book
  const sheetPath = sheetPathIn(book, sheetKey)
  const stylesPath = pathOf(relations, 'styles')
  return {
    sheetPath,
    sharedStringsPath: pathOf(relations, 'sharedStrings'),
    ...(stylesPath === undefined || !zip.has(stylesPath)
      ? { dateStyles: new Set(), shownStyles: new Map() }
      : await readStyles(zip, stylesPath)),
    from1904,
  }
}

function sheetPathIn({ sheets, relations }: Book, sheetKey: string | number): string {
  const sheet =
    typeof sheetKey === 'number' ? sheets[sheetKey - 1] : sheets.find(({ name }) => name === sheetKey)
  const path = sheet && relations.get(sheet.relation)?.path
  if (path === undefined) throw new ImportError(`В файле XLSX нет листа «${sheetKey}»`)
  return path
}

/** Number of comments that are read, and of characters of each. */
const [MAX_COMMENTS, COMMENT_CHARS] = [200, 500]

/** Reads the comments of a sheet's cells. @throws ImportError */
export async function readComments(zip: WorkbookZip, sheet: string): Promise<string[]> {
  const sheetPath = sheetPathIn(await readBook(zip), sheet)
  const path = pathOf(await readRelations(zip, sheetPath), 'comments')
  const comments: string[] = []
  if (path === undefined || !zip.has(path)) return comments
  let isText = false
  await zip.parse(path, {
    open(name) {
      const local = localName(name)
      if (local === 'comment') comments.push('')
      isText = local === 't' && comments.length <= MAX_COMMENTS
    },
    text(piece) {
      const last = comments.length - 1
      if (isText && last >= 0) comments[last] = `${comments[last]}${piece}`.slice(0, COMMENT_CHARS)
    },
    close() {
      isText = false
    },
  })
  return comments.slice(0, MAX_COMMENTS)
}

const IGNORED = { text() {}, close() {} }

/** @param of path of the part whose relations are read; '' for the archive itself */
async function readRelations(zip: WorkbookZip, of: string): Promise<Map<string, Relation>> {
  const { dir, base } = posix.parse(of)
  const relations = new Map<string, Relation>()
  const path = posix.join(dir, '_rels', `${base}.rels`)
  if (of !== '' && !zip.has(path)) return relations
  await zip.parse(path, {
    ...IGNORED,
    open(name, { Id = '', Type = '', Target = '' }) {
      if (localName(name) !== 'Relationship') return
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target)
      relations.set(Id, { type: Type, path: target })
    },
  })
  return relations
}

/** Compares the end of the type, since the format's two editions use different URLs before it. */
function pathOf(relations: ReadonlyMap<string, Relation>, type: string): string | undefined {
  return [...relations.values()].find((relation) => relation.type.endsWith(`/${type}`))?.path
}

async function readStyles(
  zip: WorkbookZip,
  path: string,
): Promise<Pick<Workbook, 'dateStyles' | 'shownStyles'>> {
  const formats = new Map<string, string>()
  const dateStyles = new Set<number>()
  const shownStyles = new Map<number, ShownFormat>()
  let inCellStyles = false
  let style = 0
  await zip.parse(path, {
    ...IGNORED,
    open(name, attributes) {
      const local = localName(name)
      if (local === 'numFmt') formats.set(attributes.numFmtId ?? '', attributes.formatCode ?? '')
      else if (local === 'cellXfs') inCellStyles = true
      else if (local === 'xf' && inCellStyles) {
        const format = attributes.numFmtId ?? '0'
        const code = formats.get(format)
        if (isDateFormat(code ?? format)) dateStyles.add(style)
        const shown = code === undefined ? undefined : shownFormat(code)
        if (shown) shownStyles.set(style, shown)
        style++
      }
    },
    close(name) {
      if (localName(name) === 'cellXfs') inCellStyles = false
    },
  })
  return { dateStyles, shownStyles }
}
