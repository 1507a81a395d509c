/** The field that has the names of a record's category and of those above it: 'Шины / Легковые'. */
export const CATEGORY_FIELD = '$category'

/** The field of a record that refers to a category. */
export const CATEGORY_ID = 'categoryId'

const JOINT = ' / '
/** More are data in place of categories, and more levels a circle. */
const MOST_CATEGORIES = 20_000
const DEEPEST = 10
/** Characters of a name: paths of longer ones would fill the memory, record by record. */
const LONGEST_NAME = 200

/** The categories that stand before the records of YML: `<category id="2" parentId="1">Диски</category>`. */
export interface XmlCategories {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  close(): void
  /** names of a category and of those above it, outermost first; undefined for an unknown one */
  pathOf(id: string): string | undefined
}

export function createXmlCategories(): XmlCategories {
  const known = new Map<string, { name: string; parent: string | undefined }>()
  let open: { name: string; parent: string | undefined } | undefined
  return {
    open(name, { id, parentId }) {
      open = undefined
      if (name !== 'category' || id === undefined || known.size >= MOST_CATEGORIES) return
      open = { name: '', parent: parentId }
      known.set(id, open)
    },
    text(text) {
      if (open) open.name = (open.name + text).slice(0, LONGEST_NAME)
    },
    close() {
      open = undefined
    },
    pathOf(id) {
      const names: string[] = []
      for (let next = known.get(id.trim()); next && names.length < DEEPEST; ) {
        names.unshift(next.name.trim())
        next = next.parent === undefined ? undefined : known.get(next.parent)
      }
      return names.length === 0 ? undefined : names.join(JOINT)
    },
  }
}
