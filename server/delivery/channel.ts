import type { AddressBook } from './address-book.ts'
import type { Message } from './message.ts'

/** One way to reach a person. A further channel is a further value of this shape; nothing branches over their names. */
export interface Channel {
  /** as in the outbox and the view `delivery_addresses` */
  readonly name: string
  /** characters that one message may hold */
  readonly textLimit: number
  readonly addresses: AddressBook
  /** up to this many notifications go out as a message each, more of them as one; all as one where nothing is said */
  readonly separateUpTo?: number
  /** messages that may be under way at a time; one where nothing is said */
  readonly parallel?: number
  /**
   * @param signal aborts when the attempt has taken too long or the server stops
   * @throws DeliveryError when the message was refused; any other error counts as passing
   */
  send(address: string, message: Message, signal: AbortSignal): Promise<void>
}

interface Refusal {
  /** repeating the attempt cannot help */
  permanent?: boolean
  /** the address is no longer ours to write to: the link ends */
  gone?: boolean
  /** not to be repeated before this time has passed */
  retryAfterMs?: number
  /** the refusal is about this address alone: the channel goes on with the others meanwhile */
  othersGoOn?: boolean
}

/** Why a message did not go out; the text is kept as the reason of a dead letter. */
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
