const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~.-]{1,64}$/u
const DOMAIN =
  /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u
const LENGTH = 254

/**
 * One plain address and nothing else: whatever could end a header line, name a second recipient or hold a comment is
 * none. Quoted local parts, which hardly anybody has, are left out with it.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  return (
    text.length <= LENGTH && LOCAL.test(text.slice(0, Math.max(at, 0))) && DOMAIN.test(text.slice(at + 1))
  )
}
