import type { SqlPart } from '../../../platform/db/statement.ts'
import type { Message } from './message.ts'

/** Channel through which users receive messages. The delivery does not depend on its name. */
export interface Channel {
  /** name as stored in the outbox and the view `delivery_addresses` */
  readonly name: string
  readonly textLimit: number
  readonly addresses: AddressTable
  /**
   * maximum number of due notifications that are sent as separate messages; more are combined into one message; 0 by
   * default
   */
  readonly separateUpTo?: number
  /** whether people's quiet hours and limits apply (specification 25.6) */
  readonly paced?: boolean
  /** number of messages sent concurrently; 1 by default */
  readonly parallel?: number
  /**
   * @param signal aborts when sending takes too long or the server stops
   * @throws DeliveryError when the message was refused; any other error is considered transient
   */
  send(address: string, message: Message, signal: AbortSignal): Promise<void>
}

interface Refusal {
  /** whether a retry is useless */
  permanent?: boolean
  /** whether the address no longer accepts messages; its link is then removed */
  gone?: boolean
  /** minimum wait in ms before a retry */
  retryAfterMs?: number
  /** whether the refusal concerns only this address, so that the channel continues with other addresses */
  othersGoOn?: boolean
  /** addresses that the server refused, if only some of the recipients or this message are concerned */
  refused?: RefusedRecipients
}

interface RefusedRecipients {
  addresses: readonly string[]
  /** whether the message was sent to the other recipients */
  othersGot: boolean
}

/** Failure to send a message. Its text is stored as the reason if the message is given up. */
export class DeliveryError extends Error {
  override name = 'DeliveryError'
  readonly permanent: boolean
  readonly gone: boolean
  readonly retryAfterMs: number
  readonly othersGoOn: boolean
  readonly refused: RefusedRecipients | undefined

  constructor(
    message: string,
    { permanent = false, gone = false, retryAfterMs = 0, othersGoOn = false, refused }: Refusal = {},
  ) {
    super(message)
    this.permanent = permanent || gone
    this.gone = gone
    this.retryAfterMs = retryAfterMs
    this.othersGoOn = othersGoOn
    this.refused = refused
  }
}

/**
 * Where a channel's addresses are stored: constant SQL fragments that join the table, as `a`, with the outbox, as `o`.
 * Each table is also part of the view `delivery_addresses`, which a migration must extend for a new table.
 */
export interface AddressTable {
  table: SqlPart
  /** join condition between an address and an outbox row */
  matches: SqlPart
  /** column that holds the address */
  address: SqlPart
}
