import type { AddressBook } from '../delivery/address-book.ts'

/** Addresses of linked channels: one per user and channel. */
export const LINKS: AddressBook = {
  table: 'links',
  matches: 'a.user_id = o.user_id AND a.channel = o.channel',
  address: 'a.address',
}
