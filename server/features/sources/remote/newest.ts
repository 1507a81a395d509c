import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { fits } from '../../../platform/remote/file-address.ts'
import type { RemoteEntry, RemoteServer, RemoteStat } from '../../../platform/remote/remote-server.ts'

/** Maximum number of files whose time is requested one by one, from a server whose listing does not state it. */
const MOST_ASKED = 1_000

interface FoundFile extends RemoteStat {
  name: string
}

/**
 * Returns the name of the newest file of the current folder that fits a pattern: the last changed one, of several the last by name.
 * @param host for messages
 * @throws FetchFailure
 */
export async function newestFile(
  server: RemoteServer,
  pattern: readonly string[],
  host: string,
): Promise<string> {
  const [whole = '', ...others] = pattern
  if (others.length === 0) return whole
  const fitting = (await server.list()).filter((entry) => fits(entry.name, pattern))
  if (fitting.filter(({ stat }) => !stat).length > MOST_ASKED) {
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
