import { checkMapping } from '../kinds/check-mapping.ts'
import type { Kind } from '../kinds/kind.ts'
import { checkMail } from './check-mail.ts'
import { fetchMail } from './fetch-mail.ts'
import { checkMailAddress } from './mail-address.ts'
import { settleMail } from './settle-mail.ts'

/** Mails with a price list in a mailbox (specification 13.16). */
export const MAIL_KIND: Kind = {
  check(input, _site, allowedHosts) {
    const mapping = checkMapping(input.mapping)
    const checked = checkMailAddress(input, allowedHosts)
    return { ...checked, hostKey: '', mapping, mail: checkMail(input.mail) }
  },
  fetch: fetchMail,
  settle: settleMail,
}
