import { OperatorError } from '../../../platform/operator-error.ts'

/**
 * Reads a web address from the settings, without trailing slashes.
 * @param name the variable
 * @throws OperatorError
 */
export function webAddress(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new OperatorError(`${name}: нужен адрес вида https://example.ru, указано «${text}»`)
  }
  return text.replace(/\/{1,9}$/, '')
}
