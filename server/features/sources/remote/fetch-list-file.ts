import type { ResolveName } from '../../../platform/egress/public-lookup.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { isFileAddress, matchesFilePattern, placeOf } from '../../../platform/remote/file-address.ts'
import {
  fileMissingFailure,
  type RemoteEntry,
  type RemoteServer,
  type RemoteStat,
} from '../../../platform/remote/remote-server.ts'
import { visitFileServer } from '../../../platform/remote/visit-file-server.ts'
import { parseListAddress } from '../address.ts'
import { fetchApi } from '../api/fetch-api.ts'
import type { ApiFile, ApiRequest, Fetched, FetchLimits, FetchRequest } from '../fetch-request.ts'
import { tooLarge } from '../files.ts'
import { receiveList } from '../receive-list.ts'
import { fetchLink } from '../shared-link.ts'
import { withinTime } from '../time-limit.ts'

const KEY_ADVICE = 'Спросите поставщика, и если ключ его, скачайте файл в мастере заново и сохраните источник'

/** Request for a price list; without `api` the address is simply fetched. */
export type ListFileRequest = FetchRequest & Pick<ApiRequest, 'pages'> & { api?: ApiRequest['api'] | null }

/**
 * Fetches a price list from an address of any protocol into a file (specification 13.5, 13.14, 13.15, 13.18).
 * @param resolveName replacement of the DNS look-up in tests
 * @throws FetchFailure
 */
export function fetchListFile(
  { api, ...request }: ListFileRequest,
  limits: FetchLimits,
  resolveName?: ResolveName,
): Promise<Fetched | ApiFile> {
  if (api) return fetchApi({ ...request, api }, limits, resolveName)
  if (!URL.canParse(request.address) || !isFileAddress(new URL(request.address)))
    return fetchLink(request, limits, resolveName)
  return withinTime(request, limits, async (timed, limit) => {
    const url = checked(request.address, limits)
    limit.start()
    const visit = { ...limits, ...timed, keyAdvice: KEY_ADVICE }
    const fetching = async (server: RemoteServer): Promise<Fetched> => ({
      ...(await fetchNewest(server, url, timed, limits)),
      hostKey: server.hostKey,
    })
    return visitFileServer(url, visit, fetching, resolveName).finally(() => limit.stop())
  })
}

function checked(address: string, { allowedHosts }: FetchLimits): URL {
  try {
    return parseListAddress(address, allowedHosts)
  } catch (error) {
    throw new FetchFailure((error as Error).message, false)
  }
}

async function fetchNewest(
  server: RemoteServer,
  url: URL,
  request: FetchRequest,
  limits: FetchLimits,
): Promise<Fetched> {
  const { host } = url
  const { folder, pattern } = placeOf(url)
  await server.enter(folder)
  const name = await newestFile(server, pattern, host)
  const file = await server.stat(name)
  if (!file) throw fileMissingFailure(host)
  const { size } = file
  const marks = marksOf(`${folder}/${name}`, file)
  const { known } = request
  if (known && marks.etag !== '' && known.etag === marks.etag && known.modified === marks.modified) {
    return { kind: 'not modified' }
  }
  if (size === 0) throw new FetchFailure('Сервер прислал пустой файл', true)
  if ((size ?? 0) > limits.fetchMegabytes * 2 ** 20) throw tooLarge(limits.fetchMegabytes)
  const received = await receiveList({ ...server.read(name), host }, request, limits)
  const after = await server.stat(name)
  if (after?.size !== size || after?.time !== file.time) throw changed()
  if (size !== null && received.bytes !== size) {
    throw new FetchFailure('Файл пришёл не целиком: соединение оборвалось', true)
  }
  return { kind: 'file', ...received, ...marks, fileName: name, contentType: '' }
}

/** Returns what an unchanged file is recognised by: path, size and time, if the server states both. */
function marksOf(path: string, { size, time }: RemoteStat): { etag: string; modified: string } {
  if (size === null || time === null) return { etag: '', modified: '' }
  return { etag: `${size} ${path}`, modified: new Date(time).toISOString() }
}

const changed = () => new FetchFailure('Файл менялся, пока его скачивали: похоже, его ещё записывают', true)

/** Maximum number of files whose time is requested one by one, from a server whose listing does not state it. */
const MAX_ASKED = 1_000

interface FoundFile extends RemoteStat {
  name: string
}

/**
 * Returns the name of the newest file of the current folder that fits a pattern: the last changed one, of several the last by name.
 * @param host for messages
 * @throws FetchFailure
 */
async function newestFile(server: RemoteServer, pattern: readonly string[], host: string): Promise<string> {
  const [whole = '', ...others] = pattern
  if (others.length === 0) return whole
  const fitting = (await server.list()).filter((entry) => matchesFilePattern(entry.name, pattern))
  if (fitting.filter(({ stat }) => !stat).length > MAX_ASKED) {
    throw new FetchFailure(
      'В папке слишком много подходящих файлов, а сервер не сообщает их время: уточните имя в адресе',
      false,
    )
  }
  let newest: FoundFile | undefined
  for (const entry of fitting) {
    const found = await statOf(server, entry)
    if (found && (!newest || isNewer(found, newest))) newest = found
  }
  if (!newest) throw new FetchFailure(`На сервере ${host} нет файла, подходящего к адресу`, true)
  return newest.name
}

async function statOf(server: RemoteServer, { name, stat }: RemoteEntry): Promise<FoundFile | undefined> {
  const known = stat ?? (await server.stat(name))
  return known && { name, ...known }
}

function isNewer(one: FoundFile, other: FoundFile): boolean {
  const [time, otherTime] = [one.time ?? 0, other.time ?? 0]
  return time === otherTime ? one.name > other.name : time > otherTime
}
