import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { type Entry, openPromise } from 'yauzl'
import { ImportError } from '../import-error.ts'
import { beyond, type ImportLimits } from '../limits.ts'

/** More files than this are no price list. */
const MOST_FILES = 10_000

/** What a price list in an archive may be called, the likeliest first. */
const FITTING = [
  ['.csv', '.xml', '.yml', '.xlsx', '.xls', '.json', '.jsonl', '.ndjson'],
  ['.txt', '.tsv', '.dat', ''],
]
/** Only packages such as workbooks have them; one of them is enough for the reader, which refuses the rest in words. */
const WORKBOOK_PARTS = new Set(['[content_types].xml', '_rels/.rels'])

/** A file inside an archive. */
export interface PackedFile {
  name: string
  unpackedBytes: number
  /** its bytes, unpacked; it ends with an error at more than `unpackedBytes` */
  stream: Readable
  close(): void
}

/**
 * Opens the first file of a zip archive that can be a price list.
 * @returns null for an archive that is a workbook itself
 * @throws ImportError
 */
export async function openZip(path: string, limits: ImportLimits): Promise<PackedFile | null> {
  const zip = await openPromise(path, { autoClose: false })
  try {
    if (zip.entryCount > MOST_FILES) throw new ImportError(`В архиве больше ${MOST_FILES} файлов`)
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    refuseDocument(entries)
    if (entries.some(({ fileName }) => WORKBOOK_PARTS.has(fileName.toLowerCase()))) {
      zip.close()
      return null
    }
    const entry = fitting(entries)
    if (!entry) throw new ImportError('В архиве ZIP нет прайс-листа: CSV, XLS, XLSX, XML, YML или JSON')
    if (entry.isEncrypted()) throw new ImportError('Архив ZIP защищён паролем')
    if (entry.uncompressedSize > limits.unpackedMegabytes * 2 ** 20) throw beyond('unpackedMegabytes', limits)
    const stream = await zip.openReadStreamPromise(entry)
    return {
      name: entry.fileName,
      unpackedBytes: entry.uncompressedSize,
      stream,
      close() {
        stream.destroy()
        zip.close()
      },
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** Documents of other programs are archives too, by the parts that only they have. */
const DOCUMENTS: readonly [part: RegExp, what: string][] = [
  [/^word\//i, 'документ Word'],
  [/^ppt\//i, 'презентация'],
  [/^Index\/.*\.iwa$/i, 'документ Apple'],
  [/^META-INF\/manifest\.xml$/i, 'документ OpenDocument'],
]

function refuseDocument(entries: readonly Entry[]): void {
  if (entries.some(({ fileName }) => /^xl\//i.test(fileName))) return
  const [, what] = DOCUMENTS.find(([part]) => entries.some(({ fileName }) => part.test(fileName))) ?? []
  if (what) throw new ImportError(`Это ${what}, а не прайс-лист: сохраните таблицу как XLSX или CSV`)
}

/** Resource forks of macOS lie beside the files that they belong to. */
const HIDDEN = /(?:^|\/)(?:\.|__MACOSX\/)/

function fitting(entries: readonly Entry[]): Entry | undefined {
  const files = entries.filter(({ fileName }) => !fileName.endsWith('/') && !HIDDEN.test(fileName))
  for (const extensions of FITTING) {
    const found = files.find(({ fileName }) => extensions.includes(extname(fileName.toLowerCase())))
    if (found) return found
  }
  return undefined
}
