import { checkMapping } from './check-mapping.ts'
import type { Kind } from './kind.ts'

/** Price lists that people upload, or suppliers and 1C deliver. */
export const UPLOAD_KIND: Kind = {
  check: ({ mapping }) => ({ address: '', hostKey: '', mapping: checkMapping(mapping), secrets: null }),
}
