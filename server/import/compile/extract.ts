import { linearPattern } from '../linear-pattern.ts'
import type { Mapping } from '../mapping.ts'
import { memoize } from '../memo.ts'
import type { Columns, RawCell } from '../readers/columns.ts'
import { LONGEST_FIELD } from '../values/text.ts'
import { textOf } from './source.ts'

/** Fills a record's '$' fields. */
export type Extract = (cells: RawCell[]) => void

/** Compiles the mapping's `extract`. Call it before compiling anything that reads '$' fields. */
export function compileExtract(rules: Mapping['extract'] = [], columns: Columns): Extract {
  const steps = rules.map((rule) => ({
    from: columns.slot(rule.from),
    find: finder(rule.match),
    groups: groupNames(rule.match).map((name) => ({ name, place: columns.slot(`$${name}`) })),
  }))
  const places = [...new Set(steps.flatMap(({ groups }) => groups.map(({ place }) => place)))]

  return (cells) => {
    for (const place of places) cells[place] = ''
    for (const { from, find, groups } of steps) {
      const found = find(textOf(cells[from]))
      if (!found) continue
      for (const { name, place } of groups) {
        if (cells[place] === '') cells[place] = found[name] ?? ''
      }
    }
  }
}

/** Memoised, since a price list repeats a tyre for each of its offers. */
function finder(expression: string) {
  const pattern = linearPattern(expression)
  return memoize((text) => pattern.exec(text.slice(0, LONGEST_FIELD))?.groups ?? null)
}

function groupNames(expression: string): string[] {
  return [...expression.matchAll(/\(\?<([a-zA-Z]\w*)>/g)].map((found) => found[1] as string)
}
