import { linkPath } from '../../../../../contract/notifications/channels.ts'
import type { Db } from '../../../../platform/db/db.ts'
import type { LinkPage, Page } from '../link-pages.ts'
import { isLinked, removeAddress } from '../links.ts'
import { createCodeSigner, ofSigned } from './signed-code.ts'

const UNSUBSCRIBE_PATH = `${linkPath('mail')}/unsubscribe`

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

const LINK_AGAIN = 'Подключить почту снова можно в личном кабинете.'

const alreadyUnsubscribedPage = (address: string): Page => ({
  heading: 'Вы уже отписаны',
  text: `Уведомления на ${address} не приходят. ${LINK_AGAIN}`,
})

/** Page that ends the mails to the address of a link. */
export const unsubscribePage = (db: Db, { addressOf }: Unsubscribing): LinkPage => ({
  path: UNSUBSCRIBE_PATH,
  get: [
    'Отписка от писем: вопрос',
    ofSigned(addressOf, async (address) => {
      if (!(await isLinked(db, 'mail', address))) return alreadyUnsubscribedPage(address)
      return {
        heading: 'Отписаться от писем',
        text: `Больше не присылать на ${address} уведомления и итоги недели? В приложении они останутся.`,
        button: 'Отписаться',
      }
    }),
  ],
  post: [
    'Отписаться от писем (RFC 8058)',
    ofSigned(addressOf, async (address) => {
      const isRemoved = await db.transaction((sql) => removeAddress(sql, 'mail', address, 'link in a mail'))
      if (!isRemoved) return alreadyUnsubscribedPage(address)
      return { heading: 'Вы отписаны', text: `Писем на ${address} больше не будет. ${LINK_AGAIN}` }
    }),
  ],
})
