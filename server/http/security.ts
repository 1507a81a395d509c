import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

const SELF = ["'self'"]

/** Headers for every answer: no inline script or style, nothing from other origins, no framing. */
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
    // The server may well be reached by plain HTTP inside a company; the proxy that adds HTTPS adds HSTS too.
    strictTransportSecurity: false,
    referrerPolicy: { policy: 'same-origin' },
  })
}
