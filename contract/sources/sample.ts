import { type Static, Type } from 'typebox'
import { OrNull, oneOf } from '../lib/schemas.ts'
import { ofEachMapped } from '../offers/offer-values.ts'
import { ofEachSpec } from '../tyre/tyre-specs.ts'

/** Price in roubles or stock in pieces; null if not stated. */
const Value = OrNull(Type.Number())

const SampleOffer = Type.Object({
  city: Type.String(),
  warehouse: Type.String(),
  ...ofEachMapped(() => Value),
})
export type SampleOffer = Static<typeof SampleOffer>

/** `problem` of a record that is a section heading; skipping it loses no data. */
export const HEADING = 'заголовок раздела'
/** `problem` of goods other than tyres, which are skipped. */
export const NO_TYRE = 'не шина'

/** A record as it would be imported. */
export const SampleTyre = Type.Object({
  /** position in the file: line, or number of the record */
  line: Type.Integer(),
  specs: Type.Object(ofEachSpec(() => Type.String())),
  /** supplier's own number; '' if unknown */
  code: Type.Optional(Type.String()),
  /** barcode as it is printed; '' if unknown */
  barcode: Type.Optional(Type.String()),
  /** condition of a tyre that is not new, in words; '' for a new one */
  condition: Type.Optional(Type.String()),
  /** year of production; '' if unknown */
  year: Type.Optional(Type.String()),
  offers: Type.Array(SampleOffer),
  /** reason why it would not be imported; null if it would */
  problem: OrNull(Type.String()),
})
export type SampleTyre = Static<typeof SampleTyre>

/** Unit of record positions: records for formats such as XML and JSON, whose files may have a single line. */
export const Numbered = oneOf('records', 'lines')
export type Numbered = Static<typeof Numbered>

export const FileColumn = Type.Object({ name: Type.String(), examples: Type.Array(Type.String()) })
export type FileColumn = Static<typeof FileColumn>

/** First records of a file as cells, aligned with its columns. */
export const FileRecords = Type.Array(Type.Array(OrNull(Type.String())))

/** An error in a mapping, at a path such as 'fields.retail'. */
const MappingMistake = Type.Object({ path: Type.String(), message: Type.String() })
export type MappingMistake = Static<typeof MappingMistake>

/** A remark about the records of a price list, with examples. */
export const Remark = Type.Object({
  text: Type.String(),
  count: Type.Number(),
  examples: Type.Array(
    Type.Object({
      /** lines of the file, or numbers of the records */
      lines: Type.Array(Type.Number()),
      text: Type.String(),
    }),
  ),
})
export type Remark = Static<typeof Remark>

/** The first records of a file, read by a mapping. */
export const Sample = Type.Object({
  /** mistakes in the mapping; if there are any, all other fields are empty */
  mistakes: Type.Array(MappingMistake),
  /** reason why the file cannot be read with this mapping */
  error: OrNull(Type.String()),
  columns: Type.Array(FileColumn),
  records: FileRecords,
  tyres: Type.Array(SampleTyre),
  remarks: Type.Array(Remark),
  numbered: Numbered,
})
export type Sample = Static<typeof Sample>
