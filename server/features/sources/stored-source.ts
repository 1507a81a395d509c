import type { Sql } from '../../platform/db/db.ts'
import { isSameOrigin } from '../../platform/remote/file-address.ts'
import type { SecretBox } from '../auth/secret-box.ts'
import { openSecrets } from './secrets.ts'
import { NO_SECRETS, type Source, type SourceSecrets } from './source.ts'
import { findSource } from './store.ts'

/**
 * Returns a source if the address is of the server of its address: its secrets and its key are for that one alone.
 * @param id undefined for a new source
 * @throws Refusal 404
 */
export async function storedSource(
  sql: Sql,
  id: string | undefined,
  address: string,
): Promise<Source | undefined> {
  if (id === undefined) return undefined
  const source = await findSource(sql, id)
  return isSameOrigin(source.address, address) ? source : undefined
}

/** Returns the stored secrets for an address; none unless it is of the source's server. @throws Refusal */
export async function storedSecrets(
  sql: Sql,
  box: SecretBox,
  id: string | undefined,
  address: string,
): Promise<SourceSecrets> {
  const source = await storedSource(sql, id, address)
  return source ? openSecrets(box, source.secrets) : NO_SECRETS
}
