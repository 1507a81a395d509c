import { memoize } from '../../../contract/lib/memo.ts'
import { type ListingIds, NO_IDS } from '../../prices/listings/listing.ts'
import type { IdFieldName, Mapping } from '../mapping.ts'
import type { RawCell } from '../readers/columns.ts'
import type { Remarks } from '../remarks.ts'
import { gtinIn } from '../values/barcode.ts'
import { checkLength, cleanText, isDamagedArticle } from '../values/text.ts'
import { compileSources, type SourceContext, textOf } from './source.ts'

interface IdReader {
  /** reads a record's identifiers beside the article; throws Rejection */
  read(cells: readonly RawCell[]): ListingIds
  /** remarks on identifiers that Excel has damaged */
  remark(cells: readonly RawCell[], name: string): void
}

/** Compiles the mapping's supplier's code and barcode. */
export function compileIds({ fields }: Mapping, context: SourceContext, remarks: Remarks): IdReader {
  if (fields.code === undefined && fields.barcode === undefined) return { read: () => NO_IDS, remark() {} }
  const reader = (field: IdFieldName) => {
    const source = compileSources(fields[field], context)
    return (cells: readonly RawCell[]) => textOf(source(cells))
  }
  const [codeIn, barcodeIn] = [reader('code'), reader('barcode')]
  const cleanCode = memoize((text) => {
    const code = checkLength(cleanText(text), 'Код поставщика')
    return isDamagedArticle(code) ? '' : code
  })
  const gtinOf = memoize(gtinIn)
  return {
    read: (cells) => ({ code: cleanCode(codeIn(cells)), gtin: gtinOf(barcodeIn(cells)) }),
    remark(cells, name) {
      const [code, barcode] = [codeIn(cells), barcodeIn(cells)]
      if (isDamagedArticle(code)) remarks.add(DAMAGED_CODE, `${code.trim()}, ${name}`)
      if (isDamagedArticle(barcode)) remarks.add(DAMAGED_BARCODE, `${barcode.trim()}, ${name}`)
    },
  }
}

const DAMAGED_CODE = 'Код поставщика испорчен Excel: шина загружена без него'
const DAMAGED_BARCODE = 'Штрихкод испорчен Excel: шина загружена без него'
