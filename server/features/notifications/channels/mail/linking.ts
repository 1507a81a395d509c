import type { Db } from '../../../../platform/db/db.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import type { User } from '../../../auth/user.ts'
import { DeliveryError } from '../../delivery/channel.ts'
import { issueCode } from '../codes.ts'
import { demoAddress } from '../demo.ts'
import { linkedAddress, saveLink } from '../links.ts'
import { isMailAddress } from './address.ts'
import type { SendMail } from './sender.ts'
import type { CodeSigner } from './signed-code.ts'

/** Links a user's e-mail address. */
export interface MailLinking {
  /** @returns true if the address is now linked; otherwise a message with the user's next step */
  begin(user: User, confirmUrl: (code: string) => string): Promise<true | string>
}

const SEND_TIMEOUT_MS = 20_000

/** Links the address after the user has confirmed it on the page of a mailed link. */
export function linkByConfirmation(db: Db, sendMail: SendMail, signer: CodeSigner): MailLinking {
  return {
    async begin(user, confirmUrl) {
      const address = addressOf(user)
      if ((await linkedAddress(db, user.id, 'mail')) === address) return true
      const code = await issueCode(db, { userId: user.id, channel: 'mail', address })
      await sendMail(
        { to: address, subject: SUBJECT, text: textWith(confirmUrl(signer.sign(code))) },
        AbortSignal.timeout(SEND_TIMEOUT_MS),
      ).catch(refuse(address))
      return `Письмо со ссылкой для подтверждения отправлено на ${address}`
    },
  }
}

/** Links the address without a confirmation, for demo mode without a mail server. */
export function linkAtOnce(db: Db): MailLinking {
  return {
    async begin(user) {
      const address = demoAddress(addressOf(user))
      await db.transaction((sql) => saveLink(sql, { userId: user.id, channel: 'mail', address }, Date.now()))
      return true
    },
  }
}

export const noMailServer: MailLinking = {
  async begin() {
    throw new Refusal(503, 'Почта не настроена на сервере, обратитесь к администратору')
  },
}

/**
 * Returns the user name, which serves as the e-mail address (specification 3.14).
 * @throws Refusal if the name is not an e-mail address
 */
function addressOf({ username }: User): string {
  if (isMailAddress(username)) return username
  throw new Refusal(400, 'Имя пользователя не похоже на адрес электронной почты')
}

const refuse =
  (address: string) =>
  (error: unknown): never => {
    const rejected = error instanceof DeliveryError && error.permanent
    throw rejected
      ? new Refusal(400, `Почтовый сервер не принимает письма для ${address}`, {}, { cause: error })
      : new Refusal(
          503,
          'Письмо не отправлено: почтовый сервер не отвечает, попробуйте позже',
          {},
          { cause: error },
        )
  }

const SUBJECT = 'Подтверждение адреса для уведомлений о ценах'

const textWith = (url: string): string => `Здравствуйте!

Чтобы получать уведомления об изменении цен на этот адрес, откройте ссылку и нажмите «Подтвердить адрес»:

${url}

Ссылка действует 24 часа и только один раз. Если вы этого не просили, ничего не делайте.
`
