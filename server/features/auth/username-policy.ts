import { remove as withoutConfusables } from 'confusables'

/** Characters without ink: controls, formats, what fonts ignore, and blanks that are no spaces. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

/** What is wrong with a new user's name, in the administrator's words; null if nothing is (specification 11.3). */
export function usernameProblem(username: string): string | null {
  return INVISIBLE.test(username) ? 'В имени есть недопустимые символы.' : null
}

/** Look-alikes that the package takes for letters of their own. */
const ALIKE: readonly (readonly [RegExp, string])[] = [
  [/\s+/g, ' '],
  [/\p{M}/gu, ''],
  [/[ıi1|]/g, 'l'],
  [/0/g, 'o'],
  [/rn/g, 'm'],
]

/** Names that look alike have the same skeleton: 'аdmin' with a Cyrillic а has that of 'admin'. */
export const skeletonOf = (username: string): string =>
  ALIKE.reduce(
    (text, [pattern, as]) => text.replace(pattern, as),
    withoutConfusables(username.trim().normalize('NFKC')).toLowerCase().normalize('NFKD'),
  )
