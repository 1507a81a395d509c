import { queryOptions } from '@tanstack/react-query'
import { serverNow } from '../../../../contract/lib/clock.ts'
import { LARGEST_SHARED, MAX_SHARED, sharedKey } from '../../../../contract/worker/shared-files.ts'
import { SHARED_FILES } from '../../../../contract/worker/shell-files.ts'
import { formatMoment } from '../../../ui/format-moment.ts'

const KEY = ['shared-files']
const DAY_MS = 24 * 60 * 60_000
/** Days after which a waiting file is removed. */
const WAITING_DAYS = 7

/** File that was shared with the app or opened with it, and waits on this device. */
export interface WaitingFile {
  /** key in the cache */
  url: string
  file: File
  /** when it arrived, and from where */
  arrival: string
}

/** Query for the files that were shared with the app and wait on this device. */
export const sharedFilesQuery = queryOptions({
  queryKey: KEY,
  queryFn: readFiles,
  networkMode: 'always',
  staleTime: Number.POSITIVE_INFINITY,
  // A file may be shared while the page is open in the background.
  refetchOnWindowFocus: 'always',
})

async function readFiles(): Promise<WaitingFile[]> {
  // Without a secure context there is no cache, and the app cannot be installed either.
  if (!('caches' in window)) return []
  const cache = await caches.open(SHARED_FILES)
  const waiting: WaitingFile[] = []
  for (const { url } of await cache.keys()) {
    const about = new URL(url).searchParams
    const at = Number(about.get('at'))
    const blob = await (await cache.match(url))?.blob()
    if (serverNow() - at > WAITING_DAYS * DAY_MS) await cache.delete(url)
    else if (blob) {
      const file = new File([blob], about.get('name') ?? '', { type: blob.type })
      waiting.push({
        url,
        file,
        arrival: `Получен ${formatMoment(at)}, ${senderText(about.get('from') ?? '')}`,
      })
    }
  }
  return waiting
}

/** @param from page that sent a file; websites may hide theirs */
function senderText(from: string): string {
  const host = hostOf(from)
  if (host === '') return 'с этого устройства или с сайта, который себя не назвал'
  return host === window.location.host ? 'открыт на этом устройстве' : `с другого сайта: ${host}`
}

/** Returns why a file was refused: too many files are waiting, or it is too large. */
export const refusalText = (waiting: number): string =>
  waiting >= MAX_SHARED
    ? `Файл не принят: уже ждут ${waiting}, больше нельзя. Уберите ненужные и передайте его ещё раз.`
    : `Файл не принят: он больше ${LARGEST_SHARED / 1e6} МБ. Загрузите его на странице источника.`

/** Stores a file that a person opened with the installed app, like a shared one. @returns false if it is refused */
export async function storeShared(file: File): Promise<boolean> {
  const cache = await caches.open(SHARED_FILES)
  if ((await cache.keys()).length >= MAX_SHARED || file.size > LARGEST_SHARED) return false
  await cache.put(sharedKey(file.name, window.location.href), new Response(file))
  return true
}

export async function removeShared(url: string): Promise<void> {
  await (await caches.open(SHARED_FILES)).delete(url)
}

/** Returns the host of an address; '' for none. Old browsers have no URL.canParse. */
function hostOf(address: string): string {
  try {
    return new URL(address).host
  } catch {
    return ''
  }
}
