import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { INSTALLATION_PATHS } from '../../../contract/installation/installation-paths.ts'
import { OwnSitesBody, SetupSteps } from '../../../contract/installation/setup.ts'
import type { InstallationStatus } from '../../../contract/installation/status.ts'
import { hostName, isHostName } from '../../../contract/lib/host-name.ts'
import { MessageAnswer } from '../../../contract/lib/schemas.ts'
import { audit } from '../../platform/audit/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { neverStored } from '../../platform/http/never-stored.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type OwnSites, setOwnSites } from '../../prices/own-sites.ts'
import type { SessionGuard } from '../auth/http/admin-guard.ts'
import { type RequestGuard, userOf } from '../auth/http/guard.ts'
import { perPerson } from '../auth/http/rate-limit.ts'

interface OwnSiteRoutes {
  db: Db
  own: OwnSites
  delivery: Pick<InstallationStatus['delivery'], 'push' | 'mail'>
  guard: RequestGuard
  adminGuard: SessionGuard
}

/** Routes of the set-up's further steps, for administrators (specification 28.3 and 28.4). */
export const ownSiteRoutes: FastifyPluginAsyncTypebox<OwnSiteRoutes> = async (app, options) => {
  const { db, own, delivery, guard, adminGuard } = options
  const security = [{ bearer: [] }]
  app.addHook('onRequest', guard)
  app.addHook('onRequest', adminGuard)
  app.addHook('onSend', neverStored)

  app.get(
    INSTALLATION_PATHS.setupSteps,
    {
      schema: {
        summary: 'Что уже настроено',
        security,
        response: { 200: SetupSteps },
      },
    },
    async (request) => {
      const rows = await db.all<{ host: string }>(
        'SELECT host FROM sites WHERE id IN (SELECT site_id FROM snapshots) ORDER BY host',
      )
      const sites = rows.map(({ host }) => host)
      const last = await db.get<{ day: string | null }>('SELECT max(day) AS day FROM days')
      const reached = await db.get(
        'SELECT 1 AS one FROM delivery_addresses WHERE user_id = ? LIMIT 1',
        userOf(request).id,
      )
      return {
        own: { hosts: [...own.hosts], fixed: own.areFixed, recognised: sites.filter(own.isOwnSite) },
        sites,
        last_day: last?.day ?? null,
        reached: reached !== undefined,
        push: delivery.push,
        mail: delivery.mail,
      }
    },
  )

  app.post(
    INSTALLATION_PATHS.ownSites,
    {
      config: { rateLimit: perPerson(60) },
      schema: {
        summary: 'Указать свои сайты',
        security,
        body: OwnSitesBody,
        response: { 200: MessageAnswer },
      },
    },
    async (request) => {
      if (own.areFixed) throw new Refusal(409, 'Свои сайты заданы в OWN_SITE: измените их там.')
      const hosts = [...new Set(request.body.hosts.map(hostName))]
      const wrong = hosts.find((host) => !isHostName(host))
      if (wrong !== undefined)
        throw new Refusal(400, `«${wrong}» — не адрес сайта. Нужен, например, shina.ru.`)
      await setOwnSites(db, hosts)
      await own.refresh()
      await audit(db, 'own sites changed', userOf(request).id, hosts.join(', ') || 'узнаются по названию')
      return { message: 'Сохранено' }
    },
  )
}
