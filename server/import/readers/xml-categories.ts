/** Field with the path of a record's category: 'Шины / Легковые'. */
export const CATEGORY_FIELD = '$category'

/** Field with the id of a record's category. */
export const CATEGORY_ID = 'categoryId'

const SEPARATOR = ' / '
/** More categories are data instead of categories, and more levels mean a cycle. */
const MAX_CATEGORIES = 20_000
const MAX_LEVELS = 10
/** Paths of longer names would fill the memory record by record. */
const MAX_NAME_LENGTH = 200

/** Categories that precede the records of YML: `<category id="2" parentId="1">Диски</category>`. */
export interface XmlCategories {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(text: string): void
  close(): void
  /** @returns the names of a category and its ancestors, outermost first; undefined for an unknown id */
  pathOf(id: string): string | undefined
}

export function createXmlCategories(): XmlCategories {
  const known = new Map<string, { name: string; parent: string | undefined }>()
  let open: { name: string; parent: string | undefined } | undefined
  return {
    open(name, { id, parentId }) {
      open = undefined
      if (name !== 'category' || id === undefined || known.size >= MAX_CATEGORIES) return
      open = { name: '', parent: parentId }
      known.set(id, open)
    },
    text(text) {
      if (open) open.name = (open.name + text).slice(0, MAX_NAME_LENGTH)
    },
    close() {
      open = undefined
    },
    pathOf(id) {
      const names: string[] = []
      for (let next = known.get(id.trim()); next && names.length < MAX_LEVELS; ) {
        names.unshift(next.name.trim())
        next = next.parent === undefined ? undefined : known.get(next.parent)
      }
      return names.length === 0 ? undefined : names.join(SEPARATOR)
    },
  }
}
