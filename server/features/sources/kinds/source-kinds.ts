import type { SourceKind } from '../../../../contract/sources/source.ts'
import { MAIL_KIND } from '../mail/mail-kind.ts'
import { PAGES_KIND } from '../pages/pages-kind.ts'
import { SHOP_KIND } from '../pages/shop-kind.ts'
import { ADDRESS_KIND } from './address-kind.ts'
import type { Kind } from './kind.ts'
import { UPLOAD_KIND } from './upload-kind.ts'

/** Kinds of sources. */
export const KINDS: Readonly<Record<SourceKind, Kind>> = {
  address: ADDRESS_KIND,
  upload: UPLOAD_KIND,
  pages: PAGES_KIND,
  shop: SHOP_KIND,
  mail: MAIL_KIND,
}
