import { SESSION_PATHS } from '../../../../../contract/paths.ts'
import { createCodeSigner } from './signed-code.ts'

/** Path of the page that ends the mails to an address. */
export const UNSUBSCRIBE_PATH = `${SESSION_PATHS.verifyMail}/unsubscribe`

/** Links in mails that end the mails to their address without a session (RFC 8058). */
export interface Unsubscribing {
  /** headers of a mail to this address; none without a public address of this server */
  headersFor(address: string): Record<string, string>
  /** @returns undefined if this server did not sign the code */
  addressOf(code: string): string | undefined
}

/**
 * The code is the signed address, so that the link of any mail works as long as the server keeps its secret.
 * @param publicUrl public address of this server
 */
export function createUnsubscribing(secret: string, publicUrl: string | undefined): Unsubscribing {
  const signer = createCodeSigner(secret, 'mail unsubscribe')
  return {
    headersFor(address) {
      if (publicUrl === undefined) return {}
      const code = signer.sign(Buffer.from(address).toString('base64url'))
      return {
        'List-Unsubscribe': `<${publicUrl}${UNSUBSCRIBE_PATH}?code=${code}>`,
        // Mail servers post to https addresses alone.
        ...(publicUrl.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      }
    },
    addressOf(code) {
      const address = signer.open(code)
      return address === undefined ? undefined : Buffer.from(address, 'base64url').toString()
    },
  }
}
