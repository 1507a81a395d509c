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
const MOST_PATTERNS = 200

interface Node {
  count: number
  children: Map<string, Node>
  examples: string[]
}

const newNode = (): Node => ({ count: 0, children: new Map(), examples: [] })

/**
 * Groups addresses by the form of their paths, largest groups first. A segment varies if many different ones stand at its
 * place.
 * @param addresses valid URLs; the hosts are not compared
 */
export function addressPatterns(addresses: Iterable<string>): AddressPattern[] {
  const root = newNode()
  for (const address of addresses) add(root, segmentsOf(new URL(address)), address)
  const found: AddressPattern[] = []
  collect(collapsed(root), '', found)
  return found.sort((a, b) => b.count - a.count || (a.pattern < b.pattern ? -1 : 1)).slice(0, MOST_PATTERNS)
}

/** Returns a path's segments; the last one has the query's parameters without their values. */
function segmentsOf({ pathname, searchParams }: URL): string[] {
  const segments = pathname.split('/').slice(1)
  const names = [...new Set(searchParams.keys())].sort()
  const last = segments.pop() ?? ''
  return [...segments, names.length === 0 ? last : `${last}?${names.map((name) => `${name}=*`).join('&')}`]
}

function add(root: Node, segments: readonly string[], address: string): void {
  let node = root
  for (const segment of segments) {
    const child = node.children.get(segment) ?? newNode()
    node.children.set(segment, child)
    node = child
  }
  node.count++
  if (node.examples.length < EXAMPLES) node.examples.push(address)
}

/** Merges the children of a node that has many into one that stands for all, by what follows in their query. */
function collapsed(node: Node): Node {
  const merged = node.children.size > VARYING ? mergedChildren(node.children) : node.children
  return { ...node, children: new Map([...merged].map(([segment, child]) => [segment, collapsed(child)])) }
}

function mergedChildren(children: ReadonlyMap<string, Node>): Map<string, Node> {
  const merged = new Map<string, Node>()
  for (const [segment, child] of children) {
    const key = `*${queryOf(segment)}`
    const one = merged.get(key)
    if (one) merge(one, child)
    else merged.set(key, child)
  }
  return merged
}

const queryOf = (segment: string): string => {
  const at = segment.indexOf('?')
  return at === -1 ? '' : segment.slice(at)
}

function merge(into: Node, from: Node): void {
  into.count += from.count
  into.examples = [...into.examples, ...from.examples].slice(0, EXAMPLES)
  for (const [segment, child] of from.children) {
    const known = into.children.get(segment)
    if (known) merge(known, child)
    else into.children.set(segment, child)
  }
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
