import type { Condition } from '../../contract/matching/matching.ts'

/** Tyre size; numbers as text without superfluous zeros, '' if unknown. */
export interface TyreSize {
  width: string
  /** profile in percent, or width in inches of a size like 31x10.5R15; '' for full-profile tyres (185R14) */
  height: string
  diameter: string
}

/** Structured description of a tyre, parsed from a listing; '' or null for what it does not say. */
export interface TyreDescription {
  /** key of the brand's family (brands.ts); '' if unknown */
  family: string
  size: TyreSize
  /** load indices, one or two: '108', '154/150' */
  load: string
  speed: string
  /** designed for vans: 'C' behind the diameter, or two load indices */
  commercial: boolean
  /** 'LT' or 'HL' before the size or 'LT' behind it; 'P' says nothing */
  prefix: string
  extraLoad: boolean
  runFlat: boolean
  /** true or false if the listing says so */
  studs: boolean | null
  season: TyreSeason | ''
  /** marks of the car makers for whom the tyre is made, sorted: 'AO', 'MO', '*' */
  origin: readonly string[]
  /** equipment against noise or punctures: 'NCS', 'SEAL' */
  equipment: readonly string[]
  /** ply rating: '8' for 8PR */
  ply: string
  /** 'TT' with a tube */
  tube: boolean
  condition: Condition
  /** year of production, if named */
  year: string
  /** words of the model line in order */
  model: readonly string[]
  /** words in brackets: usually a second name of the model line */
  aside: readonly string[]
}

export type TyreSeason = 'winter' | 'summer' | 'all'

/** Tyre of the catalog, or listing, with its parsed description. */
export interface Described {
  description: TyreDescription
  /** name as it is written; decides between tyres with the same description */
  name?: string
}

/** Attributes of a listing that matching reads; '' if unknown. */
export interface ListingText {
  brand: string
  name: string
  width: string
  height: string
  diameter: string
  season: string
  loadIndex: string
  speedIndex: string
}
