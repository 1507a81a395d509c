import type { Readable } from 'node:stream'
import type {
  DeliveryInputOf,
  DeliveryKind,
  DeliverySettingsOf,
} from '../../../../contract/outlets/delivery-kinds.ts'
import type { Secrets } from '../../../../contract/sources/source.ts'
import type { AllowedHosts } from '../../../platform/egress/allowed-hosts.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import type { SendMail } from '../../notifications/channels/mail/sender.ts'
import type { StoredPublication } from '../publications.ts'

export const NO_SECRETS: Secrets = { headers: [], basic: null }

/** Checked settings; `secrets` is undefined if the stored secrets remain. */
interface CheckedDelivery<Kind extends DeliveryKind = DeliveryKind> {
  settings: DeliverySettingsOf<Kind>
  secrets: Secrets | undefined
}

interface CheckOptions<Kind extends DeliveryKind> {
  /** stored settings; undefined before the first of this kind */
  before: DeliverySettingsOf<Kind> | undefined
  allowedHosts: AllowedHosts
  /** whether the person may name hosts of the own network */
  isAdmin: boolean
  /** undefined if the server has no mail settings */
  sendMail: SendMail | undefined
}

/** Services for sending publications. */
export interface SendDeps {
  allowedHosts: AllowedHosts
  sendMail: SendMail | undefined
  userAgent: string
  /** time in s that a server may be silent */
  stallSeconds: number
}

/** Where publications are sent, with the secrets. */
export type DeliveryTarget<Kind extends DeliveryKind> = DeliverySettingsOf<Kind> & { secrets: Secrets }

type SentPublication = Pick<StoredPublication, 'settings' | 'set_name' | 'published_at'>

/** File of a publication. */
export interface DeliveryFile {
  type: string
  name: string
  /** the same for each attempt, so that the shop can recognise a repetition */
  key: string
  body: Readable
}

/** Way to send publications. Everything that depends on it is asked of it; nobody else compares kinds. */
export interface DeliveryModule<Kind extends DeliveryKind = DeliveryKind> {
  /** Checks settings as a person has entered them. @throws Refusal */
  check(input: DeliveryInputOf<Kind>, options: CheckOptions<Kind>): CheckedDelivery<Kind>
  /** Returns the settings in words, for the audit log. */
  words(settings: DeliverySettingsOf<Kind>): string
  /**
   * Sends a file.
   * @returns members of the settings that this attempt has learned
   * @throws FetchFailure, or an error of the body
   */
  send(
    target: DeliveryTarget<Kind>,
    publication: SentPublication,
    file: DeliveryFile,
    deps: SendDeps,
    signal: AbortSignal,
  ): Promise<Partial<DeliverySettingsOf<Kind>> | undefined>
}

/**
 * Reads a whole file.
 * @param advice what to do with a larger one
 * @throws FetchFailure for a larger file
 */
export async function contentOf(body: Readable, megabytes: number, advice: string): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > megabytes * 2 ** 20) throw new FetchFailure(`Файл больше ${megabytes} МБ: ${advice}`, false)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
