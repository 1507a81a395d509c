import { ImportError } from '../errors.ts'

/** Kinds of files that people send by mistake, by their first bytes. */
const KINDS: readonly { what: string; bytes: string; at?: number }[] = [
  { what: 'картинка (JPEG)', bytes: '\xff\xd8\xff' },
  { what: 'картинка (PNG)', bytes: '\x89PNG' },
  { what: 'картинка (GIF)', bytes: 'GIF8' },
  { what: 'картинка (TIFF)', bytes: 'II*\0' },
  { what: 'картинка (TIFF)', bytes: 'MM\0*' },
  { what: 'картинка (WebP)', bytes: 'WEBP', at: 8 },
  { what: 'видео', bytes: 'ftyp', at: 4 },
  { what: 'документ PDF', bytes: '%PDF' },
  { what: 'документ RTF', bytes: '{\\rtf' },
  { what: 'архив RAR', bytes: 'Rar!' },
  { what: 'архив 7-Zip', bytes: '7z\xbc\xaf' },
  { what: 'пустой архив ZIP', bytes: 'PK\x05\x06' },
]

const OLD_EXCEL = '\xd0\xcf\x11\xe0'
const ZIP = 'PK\x03\x04'

const CHECKED_BYTES = 4_096
/** Share of control characters that a text file may contain by accident. */
const MAX_CONTROL_SHARE = 0.02
/** High bytes of UTF-16 for Latin and Cyrillic letters, dashes, '№' and other symbols. */
const HIGH_BYTES = new Set([0, 4, 0x20, 0x21, 0x22, 0x25])

/**
 * Refuses a file that is neither a workbook nor a text, which would otherwise be read as text in some encoding.
 * @param head first bytes of the file, unpacked
 * @throws ImportError that names the kind of file if it is known
 */
export function refuseBinary(head: Uint8Array): void {
  const bytes = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, CHECKED_BYTES))
  const start = bytes.toString('latin1', 0, 32)
  const kind = KINDS.find((one) => start.startsWith(one.bytes, one.at))
  if (kind) throw new ImportError(`Это ${kind.what}, а не прайс-лист: нужна таблица, XML или JSON`)
  if (start.startsWith(OLD_EXCEL) || start.startsWith(ZIP)) return
  const controls = bytes.filter(isControl).length
  if (controls <= bytes.length * MAX_CONTROL_SHARE || isUtf16(bytes)) return
  throw new ImportError('Файл не похож на прайс-лист: это не таблица и не текст')
}

const isControl = (code: number) => code < 9 || (code > 13 && code < 32)

function isUtf16(bytes: Buffer): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return true
  const units = Math.floor(bytes.length / 2)
  const readings = [(at: number) => bytes.readUInt16LE(at), (at: number) => bytes.readUInt16BE(at)]
  return readings.some((read) => {
    let letters = 0
    for (let i = 0; i < units; i++) {
      const code = read(i * 2)
      if (HIGH_BYTES.has(code >> 8) && !isControl(code)) letters++
    }
    return letters > units * 0.9
  })
}

/** Russian descriptions of library errors about unreadable files. */
const ERROR_TEXTS: readonly [message: RegExp, text: string][] = [
  [/encrypt|password/i, 'защищён паролем, сохраните его без пароля'],
  [
    /compression method|multi-disk/i,
    'сжат способом, который не поддерживается, упакуйте его заново как обычный ZIP',
  ],
  [
    /relative path|absolute path|invalid characters in fileName/i,
    'содержит недопустимые имена файлов, упакуйте его заново',
  ],
]

/**
 * Converts a library's error, which is in English and about bytes, into an ImportError in Russian.
 * @param what the unreadable thing, such as 'Архив'
 * @param where end of the message in a terminal
 */
export function unreadableError(what: string, error: unknown, where = ''): ImportError {
  if (error instanceof ImportError) return error
  const message = error instanceof Error ? error.message : String(error)
  const [, text = 'повреждён или скачан не целиком, получите его заново'] =
    ERROR_TEXTS.find(([pattern]) => pattern.test(message)) ?? []
  return new ImportError(`${what} ${text}`, { where, cause: error })
}
