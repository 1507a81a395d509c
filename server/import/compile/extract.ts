import { memoize } from '../../../contract/lib/memo.ts'
import { MAX_FIELD_LENGTH } from '../../../contract/reports/field-length.ts'
import { type LinearPattern, linearPattern } from '../linear-pattern.ts'
import type { Mapping } from '../mapping.ts'
import type { Columns, RawCell } from '../readers/columns.ts'
import { withLatinSizes } from '../values/look-alikes.ts'
import { notDate } from '../values/text.ts'
import { textOf } from './source.ts'

/** Fills the '$' fields of a record; throws Rejection if a size is damaged. */
export type Extract = (cells: RawCell[]) => void

/** Compiles the mapping's `extract`. Must be called before compiling anything that reads '$' fields. */
export function compileExtract(rules: Mapping['extract'] = [], columns: Columns): Extract {
  const steps = rules.map((rule) => ({
    from: columns.slot(rule.from),
    find: finder(rule.match),
    isSize: groupNames(rule.match).includes('diameter'),
    groups: groupNames(rule.match).map((name) => ({ name, slot: columns.slot(`$${name}`) })),
  }))
  const slots = [...new Set(steps.flatMap(({ groups }) => groups.map(({ slot }) => slot)))]

  return (cells) => {
    for (const slot of slots) cells[slot] = ''
    for (const { from, find, isSize, groups } of steps) {
      if (groups.every(({ slot }) => cells[slot] !== '')) continue
      const text = textOf(cells[from])
      const found = find(text)
      if (!found) {
        if (isSize) notDate(text)
        continue
      }
      for (const { name, slot } of groups) {
        if (cells[slot] === '') cells[slot] = found[name] ?? ''
      }
    }
  }
}

/** Returns a memoised function that matches the expression; a price list repeats a tyre in each of its offers. */
function finder(expression: string) {
  const pattern = linearPattern(expression)
  return memoize((text) => groupsIn(pattern, text.slice(0, MAX_FIELD_LENGTH)))
}

/**
 * Returns the groups that an expression matches in a text. Searches first with the sizes in Latin letters, then in the
 * original text, because the expression may look for Cyrillic letters.
 */
export function groupsIn(
  pattern: LinearPattern,
  text: string,
): Readonly<Record<string, string | undefined>> | null {
  const latin = withLatinSizes(text)
  const found = pattern.exec(latin) ?? (latin === text ? null : pattern.exec(text))
  return found?.groups ?? null
}

function groupNames(expression: string): string[] {
  return [...expression.matchAll(/\(\?<([a-zA-Z]\w*)>/g)].map((found) => found[1] as string)
}
