import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const SELF = ["'self'"]
/** Browser features that are disabled because the app does not use them: an injected script cannot use them either. */
const PERMISSIONS = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Adds security headers to every response: no inline scripts or styles, no other origins, no framing. */
export async function addSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: SELF,
        scriptSrc: SELF,
        styleSrc: SELF,
        imgSrc: ["'self'", 'data:'],
        connectSrc: SELF,
        workerSrc: SELF,
        manifestSrc: SELF,
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: SELF,
        frameAncestors: ["'none'"],
      },
    },
    // No HSTS: inside a company the server may be reached over plain HTTP. A proxy that adds HTTPS can add HSTS too.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.setHeader('permissions-policy', PERMISSIONS)
  })
}

/** Hook for responses with tokens, codes, addresses or names. No cache may store them. */
export async function neverStored(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header('cache-control', 'no-store')
}
