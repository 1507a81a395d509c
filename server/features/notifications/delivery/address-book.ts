/**
 * Where a channel's addresses are stored: constant SQL fragments that join the table, as `a`, with the outbox, as `o`.
 * Each table is also part of the view `delivery_addresses`, which a migration must extend for a new table.
 */
export interface AddressBook {
  table: string
  /** join condition between an address and an outbox row */
  matches: string
  /** column that holds the address */
  address: string
}
