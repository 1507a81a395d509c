import type { SOURCE_FILE_CALLS } from '../../../../contract/sources/source-calls.ts'
import type { Db } from '../../../platform/db/db.ts'
import { callsAddress } from '../../auth/http/audited-routes.ts'
import { type Handlers, withConfig } from '../../auth/serve-calls.ts'
import type { Sources } from '../create-sources.ts'
import { checkSecrets } from '../secrets.ts'
import { NO_SECRETS } from '../source.ts'
import { storedSecrets } from '../store.ts'
import { goneSignal, type UploadSlots } from '../streamed-bodies.ts'
import { refusalOf } from '../time-limit.ts'
import { recordUpload } from '../uploads.ts'
import { checkMailAddress } from './mail-address.ts'
import { checkMail } from './mail-kind.ts'

interface MailDeps {
  db: Db
  sources: Pick<Sources, 'box' | 'files' | 'settings' | 'findMail'>
  uploads: UploadSlots
}

/** Looks for a price list in a mailbox, for the assistant (specification 12.12 and 13.16). */
export const mailHandler = ({
  db,
  sources,
  uploads,
}: MailDeps): Handlers<typeof SOURCE_FILE_CALLS>['findMail'] => {
  const { box, files, settings } = sources
  return withConfig({ audited: callsAddress('mail read') }, async ({ user, body, request, reply }) => {
    const { source, mail, ...asked } = body
    const wanted = checkMail(mail)
    const { address, secrets: given } = checkMailAddress(asked, settings.config.allowedHosts)
    const secrets =
      given === undefined ? await storedSecrets(db, box, source, address) : checkSecrets(given ?? NO_SECRETS)
    uploads.take(user.id, request, reply)
    const file = files.newName()
    const { letter, bytes } = await sources
      .findMail({ address, secrets, mail: wanted, path: files.path(file) }, goneSignal(reply))
      .catch((error) => {
        throw refusalOf(error)
      })
    const { name, size } = await recordUpload(db, files, user.id, {
      id: file,
      name: letter.attachment,
      size: bytes,
    })
    return { file, name, size, letter }
  })
}
