import { remove as withoutConfusables } from 'confusables'

/** What is wrong with a new user's name, in the administrator's words; null if nothing is (specification 11.3). */
export function usernameProblem(username: string): string | null {
  // Invisible and direction-changing characters make two names look alike, as controls do.
  if (/[\p{C}\p{Zl}\p{Zp}]/u.test(username)) return 'В имени есть недопустимые символы.'
  return null
}

/** Names that look alike have the same skeleton: 'аdmin' with a Cyrillic а has that of 'admin'. */
export const skeletonOf = (username: string): string =>
  withoutConfusables(username.trim().normalize('NFKC')).toLowerCase()
