import type { DeliverySettings, OutletSettings } from '../../../contract/outlets/outlet.ts'

/** Stored outlet; times are in ms. */
export interface StoredOutlet {
  id: number
  settings: OutletSettings
  /** counter of the changes of the settings */
  version: number
  has_address: boolean
  /** null unless its publications are sent */
  delivery: DeliverySettings | null
  /** null after the account was deleted */
  owner_id: string | null
  owner: string
  /** current publication; null before the first */
  publication_id: number | null
  changed_at: number
  changed_by: string
}

/** Price as it leaves. The rows of a publication never change. */
export interface OutletRow {
  /** article or code with which the receiving system knows the tyre */
  id: string
  /** key of the tyre, to find its own price later; never part of a feed */
  tyre: string
  brand: string
  name: string
  size: string
  city: string
  kind: OutletSettings['kind']
  /** new price, and own price at the time of the decision, in roubles */
  price: number
  old: number | null
  /** YYYY-MM-DD: day of the prices with which the decision was made */
  day: string
}
