import { isIP } from 'node:net'
import { promisify } from 'node:util'
import { ImapFlow } from 'imapflow'
import { INSIDE } from '../../../platform/egress/allowed-hosts.ts'
import { publicLookup, type ResolveName } from '../../../platform/egress/public-lookup.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { FetchFailure, NETWORK_REASONS } from '../../../platform/remote/fetch-failure.ts'
import { PRODUCT } from '../config.ts'
import type { FetchLimits } from '../fetch-request.ts'
import type { SourceSecrets } from '../source.ts'
import { type MailServer, parseMailAddress } from './mail-address.ts'

/** Server of a mailbox with its user name and password, and the limits of reading it. */
export interface MailAccess {
  address: string
  secrets: SourceSecrets
  limits: FetchLimits
  /** replacement of the DNS look-up in tests */
  resolveName?: ResolveName | undefined
}

/** Maximum size in bytes of one line of an answer: the structure of a mail with 10,000 attachments has 3 MB. */
const MAX_LINE_LENGTH = 8 * 2 ** 20
/** Maximum size in bytes of one text in an answer, which is asked for in pieces of 1 MB. */
const MAX_TEXT_LENGTH = 2 * 2 ** 20
const MAX_TOKENS = 500_000
/** Allowance in bytes for everything that is read besides the attachment. */
const OTHER_BYTES = 128 * 2 ** 20
const WATCH_MS = 1_000

/**
 * Signs in to a mailbox, works with it, and disconnects. The connection is encrypted, goes to a checked IP address, and
 * ends when its time is over or its server sends too much.
 * @throws FetchFailure
 */
export async function withMailbox<T>(
  access: MailAccess,
  signal: AbortSignal,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  const { fetchSeconds, fetchMegabytes } = access.limits
  const over = AbortSignal.timeout(fetchSeconds * 1_000)
  const flood = new AbortController()
  const ended = AbortSignal.any([signal, over, flood.signal])
  let client: ImapFlow | undefined
  let broken: Error | undefined
  // Base64 takes 4 characters for 3 bytes, and line breaks.
  const most = fetchMegabytes * 2 ** 20 * 1.4 + OTHER_BYTES
  const watching = setInterval(() => {
    if ((client?.stats().received ?? 0) > most) flood.abort()
  }, WATCH_MS).unref()
  const close = () => client?.close()
  try {
    client = await created(access)
    // Commands fail without the reason for which the connection ended.
    client.on('error', (error: Error) => {
      broken ??= error
    })
    ended.addEventListener('abort', close)
    ended.throwIfAborted()
    await client.connect()
    return await work(client)
  } catch (error) {
    signal.throwIfAborted()
    if (over.aborted) throw new FetchFailure(`Чтение почты длилось дольше ${fetchSeconds} с`, true)
    if (flood.signal.aborted) throw new FetchFailure(FLOOD, true)
    throw failureOf(broken ?? error, access.limits)
  } finally {
    clearInterval(watching)
    ended.removeEventListener('abort', close)
    close()
  }
}

async function created({ address, secrets, limits, resolveName }: MailAccess): Promise<ImapFlow> {
  const { basic } = secrets
  if (!basic) throw new FetchFailure('Укажите имя пользователя и пароль почты', false)
  const server = parseMailAddress(address, limits.allowedHosts)
  const patience = limits.stallSeconds * 1_000
  return new ImapFlow({
    host: await connectedHost(server, resolveName),
    // TLS has no server names for IP addresses.
    ...(isIP(server.host) === 0 ? { servername: server.host } : {}),
    port: server.port,
    secure: server.isTls,
    // The password never crosses the network in clear text.
    ...(server.isTls ? {} : { doSTARTTLS: true }),
    auth: { user: basic.username, pass: basic.password },
    clientInfo: { name: PRODUCT },
    logger: false,
    disableAutoIdle: true,
    // Compression would multiply what a hostile server can send.
    disableCompression: true,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    maxLineLength: MAX_LINE_LENGTH,
    maxLiteralSize: MAX_TEXT_LENGTH,
    maxResponseSize: MAX_LINE_LENGTH + MAX_TEXT_LENGTH,
    maxResponseTokens: MAX_TOKENS,
  })
}

/** Returns the IP address to connect to, or an allowed host as it is. */
async function connectedHost(
  { host, isAllowed }: MailServer,
  resolveName: ResolveName | undefined,
): Promise<string> {
  if (isAllowed) return host
  const lookup = publicLookup(() => new FetchFailure(INSIDE, false), resolveName)
  return (await promisify(lookup)(host, { all: false })) as unknown as string
}

const FLOOD = 'Сервер почты прислал слишком много'

const REASONS: Readonly<Record<string, string>> = {
  ...NETWORK_REASONS,
  CONNECT_TIMEOUT: 'Сервер не отвечает',
  LiteralTooLarge: FLOOD,
  LineTooLarge: FLOOD,
  ResponseTooLarge: FLOOD,
  TooManyTokens: FLOOD,
}

function failureOf(error: unknown, { stallSeconds }: FetchLimits): Error {
  if (error instanceof FetchFailure) return error
  if (error instanceof Refusal) return new FetchFailure(error.message, false)
  const {
    code = '',
    authenticationFailed,
    tlsFailed,
  } = error as {
    code?: string
    authenticationFailed?: boolean
    tlsFailed?: boolean
  }
  if (authenticationFailed) {
    return new FetchFailure('Сервер почты не принял имя пользователя или пароль', false)
  }
  if (code === 'ETIMEOUT' || code === 'GREETING_TIMEOUT') {
    return new FetchFailure(`Сервер почты молчал ${stallSeconds} с`, true)
  }
  const known = REASONS[code]
  if (known !== undefined) return new FetchFailure(known, true)
  if (/CERT|SELF_SIGNED|UNABLE_TO|^ERR_TLS/.test(code)) {
    return new FetchFailure('Сертификату сервера нельзя доверять', true)
  }
  if (tlsFailed) return new FetchFailure('Сервер почты не предлагает защищённое соединение', false)
  return new FetchFailure('Соединение с сервером почты не удалось или оборвалось', true)
}
