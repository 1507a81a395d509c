import type { SourceApi } from '../../../../contract/sources/api.ts'
import { isSameOrigin } from '../../../platform/remote/file-address.ts'

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
