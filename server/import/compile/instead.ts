import type { Mapping } from '../mapping.ts'
import type { RawCell } from '../readers/columns.ts'
import { compileSources, isEmpty, isZero, type SourceContext, textOf } from './source.ts'

/**
 * Compiles the mapping's `instead`: counts the records whose price column is left out in favour of another.
 * @param columns columns that are read in this context
 * @returns undefined if none of them stands for another
 */
export function compileInstead(
  instead: Mapping['instead'] = {},
  columns: ReadonlySet<string>,
  context: SourceContext,
): ((cells: readonly RawCell[]) => void) | undefined {
  const { alterations } = context
  const pairs = Object.entries(instead)
    .filter(([, { by }]) => columns.has(by))
    .map(([left, { by, rule }]) => ({
      left: compileSources(left, context),
      taken: compileSources(by, context),
      rule,
    }))
  if (pairs.length === 0 || !alterations) return undefined
  return (cells) => {
    for (const { left, taken, rule } of pairs) {
      const [other, own] = [left(cells), taken(cells)]
      if (isEmpty(other) || isEmpty(own) || isZero(own) || textOf(other) === textOf(own)) continue
      alterations.add(rule, `${textOf(other)} → ${textOf(own)}`)
    }
  }
}
