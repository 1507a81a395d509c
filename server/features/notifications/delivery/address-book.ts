/**
 * Storage of a channel's addresses: constant SQL fragments for a join of the table as `a` with the outbox as `o`. A
 * channel with its own table is also part of the view `delivery_addresses`, which a migration extends.
 */
export interface AddressBook {
  table: string
  /** join condition between an address and an outbox row */
  matches: string
  /** column that holds the address */
  address: string
}
