import { explainedByBrand } from '../prices/listings/number-kind.ts'
import type { GuessColumn } from './column.ts'
import { brandIn } from './profile.ts'
import type { ColumnMeaning } from './synonyms/meaning.ts'

/** Column with its assigned meaning's confidence. */
export interface ColumnRole {
  column: GuessColumn
  sureness: number
  /** columns that have a value in records where `column` has none */
  fallbacks: GuessColumn[]
}

/** Returns the names of a role's column and of its fallbacks. */
export const columnNames = ({ column, fallbacks }: ColumnRole): string[] =>
  [column, ...fallbacks].map(({ name }) => name)

export type ColumnRoles = Partial<Record<ColumnMeaning, ColumnRole>>

/** Minimum confidence for a column to be assigned. */
const MIN_SURENESS = 0.38
/** Maximum share of records in which two complementary columns both have a value. */
const MAX_OVERLAP = 0.05

/** Assigns each meaning its most likely column, and each column one meaning, most confident first. */
export function assignRoles(
  columns: readonly GuessColumn[],
  meanings: readonly ColumnMeaning[],
): ColumnRoles {
  const roles: ColumnRoles = {}
  const taken = new Set<GuessColumn>()
  const claims = columns
    .flatMap((column) =>
      meanings.map((meaning) => ({ column, meaning, sureness: column.likely[meaning] ?? 0 })),
    )
    .filter(({ column, sureness }) => sureness >= MIN_SURENESS && sureness >= (column.likely.other ?? 0))
    .sort((a, b) => b.sureness - a.sureness || b.column.profile.filled - a.column.profile.filled)
  for (const { column, meaning, sureness } of claims) {
    if (taken.has(column)) continue
    const role = roles[meaning]
    if (!role) roles[meaning] = { column, sureness, fallbacks: [] }
    else if (isComplement(role.column, column)) role.fallbacks.push(column)
    else continue
    taken.add(column)
  }
  return roles
}

function isComplement(first: GuessColumn, second: GuessColumn): boolean {
  const { values } = second.profile
  const both = first.profile.values.filter((text, i) => text !== '' && values[i] !== '').length
  const own = values.filter((text) => text !== '').length
  return own > both && both <= own * MAX_OVERLAP
}

/**
 * Share of the shapes' entropy that the brand explains in articles. The import's limit is 0.6, but the beginning of a
 * list often has few brands, whose codes were assigned together: there codes reach 0.62, articles 0.81 or more.
 */
const EXPLAINED = 0.7
/** Minimum confidence of a name for a second column of numbers: values alone do not tell a code from a model. */
const MIN_NAMED = 0.3
/** Lead of a name's confidence in a code over that in an article from which it can only be a code. */
const OWN_LEAD = 0.3
/** Lead of the share that the brand explains from which another column is the article. */
const EXPLAINED_LEAD = 0.15
/** Number of a column's different values, in proportion to the articles, from which they distinguish tyres. */
const DISTINGUISHING = 0.8
/** Maximum share of records in which a code is the article itself. */
const MAX_EQUAL = 0.5

/**
 * Decides which columns of numbers are the article and the supplier's code. Of two columns the one whose notation
 * depends on the brand has the articles; if neither has, there is no code, because the import finds out by itself
 * whether a single column has codes. A single column is the article, unless its name says that it is not.
 */
export function assignNumbers(roles: ColumnRoles, columns: readonly GuessColumn[]): void {
  const brands = brandsOf(roles)
  const explained = (column: GuessColumn) => explainedByBrand(numbersOf(column, brands))
  const hasArticles = (column: GuessColumn) => (explained(column) ?? 0) >= EXPLAINED
  const { article } = roles
  const others = freeNumbers(roles, columns)
  const [first] = others
  if (!article) {
    if (first) roles[hasArticles(first) ? 'article' : 'code'] = roleOf(first)
    return
  }
  if (!first) {
    if (!isOwnNumber(article.column) || hasArticles(article.column) || !(roles.name ?? roles.model)) return
    roles.code = article
    delete roles.article
    return
  }
  const share = explained(article.column)
  const better = others.find(
    (column) => share !== null && hasArticles(column) && (explained(column) ?? 0) > share + EXPLAINED_LEAD,
  )
  if (better) roles.article = roleOf(better)
  else if (share !== null && share < EXPLAINED) return
  const own = better ?? article.column
  const code = [...(better ? [article.column] : []), ...others].find(
    (column) => column !== own && distinguishes(column, own),
  )
  if (!code) return
  roles.code = roleOf(code)
  // A code must not stand in for a missing article.
  article.fallbacks = article.fallbacks.filter((column) => column !== code)
}

/** Returns the columns of numbers without a role, most likely codes first. */
function freeNumbers(roles: ColumnRoles, columns: readonly GuessColumn[]): GuessColumn[] {
  const taken = new Set(Object.values(roles).flatMap(({ column, fallbacks }) => [column, ...fallbacks]))
  for (const column of roles.article?.fallbacks ?? []) {
    if ((column.named.code ?? 0) > (column.named.article ?? 0)) taken.delete(column)
  }
  return columns
    .filter((column) => !taken.has(column))
    .filter(({ named }) => Math.max(named.code ?? 0, named.article ?? 0) >= MIN_NAMED)
    .filter((column) => surenessOf(column) >= Math.max(MIN_SURENESS, column.likely.other ?? 0))
    .sort((a, b) => surenessOf(b) - surenessOf(a))
}

/** Confidence in a column's being the article or the code, whichever of them. */
const surenessOf = ({ likely }: GuessColumn): number => Math.max(likely.code ?? 0, likely.article ?? 0)

const roleOf = (column: GuessColumn): ColumnRole => ({ column, sureness: surenessOf(column), fallbacks: [] })

/** Returns true for names such as 'Код поставщика' and 'id', but not for 'Код', which may be any number. */
const isOwnNumber = ({ named }: GuessColumn): boolean => (named.code ?? 0) - (named.article ?? 0) >= OWN_LEAD

/**
 * Returns false for a second column of the articles, such as the key of a joined sheet, and for the codes of groups of
 * tyres, which would join different tyres.
 */
function distinguishes(code: GuessColumn, article: GuessColumn): boolean {
  const articles = article.profile.values
  const both = code.profile.values
    .map((text, i) => [text, articles[i] ?? ''] as const)
    .filter(([text, other]) => text !== '' && other !== '')
  const equal = both.filter(([text, other]) => text === other).length
  if (both.length > 0 && equal > both.length * MAX_EQUAL) return false
  const count = (at: 0 | 1) => new Set(both.map((pair) => pair[at])).size
  return count(0) >= count(1) * DISTINGUISHING
}

/** Returns the brand of each record, from its own column or the name; '' if unknown. */
function brandsOf({ brand, name, model }: ColumnRoles): readonly string[] {
  if (brand) return brand.column.profile.values
  return ((name ?? model)?.column.profile.values ?? []).map(brandIn)
}

/** Returns the different numbers of a column with their brands. */
function numbersOf(column: GuessColumn, brands: readonly string[]): { number: string; brand: string }[] {
  const byNumber = new Map(column.profile.values.map((number, i) => [number, brands[i] ?? '']))
  return [...byNumber]
    .map(([number, brand]) => ({ number, brand }))
    .filter(({ number, brand }) => number !== '' && brand !== '')
}
