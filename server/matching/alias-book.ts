import type { TyreDescription } from './description.ts'

/** Two spellings of a model line of one brand, in alphabetical order. */
export interface ModelAlias {
  family: string
  lineA: string
  lineB: string
  /** number of sizes in which an identifier or a person joined them */
  sizes: number
  /** a person's decision about the lines: 1 the same, -1 different, 0 none */
  decided: number
}

/** Number of sizes from which two spellings count as one line without a person. */
const ENOUGH_SIZES = 3

/** Spellings of model lines that are the same, learned from listings with common identifiers. */
export class AliasBook {
  readonly #aliases: ReadonlyMap<string, ModelAlias>
  readonly #found = new Map<string, { alias: Omit<ModelAlias, 'sizes' | 'decided'>; sizes: Set<string> }>()

  constructor(aliases: readonly ModelAlias[] = []) {
    this.#aliases = new Map(aliases.map((alias) => [keyOf(alias), alias]))
  }

  readonly areAliases = (a: TyreDescription, b: TyreDescription): boolean => {
    if (this.#aliases.size === 0) return false
    const alias = this.#aliases.get(keyOf(pairOf(a, b)))
    return alias !== undefined && (alias.decided > 0 || (alias.decided === 0 && alias.sizes >= ENOUGH_SIZES))
  }

  /** Notes that an identifier joins two descriptions. */
  learn(a: TyreDescription, b: TyreDescription): void {
    const pair = pairOf(a, b)
    if (pair.lineA === pair.lineB || pair.lineA === '' || a.family !== b.family) return
    const key = keyOf(pair)
    const found = this.#found.get(key) ?? { alias: pair, sizes: new Set() }
    this.#found.set(key, found)
    found.sizes.add(`${a.size.width}/${a.size.height}/${a.size.diameter}`)
  }

  /** Returns the aliases that learning added or strengthened. */
  learned(): ModelAlias[] {
    return [...this.#found].flatMap(([key, { alias, sizes }]) => {
      const known = this.#aliases.get(key)
      if (known && known.sizes >= sizes.size) return []
      return [{ ...alias, sizes: sizes.size, decided: known?.decided ?? 0 }]
    })
  }
}

const keyOf = ({ family, lineA, lineB }: Pick<ModelAlias, 'family' | 'lineA' | 'lineB'>): string =>
  `${family}\n${lineA}\n${lineB}`

function pairOf(a: TyreDescription, b: TyreDescription): Pick<ModelAlias, 'family' | 'lineA' | 'lineB'> {
  const [lineA, lineB] = [modelLine(a), modelLine(b)].sort() as [string, string]
  return { family: a.family, lineA, lineB }
}

/** Returns a description's model line as one text. */
export const modelLine = ({ model }: TyreDescription): string => model.join(' ')
