/**
 * Where a channel's addresses are kept: table `a`, beside rows `o` of the outbox. Its fragments of SQL are constants. A channel with a
 * table of its own also stands in the view `delivery_addresses`, which a migration extends.
 */
export interface AddressBook {
  table: string
  /** which row is the address of an outbox row */
  matches: string
  /** the column that holds the address */
  address: string
}
