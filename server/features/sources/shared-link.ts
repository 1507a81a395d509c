import { readFile } from 'node:fs/promises'
import type { ResolveName } from '../../platform/egress/public-lookup.ts'
import { FetchFailure } from '../../platform/remote/fetch-failure.ts'
import { decoded } from './address.ts'
import { fetchFile } from './fetch.ts'
import type { Fetched, FetchLimits, FetchRequest } from './fetch-request.ts'
import { NO_SECRETS } from './source.ts'
import { SIGN_IN_PAGE } from './time-limit.ts'

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

/** Size limit in MiB of the answer that names a shared file. */
const ANSWER_MEGABYTES = 10
const DENIED = new Set([401, 403, 404, 410])

/**
 * Fetches an address, or the file behind a shared link (specification 13.14), as fetchFile does.
 * @param linkOf replaced in tests
 * @throws FetchFailure
 */
export async function fetchLink(
  request: FetchRequest,
  limits: FetchLimits,
  resolveName?: ResolveName,
  linkOf: (address: string) => SharedLink | undefined = sharedLinkOf,
): Promise<Fetched> {
  const link = linkOf(request.address)
  if (!link) return fetchFile(request, limits, resolveName)
  // A shared link is open to everybody; secrets would go to the cloud.
  const open = { ...request, secrets: NO_SECRETS }
  try {
    const address = await fileAddress(link, open, limits, resolveName)
    // By default no host inside: the cloud has named the address.
    return await fetchFile({ typed: [], ...open, address }, limits, resolveName)
  } catch (error) {
    throw inWords(error, link.service)
  }
}

async function fileAddress(
  { service, address, read }: SharedLink,
  request: FetchRequest,
  limits: FetchLimits,
  resolveName?: ResolveName,
): Promise<string> {
  if (!read) return address
  const { path, signal } = request
  await fetchFile(
    { address, path, signal, secrets: NO_SECRETS, expects: 'page' },
    { ...limits, fetchMegabytes: ANSWER_MEGABYTES },
    resolveName,
  )
  const named = read(await readFile(path, 'utf8'))
  if (named === undefined) throw new FetchFailure(noFile(service), false)
  return named
}

const noFile = (service: string): string =>
  `${service}: по этой ссылке нет файла. Нужна ссылка на файл, открытый всем, у кого она есть`

function inWords(error: unknown, service: string): unknown {
  if (!(error instanceof FetchFailure)) return error
  const { status, message } = error
  const isMissing = DENIED.has(status) || message === SIGN_IN_PAGE
  return error.inWords(isMissing ? noFile(service) : `${service}: ${message}`)
}
