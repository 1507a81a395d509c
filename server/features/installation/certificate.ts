import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { InstallationStatus } from '../../../contract/installation/status.ts'
import { type AllowedHosts, isAllowed } from '../../platform/egress/allowed-hosts.ts'
import { isInside } from '../../platform/egress/public-lookup.ts'
import { connectionFailure } from '../../platform/remote/fetch-failure.ts'
import { hostNameOf, inTime, openSocket } from '../../platform/remote/open-socket.ts'

export type Certificate = NonNullable<InstallationStatus['certificate']>

interface CertificateSettings {
  /** public address of this server */
  publicUrl: string | undefined
  allowedHosts: AllowedHosts
}

/** Time in s in which the server of the public address has to answer each step. */
const STALL_SECONDS = 5
/** Time in ms for which a certificate without problems is not read again; the page shows days. */
const KEPT_MS = 10 * 60_000

const OWN_NETWORK =
  'адрес ведёт во внутреннюю сеть, туда сервер не обращается; его может разрешить FETCH_ALLOWED_HOSTS'

/**
 * Creates a function that reads the certificate of the public address. Simultaneous calls share one reading. A
 * certificate without problems is cached for some minutes; a failure or a problem is checked again by the next call, so
 * that the page shows a fix at once. It connects only to addresses to which sources may connect, too.
 * @returns null without an address with https
 */
export function createCertificateReader({ publicUrl, allowedHosts }: CertificateSettings) {
  const url = publicUrl ? new URL(publicUrl) : undefined
  let last: { at: number; certificate: Promise<Certificate> } | undefined
  return async (): Promise<Certificate | null> => {
    if (url?.protocol !== 'https:') return null
    const now = performance.now()
    if (last && now - last.at < KEPT_MS) return last.certificate
    const reading = { at: now, certificate: read(url, allowedHosts) }
    last = reading
    const certificate = await reading.certificate
    if (certificate.problem !== '' && last === reading) last = undefined
    return certificate
  }
}

async function read(url: URL, allowedHosts: AllowedHosts): Promise<Certificate> {
  const { host } = url
  if (isInside(url) && !isAllowed(url, allowedHosts)) return { host, ends_at: null, problem: OWN_NETWORK }
  const stop = { stallSeconds: STALL_SECONDS, signal: AbortSignal.timeout(3 * STALL_SECONDS * 1_000) }
  try {
    const socket = await openSocket(url, { allowedHosts, ...stop })
    try {
      return { host, ...(await inTime(readFrom(socket, hostNameOf(url)), host, stop)) }
    } finally {
      socket.destroy()
    }
  } catch (error) {
    return { host, ends_at: null, problem: causeOf(error) }
  }
}

/** Returns why a certificate could not be read, in Russian, with the code of the network's error in brackets. */
function causeOf(error: unknown): string {
  const { name, code } = error as { name?: string; code?: unknown }
  if (name === 'AbortError' || name === 'TimeoutError') return 'нет ответа'
  const words = connectionFailure(error)?.message ?? UNNAMED.get(code) ?? 'соединение не удалось'
  const cause = words.charAt(0).toLowerCase() + words.slice(1)
  return typeof code === 'string' ? `${cause} (${code})` : cause
}

/** Words for codes of failures that connectionFailure does not know. */
const UNNAMED: ReadonlyMap<unknown, string> = new Map([
  ['ECONNRESET', 'сервер оборвал соединение'],
  ['EPIPE', 'сервер оборвал соединение'],
])

/** Problem of a certificate that has ended. */
export const EXPIRED = 'он истёк'

/** Reasons why browsers distrust a certificate, by a substring of OpenSSL's or Node's error code. */
const DISTRUST: readonly (readonly [code: string, words: string])[] = [
  ['SELF_SIGNED', 'он подписан неизвестным центром'],
  ['UNABLE_TO', 'цепочка сертификатов неполная'],
  ['ALTNAME', 'он выдан на другое имя'],
  ['EXPIRED', EXPIRED],
  ['NOT_YET_VALID', 'он ещё не действует'],
  ['REVOKED', 'он отозван'],
]

type Connected = Awaited<ReturnType<typeof openSocket>>

/** Reads the certificate even if it is not trusted, so that an expired one can be reported. */
async function readFrom(socket: Connected, host: string): Promise<Pick<Certificate, 'ends_at' | 'problem'>> {
  const name = isIP(host) === 0 ? { servername: host } : {}
  const secure = connect({ socket, ...name, rejectUnauthorized: false })
  // The other side may break the connection after the handshake.
  secure.on('error', () => undefined)
  await once(secure, 'secureConnect')
  const end = Date.parse(secure.getPeerCertificate().valid_to)
  const code = String(secure.authorizationError)
  const distrust = DISTRUST.find(([part]) => code.includes(part))?.[1] ?? `он недействителен (${code})`
  return {
    // The date may be damaged.
    ends_at: Number.isNaN(end) ? null : new Date(end).toISOString(),
    problem: secure.authorized ? '' : distrust,
  }
}
