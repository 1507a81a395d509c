import type { DeliverySettings } from '../../../../contract/outlets/outlet.ts'
import type { Sql } from '../../../platform/db/db.ts'

/** Settings of a delivery as stored; null if the outlet's publications are not sent. */
export function parseDelivery(text: string): DeliverySettings | null {
  if (text === '') return null
  // Early settings have no kind: they are all addresses of the web.
  return { kind: 'address', host_key: '', ...(JSON.parse(text) as object) } as DeliverySettings
}

/** Stored settings with the encrypted secrets. */
export interface StoredDeliverySettings {
  settings: DeliverySettings | null
  /** settings as text, to recognise a change */
  text: string
  /** '' without secrets */
  sealed: string
}

export async function readDelivery(sql: Sql, outletId: number): Promise<StoredDeliverySettings> {
  const row = await sql.get<{ delivery: string; secrets: string }>(
    'SELECT delivery, secrets FROM outlets WHERE id = ?',
    outletId,
  )
  const text = row?.delivery ?? ''
  return { settings: parseDelivery(text), text, sealed: row?.secrets ?? '' }
}

/** Stores the key that an SFTP server showed at a delivery, unless the settings were changed in the meantime. */
export async function learnHostKey(sql: Sql, outletId: number, text: string, hostKey: string): Promise<void> {
  const settings = parseDelivery(text)
  await sql.run(
    'UPDATE outlets SET delivery = ? WHERE id = ? AND delivery = ?',
    JSON.stringify({ ...settings, host_key: hostKey }),
    outletId,
    text,
  )
}
