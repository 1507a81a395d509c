/**
 * Where a channel's addresses are stored: SQL fragments, constants all, for a join of the table as `a` with the outbox
 * as `o`. A channel with a table of its own is also part of the view `delivery_addresses`, which a migration extends.
 */
export interface AddressBook {
  table: string
  /** join condition between an address and an outbox row */
  matches: string
  /** the column that holds the address */
  address: string
}
