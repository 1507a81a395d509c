import { remove as withoutConfusables } from 'confusables'

/** Invisible characters: controls, formats, characters ignored by fonts, and blanks that are no spaces. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Returns the problem of a new user's name as text for the administrator; null if there is none (specification 11.3).
 */
export function usernameProblem(username: string): string | null {
  return INVISIBLE.test(username) ? 'В имени есть недопустимые символы.' : null
}

/** Look-alikes that the package does not treat as such. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/\s+/g, ' '],
  [/\p{M}/gu, ''],
  [/[ıi1|]/g, 'l'],
  [/0/g, 'o'],
  [/rn/g, 'm'],
]

/**
 * Returns the skeleton of a name. Names that look alike have the same one: 'аdmin' with a Cyrillic а has that of
 * 'admin'.
 */
export const skeletonOf = (username: string): string =>
  ALIKE.reduce(
    (text, [pattern, as]) => text.replace(pattern, as),
    withoutConfusables(username.trim().normalize('NFKC')).toLowerCase().normalize('NFKD'),
  )
