import type { Offer, TyreSpecs } from '../prices/offer.ts'
import { ImportError } from './import-error.ts'
import type { Mapping, SourcesValue } from './mapping.ts'

/** A field of the mapping, and the share of good records (tyre) or offers (price, place, stock) that have it, from 0 to 1. */
export interface FieldFill {
  field: FieldName
  share: number
}

type FieldName = keyof TyreSpecs | keyof Offer

/** Counts how far the fields that a mapping names are filled: a mistyped source leaves its field empty everywhere. */
export interface FilledFields {
  add(specs: TyreSpecs, offers: readonly Offer[]): void
  /** in the order of the mapping */
  shares(): FieldFill[]
  /**
   * @param allowEmpty fields that may be empty everywhere, besides the mapping's own `optional` ones
   * @throws ImportError for any other field without a single value
   */
  check(allowEmpty: readonly string[]): void
}

export function createFilledFields(mapping: Mapping): FilledFields {
  const sources = namedFields(mapping)
  const names = Object.keys(sources) as FieldName[]
  // Kept by place: a million records pass by.
  const filled = new Float64Array(names.length)
  const placesOf = <T extends FieldName>(wanted: (name: FieldName) => boolean) =>
    names.flatMap((name, place) => (wanted(name) ? [{ name: name as T, place }] : []))
  const ofTyre = placesOf<keyof TyreSpecs>((name) => !OFFER_FIELDS.has(name))
  const ofOffer = placesOf<keyof Offer>((name) => OFFER_FIELDS.has(name))
  let tyres = 0
  let places = 0

  const shares = () =>
    names.map((field, place): FieldFill => {
      const of = OFFER_FIELDS.has(field) ? places : tyres
      return { field, share: of === 0 ? 0 : (filled[place] as number) / of }
    })

  return {
    add(specs, offers) {
      tyres++
      places += offers.length
      for (const { name, place } of ofTyre)
        if (specs[name] !== '') filled[place] = (filled[place] as number) + 1
      for (const offer of offers) {
        for (const { name, place } of ofOffer) {
          if (offer[name] !== null && offer[name] !== '') filled[place] = (filled[place] as number) + 1
        }
      }
    },
    shares,
    check(allowEmpty) {
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

const OFFER_FIELDS: ReadonlySet<string> = new Set<keyof Offer>([
  'city',
  'warehouse',
  'retail',
  'opt',
  'cost',
  'stock',
])

type NamedFields = Partial<Record<FieldName, SourcesValue | undefined>>

/** What the mapping names, the nested list's fields included. */
function namedFields({ fields, offers = {} }: Mapping): NamedFields {
  const { holds = 'stock', prefix, columns } = offers
  const ofPlaces: NamedFields =
    prefix === undefined && columns === undefined
      ? {}
      : { [holds]: prefix === undefined ? Object.keys(columns ?? {}) : `${prefix}*` }
  return { ...fields, ...offers.fields, ...ofPlaces }
}

/** The names in the file that a field is taken from. */
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
