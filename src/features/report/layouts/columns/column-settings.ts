/** A person's settings for the columns of a layout. The keys are those of facets.ts. */
export interface ColumnSettings {
  /** whether columns that are nearly empty on the page are hidden */
  folded: boolean
  /** whether the own sites' columns come first */
  ownFirst: boolean
  hidden: readonly string[]
  /** facet keys in the chosen order; other facets follow in the layout's order */
  order: readonly string[]
  /** width in px by facet key */
  widths: ReadonlyMap<string, number>
}

const FOLDED = 'fold'
const OWN_FIRST = 'own'
const HIDDEN = '-'
const ORDERED = '*'
/** Matches a width in px and a facet key, for example '120.name'. */
const WIDTH = /^(\d{2,3})\.(.+)$/s

const after = (texts: readonly string[], mark: string): string[] => [
  ...new Set(texts.filter((text) => text.length > 1 && text.startsWith(mark)).map((text) => text.slice(1))),
]

/** Parses settings serialised in the URL; ignores unknown texts. */
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

/** Serialises settings for the URL; [] for the default settings. */
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

/** Moves a facet by one among the `present` keys; facets of other pages keep their positions. */
export function moved(
  settings: ColumnSettings,
  present: readonly string[],
  key: string,
  by: -1 | 1,
): ColumnSettings {
  const neighbour = present[present.indexOf(key) + by]
  return neighbour === undefined ? settings : movedBeside(settings, present, key, neighbour, by > 0)
}

/** Moves a facet before or after another listed facet. */
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
