import { remove as withoutConfusables } from 'confusables'

/**
 * Invisible characters: controls, formats, characters ignored by fonts, and blanks that are no spaces. NUL has already been
 * replaced by the replacement character (http/nul.ts).
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFD]/u

/**
 * Returns what is wrong with a new user name as text for the administrator; null for an acceptable one (specification
 * 11.3).
 */
export function usernameProblem(username: string): string | null {
  return INVISIBLE.test(username) ? 'В имени есть недопустимые символы.' : null
}

/** Look-alike characters that the package does not replace. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/\s+/g, ' '],
  [/\p{M}/gu, ''],
  [/[ıi1|]/g, 'l'],
  [/0/g, 'o'],
  [/rn/g, 'm'],
]

/**
 * Returns the skeleton of a name. Names that look alike have the same skeleton, for example 'admin' and 'аdmin' with a
 * Cyrillic а.
 */
export const skeletonOf = (username: string): string =>
  ALIKE.reduce(
    (text, [pattern, as]) => text.replace(pattern, as),
    withoutConfusables(username.trim().normalize('NFKC')).toLowerCase().normalize('NFKD'),
  )
