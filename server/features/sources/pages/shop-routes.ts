import type { FastifyRequest } from 'fastify'
import type { BodyOf } from '../../../../contract/lib/call.ts'
import type { SHOP_CALLS } from '../../../../contract/pages/page-calls.ts'
import { calledHost, callsAddress } from '../../auth/http/audited-routes.ts'
import { type Handlers, withConfig } from '../../auth/serve-calls.ts'
import type { ShopJobs } from './shop-jobs.ts'

const sampledShop = ({ body }: FastifyRequest): string => {
  const { sitemaps, starts } = (body as BodyOf<typeof SHOP_CALLS.sample>).crawl
  return calledHost(starts[0] ?? sitemaps[0] ?? '')
}

export const shopHandlers = (jobs: ShopJobs): Handlers<typeof SHOP_CALLS> => ({
  look: withConfig({ audited: callsAddress('shop read') }, ({ user, body }) =>
    jobs.look(user.id, body.address),
  ),
  sample: withConfig({ audited: { event: 'shop read', details: sampledShop } }, ({ user, body }) =>
    jobs.sample(user.id, body.crawl),
  ),
  job: ({ user, params }) => jobs.find(user.id, params.id),
})
