import { Type } from 'typebox'
import { Text } from '../../../contract/lib/schemas.ts'

/** Parameters of the calls of sources (specification 13.3). */
export const SourceId = Type.Object({ id: Text(64) })
/** Text, because '1e999' would be an integer, and infinite. */
export const RunId = Type.Object({ run: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) })
export const FileId = Type.Object({ file: Text(64) })
export const Day = Type.Optional(
  Type.String({ maxLength: 10, description: 'ГГГГ-ММ-ДД, по умолчанию сегодня' }),
)
