import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Page } from '../link-pages.ts'

/** Signs the codes in mailed links, so that foreign and forged codes are refused without a database look-up. */
export interface CodeSigner {
  sign(code: string): string
  /** @returns undefined if the signature is invalid */
  open(signed: string): string | undefined
}

/** @param purpose kind of the links: codes of one kind are foreign to the others */
export function createCodeSigner(secret: string, purpose: string): CodeSigner {
  const tagOf = (code: string) => createHmac('sha256', secret).update(`${purpose} ${code}`).digest()
  return {
    sign: (code) => `${code}.${tagOf(code).toString('base64url')}`,
    open(signed) {
      const [code = '', tag = '', ...more] = signed.split('.')
      const [presented, expected] = [Buffer.from(tag, 'base64url'), tagOf(code)]
      if (more.length > 0 || presented.length !== expected.length) return undefined
      return timingSafeEqual(presented, expected) ? code : undefined
    },
  }
}

/** Page for a code that this server did not sign. */
const FOREIGN_PAGE: Page = {
  heading: 'Ссылка не подходит',
  text: 'Она с другого сервера или скопирована не целиком. Откройте её из письма.',
  isRefused: true,
}

/** Returns the answer to a signed code: the page for what was signed. */
export const ofSigned =
  (open: (signed: string) => string | undefined, answer: (content: string) => Promise<Page>) =>
  async (signed: string): Promise<Page> => {
    const content = open(signed)
    return content === undefined ? FOREIGN_PAGE : answer(content)
  }
