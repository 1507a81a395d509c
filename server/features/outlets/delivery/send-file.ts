import { once } from 'node:events'
import { Readable } from 'node:stream'
import { MAX_MAIL_MEGABYTES } from '../../../../contract/outlets/outlet.ts'
import { type AllowedHosts, parseCallAddress } from '../../../platform/egress/allowed-hosts.ts'
import {
  agentFor,
  checkedLookup,
  headersOf,
  openExchange,
  retryAfterMs,
} from '../../../platform/egress/http-exchange.ts'
import { connectionFailure, FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import { parseFileAddress, placeOf } from '../../../platform/remote/file-address.ts'
import { brokenOff, type RemoteServer } from '../../../platform/remote/remote-server.ts'
import { visitFileServer } from '../../../platform/remote/visit-file-server.ts'
import type { SendMail } from '../../notifications/channels/mail/sender.ts'
import { DeliveryError } from '../../notifications/delivery/channel.ts'
import type { StoredPublication } from '../publications.ts'
import { type DeliveryTarget, NO_MAIL } from './delivery-settings.ts'

interface DeliveryFile {
  type: string
  name: string
  /** the same for each attempt, so that the shop can recognise a repetition */
  key: string
  body: Readable
}

/** Maximum size of a file in MiB, which is sent with its length: many servers demand that. */
const MOST_MEGABYTES = 32
/** Statuses that a retry can change, besides 5xx. */
const TEMPORARY = new Set([408, 429])

/**
 * Sends a file. Redirects are not followed: they would lead a request with secrets elsewhere.
 * @param signal aborts the request when the server stops or the time is over
 * @throws FetchFailure
 */
export async function sendFile(
  { address, method, secrets }: Extract<DeliveryTarget, { kind: 'address' }>,
  { type, name, key, body }: DeliveryFile,
  { allowedHosts, userAgent }: { allowedHosts: AllowedHosts; userAgent: string },
  signal: AbortSignal,
): Promise<void> {
  const refuse = (words: string) => new FetchFailure(words, false)
  const url = parseCallAddress(address, allowedHosts, refuse)
  const content = await contentOf(body, MOST_MEGABYTES, 'пусть магазин забирает его сам')
  const { sent, answered, closed } = openExchange(url, {
    method,
    agent: agentFor(url, checkedLookup(url, { allowedHosts, refuse })),
    headers: {
      'user-agent': userAgent,
      ...headersOf(secrets),
      'content-type': type,
      'content-length': content.length,
      'content-disposition': `attachment; filename="${name}"`,
      'idempotency-key': key,
    },
    body: content,
    signal,
    unruly: () => new Error('closed'),
  })
  const written = once(sent, 'finish', { signal })
  written.catch(() => undefined)
  try {
    const { statusCode: status = 0, headers: answer } = await answered
    if (status < 200 || status > 299)
      throw new FetchFailure(
        `Сервер ${url.host} не принял файл (ответ ${status})`,
        status >= 500 || TEMPORARY.has(status),
        { status, retryAfterMs: retryAfterMs(answer['retry-after'], Date.now()) },
      )
    // A shop that accepts before it has read everything has the rest only if the connection lasts.
    await Promise.race([written, closed.then(() => Promise.reject(new Error('closed')))])
  } catch (error) {
    throw error instanceof FetchFailure ? error : new FetchFailure(`Сервер ${url.host} не ответил`, true)
  } finally {
    sent.destroy()
  }
}

/**
 * Reads a whole file.
 * @param advice what to do with a larger one
 * @throws FetchFailure for a larger file
 */
async function contentOf(body: Readable, megabytes: number, advice: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > megabytes * 2 ** 20) throw new FetchFailure(`Файл больше ${megabytes} МБ: ${advice}`, false)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

type AddressTarget = Extract<DeliveryTarget, { kind: 'address' }>

export interface UploadLimits {
  allowedHosts: AllowedHosts
  /** time in s that a server may be silent */
  stallSeconds: number
}

const KEY_ADVICE = 'Спросите магазин, и если ключ его, укажите новый ключ: «Изменить адрес»'

/**
 * Uploads a file to an FTP or SFTP server: under a temporary name of the same folder, and then renamed, so that the shop
 * never reads an unfinished file. The temporary name is always the same, so that nothing of a killed upload remains.
 * @returns fingerprint of an SFTP server's key; '' for FTP
 * @throws or an error of the body
 */
export async function uploadPublication(
  { address, secrets, host_key: hostKey }: AddressTarget,
  { name, body }: Pick<DeliveryFile, 'name' | 'body'>,
  limits: UploadLimits,
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
    throw connectionFailure(error) ?? brokenOff()
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
    if (size !== null && size !== bytes) throw brokenOff()
    await server.rename(part, name)
  } catch (error) {
    await server.remove(part).catch(() => undefined)
    throw error
  }
}

const DAY = new Intl.DateTimeFormat('ru-RU', {
  timeZone: 'Europe/Moscow',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})

/**
 * Sends a file as the attachment of one mail to all recipients.
 * @throws or an error of the body
 */
export async function mailFile(
  recipients: readonly string[],
  {
    settings,
    set_name: set,
    published_at: publishedAt,
  }: Pick<StoredPublication, 'settings' | 'set_name' | 'published_at'>,
  { name, type, key, body }: DeliveryFile,
  sendMail: SendMail | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (!sendMail) throw new FetchFailure(NO_MAIL, false)
  const content = await contentOf(body, MAX_MAIL_MEGABYTES, 'почтой его не отправить')
  const day = DAY.format(publishedAt)
  try {
    await sendMail(
      {
        to: recipients,
        subject: `Цены: ${settings.name}, ${day}`,
        text: `Выгрузка «${settings.name}», набор «${set}» от ${day}.\nЦены — в приложенном файле ${name}.\n`,
        key,
        attachment: { name, type, content },
      },
      signal,
    )
  } catch (error) {
    throw failureOf(error)
  }
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof DeliveryError)) return error
  const { refused } = error
  if (refused) {
    const whom = `Почтовый сервер не принял адреса: ${refused.addresses.join(', ')}`
    // A retry would bring the mail to the others once more.
    return refused.othersGot
      ? new FetchFailure(`${whom}. Остальным письмо отправлено`, false)
      : new FetchFailure(whom, !error.permanent)
  }
  return error.permanent
    ? new FetchFailure('Почтовый сервер не принял письмо с файлом', false)
    : new FetchFailure('Почтовый сервер не отвечает или не принял письмо', true)
}
