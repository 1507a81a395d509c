import type { DeliveryInput, DeliverySettings } from '../../../../contract/outlets/outlet.ts'

/** Edited settings of a delivery; the fields of the other kinds stay while one is chosen. */
export interface DeliveryDraft {
  kind: DeliverySettings['kind']
  address: string
  method: 'PUT' | 'POST'
  secret: 'keep' | 'none' | 'set'
  /** secret header of an address of the web */
  header: { name: string; value: string }
  /** access to an FTP or SFTP server */
  basic: { username: string; password: string }
  hostKey: string
  /** one address a line */
  recipients: string
}

/** Names of the stored secrets. */
export const storedSecretNames = (delivery: DeliverySettings | null): readonly string[] =>
  delivery?.kind === 'address' ? delivery.secret_names : []

/** Returns stored secrets in words. */
export const secretWords = (names: readonly string[]): string =>
  names.map((name) => (name === 'Basic' ? 'имя и пароль' : name)).join(', ')

export const isOfFileServer = (address: string): boolean => /^\s*(?:ftps?|ftpes|sftp):/i.test(address)
export const isSftpAddress = (address: string): boolean => /^\s*sftp:/i.test(address)

export function deliveryDraftOf(delivery: DeliverySettings | null): DeliveryDraft {
  const stored = delivery?.kind === 'address' ? delivery : undefined
  return {
    kind: delivery?.kind ?? 'address',
    address: stored?.address ?? '',
    method: stored?.method ?? 'PUT',
    secret: storedSecretNames(delivery).length > 0 ? 'keep' : 'none',
    header: { name: 'Authorization', value: '' },
    basic: { username: '', password: '' },
    hostKey: stored?.host_key ?? '',
    recipients: delivery?.kind === 'mail' ? delivery.recipients.join('\n') : '',
  }
}

/** Returns the recipients of a draft, which people separate by lines, commas or semicolons. */
const recipientsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((one) => one !== '')

export const isComplete = ({ kind, address, recipients }: DeliveryDraft): boolean =>
  kind === 'mail' ? recipientsOf(recipients).length > 0 : address.trim() !== ''

/** Returns the request that saves a draft. */
export function deliveryOf(draft: DeliveryDraft): DeliveryInput {
  const { kind, address, method, secret, header, basic, hostKey, recipients } = draft
  if (kind === 'mail') return { kind, recipients: recipientsOf(recipients) }
  const isFile = isOfFileServer(address)
  const set = isFile
    ? { headers: [], basic }
    : { headers: [{ name: header.name.trim(), value: header.value }], basic: null }
  const secrets = secret === 'set' ? set : { headers: [], basic: null }
  return {
    kind,
    address: address.trim(),
    method,
    ...(isSftpAddress(address) && { host_key: hostKey.trim() }),
    ...(secret !== 'keep' && { secrets }),
  }
}
