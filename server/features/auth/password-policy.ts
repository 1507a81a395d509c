import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_MIN, TOO_SHORT } from '../../../contract/account/new-user.ts'

/** The 49,233 most common passwords. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'])

const RULES: readonly { text: string; broken(password: string, username: string): boolean }[] = [
  // Blanks at the ends do not count.
  { text: TOO_SHORT, broken: (password) => visible(password).length < PASSWORD_MIN },
  {
    text: 'В пароле есть недопустимые символы.',
    // NUL has already been replaced by the replacement character (http/nul.ts).
    broken: (password) => /[\p{Cc}\p{Cs}\uFFFD]/u.test(password),
  },
  {
    text: 'Пароль не должен совпадать с именем.',
    broken: (password, username) => namesOf(username).has(fold(password)),
  },
  {
    text: 'Этот пароль слишком известен: придумайте другой.',
    broken: (password) => COMMON.has(fold(password)),
  },
]

/** Returns what is wrong with a new password as text for the user; null for an acceptable one (specification 11.2). */
export function passwordProblem(password: string, username: string): string | null {
  return RULES.find(({ broken }) => broken(password, username))?.text ?? null
}

/** Removes invisible characters, which make a password neither longer nor different. */
const visible = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu, '')
    .trim()

const fold = (text: string): string => visible(text).toLowerCase()

/** Returns the user name and, if it is an e-mail address, also the part before the @. */
function namesOf(username: string): ReadonlySet<string> {
  const name = fold(username)
  return new Set([name, name.split('@')[0] ?? name])
}
