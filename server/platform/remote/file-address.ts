import {
  type AllowedHosts,
  INSIDE,
  isAllowed,
  MAX_CALL_ADDRESS_LENGTH,
  portOf,
} from '../egress/allowed-hosts.ts'
import { isInside } from '../egress/public-lookup.ts'

type Refuse = (words: string) => Error

const FILE_PORTS = { 'ftp:': '21', 'ftpes:': '21', 'ftps:': '990', 'sftp:': '22' } as const
type FileProtocol = keyof typeof FILE_PORTS

/** Returns whether an address is one of FTP or SFTP. */
export const isFileAddress = ({ protocol }: Pick<URL, 'protocol'>): boolean =>
  Object.hasOwn(FILE_PORTS, protocol)

/**
 * Validates the address of a file on an FTP or SFTP server (specification 13.15). Its name may be a pattern with '*'.
 * @param refuse creates the error to throw from its message
 */
export function parseFileAddress(text: string, allowedHosts: AllowedHosts, refuse: Refuse): URL {
  const url = /^(?:ftp|ftps|ftpes|sftp):\/\//i.test(text) ? fileUrl(text) : undefined
  if (!url) {
    throw refuse('Адрес должен начинаться с https://, http://, ftp://, ftps://, ftpes:// или sftp://')
  }
  if (url.href.length > MAX_CALL_ADDRESS_LENGTH) throw refuse('Адрес слишком длинный')
  const allowed = isAllowed(url, allowedHosts)
  const usual = FILE_PORTS[url.protocol as FileProtocol]
  if (url.port !== '' && !allowed) {
    const hint =
      url.protocol === 'ftps:' && url.port === '21' ? '; для порта 21 начните адрес с ftpes://' : ''
    throw refuse(
      `Адрес ${url.protocol}// должен быть на порту ${usual}: другой может разрешить только настройка сервера${hint}`,
    )
  }
  if (isInside(url) && !allowed) throw refuse(INSIDE)
  checkPath(url, refuse)
  return url
}

/**
 * Parses an address whose protocol most browsers do not know. Such a URL keeps capital letters, default ports and
 * unusual forms of an IP address, which would pass the check of addresses inside.
 */
function fileUrl(text: string): URL | undefined {
  if (!URL.canParse(text) || text.includes('\\')) return undefined
  const url = new URL(text)
  const web = `http://${url.hostname}/`
  if (url.hostname === '' || !URL.canParse(web)) return undefined
  url.hostname = new URL(web).hostname
  if (portOf(url) === FILE_PORTS[url.protocol as FileProtocol]) url.port = ''
  if (url.pathname === '') url.pathname = '/'
  return url
}

/** Refuses a path that no file can have, or with a pattern that is none of its last part. */
function checkPath({ pathname, search, hash }: URL, refuse: Refuse): void {
  if (search !== '' || hash !== '') {
    throw refuse('Знаки ? и # в имени файла пишутся как %3F и %23')
  }
  const parts = pathname.split('/')
  if (parts.slice(0, -1).some((part) => part.includes('*'))) {
    throw refuse('Звёздочка * может стоять только в имени файла, не в имени папки')
  }
  let path: string
  try {
    path = decodeURIComponent(pathname)
  } catch {
    throw refuse('Знак % в имени файла пишется как %25')
  }
  if (/\p{Cc}/u.test(path)) throw refuse('В пути к файлу недопустимые знаки')
}

/**
 * Returns whether two addresses are of the same server; if not, secrets must not be sent to the new address. The
 * property `origin` is 'null' for every SFTP address.
 */
export function isSameOrigin(address: string, other: string): boolean {
  if (!URL.canParse(address) || !URL.canParse(other)) return false
  const [one, two] = [new URL(address), new URL(other)]
  return one.protocol === two.protocol && one.host === two.host
}

/** Where an address points to on a server. */
interface RemotePlace {
  /** '' for the folder of the sign-in */
  folder: string
  /** parts of the file's name between the asterisks of its pattern; one part is a whole name */
  pattern: readonly string[]
}

/**
 * Returns the place of a checked address. Its path begins at the server's root, or after '/~/' at the folder of the
 * sign-in; an address that ends with a slash means any file of the folder.
 */
export function placeOf({ pathname }: Pick<URL, 'pathname'>): RemotePlace {
  const folders = pathname.split('/').slice(1)
  const last = folders.pop() || '*'
  const pattern = last.split('*').map(decodeURIComponent)
  const names = folders.map(decodeURIComponent)
  return {
    folder: names[0] === '~' ? names.slice(1).join('/') : `/${names.join('/')}`,
    pattern,
  }
}

/**
 * Returns whether a file's name fits a pattern, in linear time. A hidden file, as an upload under way often is, fits
 * only a pattern that names its dot.
 */
export function matchesFilePattern(name: string, pattern: readonly string[]): boolean {
  const [first = '', ...rest] = pattern
  if (rest.length === 0) return name === first
  if (first === '' && name.startsWith('.')) return false
  const last = rest.pop() ?? ''
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return name.endsWith(last) && name.length - last.length >= at
}
