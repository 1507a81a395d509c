/** Where a channel's addresses are kept: table `a`, beside rows `o` of the outbox. Its fragments of SQL are constants. */
export interface AddressBook {
  table: string
  /** which row is the address of an outbox row */
  matches: string
  /** the column that holds the address */
  address: string
}

/** One address for each user and channel. */
export const LINKS: AddressBook = {
  table: 'links',
  matches: 'a.user_id = o.user_id AND a.channel = o.channel',
  address: 'a.address',
}

/** The channel that reaches devices. */
export const PUSH = 'push'

/** Any number of devices for each user: a row of the outbox names its one as target. */
export const DEVICES: AddressBook = {
  table: 'push_subscriptions',
  matches: 'a.id = o.target AND a.user_id = o.user_id',
  address: 'a.id',
}
