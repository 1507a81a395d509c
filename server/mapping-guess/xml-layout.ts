import { type ImportLimits, limitExceeded } from '../import/limits.ts'
import { boundedXml } from '../import/readers/bounded-xml.ts'
import type { CheckTime } from '../import/readers/time-limit.ts'

/** Length of the text in which the elements are searched. */
const SAMPLE_CHARS = 600_000

/** Element that may be a record, with its possible nested lists. */
export interface XmlLayout {
  element: string
  /** names of its ancestors and its own, joined by '/' */
  path: string
  /** number of its records in the searched text */
  records: number
  /** paths of its fields */
  fields: ReadonlySet<string>
  lists: string[]
}

interface SeenElement {
  name: string
  depth: number
  count: number
  /** paths of its fields, relative to the element */
  fields: Set<string>
}

/** Finds repeated elements with fields, most likely records first. */
export function findRecordElements(text: string, limits: ImportLimits, checkTime: CheckTime): XmlLayout[] {
  const seen = new Map<string, SeenElement>()
  const repeats = new Map<string, Map<string, number>>()
  const open: { path: string; name: string; children: Map<string, number> }[] = []
  const xml = boundedXml(
    { ...limits, recordChars: Number.POSITIVE_INFINITY },
    {
      open(name, attributes) {
        checkTime()
        const parent = open.at(-1)
        if (parent) parent.children.set(name, (parent.children.get(name) ?? 0) + 1)
        const path = parent ? `${parent.path}/${name}` : name
        // Each element's path contains all its ancestors, so long names would fill the memory.
        if (path.length > limits.nameChars) throw limitExceeded('nameChars', limits)
        open.push({ path, name, children: new Map() })
        const element = seen.get(path) ?? { name, depth: open.length, count: 0, fields: new Set() }
        element.count++
        seen.set(path, element)
        for (const attribute in attributes) element.fields.add(`@${attribute}`)
        for (let above = open.length - 2; above >= 0 && above >= open.length - 4; above--) {
          const ancestor = open[above] as { path: string }
          seen.get(ancestor.path)?.fields.add(path.slice(ancestor.path.length + 1))
        }
      },
      text() {},
      close() {
        const closed = open.pop()
        if (!closed) return
        const most = repeats.get(closed.path) ?? new Map<string, number>()
        for (const [child, count] of closed.children) most.set(child, Math.max(most.get(child) ?? 0, count))
        repeats.set(closed.path, most)
      },
    },
  )
  let damage: unknown
  try {
    xml.write(text.slice(0, SAMPLE_CHARS))
  } catch (error) {
    // Records before the damage are used; the damage is reported when the whole file is read.
    damage = error
  }
  const candidates = [...seen].filter(
    ([, { count, depth, fields }]) => count > 1 && depth > 1 && fields.size > 1,
  )
  // Accepts a single record if the file has only one.
  if (candidates.length === 0)
    candidates.push(...[...seen].filter(([, { depth, fields }]) => depth > 1 && fields.size > 1))
  if (candidates.length === 0 && damage !== undefined) throw damage
  return candidates
    .sort(([, a], [, b]) => score(b) - score(a))
    .slice(0, 4)
    .map(([path, { name, count, fields }]) => ({
      element: name,
      path,
      records: count,
      fields,
      lists: listsOf(path, seen, repeats),
    }))
}

/** Records have many fields; the items of a nested list have fewer. */
const score = ({ count, depth, fields }: SeenElement) =>
  (Math.log2(count + 1) * Math.min(fields.size, 40)) / depth

/**
 * Returns the paths of containers whose children repeat, or of repeated elements ('stock[]'), relative to the record.
 */
function listsOf(
  path: string,
  seen: ReadonlyMap<string, SeenElement>,
  repeats: ReadonlyMap<string, ReadonlyMap<string, number>>,
): string[] {
  const lists: string[] = []
  for (const [child, counts] of repeats) {
    if (child !== path && !child.startsWith(`${path}/`)) continue
    const within = child === path ? '' : child.slice(path.length + 1).replaceAll('/', '.')
    for (const [name, count] of counts) {
      const fields = seen.get(`${child}/${name}`)?.fields.size ?? 0
      if (count < 2 || fields < 1) continue
      lists.push(within === '' || counts.size > 1 ? `${within === '' ? '' : `${within}.`}${name}[]` : within)
    }
  }
  return [...new Set(lists)].slice(0, 3)
}
