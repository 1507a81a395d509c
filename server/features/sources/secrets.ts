import type { SourceApi } from '../../../contract/sources/api.ts'
import { checkCallSecrets } from '../../platform/egress/http-exchange.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isSameOrigin } from '../../platform/remote/file-address.ts'
import type { SecretBox } from '../auth/secret-box.ts'
import { NO_SECRETS, type SourceSecrets } from './source.ts'

/** Purpose of the sources' secret box. It separates their key from others derived from the same AUTH_SECRET. */
export const SECRETS_PURPOSE = 'source secrets'

/**
 * Checks secrets.
 * @throws Refusal
 */
export const checkSecrets = (secrets: SourceSecrets): SourceSecrets =>
  checkCallSecrets(secrets, (words) => new Refusal(400, words))

/** Returns the names of the secrets. Unlike the values, they may be displayed. */
export function secretNamesOf({ headers, basic }: SourceSecrets): string[] {
  return [...headers.map(({ name }) => name), ...(basic ? ['Basic'] : [])]
}

/** Encrypts secrets; returns '' if there are none. */
export function sealSecrets(box: SecretBox, secrets: SourceSecrets): string {
  return secretNamesOf(secrets).length === 0 ? '' : box.seal(JSON.stringify(secrets))
}

/**
 * Decrypts secrets.
 * @throws Refusal if they were encrypted with another AUTH_SECRET
 */
export function openSecrets(box: SecretBox, sealed: string): SourceSecrets {
  if (sealed === '') return NO_SECRETS
  const text = box.open(sealed)
  if (text === undefined) {
    throw new Refusal(409, 'Ключи источника больше не читаются (AUTH_SECRET изменился): укажите их заново')
  }
  return JSON.parse(text) as SourceSecrets
}

interface Called {
  address: string
  api?: SourceApi | null | undefined
}

/**
 * Returns whether changed settings send stored secrets only to the servers that have had them. The address and the login
 * are compared each by itself, because each has secrets that the other never gets.
 */
export function keepsSecrets(before: Called, after: Called): boolean {
  const [former, login] = [before.api?.login, after.api?.login]
  if (!isSameOrigin(before.address, after.address)) return false
  // Without a login, name and password go to the address itself.
  return isSameOrigin(former?.address ?? before.address, login?.address ?? after.address)
}

export const OTHER_SERVER = 'Адрес ведёт на другой сервер: укажите ключи и пароль заново или уберите их'
