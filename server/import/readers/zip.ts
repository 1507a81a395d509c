import { basename, extname } from 'node:path'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { ImportError } from '../errors.ts'
import { type ImportLimits, limitExceeded } from '../limits.ts'
import type { FoundContainer } from '../list-reading.ts'
import { containersOf, EMPTY, mostTyres, readHeads, sameForm, streamTables } from './archive-tables.ts'
import { isCommerceMl } from './detect-format.ts'

/** An archive with more files is not a price list. */
const MAX_FILES = 10_000

/** Possible extensions of a price list in an archive, most likely first. */
const EXTENSIONS = [
  ['.csv', '.xml', '.yml', '.xlsx', '.xlsm', '.xls', '.json', '.jsonl', '.ndjson'],
  ['.txt', '.tsv', '.dat', ''],
]
/**
 * Files that only occur in workbooks and similar packages. One of them is enough: the workbook reader refuses
 * packages of other kinds with a clear message.
 */
const WORKBOOK_PARTS = new Set(['[content_types].xml', '_rels/.rels'])

/** File inside an archive, or several of one form that are read one after the other. */
export interface PackedFile {
  name: string
  /** all files of the archive that can be price lists */
  containers: FoundContainer[]
  unpackedBytes: number
  /** unpacked bytes; fails if there are more than `unpackedBytes` */
  stream: AsyncIterable<Uint8Array>
  close(): void
}

/**
 * Opens the price list of a zip archive: the named file, or the first that can be one. Tables of text with the same
 * first line belong together, as CommerceML documents do, and are opened as one file. An archive that is alone in its
 * archive is opened instead of it.
 * @param chosen name of the file; '' for none
 * @returns null if the archive is itself a workbook
 * @throws ImportError
 */
export async function openZip(path: string, limits: ImportLimits, chosen = ''): Promise<PackedFile | null> {
  return openArchive(await openPromise(path, { autoClose: false }), limits, chosen, 0)
}

/** @param depth number of archives around this one */
async function openArchive(
  zip: ZipFile,
  limits: ImportLimits,
  chosen: string,
  depth: number,
): Promise<PackedFile | null> {
  try {
    if (zip.entryCount > MAX_FILES) throw new ImportError(`В архиве больше ${MAX_FILES} файлов`)
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    refuseDocument(entries)
    if (entries.some(({ fileName }) => WORKBOOK_PARTS.has(fileName.toLowerCase()))) {
      zip.close()
      return null
    }
    const lists = priceLists(entries)
    const inner = lists.length > 0 ? undefined : findArchive(entries)
    if (inner) return await openInner(zip, inner, limits, chosen, depth + 1)
    const [first] = lists
    if (!first) throw new ImportError('В архиве ZIP нет прайс-листа: CSV, XLS, XLSX, XML, YML или JSON')
    if (lists.some((one) => one.isEncrypted())) throw new ImportError('Архив ZIP защищён паролем')
    const all = [...lists, ...textsBeside(entries, lists)]
    const heads = all.length > 1 ? await readHeads(zip, all) : new Map([[first, EMPTY]])
    const entry = chosen === '' ? mostTyres(lists, heads) : lists.find(({ fileName }) => fileName === chosen)
    if (!entry) throw new ImportError(`В архиве нет файла «${chosen}»`)
    const documents = await withOtherDocuments(zip, entry, entries)
    const parts = documents.length > 1 ? documents : sameForm(entry, lists, heads)
    const unpackedBytes = parts.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
    if (unpackedBytes > limits.unpackedMegabytes * 2 ** 20) throw limitExceeded('unpackedMegabytes', limits)
    return {
      name: entry.fileName,
      containers: containersOf(all, parts, heads, beside(entries, [...all, ...parts])),
      unpackedBytes: unpackedBytes + (documents.length > 1 ? 0 : parts.length - 1),
      stream: documents.length > 1 ? streamEntries(zip, parts) : streamTables(zip, parts),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Maximum number of archives around a price list's own. */
const MAX_DEPTH = 3
/** Maximum size of an archive in an archive, which is unpacked into memory. */
const MAX_INNER_MB = 64

async function openInner(
  zip: ZipFile,
  entry: Entry,
  limits: ImportLimits,
  chosen: string,
  depth: number,
): Promise<PackedFile> {
  if (depth > MAX_DEPTH) throw new ImportError(`Архивов один в другом больше ${MAX_DEPTH + 1}`)
  if (entry.isEncrypted()) throw new ImportError('Архив ZIP защищён паролем')
  if (entry.uncompressedSize > MAX_INNER_MB * 2 ** 20) {
    throw new ImportError(`Архив в архиве больше ${MAX_INNER_MB} МБ: сожмите прайс-лист один раз`)
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of streamEntries(zip, [entry])) chunks.push(chunk)
  zip.close()
  const packed = await openArchive(await fromBufferPromise(Buffer.concat(chunks)), limits, chosen, depth)
  if (!packed) throw new ImportError('Книга Excel в архиве названа архивом ZIP: переименуйте её в .xlsx')
  return packed
}

/** @throws ImportError for several archives: which one has the price list, nobody knows */
function findArchive(entries: readonly Entry[]): Entry | undefined {
  const [archive, ...others] = entries.filter(
    ({ fileName }) => extname(fileName.toLowerCase()) === '.zip' && !HIDDEN.test(fileName),
  )
  if (others.length > 0) throw new ImportError('В архиве несколько архивов ZIP: нужен один прайс-лист')
  return archive
}

/** Maximum number of CommerceML documents; one export has fewer. */
const MAX_DOCUMENTS = 100
/**
 * Order in which CommerceML documents update each other: prices and stock are newer than offers, and documents with
 * other names are oldest.
 */
const DOCUMENT_ORDER = ['import', 'goods', 'offers', 'prices', 'rests']

const orderOf = ({ fileName }: Entry): number =>
  DOCUMENT_ORDER.findIndex((name) => basename(fileName.toLowerCase()).startsWith(name))

/** Sorts 'prices_10.xml' after 'prices_2.xml'. */
const byNumber = new Intl.Collator('en', { numeric: true })

/** Returns the entry; if it is CommerceML, with the archive's other CommerceML documents in order. */
async function withOtherDocuments(zip: ZipFile, entry: Entry, entries: readonly Entry[]): Promise<Entry[]> {
  if (extname(entry.fileName.toLowerCase()) !== '.xml' || !(await isCommerceMlEntry(zip, entry)))
    return [entry]
  const others = entries.filter((one) => one !== entry && isXml(one)).slice(0, MAX_DOCUMENTS)
  const found = [entry]
  for (const other of others) if (await isCommerceMlEntry(zip, other)) found.push(other)
  return found.sort((a, b) => orderOf(a) - orderOf(b) || byNumber.compare(a.fileName, b.fileName))
}

const isXml = (entry: Entry): boolean =>
  extname(entry.fileName.toLowerCase()) === '.xml' && !HIDDEN.test(entry.fileName) && !entry.isEncrypted()

async function isCommerceMlEntry(zip: ZipFile, entry: Entry): Promise<boolean> {
  for await (const chunk of streamEntries(zip, [entry])) return isCommerceMl(chunk)
  return false
}

/** Streams the entries one after the other; fails if one has more bytes than the directory says. */
async function* streamEntries(zip: ZipFile, entries: readonly Entry[]): AsyncGenerator<Uint8Array> {
  for (const entry of entries) {
    const stream = await zip.openReadStreamPromise(entry)
    try {
      yield* stream as AsyncIterable<Uint8Array>
    } finally {
      stream.destroy()
    }
  }
}

/** Documents of other programs that are zip archives too, by parts that only they have. */
const OTHER_DOCUMENTS: readonly [part: RegExp, what: string][] = [
  [/^word\//i, 'документ Word'],
  [/^ppt\//i, 'презентация'],
  [/^Index\/.*\.iwa$/i, 'документ Apple'],
  [/^META-INF\/manifest\.xml$/i, 'документ OpenDocument'],
]

function refuseDocument(entries: readonly Entry[]): void {
  if (entries.some(({ fileName }) => /^xl\//i.test(fileName))) return
  const [, what] = OTHER_DOCUMENTS.find(([part]) => entries.some(({ fileName }) => part.test(fileName))) ?? []
  if (what) throw new ImportError(`Это ${what}, а не прайс-лист: сохраните таблицу как XLSX или CSV`)
}

/** Hidden files and resource forks of macOS, which lie beside the files that they belong to. */
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX\/)/

/** Returns the files of text beside the lists, which may say what the prices are. */
const textsBeside = (entries: readonly Entry[], lists: readonly Entry[]): Entry[] =>
  entries.filter(
    (entry) =>
      !lists.includes(entry) && !HIDDEN.test(entry.fileName) && /\.(?:txt|tsv)$/i.test(entry.fileName),
  )

/** Returns the files of an archive beside some of them. */
function beside(entries: readonly Entry[], some: readonly Entry[]): Entry[] {
  const known = new Set(some)
  return entries.filter(
    (entry) => !known.has(entry) && !entry.fileName.endsWith('/') && !HIDDEN.test(entry.fileName),
  )
}

/** Returns the files that can be price lists, of the likeliest extensions only. */
function priceLists(entries: readonly Entry[]): Entry[] {
  const files = entries.filter(({ fileName }) => !fileName.endsWith('/') && !HIDDEN.test(fileName))
  for (const extensions of EXTENSIONS) {
    const found = files.filter(({ fileName }) => extensions.includes(extname(fileName.toLowerCase())))
    if (found.length > 0) return found
  }
  return []
}
