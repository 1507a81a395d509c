import { type DatabaseLocation, embeddedFile } from '../platform/db/open.ts'
import { UsageError } from './command-line.ts'

/**
 * An address of PostgreSQL from the command line. What is wrong with it is told without repeating it, as it may hold a password.
 * @throws UsageError
 */
export function readPostgresAddress(text: string): string {
  if (URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol) && new URL(text).hostname)
    return text
  throw new UsageError(
    'Нужен адрес вида postgres://имя:пароль@сервер/база; знаки /, @, :, #, ? и % в пароле пишутся как %2F, %40, %3A, %23, %3F и %25',
  )
}

/** An address as it may be shown: without the password, and without parameters, which can hold one too. */
export function withoutPassword(address: string): string {
  const { protocol, username, password, host, pathname } = new URL(address)
  const user = username && `${username}${password && ':***'}@`
  return `${protocol}//${user}${host}${pathname}`
}

/** A database, named for the operator. */
export const nameOf = (location: DatabaseLocation): string =>
  location.databaseUrl
    ? `PostgreSQL (${URL.canParse(location.databaseUrl) ? withoutPassword(location.databaseUrl) : 'DATABASE_URL'})`
    : embeddedFile(location)
