import type { SourceKind } from '../../../../../contract/sources/source.ts'
import { ADDRESS_KIND } from '../address/address-kind.tsx'
import { MAIL_KIND } from '../mail/mail-kind.tsx'
import { SHOP_KIND } from '../shop/shop-kind.tsx'
import type { KindModule } from './kind-module.ts'
import { PAGES_KIND } from './pages-kind.tsx'
import { UPLOAD_KIND } from './upload-kind.tsx'

/** Kinds of sources, in the order of the wizard. */
export const KINDS: Readonly<Record<SourceKind, KindModule>> = {
  upload: UPLOAD_KIND,
  address: ADDRESS_KIND,
  mail: MAIL_KIND,
  shop: SHOP_KIND,
  pages: PAGES_KIND,
}
