import { Type } from 'typebox'
import { Text } from '../../../contract/lib/schemas.ts'

/** Path parameter of requests about a source (specification 13.3). */
export const SourceId = Type.Object({ id: Text(64) })
/** Validated as text: as a number, '1e999' would be accepted as an infinite integer. */
export const RunId = Type.Object({ run: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) })
export const FileId = Type.Object({ file: Text(64) })
export const Day = Type.Optional(
  Type.String({ maxLength: 10, description: 'ГГГГ-ММ-ДД, по умолчанию сегодня' }),
)
