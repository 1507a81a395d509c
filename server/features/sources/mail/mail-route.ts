import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { OrNull } from '../../../../contract/lib/schemas.ts'
import { MailedFile } from '../../../../contract/sources/guess.ts'
import { MailSettings } from '../../../../contract/sources/mail.ts'
import { Secrets } from '../../../../contract/sources/source.ts'
import { SOURCE_PATHS } from '../../../../contract/sources/source-paths.ts'
import type { Db } from '../../../platform/db/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { FetchFailure } from '../../../platform/remote/fetch-failure.ts'
import type { SessionGuard } from '../../auth/http/admin-guard.ts'
import { callsAddress } from '../../auth/http/audited-routes.ts'
import { type RequestGuard, userOf } from '../../auth/http/guard.ts'
import { perPerson } from '../../auth/http/rate-limit.ts'
import type { Sources } from '../create-sources.ts'
import { checkSecrets } from '../secrets.ts'
import { NO_SECRETS } from '../source.ts'
import { storedSecrets } from '../stored-source.ts'
import { goneSignal, type UploadSlots } from '../upload-slots.ts'
import { recordUpload } from '../uploads.ts'
import { checkMail } from './check-mail.ts'
import { checkMailAddress } from './mail-address.ts'

export interface MailRoute {
  db: Db
  guard: RequestGuard
  adminGuard: SessionGuard
  sources: Pick<Sources, 'box' | 'files' | 'settings' | 'findMail'>
  uploads: UploadSlots
}

/** A password must not be guessed with this server's help. */
const LOOKS_PER_MINUTE = 20

/** Route that looks for a price list in a mailbox, for the assistant (specification 12.12 and 13.16). */
export const mailRoute: FastifyPluginAsyncTypebox<MailRoute> = async (app, options) => {
  const { db, guard, adminGuard, sources, uploads } = options
  const { box, files, settings } = sources
  app.addHook('onRequest', guard)
  app.addHook('onRequest', adminGuard)

  app.post(
    SOURCE_PATHS.fetchMail,
    {
      config: { rateLimit: perPerson(LOOKS_PER_MINUTE), audited: callsAddress('mail read') },
      schema: {
        summary: 'Найти прайс-лист в почте, чтобы посмотреть на него; письмо не меняется',
        security: [{ bearer: [] }],
        body: Type.Object(
          {
            address: Type.String({ maxLength: 4_000 }),
            mail: MailSettings,
            secrets: Type.Optional(OrNull(Secrets)),
            source: Type.Optional(Type.String({ maxLength: 64 })),
          },
          { additionalProperties: false },
        ),
        response: { 200: MailedFile },
      },
    },
    async (request, reply) => {
      const { id: user } = userOf(request)
      const { source, mail, ...asked } = request.body
      const wanted = checkMail(mail)
      const { address, secrets: given } = checkMailAddress(asked, settings.config.allowedHosts)
      const secrets =
        given === undefined
          ? await storedSecrets(db, box, source, address)
          : checkSecrets(given ?? NO_SECRETS)
      uploads.take(user, request, reply)
      const file = files.newName()
      const { letter, bytes } = await sources
        .findMail({ address, secrets, mail: wanted, path: files.path(file) }, goneSignal(reply))
        .catch(refuse)
      const { name, size } = await recordUpload(db, files, user, {
        id: file,
        name: letter.attachment,
        size: bytes,
      })
      return { file, name, size, letter }
    },
  )
}

function refuse(error: unknown): never {
  throw error instanceof FetchFailure ? new Refusal(400, error.message) : error
}
