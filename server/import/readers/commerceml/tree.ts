/** An element of CommerceML with what is in it. */
export interface Node {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: Node[]
}

/** Builds the trees of elements with the given names; what is within such an element belongs to its tree. */
export interface TreeBuilder {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  /** @returns the tree that this completes */
  close(): Node | undefined
  /** the root of the open tree, '' outside of one */
  readonly root: string
  /** length of the open tree's names and texts, with that of what an empty element takes in memory */
  readonly chars: number
}

/** An element without a text takes about as much memory as a text of this length. */
const ELEMENT_CHARS = 16

export function createTreeBuilder(roots: ReadonlySet<string>): TreeBuilder {
  const open: Node[] = []
  let chars = 0
  return {
    open(name, attributes) {
      if (open.length === 0 && !roots.has(name)) return
      if (open.length === 0) chars = 0
      chars += ELEMENT_CHARS + name.length
      for (const [attribute, value] of Object.entries(attributes)) chars += attribute.length + value.length
      const node: Node = { name, attributes, text: '', children: [] }
      open.at(-1)?.children.push(node)
      open.push(node)
    },
    text(text) {
      const node = open.at(-1)
      if (!node) return
      node.text += text
      chars += text.length
    },
    close() {
      const node = open.pop()
      return open.length === 0 ? node : undefined
    },
    get root() {
      return open[0]?.name ?? ''
    },
    get chars() {
      return open.length === 0 ? 0 : chars
    },
  }
}

/** The children with a name, also those within a container of that many: `all(node, 'Цены', 'Цена')`. */
export function all(node: Node, ...path: readonly string[]): Node[] {
  let found = [node]
  for (const step of path)
    found = found.flatMap(({ children }) => children.filter(({ name }) => name === step))
  return found
}

/** The text of the first child with the name; '' without one. */
export const textIn = (node: Node, name: string): string => all(node, name)[0]?.text.trim() ?? ''
