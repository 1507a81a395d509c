import type { SourceInput } from '../../../../contract/sources/source.ts'
import { type AllowedHosts, INSIDE } from '../../../platform/egress/allowed-hosts.ts'
import { isInside } from '../../../platform/egress/public-lookup.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { SourceSecrets } from '../source.ts'

/** Server of a mailbox. */
export interface MailServer {
  host: string
  port: number
  /** whether the connection begins with TLS; otherwise STARTTLS is required */
  isTls: boolean
  /** whether the operator allows the host and port, even in the internal network */
  isAllowed: boolean
  /** normalised address, without user name and password */
  address: string
}

const LONGEST = 300
/** Usual port of each scheme: the only one that needs no permission. */
const PORTS: Readonly<Record<string, number>> = { imaps: 993, imap: 143 }

/**
 * Validates the address of a mailbox's server: 'imaps://host/', or 'imap://host/' for STARTTLS. The IP addresses of its
 * host name are checked later, when connecting.
 * @throws Refusal
 */
export function parseMailAddress(text: string, allowedHosts: AllowedHosts): MailServer {
  const [, scheme = '', rest = ''] = /^(imaps?):\/\/(.+)$/i.exec(text.trim()) ?? []
  const protocol = scheme.toLowerCase()
  const usual = PORTS[protocol]
  // Only for the schemes of browsers does URL normalise names, and the many forms of an IP address.
  const web = `https://${rest}`
  if (text.length > LONGEST || usual === undefined || !URL.canParse(web)) {
    throw new Refusal(400, 'Сервер почты неверен: нужно имя вроде imap.example.ru')
  }
  const url = new URL(web)
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') {
    throw new Refusal(
      400,
      'Сервер почты неверен: нужно имя вроде imap.example.ru, папка указывается отдельно',
    )
  }
  if (url.username !== '' || url.password !== '') {
    throw new Refusal(400, 'Имя пользователя и пароль почты указываются отдельно от сервера')
  }
  // The port of https is missing in the URL.
  const port = url.port === '' ? (/:443\/?$/.test(rest) ? 443 : usual) : Number(url.port)
  const isAllowed = allowedHosts.has(`${url.hostname}:${port}`)
  if (port !== usual && !isAllowed) {
    throw new Refusal(
      400,
      `Почта читается на порту ${usual}: другой может разрешить только настройка сервера`,
    )
  }
  if (isInside(url) && !isAllowed) throw new Refusal(400, INSIDE)
  const shownPort = port === usual ? '' : `:${port}`
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    isTls: protocol === 'imaps',
    isAllowed,
    address: `${protocol}://${url.hostname}${shownPort}/`,
  }
}

/**
 * Checks the server of a mailbox and the kind of its secrets.
 * @throws Refusal
 */
export function checkMailAddress(
  { address, secrets }: Pick<SourceInput, 'address' | 'secrets'>,
  allowedHosts: AllowedHosts,
): { address: string; secrets: SourceSecrets | null | undefined } {
  if (secrets && secrets.headers.length > 0) {
    throw new Refusal(400, 'Почте нужны имя пользователя и пароль, а не заголовки')
  }
  return { address: parseMailAddress(address, allowedHosts).address, secrets }
}
