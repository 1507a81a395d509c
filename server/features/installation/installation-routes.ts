import type { INSTALLATION_CALLS } from '../../../contract/installation/installation-calls.ts'
import { hostName, isHostName } from '../../../contract/lib/host-name.ts'
import { audit } from '../../platform/audit/audit.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type OwnSites, setOwnSites } from '../../prices/own-sites.ts'
import type { Handlers } from '../auth/serve-calls.ts'
import { readStatus, type StatusDeps } from './read-status.ts'

export const installationHandlers = ({
  own,
  ...deps
}: StatusDeps & { own: OwnSites }): Handlers<typeof INSTALLATION_CALLS> => ({
  async steps({ user }) {
    const { db, delivery } = deps
    const rows = await db.all<{ host: string }>(
      'SELECT host FROM sites WHERE id IN (SELECT site_id FROM snapshots) ORDER BY host',
    )
    const sites = rows.map(({ host }) => host)
    const last = await db.get<{ day: string | null }>('SELECT max(day) AS day FROM days')
    const reached = await db.get('SELECT 1 AS one FROM delivery_addresses WHERE user_id = ? LIMIT 1', user.id)
    return {
      own: { hosts: [...own.hosts], fixed: own.areFixed, recognised: sites.filter(own.isOwnSite) },
      sites,
      last_day: last?.day ?? null,
      reached: reached !== undefined,
      push: delivery.push,
      mail: delivery.mail,
    }
  },
  async setOwnSites({ user, body }) {
    if (own.areFixed) throw new Refusal(409, 'Свои сайты заданы в OWN_SITE: измените их там.')
    const hosts = [...new Set(body.hosts.map(hostName))]
    const wrong = hosts.find((host) => !isHostName(host))
    if (wrong !== undefined) throw new Refusal(400, `«${wrong}» — не адрес сайта. Нужен, например, shina.ru.`)
    await setOwnSites(deps.db, hosts)
    await own.refresh()
    await audit(deps.db, 'own sites changed', user.id, hosts.join(', ') || 'узнаются по названию')
    return 'Сохранено'
  },
  status: () => readStatus(deps),
})
