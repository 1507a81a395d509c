import { PAGES_TO_LOOK_AT } from '../../../contract/sources/api.ts'
import type { SOURCE_FILE_CALLS } from '../../../contract/sources/source-calls.ts'
import type { Db } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { HostKeyChanged } from '../../platform/remote/fetch-failure.ts'
import { callsAddress } from '../auth/http/audited-routes.ts'
import { type Handlers, type Received, withConfig } from '../auth/serve-calls.ts'
import { checkApi } from './api/check-api.ts'
import { checkSite } from './check-input.ts'
import { assertImportDay, type Sources } from './create-sources.ts'
import { checkAddress, checkHostKey } from './kinds/address-kind.ts'
import { checkMapping, checkRecords } from './kinds/kind.ts'
import { mailHandler } from './mail/mail-route.ts'
import { fittingSources } from './recognise.ts'
import { checkSecrets, keepsSecrets, OTHER_SERVER, openSecrets } from './secrets.ts'
import { NO_SECRETS } from './source.ts'
import { storedSource } from './store.ts'
import { goneSignal, UploadSlots } from './streamed-bodies.ts'
import { findUpload } from './uploads.ts'

interface SourceFileDeps {
  db: Db
  sources: Sources
  /** slots that uploads share */
  uploads: UploadSlots
}

export function sourceFileHandlers(deps: SourceFileDeps): Handlers<typeof SOURCE_FILE_CALLS> {
  const { db, sources, uploads } = deps
  const { box, files } = sources
  const { allowedHosts } = sources.settings.config
  const looks = new UploadSlots(2, 'Уже читаются два файла. Дождитесь одного из них')

  /** Inspects a user's uploaded file in a thread; the task is aborted when the client disconnects. */
  const looking = async <Answer>(
    { user, params, request, reply }: Received<typeof SOURCE_FILE_CALLS.sources>,
    look: (path: string, signal: AbortSignal, called: string) => Promise<Answer>,
  ): Promise<Answer> => {
    const { id, name } = await findUpload(db, files, user.id, params.file)
    const signal = goneSignal(reply)
    looks.take(user.id, request, reply)
    return look(files.path(id), signal, name)
  }

  return {
    fetch: withConfig({ audited: callsAddress('file fetched') }, async ({ user, body, request, reply }) => {
      const { source, host_key: asked, api: described, ...given } = body
      const { address, secrets } = checkAddress(given, allowedHosts)
      const api = checkApi(described, address, allowedHosts)
      const stored = await storedSource(db, source, address)
      const hostKey = checkHostKey(asked, address) ?? stored?.hostKey ?? ''
      const usesStored = secrets === undefined && stored !== undefined
      if (usesStored && stored.secrets !== '' && !keepsSecrets(stored, { address, api }))
        throw new Refusal(400, OTHER_SERVER)
      const sent = usesStored ? openSecrets(box, stored.secrets) : checkSecrets(secrets ?? NO_SECRETS)
      uploads.take(user.id, request, reply)
      const visit = { address, api, secrets: sent, hostKey }
      const found = await sources.fetchUpload(user.id, visit, goneSignal(reply)).catch(refuseKey)
      return {
        ...{ file: found.id, name: found.name, size: found.size },
        ...(found.hostKey !== '' && { host_key: found.hostKey }),
        ...(found.isCut && { first_pages: PAGES_TO_LOOK_AT }),
      }
    }),
    findMail: mailHandler(deps),
    guess(received) {
      const { records } = received.body
      const hints = records === undefined ? {} : { records: checkRecords(records) }
      return looking(received, (path, signal) => sources.guess(path, hints, signal))
    },
    sample: (received) =>
      looking(received, (path, signal) => sources.sample(path, received.body.mapping, signal)),
    sources: (received) =>
      looking(received, async (path, signal) => ({
        sources: await fittingSources(db, (mapping) => sources.sample(path, mapping, signal)),
      })),
    async trial(received) {
      const { mapping, site, day, max_bad: maxBad } = received.body
      const asked = { mapping: checkMapping(mapping), site: checkSite(site), day: assertImportDay(day) }
      return looking(received, (path, signal, called) =>
        sources.tryList({ ...asked, maxBad, path, called }, signal),
      )
    },
  }
}

function refuseKey(error: unknown): never {
  if (!(error instanceof HostKeyChanged)) throw error
  throw new Refusal(409, error.message, { host_key: error.hostKey })
}
