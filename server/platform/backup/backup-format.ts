import { hkdfSync } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import packageFile from '../../../package.json' with { type: 'json' }

/**
 * A backup is a gzip file of JSON lines (decision 44): the header; for each table a line with its name and columns,
 * then its rows as arrays; and the trailer. The header describes the tables, the trailer has their checksums.
 */
export const FORMAT = 'tyre-price-monitor backup'
export const FORMAT_VERSION = 1

export const PROGRAM_VERSION = packageFile.version

/**
 * The program's version is displayed before the file was verified, so the pattern excludes control characters that
 * affect a terminal.
 */
const ProgramVersion = Type.String({ pattern: '^[\\w.+-]{1,100}$' })

/** Properties of the header that every version of the format has. */
const AnyHeader = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Integer({ minimum: 1 }),
  program: ProgramVersion,
})

const BackupHeader = Type.Object({
  format: Type.Literal(FORMAT),
  version: Type.Literal(FORMAT_VERSION),
  /** version of the database schema: number of migrations */
  schema: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  program: ProgramVersion,
  /** ISO 8601 */
  made: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$` }),
  engine: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
  /** fingerprint of AUTH_SECRET; null without one */
  secret: Type.Union([Type.Null(), Type.String({ maxLength: 100 })]),
})
export type BackupHeader = Static<typeof BackupHeader>

const Trailer = Type.Object({
  tables: Type.Record(
    Type.String(),
    Type.Object({
      rows: Type.Integer({ minimum: 0 }),
      sum: Type.String({ pattern: '^[0-9a-f]{32}$' }),
      lastKey: Type.Union([Type.Null(), Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })]),
    }),
  ),
})
export type Trailer = Static<typeof Trailer>

const TableLine = Type.Object({ table: Type.String(), columns: Type.Array(Type.String()) })
export type TableLine = Static<typeof TableLine>

const checks = {
  anyHeader: Compile(AnyHeader),
  header: Compile(BackupHeader),
  trailer: Compile(Trailer),
  tableLine: Compile(TableLine),
}

export const isAnyHeader = (value: unknown): value is Static<typeof AnyHeader> =>
  checks.anyHeader.Check(value)
export const isHeader = (value: unknown): value is BackupHeader => checks.header.Check(value)
export const isTrailer = (value: unknown): value is Trailer => checks.trailer.Check(value)
export const isTableLine = (value: unknown): value is TableLine => checks.tableLine.Check(value)

/**
 * Returns a fingerprint of AUTH_SECRET that does not reveal it. It shows whether data encrypted with the secret can be
 * decrypted with the configured one.
 */
export const secretMark = (secret: string | undefined): string | null =>
  secret ? Buffer.from(hkdfSync('sha256', secret, '', 'backup mark', 8)).toString('hex') : null
