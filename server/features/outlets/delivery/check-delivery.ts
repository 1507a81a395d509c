import type { DeliveryInput, DeliverySettings } from '../../../../contract/outlets/outlet.ts'
import type { Secrets } from '../../../../contract/sources/source.ts'
import type { AllowedHosts } from '../../../platform/egress/allowed-hosts.ts'
import { parseCallAddress } from '../../../platform/egress/call-address.ts'
import { checkCallSecrets } from '../../../platform/egress/call-secrets.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isFileAddress, isSameOrigin, parseFileAddress } from '../../../platform/remote/file-address.ts'
import { isFingerprint } from '../../../platform/remote/host-key.ts'
import { isMailAddress } from '../../notifications/channels/mail/address.ts'

const refuse = (words: string) => new Refusal(400, words)

type AddressInput = Extract<DeliveryInput, { kind: 'address' }>

/** Checked settings; `secrets` is undefined if the stored secrets remain. */
export interface CheckedDelivery {
  settings: DeliverySettings
  secrets: Secrets | undefined
}

/**
 * Validates an address to send to. Stored secrets and the stored key remain with the server they were given for.
 * @param before stored settings; null before the first
 * @throws Refusal
 */
export function checkAddressDelivery(
  { address, method, secrets, host_key: hostKey }: AddressInput,
  allowedHosts: AllowedHosts,
  before: DeliverySettings | null,
): CheckedDelivery {
  const url = checkAddress(address.trim(), allowedHosts)
  const stored = before?.kind === 'address' ? before : undefined
  const isSame = stored !== undefined && isSameOrigin(stored.address, url.href)
  const given = secrets && checkCallSecrets(secrets, refuse)
  if (!given && stored && stored.secret_names.length > 0 && !isSame)
    throw refuse('Адрес ведёт на другой сервер: укажите ключ заново или уберите его')
  const names = given ? namesOf(given) : (stored?.secret_names ?? [])
  if (isFileAddress(url)) checkFileAccess(url, names)
  return {
    settings: {
      kind: 'address',
      address: url.href,
      method,
      host_key: checkHostKey(url, hostKey ?? (isSame ? stored.host_key : '')),
      secret_names: names,
    },
    // Without stored secrets there is nothing to keep.
    secrets: given ?? (names.length === 0 ? { headers: [], basic: null } : undefined),
  }
}

function checkAddress(text: string, allowedHosts: AllowedHosts): URL {
  if (/\p{Cc}/u.test(text)) throw refuse('В адресе недопустимые знаки')
  const url = /^https?:/i.test(text)
    ? parseCallAddress(text, allowedHosts, refuse)
    : parseFileAddress(text, allowedHosts, refuse)
  const isFile = isFileAddress(url)
  if (url.username !== '' || url.password !== '')
    throw refuse(
      `Имя и пароль в адресе видны всем: укажите их ${isFile ? 'отдельно' : 'секретным заголовком'}`,
    )
  if (isFile && url.pathname.includes('*'))
    throw refuse('Вместо * укажите имя файла, или закончите адрес папкой и знаком /')
  if (isFile && /%2f/i.test(url.pathname)) throw refuse('В пути к файлу недопустимые знаки')
  return url
}

/** Refuses an access that the protocol has not. */
function checkFileAccess({ protocol }: URL, names: readonly string[]): void {
  if (names.some((name) => name !== BASIC)) throw refuse('Для FTP и SFTP нужны имя и пароль, а не заголовок')
  if (protocol === 'sftp:' && names.length === 0) throw refuse('Для SFTP нужны имя и пароль: укажите их')
}

function checkHostKey({ protocol }: URL, hostKey: string): string {
  if (protocol !== 'sftp:') return ''
  const key = hostKey.trim()
  if (key !== '' && !isFingerprint(key)) throw refuse('Ключ сервера пишется как SHA256:…')
  return key
}

const BASIC = 'Basic'
const namesOf = ({ headers, basic }: Secrets): string[] => [
  ...headers.map(({ name }) => name),
  ...(basic ? [BASIC] : []),
]

/** Validates the recipients of a mail; each must be a plain address, which can add no header. @throws Refusal */
export function checkMailDelivery(recipients: readonly string[]): CheckedDelivery {
  const plain = [...new Set(recipients.map((one) => one.trim()))]
  const wrong = plain.find((one) => !isMailAddress(one))
  if (wrong !== undefined)
    throw refuse(`Это не адрес электронной почты: «${wrong.replace(/\p{Cc}/gu, ' ').slice(0, 100)}»`)
  return { settings: { kind: 'mail', recipients: plain }, secrets: { headers: [], basic: null } }
}
