import type { SourceKind } from '../../../../contract/sources/source.ts'
import { MAIL_KIND } from '../mail/mail-kind.ts'
import { PAGES_KIND, SHOP_KIND } from '../pages/page-kinds.ts'
import { ADDRESS_KIND } from './address-kind.ts'
import { checkMapping, type Kind } from './kind.ts'

/** Kinds of sources. */
export const KINDS: Readonly<Record<SourceKind, Kind>> = {
  address: ADDRESS_KIND,
  // Price lists that people upload, or suppliers and 1C deliver.
  upload: {
    check: ({ mapping }) => ({ address: '', hostKey: '', mapping: checkMapping(mapping), secrets: null }),
  },
  pages: PAGES_KIND,
  shop: SHOP_KIND,
  mail: MAIL_KIND,
}
