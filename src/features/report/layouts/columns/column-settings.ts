/** Settings of a layout's columns by a person; the keys are those of facets.ts. */
export interface ColumnSettings {
  /** columns that are nearly empty on the page are left out */
  folded: boolean
  /** own sites' columns come first */
  ownFirst: boolean
  hidden: readonly string[]
  /** keys in order; other keys follow in the layout's order */
  order: readonly string[]
  /** px by key */
  widths: ReadonlyMap<string, number>
}

const FOLDED = 'fold'
const OWN_FIRST = 'own'
const HIDDEN = '-'
const ORDERED = '*'
/** Matches '120.name': 120 px for the name. */
const WIDTH = /^(\d{2,3})\.(.+)$/s

const after = (texts: readonly string[], mark: string): string[] => [
  ...new Set(texts.filter((text) => text.length > 1 && text.startsWith(mark)).map((text) => text.slice(1))),
]

/** Reads the texts of an address; ignores unknown ones. */
export const readColumns = (texts: readonly string[]): ColumnSettings => ({
  folded: texts.includes(FOLDED),
  ownFirst: texts.includes(OWN_FIRST),
  hidden: after(texts, HIDDEN),
  order: after(texts, ORDERED),
  widths: new Map(
    texts.flatMap((text) => {
      const [, px, key] = WIDTH.exec(text) ?? []
      return px && key ? [[key, Number(px)] as const] : []
    }),
  ),
})

/** Formats the texts for an address; none for default settings. */
export const writeColumns = ({ folded, ownFirst, hidden, order, widths }: ColumnSettings): string[] => [
  ...(folded ? [FOLDED] : []),
  ...(ownFirst ? [OWN_FIRST] : []),
  ...hidden.map((key) => `${HIDDEN}${key}`),
  ...order.map((key) => `${ORDERED}${key}`),
  ...[...widths].map(([key, px]) => `${px}.${key}`),
]

export const toggled = (settings: ColumnSettings, key: string): ColumnSettings => ({
  ...settings,
  hidden: settings.hidden.includes(key)
    ? settings.hidden.filter((hidden) => hidden !== key)
    : [...settings.hidden, key],
})

export const resized = (settings: ColumnSettings, key: string, px: number): ColumnSettings => ({
  ...settings,
  widths: new Map(settings.widths).set(key, px),
})

/**
 * Moves a facet beyond its neighbour; facets of other pages keep their positions.
 * @param present the facets among which it moves, in order
 */
export function moved(
  settings: ColumnSettings,
  present: readonly string[],
  key: string,
  by: -1 | 1,
): ColumnSettings {
  const neighbour = present[present.indexOf(key) + by]
  return neighbour === undefined ? settings : movedBeside(settings, present, key, neighbour, by > 0)
}

/** Moves a facet before or behind another one that is present. */
export function movedBeside(
  settings: ColumnSettings,
  present: readonly string[],
  key: string,
  neighbour: string,
  after: boolean,
): ColumnSettings {
  const known = new Set(settings.order)
  const order = [...settings.order, ...present.filter((one) => !known.has(one))].filter((one) => one !== key)
  order.splice(order.indexOf(neighbour) + Number(after), 0, key)
  return { ...settings, order }
}
