/** File behind a link that a person shared in a cloud, whose page is for people (specification 13.14). */
export interface SharedLink {
  /** name of the service, for messages */
  service: string
  /** address of the file, or of the answer that names it */
  address: string
  /**
   * returns the address of the file that an answer names; undefined if it names none. Missing if `address` is that of
   * the file
   */
  read?: (answer: string) => string | undefined
}

type Service = (url: URL) => SharedLink | undefined

const GOOGLE_ID = '[\\w-]{10,200}'
const SHEET = new RegExp(`^/spreadsheets/(?:u/\\d+/)?d/(${GOOGLE_ID})(?:/|$)`)
const PUBLISHED_SHEET = new RegExp(`^/spreadsheets/d/e/(${GOOGLE_ID})/`)
const DRIVE_FILE = new RegExp(`^/file/(?:u/\\d+/)?d/(${GOOGLE_ID})(?:/|$)`)

/** A sheet other than the first is chosen by its number (gid); otherwise the whole workbook is taken. */
const googleSheets: Service = ({ hostname, pathname, searchParams, hash }) => {
  if (hostname !== 'docs.google.com') return undefined
  const gid = searchParams.get('gid') ?? /gid=(\d+)/.exec(hash)?.[1] ?? '0'
  const isSheet = /^[1-9]\d{0,18}$/.test(gid)
  const form = isSheet ? `csv&gid=${gid}` : 'xlsx'
  const service = 'Google Таблицы'
  const published = PUBLISHED_SHEET.exec(pathname)?.[1]
  if (published !== undefined) {
    const address = `https://docs.google.com/spreadsheets/d/e/${published}/pub?output=${form}`
    return { service, address: isSheet ? `${address}&single=true` : address }
  }
  const id = SHEET.exec(pathname)?.[1]
  return id === undefined
    ? undefined
    : { service, address: `https://docs.google.com/spreadsheets/d/${id}/export?format=${form}` }
}

/** Returns an address with the sheet that its fragment chooses in the query, because fragments are not stored. */
export const withSheet = (address: string): string =>
  address.replace(/^(https:\/\/docs\.google\.com\/[^?#]*)(?:\?[^#]*)?#gid=(\d+)$/, '$1?gid=$2')

/** `confirm` answers the question about large files that were not checked for viruses. */
const googleDrive: Service = ({ hostname, pathname, searchParams }) => {
  if (hostname !== 'drive.google.com') return undefined
  const id = DRIVE_FILE.exec(pathname)?.[1] ?? searchParams.get('id')
  if (!id || !/^[\w-]+$/.test(id)) return undefined
  return {
    service: 'Google Диск',
    address: `https://drive.usercontent.google.com/download?id=${id}&export=download&confirm=t`,
  }
}

const YANDEX = /^(?:disk\.yandex\.(?:ru|com|by|kz|uz)|disk\.360\.yandex\.ru|yadi\.sk)$/
const YANDEX_API = 'https://cloud-api.yandex.net/v1/disk/public/resources/download'

/** A file within a shared folder is named by the rest of the path. */
const yandexDisk: Service = ({ hostname, pathname, origin }) => {
  const [, kind = '', key = '', ...rest] = YANDEX.test(hostname) ? pathname.split('/') : []
  if (!/^[di]$/.test(kind) || key === '') return undefined
  const asked = new URLSearchParams({ public_key: `${origin}/${kind}/${key}` })
  if (rest.join('') !== '') asked.set('path', `/${rest.map(decoded).join('/')}`)
  return { service: 'Яндекс Диск', address: `${YANDEX_API}?${asked}`, read: hrefOf }
}

function hrefOf(answer: string): string | undefined {
  try {
    const { href } = JSON.parse(answer) as { href?: unknown }
    return typeof href === 'string' ? href : undefined
  } catch {
    return undefined
  }
}

/** The page of a shared file names the server from which files are served now. */
const mailRuCloud: Service = ({ hostname, pathname, href }) => {
  const path = hostname === 'cloud.mail.ru' ? /^\/public\/(.+)$/.exec(pathname)?.[1] : undefined
  if (path === undefined) return undefined
  const read = (page: string): string | undefined => {
    const server = /"weblink_get"\s*:\s*(?:\[\s*)?\{[^{}]{0,500}?"url"\s*:\s*"([^"\\]{1,500})"/.exec(
      page,
    )?.[1]
    return server && `${server.replace(/\/$/, '')}/${path.replace(/\/$/, '')}`
  }
  return { service: 'Облако Mail', address: href, read }
}

const dropbox: Service = (url) => {
  if (!/^(?:www\.)?dropbox\.com$/.test(url.hostname) || !/^\/(?:s|scl\/fi|sh|scl\/fo)\//.test(url.pathname))
    return undefined
  return { service: 'Dropbox', address: withParameter(url, 'dl', '1') }
}

const ONEDRIVE = /^(?:1drv\.ms|onedrive\.live\.com|[\w-]+\.sharepoint\.com)$/

const oneDrive: Service = (url) => {
  if (!ONEDRIVE.test(url.hostname)) return undefined
  const service = 'OneDrive'
  const { resid, authkey } = Object.fromEntries(url.searchParams)
  if (url.hostname === 'onedrive.live.com' && resid !== undefined && authkey !== undefined)
    return {
      service,
      address: `https://onedrive.live.com/download?${new URLSearchParams({ resid, authkey })}`,
    }
  // A folder of a company has no file to download.
  if (url.hostname.endsWith('.sharepoint.com') && !/^\/:[a-z]:\//.test(url.pathname)) return undefined
  return { service, address: withParameter(url, 'download', '1') }
}

function withParameter(url: URL, name: string, value: string): string {
  const changed = new URL(url)
  changed.searchParams.set(name, value)
  changed.hash = ''
  return changed.href
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const SERVICES: readonly Service[] = [googleSheets, googleDrive, yandexDisk, mailRuCloud, dropbox, oneDrive]

/** Returns the file behind a shared link; undefined for any other address. */
export function sharedLinkOf(address: string): SharedLink | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  for (const service of SERVICES) {
    const link = service(url)
    if (link) return link
  }
  return undefined
}
