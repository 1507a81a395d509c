import { type Static, Type } from 'typebox'
import { closed, OrNull, oneOf, Text, withFallbackValue } from '../lib/schemas.ts'
import { ShopCrawl } from '../sources/crawl.ts'
import { StoredFile } from '../sources/guess.ts'
import { MappingObject } from '../sources/source.ts'

/** Pages of a shop whose addresses have one form, as far as they have tyres. */
const ShopPages = Type.Object({
  pattern: Type.String(),
  /** lists of tyres, or pages of one tyre each */
  kind: withFallbackValue(oneOf('list', 'product'), 'product'),
  /** number of known addresses, with the first of them */
  count: Type.Integer(),
  examples: Type.Array(Type.String()),
  /** page that was read, with some of its tyres */
  sample: Type.String(),
  tyres: Type.Array(
    Type.Object({ name: Type.String(), price: OrNull(Type.Number()), stock: OrNull(Type.Number()) }),
  ),
})

/** Findings about a shop, and how it could be read (specification 23.9). */
export const ShopLookAnswer = Type.Object({
  /** host name of the shop */
  site: Type.String(),
  /** price lists in YML that its pages name */
  feeds: Type.Array(Type.String()),
  addresses: Type.Integer(),
  pages: Type.Array(ShopPages),
  problems: Type.Array(Type.String()),
  /** null if no page with tyres was found */
  proposal: OrNull(ShopCrawl),
  /** mapping of the price lists that are written of a shop's pages */
  mapping: MappingObject,
})
export type ShopLookAnswer = Static<typeof ShopLookAnswer>

/** Price list of some pages of a shop, to be tried like any other file. */
const ShopSample = Type.Object({ file: StoredFile, pages: Type.Integer(), tyres: Type.Integer() })

/** Work that reads a shop's pages while a person waits; it takes some seconds to a minute. */
export const ShopJob = Type.Object({
  id: Type.String(),
  state: withFallbackValue(oneOf('running', 'done', 'failed'), 'failed'),
  /** what is being read, in words */
  step: Type.String(),
  /** why it failed, in words; '' if it did not */
  error: Type.String(),
  look: OrNull(ShopLookAnswer),
  sample: OrNull(ShopSample),
})
export type ShopJob = Static<typeof ShopJob>

export const ShopLookInput = Type.Object({ address: Text(4_000) }, closed)
export const ShopSampleInput = Type.Object({ crawl: ShopCrawl }, closed)
