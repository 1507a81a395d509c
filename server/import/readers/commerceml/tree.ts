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
}

export function createTreeBuilder(roots: ReadonlySet<string>): TreeBuilder {
  const open: Node[] = []
  return {
    open(name, attributes) {
      if (open.length === 0 && !roots.has(name)) return
      const node: Node = { name, attributes, text: '', children: [] }
      open.at(-1)?.children.push(node)
      open.push(node)
    },
    text(text) {
      const node = open.at(-1)
      if (node) node.text += text
    },
    close() {
      const node = open.pop()
      return open.length === 0 ? node : undefined
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
