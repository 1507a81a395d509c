import { type Static, Type } from 'typebox'
import { OrNull } from '../lib/schemas.ts'
import { ListAccount } from './account.ts'
import { Letter } from './mail.ts'
import { FileColumn, FileRecords } from './sample.ts'
import { MappingObject } from './source.ts'

/** A file that the server stores for its uploader. */
export const StoredFile = Type.Object({
  /** id of the file in requests */
  file: Type.String(),
  name: Type.String(),
  /** in bytes */
  size: Type.Integer(),
  /** fingerprint of the key that the SFTP server showed, 'SHA256:…'; missing for other files */
  host_key: Type.Optional(Type.String()),
  /** number of pages of an API that the file has, if there are more; missing for a whole file */
  first_pages: Type.Optional(Type.Integer()),
})
export type StoredFile = Static<typeof StoredFile>

/** Price list from a mailbox, stored for the administrator who looked for it. */
export const MailedFile = Type.Object({ ...StoredFile.properties, letter: Letter })
export type MailedFile = Static<typeof MailedFile>

/** Field that a column is read as; with city and warehouse if the column has the prices of one place. */
const TakenFor = Type.Object({
  field: Type.String(),
  /** confidence from 0 to 1 */
  sureness: Type.Number(),
  city: Type.Optional(Type.String()),
  warehouse: Type.Optional(Type.String()),
})

const GuessedColumn = Type.Object({ ...FileColumn.properties, takenFor: OrNull(TakenFor) })
export type GuessedColumn = Static<typeof GuessedColumn>

/** Price column of a file with the reason for its meaning (the account's, account.ts). */
export type PriceEvidence = ListAccount['evidence'][number]

/** Price column of a file that is not read, with the reason. */
const IgnoredPrice = Type.Object({
  column: Type.String(),
  why: Type.String(),
  /** true if a person must say whether the right price was taken */
  asks: Type.Optional(Type.Boolean()),
})
export type IgnoredPrice = Static<typeof IgnoredPrice>

/** Detected content of a file. */
export const Guess = Type.Object({
  format: Type.String(),
  encoding: Type.String(),
  /** '' without a delimiter */
  delimiter: Type.String(),
  sheets: Type.Array(Type.String()),
  /** complete and valid if `missing` is empty */
  mapping: MappingObject,
  /** every field that the mapping fills, with its source in words */
  fields: Type.Array(Type.Object({ field: Type.String(), from: Type.String(), sureness: Type.Number() })),
  columns: Type.Array(GuessedColumn),
  records: FileRecords,
  /** choices that a person must still make, in words */
  missing: Type.Array(Type.String()),
  /** other findings, in words */
  notes: Type.Array(Type.String()),
  /** why each price column has its meaning; missing in answers of older servers */
  evidence: Type.Optional(ListAccount.properties.evidence),
  /** price columns that are not read, each with the reason */
  ignored: Type.Optional(Type.Array(IgnoredPrice)),
})
export type Guess = Static<typeof Guess>

/** Sources from which a file can be, the most probable first. */
export const FittingSources = Type.Object({
  sources: Type.Array(
    Type.Object({
      id: Type.String(),
      title: Type.String(),
      site: Type.String(),
      /** share of the file's first tyres that the site lists already, percent */
      known: Type.Number(),
    }),
  ),
})
export type FittingSources = Static<typeof FittingSources>
