import type { AddressBook } from './address-book.ts'
import type { Message } from './message.ts'

/** Channel to reach a person. No code depends on a channel's name: a new channel is just another implementation. */
export interface Channel {
  /** name as stored in the outbox and the view `delivery_addresses` */
  readonly name: string
  /** maximum characters per message */
  readonly textLimit: number
  readonly addresses: AddressBook
  /** up to this number, notifications are sent as separate messages, more as a single one; 0 by default */
  readonly separateUpTo?: number
  /** number of messages sent concurrently; 1 by default */
  readonly parallel?: number
  /**
   * @param signal aborts when the attempt takes too long or the server stops
   * @throws DeliveryError when the message was refused; any other error is considered transient
   */
  send(address: string, message: Message, signal: AbortSignal): Promise<void>
}

interface Refusal {
  /** whether retrying cannot help */
  permanent?: boolean
  /** whether the address no longer accepts messages; the link ends */
  gone?: boolean
  /** minimum wait in ms before a retry */
  retryAfterMs?: number
  /** whether the refusal concerns this address alone; the channel continues with others */
  othersGoOn?: boolean
}

/** Failure to send a message; the text is stored as the reason of a dead letter. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
  readonly permanent: boolean
  readonly gone: boolean
  readonly retryAfterMs: number
  readonly othersGoOn: boolean

  constructor(
    message: string,
    { permanent = false, gone = false, retryAfterMs = 0, othersGoOn = false }: Refusal = {},
  ) {
    super(message)
    this.permanent = permanent || gone
    this.gone = gone
    this.retryAfterMs = retryAfterMs
    this.othersGoOn = othersGoOn
  }
}
