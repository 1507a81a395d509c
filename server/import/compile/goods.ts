import type { TyreSpecs } from '../../prices/offer.ts'
import type { Mapping } from '../mapping.ts'
import type { Columns, RawCell } from '../readers/columns.ts'
import { CATEGORY_FIELD } from '../readers/xml-categories.ts'
import { isOtherGoods } from '../values/goods.ts'
import { compileSources, isEmpty, type SourceContext, textOf } from './source.ts'

/** Tells whether a record is evidently no tyre. */
export type IsOther = (specs: TyreSpecs, cells: readonly RawCell[]) => boolean

/** Fields that only rims have: 'PCD', 'param[Вылет (ET)]'. */
const RIM_FIELD = /(?<!\p{L})(?:PCD|ET|вылет|сверловка|крепежн\p{L}+ отверст\p{L}+|разболтовка)(?!\p{L})/iu
/** One of them may be a mistake. */
const FEWEST_RIM_FIELDS = 2

/** Compiles the mapping's `skip.goods`: the category by default, nothing at all if it is empty. */
export function compileGoods({ skip }: Mapping, context: SourceContext): IsOther {
  const names = skip?.goods ?? [CATEGORY_FIELD]
  if (names.length === 0) return () => false
  const kinds = names.map((name) => compileSources(name, context))
  const rims = rimFields(context.columns)
  // Price lists with a line for each offer bring the same object again and again.
  let last: TyreSpecs | undefined
  let lastKinds: string[] = []
  let other = false
  return (specs, cells) => {
    const found = kinds.map((read) => textOf(read(cells)))
    const isRim = rims().filter((at) => !isEmpty(cells[at])).length >= FEWEST_RIM_FIELDS
    if (specs === last && found.every((text, i) => text === lastKinds[i])) return other
    other = isOtherGoods(specs, found, isRim)
    last = specs
    lastKinds = found
    return other
  }
}

/** Any record of a document may bring new fields. */
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
