import type { ListingIds, OfferedState } from '../prices/listings/listing.ts'
import type { Offer, TyreSpecs } from '../prices/offer.ts'
import { ImportError } from './errors.ts'
import {
  heldByColumns,
  ID_FIELDS,
  type IdFieldName,
  type Mapping,
  OFFER_FIELDS,
  type OfferFieldName,
  type SourcesValue,
} from './mapping.ts'

/**
 * Mapped field with the share (0 to 1) of good records (tyre fields and identifiers) or offers (price, location, stock) that have a
 * value.
 */
export interface FieldFill {
  field: MappingFieldName
  share: number
}

/** Name of a field in a mapping. */
export type MappingFieldName = keyof TyreSpecs | IdFieldName | OfferFieldName

export type FilledFields = ReturnType<typeof createFilledFields>

/** Counts how many records fill each mapped field, since a mistyped source leaves its field empty everywhere. */
export function createFilledFields(mapping: Mapping) {
  const sources = namedFields(mapping)
  const names = Object.keys(sources) as MappingFieldName[]
  // Counted by index instead of name, for speed over a million records.
  const filled = new Float64Array(names.length)
  const tyreFields = names.flatMap((key, index) =>
    isOfferField(key) || isIdField(key) ? [] : [{ key, index }],
  )
  const idFields = names.flatMap((name, index) => (isIdField(name) ? [{ key: ID_FIELDS[name], index }] : []))
  const offerFields = names.flatMap((name, index) =>
    isOfferField(name) ? [{ key: OFFER_FIELDS[name], index }] : [],
  )
  let tyres = 0
  let offerCount = 0

  // Consecutive records mostly share one specs object, whose fields are then checked only once.
  let last: TyreSpecs | undefined
  let repeated = 0

  const countLast = () => {
    if (last) {
      for (const { key, index } of tyreFields)
        if (last[key] !== '') filled[index] = (filled[index] as number) + repeated
    }
    repeated = 0
  }

  /** Returns the shares in the order of the mapping. */
  const shares = () => {
    countLast()
    return names.map((field, index): FieldFill => {
      const of = isOfferField(field) ? offerCount : tyres
      return { field, share: of === 0 ? 0 : (filled[index] as number) / of }
    })
  }

  return {
    add(specs: TyreSpecs, ids: ListingIds & OfferedState, offers: readonly Offer[]): void {
      tyres++
      offerCount += offers.length
      if (specs !== last) {
        countLast()
        last = specs
      }
      repeated++
      for (const { key, index } of idFields) {
        if (ids[key] !== '') filled[index] = (filled[index] as number) + 1
      }
      for (const offer of offers) {
        for (const { key, index } of offerFields) {
          if (offer[key] !== null && offer[key] !== '') filled[index] = (filled[index] as number) + 1
        }
      }
    },
    shares,
    /**
     * @param allowEmpty fields that may be empty everywhere, in addition to the mapping's `optional` ones
     * @throws ImportError if any other field has no value at all
     */
    check(allowEmpty: readonly string[]): void {
      const allowed = new Set<string>([...(mapping.optional ?? []), ...allowEmpty])
      const empty = shares().filter(({ field, share }) => share === 0 && !allowed.has(field))
      if (empty.length === 0) return
      const lines = empty.map(({ field }) => `  ${field} ← ${describe(sources[field])}`)
      throw new ImportError(
        `Описание называет поля, которых нет ни в одной записи:\n${lines.join('\n')}\n` +
          `Проверьте описание. Если так и должно быть: --allow-empty ${empty.map(({ field }) => field).join(',')}`,
      )
    },
  }
}

const isIdField = (name: string): name is IdFieldName => Object.hasOwn(ID_FIELDS, name)
const isOfferField = (name: string): name is OfferFieldName => Object.hasOwn(OFFER_FIELDS, name)

type NamedFields = Partial<Record<MappingFieldName, SourcesValue | undefined>>

/** Returns the sources of all mapped fields, including the fields of the nested list. */
function namedFields({ fields, offers = {} }: Mapping): NamedFields {
  const { holds = 'stock', prefix } = offers
  const locationFields: NamedFields =
    prefix === undefined ? Object.fromEntries(heldByColumns(offers)) : { [holds]: `${prefix}*` }
  return { ...fields, ...offers.fields, ...locationFields }
}

/** Lists the column names that a field is read from. */
function describe(sources: SourcesValue | undefined): string {
  return [sources ?? []]
    .flat()
    .map((source): string => {
      if (typeof source === 'string') return `«${source}»`
      if ('value' in source) return `«${source.value}»`
      return 'join' in source ? source.join.map((part) => describe(part)).join(' + ') : `«${source.from}»`
    })
    .join(', ')
}
