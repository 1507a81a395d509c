import { type Static, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import {
  isMappedPrice,
  LOCATION_COLUMN_FIELDS,
  type LocationColumnField,
  MAPPED_PRICES,
  ofEachMapped,
} from '../../contract/offers/offer-values.ts'
import { ofEachSpec } from '../../contract/tyre/tyre-specs.ts'
import type { ListingIds, OfferedState } from '../prices/listings/listing.ts'
import type { Offer } from '../prices/offer.ts'
import { type Expression, expressionMistakes } from './expressions.ts'
import { describeErrors } from './mapping-errors.ts'

// Schema of a mapping file, which describes one supplier's price list (specification 10.13).

const closed = { additionalProperties: false }
const Name = Type.String({ minLength: 1 })
const Names = Type.Array(Name, { minItems: 1 })
const Spellings = Type.Record(Type.String(), Type.Array(Type.String()))

/**
 * Value that a regular expression matches in a field: its first group, or the whole match. `as` replaces the match,
 * `upper` converts it to upper case.
 */
const Match = Type.Object(
  { from: Name, match: Name, as: Type.Optional(Name), upper: Type.Optional(Type.Boolean()) },
  closed,
)

/**
 * Source of a value: a field of the record by name; a constant; several sources joined with spaces; a part of a
 * field; a known brand, season, vehicle type or Russian city anywhere in a field; 0 for a field that says that a tyre
 * is out of stock ('absence'), the condition of one that says that it is not new. Fields created by `extract` are
 * named '$' plus the group's name; '$sheet' is the name of the record's sheet if `records.sheets` names several.
 */
const Source = Type.Union([
  Name,
  Type.Object({ value: Name }, closed),
  Type.Object({ join: Type.Array(Type.Union([Name, Match]), { minItems: 1 }) }, closed),
  Match,
  Type.Object(
    { from: Name, known: Type.Enum(['brand', 'season', 'vehicleType', 'city', 'absence', 'condition']) },
    closed,
  ),
])

/** One source, or several of which the first non-empty one counts. */
const Sources = Type.Union([Source, Type.Array(Source, { minItems: 1 })])

/** Fields of an offer by their names in a mapping, which are the names in the project's own CSV header. */
export const OFFER_FIELDS = {
  city: 'city',
  warehouse: 'warehouse',
  ...ofEachMapped((value) => value),
} as const satisfies Record<string, keyof Offer>

export type OfferFieldName = keyof typeof OFFER_FIELDS

/** Identifiers of a listing beside the manufacturer's article, and its state, by their names in a mapping. */
export const ID_FIELDS = {
  code: 'code',
  barcode: 'gtin',
  condition: 'condition',
  year: 'year',
} as const satisfies Record<string, keyof (ListingIds & OfferedState)>

export type IdFieldName = keyof typeof ID_FIELDS

const optionalSources = () => Type.Optional(Sources)
const offerFields = Object.fromEntries(
  Object.keys(OFFER_FIELDS).map((name) => [name, optionalSources()]),
) as Record<OfferFieldName, ReturnType<typeof optionalSources>>
const specFields = ofEachSpec(optionalSources)
const idFields = Object.fromEntries(
  Object.keys(ID_FIELDS).map((name) => [name, optionalSources()]),
) as Record<IdFieldName, ReturnType<typeof optionalSources>>

/** Names of all fields that a mapping can fill. */
export const FIELD_NAMES: readonly string[] = [
  ...Object.keys(specFields),
  ...Object.keys(ID_FIELDS),
  ...Object.keys(OFFER_FIELDS),
]

/**
 * Location of a warehouse: its city, with the code serving as the warehouse's name, or its city and a readable name.
 */
const WarehouseLocation = Type.Union([Name, Type.Object({ city: Name, warehouse: Type.String() }, closed)])

const Held = Type.Enum([...LOCATION_COLUMN_FIELDS])
/** Column that stands for a location, and the field that it holds; a location may have several columns. */
const LocationColumn = Type.Union([
  Name,
  Type.Object(
    {
      city: Type.Optional(Type.String()),
      warehouse: Type.Optional(Type.String()),
      holds: Type.Optional(Held),
    },
    closed,
  ),
])

const Separator = Type.Enum(['.', ',', '.,'])
const Sheet = Type.Union([Name, Type.Integer({ minimum: 1 })])
const tableFields = {
  header: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  headerRows: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
}

const BlockColumn = Type.Integer({ minimum: 1, maximum: 1000 })
const Records = Type.Object(
  {
    /** file of an archive; by default the first with tyres, with all tables of its form */
    file: Type.Optional(Name),
    element: Type.Optional(Name),
    /** array of the records; several of one form are read one after the other */
    path: Type.Optional(Type.Union([Name, Type.Array(Name, { minItems: 2, maxItems: 50 })])),
    ...tableFields,
    /** columns of several tables beside each other with the same header, numbered from 1 */
    blocks: Type.Optional(
      Type.Array(Type.Object({ from: BlockColumn, to: BlockColumn }, closed), { minItems: 2, maxItems: 20 }),
    ),
    delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
    sheet: Type.Optional(Sheet),
    /** sheets with the same columns; '*' for all that have them */
    sheets: Type.Optional(Type.Union([Type.Literal('*'), Type.Array(Sheet, { minItems: 1, maxItems: 100 })])),
    join: Type.Optional(
      Type.Object({ sheet: Sheet, key: Name, own: Type.Optional(Name), ...tableFields }, closed),
    ),
  },
  closed,
)

/**
 * Describes how a record becomes offers. Without `prefix`, `columns` and `list` it is one offer. With `prefix`, each
 * field whose name starts with it is a warehouse, named by the rest. With `columns`, each listed field is a location,
 * and the fields of one location form one offer. With `list`, each item of the nested list is an offer, whose own
 * `fields` override the record's.
 */
const Offers = Type.Object(
  {
    prefix: Type.Optional(Name),
    columns: Type.Optional(Type.Record(Type.String(), LocationColumn)),
    /** field that a `prefix` or `columns` column holds; stock by default */
    holds: Type.Optional(Held),
    list: Type.Optional(Name),
    fields: Type.Optional(Type.Object(offerFields, closed)),
    /** a record with an empty list is skipped (default) or is itself an offer */
    emptyList: Type.Optional(Type.Enum(['skip', 'offer'])),
    /** locations by warehouse code; a code may end with * */
    warehouses: Type.Optional(Type.Record(Type.String(), WarehouseLocation)),
  },
  closed,
)

export const MappingSchema = Type.Object(
  {
    title: Type.Optional(Type.String()),
    /** detected from the content by default */
    format: Type.Optional(Type.Enum(['csv', 'xlsx', 'xls', 'json', 'jsonl', 'xml', 'commerceml'])),
    encoding: Type.Optional(Name),
    records: Type.Optional(Records),
    /** thousands separator if it is a point, a comma or either; for all numbers, or by column */
    thousands: Type.Optional(Type.Union([Separator, Type.Record(Type.String(), Separator)])),
    /** number of tyres that a column's prices are for; 1 by default */
    pieces: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 1, maximum: 100 }))),
    /**
     * minor units of a column's prices: the power of ten by which they are divided (2 for kopecks), or the field that
     * has it
     */
    minor: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.Integer({ minimum: 0, maximum: 6 }), Name])),
    ),
    /** price columns that are not read, with the one that is read instead; the import counts their records */
    instead: Type.Optional(
      Type.Record(Type.String(), Type.Object({ by: Name, rule: Type.Enum(['discount', 'vat']) }, closed)),
    ),
    /** field with the currency: a record in a currency other than the rouble is rejected */
    currency: Type.Optional(Name),
    /** each named group becomes a field '$group'; the first expression that matches it counts */
    extract: Type.Optional(Type.Array(Type.Object({ from: Name, match: Name }, closed))),
    /**
     * Records in which all fields of `empty` are empty are headings. `goods` are fields that, beside the name, tell
     * what kind of goods a record is; the category by default. Records that are evidently not tyres are left out,
     * unless the list is empty.
     */
    skip: Type.Optional(
      Type.Object({ empty: Type.Optional(Names), goods: Type.Optional(Type.Array(Name)) }, closed),
    ),
    fields: Type.Object({ ...specFields, ...idFields, ...offerFields }, closed),
    /** fields that may be empty in every record; any other field must have a value somewhere */
    optional: Type.Optional(Type.Array(Type.Enum([...FIELD_NAMES]))),
    offers: Type.Optional(Offers),
    /** spellings in this price list by canonical spelling */
    spellings: Type.Optional(
      Type.Object(
        {
          brand: Type.Optional(Spellings),
          season: Type.Optional(Spellings),
          vehicleType: Type.Optional(Spellings),
        },
        closed,
      ),
    ),
  },
  closed,
)

export type Mapping = Static<typeof MappingSchema>
export type SourceValue = Static<typeof Source>
export type MatchValue = Static<typeof Match>
export type SourcesValue = Static<typeof Sources>
export type OfferSources = Partial<Record<OfferFieldName, SourcesValue>>
export type LocationValue = Static<typeof WarehouseLocation>
type LocationColumnValue = Static<typeof LocationColumn>
/** Groups the names of the listed `columns` by the field that they hold; `prefix` fields are not included. */
export function heldByColumns({
  columns = {},
  holds = 'stock',
}: NonNullable<Mapping['offers']>): Map<LocationColumnField, string[]> {
  return Map.groupBy(Object.keys(columns), (name) => {
    const column = columns[name] as LocationColumnValue
    return (typeof column === 'string' ? undefined : column.holds) ?? holds
  })
}

/** Returns whether the columns of locations hold prices. */
export function arePricesByLocation(offers: NonNullable<Mapping['offers']>): boolean {
  const held = offers.prefix === undefined ? [...heldByColumns(offers).keys()] : [offers.holds ?? 'stock']
  return held.some(isMappedPrice)
}

const checker = Compile(MappingSchema as TSchema)

/**
 * Validates the content of a mapping file.
 * @returns the mapping, or its mistakes in Russian, one line each
 */
export function readMapping(value: unknown): Mapping | string[] {
  if (!checker.Check(value)) return describeErrors(checker.Errors(value))
  const mapping = value as Mapping
  const mistakes = contradictions(mapping)
  return mistakes.length > 0 ? mistakes : mapping
}

/** Finds mistakes that the schema cannot express. */
function contradictions(mapping: Mapping): string[] {
  const { fields, records = {}, offers = {} } = mapping
  const mistakes: string[] = []
  const priced = { ...fields, ...offers.fields }
  const modes = [offers.prefix, offers.columns, offers.list].filter((mode) => mode !== undefined)
  if (fields.article === undefined && fields.name === undefined) {
    mistakes.push('fields: нужен артикул или название (article, name)')
  }
  if (!MAPPED_PRICES.some((name) => priced[name]) && !arePricesByLocation(offers)) {
    const names = MAPPED_PRICES.join(', ')
    mistakes.push(`fields: нужна хотя бы одна цена: розничная, оптовая или себестоимость (${names})`)
  }
  if (records.sheet !== undefined && records.sheets !== undefined) {
    mistakes.push('records: из sheet и sheets можно указать одно')
  }
  if (records.blocks && (records.sheets !== undefined || records.join || records.header === 0)) {
    mistakes.push('records: blocks — только для одной таблицы с заголовком, без sheets и join')
  }
  if (modes.length > 1) mistakes.push('offers: из prefix, columns и list можно указать одно')
  if (offers.fields && !offers.list) mistakes.push('offers.fields: имеет смысл только вместе с list')
  return [...mistakes, ...expressionMistakes(expressionsIn(mapping))]
}

function expressionsIn({ fields, offers = {}, extract = [] }: Mapping): Expression[] {
  // Includes the record's own fields even where the list's items override them: they are compiled too.
  const sources = [...Object.entries(fields), ...Object.entries(offers.fields ?? {})]
  return [
    ...extract.map(({ match }, i): Expression => [`extract.${i}.match`, match]),
    ...sources.flatMap(([name, value]) =>
      expressionsOf(value).map((text): Expression => [`fields.${name}`, text]),
    ),
  ]
}

function expressionsOf(sources: SourcesValue): string[] {
  return [sources].flat().flatMap((source) => {
    if (typeof source === 'string') return []
    if ('join' in source) return source.join.flatMap((part) => (typeof part === 'string' ? [] : part.match))
    return 'match' in source ? source.match : []
  })
}
