/** Addresses of a shop that differ only in some segments: '/catalog/tyres/*'. */
export interface AddressPattern {
  /** path with '*' for a segment that varies, and the names of the query's parameters: '/tyre/*?id=*' */
  pattern: string
  count: number
  /** first addresses */
  examples: string[]
}

const EXAMPLES = 3
/** Number of different segments at one place from which on they vary; fewer are parts of a catalog. */
const VARYING = 12
const MAX_PATTERNS = 200
/** Number of forms after which no further address is counted: merging many takes long, and no shop has as many. */
const MAX_FORMS = 5_000

/** Addresses that begin with the same segments. */
interface Node {
  count: number
  children: Map<string, Node>
  /** whether many different segments stood here: then one child stands for all with the same query */
  varies: boolean
  examples: string[]
}

const newNode = (): Node => ({ count: 0, children: new Map(), varies: false, examples: [] })

/**
 * Addresses grouped by the form of their paths. A segment varies if many different ones stand at its place; these are
 * merged at once, so that the tree of a shop stays small.
 */
export class AddressTree {
  readonly #root = newNode()
  #forms = 0

  /** @param address valid URL; the hosts are not compared */
  add(address: string): void {
    if (this.#forms === MAX_FORMS) return
    let node = this.#root
    for (const segment of segmentsOf(new URL(address))) node = childOf(node, segment)
    if (node.count === 0) this.#forms++
    node.count++
    if (node.examples.length < EXAMPLES) node.examples.push(address)
  }

  /** Returns the groups, largest first. */
  patterns(): AddressPattern[] {
    const found: AddressPattern[] = []
    collect(this.#root, '', found)
    return found.sort((a, b) => b.count - a.count || (a.pattern < b.pattern ? -1 : 1)).slice(0, MAX_PATTERNS)
  }
}

/** Returns a path's segments; the last one has the query's parameters without their values. */
function segmentsOf({ pathname, searchParams }: URL): string[] {
  const segments = pathname.split('/').slice(1)
  const names = [...new Set(searchParams.keys())].sort()
  const last = segments.pop() ?? ''
  return [...segments, names.length === 0 ? last : `${last}?${names.map((name) => `${name}=*`).join('&')}`]
}

function childOf(node: Node, segment: string): Node {
  const key = node.varies ? varying(segment) : segment
  const known = node.children.get(key)
  if (known) return known
  const child = newNode()
  node.children.set(key, child)
  if (node.varies || node.children.size <= VARYING) return child
  vary(node)
  return node.children.get(varying(segment)) as Node
}

/** Returns what stands for a segment that varies: '*' with its query. */
const varying = (segment: string): string => `*${queryOf(segment)}`

/** Merges the children of a node into those that stand for all. */
function vary(node: Node): void {
  const children = node.children
  node.children = new Map()
  node.varies = true
  for (const [segment, child] of children) {
    const one = node.children.get(varying(segment))
    if (one) merge(one, child)
    else node.children.set(varying(segment), child)
  }
}

const queryOf = (segment: string): string => {
  const at = segment.indexOf('?')
  return at === -1 ? '' : segment.slice(at)
}

function merge(into: Node, from: Node): void {
  into.count += from.count
  into.examples = [...into.examples, ...from.examples].slice(0, EXAMPLES)
  if (from.varies && !into.varies) vary(into)
  for (const [segment, child] of from.children) merge(childOf(into, segment), child)
}

function collect({ count, children, examples }: Node, path: string, found: AddressPattern[]): void {
  if (count > 0) found.push({ pattern: path || '/', count, examples })
  for (const [segment, child] of children) collect(child, `${path}/${segment}`, found)
}

/** Returns whether an address has one of the forms. */
export type PatternTest = (address: string) => boolean

/** Returns a test of addresses for patterns, as addressPatterns writes them. */
export function addressPatternTest(patterns: readonly string[]): PatternTest {
  const forms = patterns.map((pattern) => pattern.split('/').slice(1))
  return (address) => {
    const segments = URL.canParse(address) ? segmentsOf(new URL(address)) : []
    return forms.some(
      (wanted) =>
        segments.length === wanted.length &&
        segments.every((segment, at) => fits(segment, wanted[at] as string)),
    )
  }
}

function fits(segment: string, wanted: string): boolean {
  if (!wanted.startsWith('*')) return segment === wanted
  return queryOf(segment) === wanted.slice(1) && segment !== queryOf(segment)
}
