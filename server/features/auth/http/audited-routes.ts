import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AuditEvent } from '../../../../contract/account/audit-log.ts'
import { audit } from '../../../platform/audit/audit.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { userOf } from './guard.ts'

/** Entry of the audit log for each request that a route admits, written before the route does its work. */
export interface AuditedRoute {
  event: AuditEvent
  details(request: FastifyRequest): string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** for routes that use a secret, leave the server or export data, and change nothing that has an entry of its own */
    audited?: AuditedRoute
  }
}

/** Entry for a file with data: what was requested, and how it was filtered. */
export const DATA_EXPORT_AUDIT: AuditedRoute = {
  event: 'data exported',
  details({ params, query, body, routeOptions }) {
    const choice = Object.values({ ...(params as object), ...(query as object), ...(body as object) })
    const words = choice.flatMap((value) => (value === null || value === '' ? [] : String(value)))
    return [routeOptions.schema?.summary, ...words].join(', ')
  },
}

/** Entry for a call to the address in the body: its host alone, because an address may contain secrets. */
export const callsAddress = (event: AuditEvent): AuditedRoute => ({
  event,
  details({ body }) {
    const { address, source, secrets } = body as { address: string; source?: string; secrets?: unknown }
    const host = calledHost(address)
    return source !== undefined && secrets === undefined ? `${host}, с сохранённым доступом` : host
  },
})

/** Returns the host of an address as people type it, with or without a scheme. */
export function calledHost(address: string): string {
  const typed = [address, `https://${address}`].filter((text) => URL.canParse(text))
  return typed.map((text) => new URL(text).host).find((host) => host !== '') ?? 'неверный адрес'
}

/** Makes all routes registered after this call write their entries, if they have passed guards, checks and limits. */
export function writeAuditedRoutes(app: FastifyInstance, sql: Sql): void {
  app.addHook('onRoute', (route) => {
    const { audited } = route.config ?? {}
    if (!audited || route.method === 'HEAD') return
    const write = (request: FastifyRequest) =>
      audit(sql, audited.event, userOf(request).id, audited.details(request))
    route.preHandler = [route.preHandler ?? []].flat().concat(write)
  })
}
