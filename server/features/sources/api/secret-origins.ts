import type { SourceApi } from '../../../../contract/sources/api.ts'
import { isSameOrigin } from '../../../platform/remote/file-address.ts'

interface Called {
  address: string
  api?: SourceApi | null | undefined
}

/** Addresses whose origins get a source's secrets: its own, and the one of its login. */
const secretAddresses = ({ address, api }: Called): string[] =>
  api?.login ? [address, api.login.address] : [address]

/** Returns whether changed settings send stored secrets only to servers that have had them before. */
export const keepsSecrets = (before: Called, after: Called): boolean =>
  secretAddresses(after).every((address) =>
    secretAddresses(before).some((known) => isSameOrigin(known, address)),
  )

export const OTHER_SERVER = 'Адрес ведёт на другой сервер: укажите ключи и пароль заново или уберите их'
