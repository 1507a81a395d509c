import { Readable } from 'node:stream'
import { connectionFailure, FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { parseFileAddress, placeOf } from '../../../platform/remote/file-address.ts'
import { connectionLostFailure, type RemoteServer } from '../../../platform/remote/remote-server.ts'
import { visitFileServer } from '../../../platform/remote/visit-file-server.ts'
import type { DeliveryFile, DeliveryTarget, SendDeps } from './delivery-kind.ts'

const KEY_ADVICE = 'Спросите магазин, и если ключ его, укажите новый ключ: «Изменить адрес»'

/**
 * Uploads a file to an FTP or SFTP server: under a temporary name of the same folder, and then renamed, so that the shop
 * never reads an unfinished file. The temporary name is always the same, so that nothing of a killed upload remains.
 * @returns fingerprint of an SFTP server's key; '' for FTP
 * @throws FetchFailure, or an error of the body
 */
export async function uploadPublication(
  { address, secrets, host_key: hostKey }: DeliveryTarget<'address'>,
  { name, body }: Pick<DeliveryFile, 'name' | 'body'>,
  limits: Pick<SendDeps, 'allowedHosts' | 'stallSeconds'>,
  signal: AbortSignal,
): Promise<string> {
  const url = parseFileAddress(address, limits.allowedHosts, (words) => new FetchFailure(words, false))
  const { folder, pattern } = placeOf(url)
  const final = url.pathname.endsWith('/') ? name : pattern.join('*')
  const visit = { ...limits, secrets, hostKey, keyAdvice: KEY_ADVICE, signal }
  try {
    return await visitFileServer(url, visit, async (server) => {
      await server.enter(folder)
      await replaceFile(server, final, body)
      return server.hostKey
    })
  } catch (error) {
    if (body.errored) throw body.errored
    if (signal.aborted) throw new FetchFailure(`Сервер ${url.host} принимал файл слишком долго`, true)
    throw connectionFailure(error) ?? connectionLostFailure()
  } finally {
    body.destroy()
  }
}

async function replaceFile(server: RemoteServer, name: string, body: Readable): Promise<void> {
  // Hidden, because shops read the files of a folder by pattern.
  const part = `.${name}.part`
  // Some servers overwrite no file, and an upload may have been killed.
  await server.remove(part)
  let bytes = 0
  const counted = Readable.from(
    (async function* () {
      for await (const piece of body) {
        bytes += (piece as Buffer).length
        yield piece
      }
    })(),
    { objectMode: false },
  )
  try {
    await server.write(part, counted)
    const size = (await server.stat(part))?.size ?? null
    if (size !== null && size !== bytes) throw connectionLostFailure()
    await server.rename(part, name)
  } catch (error) {
    await server.remove(part).catch(() => undefined)
    throw error
  }
}
