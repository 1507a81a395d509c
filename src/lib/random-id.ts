/** Returns 32 random hexadecimal digits, also at URLs without HTTPS, where crypto.randomUUID is missing. */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
