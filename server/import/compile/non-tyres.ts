import type { TyreSpecs } from '../../prices/offer.ts'
import type { Mapping } from '../mapping.ts'
import type { Columns, RawCell } from '../readers/columns.ts'
import { CATEGORY_FIELD } from '../readers/xml.ts'
import { isOtherGoods } from '../values/goods.ts'
import { compileSources, isEmpty, type SourceContext, textOf } from './source.ts'

/** Returns true if a record is evidently not a tyre. */
export type NonTyreCheck = (specs: TyreSpecs, cells: readonly RawCell[]) => boolean

/** Matches fields that only rims have: 'PCD', 'param[Вылет (ET)]'. */
const RIM_FIELD = /(?<!\p{L})(?:PCD|ET|вылет|сверловка|крепежн\p{L}+ отверст\p{L}+|разболтовка)(?!\p{L})/iu
/** Minimum number of rim fields of a rim; a single one may be a mistake in the file. */
const MIN_RIM_FIELDS = 2

/** Compiles the mapping's `skip.goods`: checks the category by default, and nothing if the list is empty. */
export function compileNonTyreCheck({ skip }: Mapping, context: SourceContext): NonTyreCheck {
  const names = skip?.goods ?? [CATEGORY_FIELD]
  if (names.length === 0) return () => false
  const kinds = names.map((name) => compileSources(name, context))
  const rims = rimFields(context.columns)
  // Price lists with one line per offer yield the same specs object for consecutive records, so the last result is
  // cached.
  let last: TyreSpecs | undefined
  let lastKinds: string[] = []
  let other = false
  return (specs, cells) => {
    const found = kinds.map((read) => textOf(read(cells)))
    const isRim = rims().filter((at) => !isEmpty(cells[at])).length >= MIN_RIM_FIELDS
    if (specs === last && found.every((text, i) => text === lastKinds[i])) return other
    other = isOtherGoods(specs, found, isRim)
    last = specs
    lastKinds = found
    return other
  }
}

/**
 * Returns a function that returns the indexes of the rim fields, because the next record of a document may add fields.
 */
function rimFields(columns: Columns): () => readonly number[] {
  const found: number[] = []
  let seen = 0
  return () => {
    for (; seen < columns.names.length; seen++) {
      if (RIM_FIELD.test(columns.names[seen] as string)) found.push(seen)
    }
    return found
  }
}
