import type { FastifyRequest } from 'fastify'

/** Log settings that exclude tokens, cookies, bodies and query strings, which reveal what a user searches for. */
export const LOG_OPTIONS = {
  redact: [
    'headers.authorization',
    'headers.cookie',
    'req.headers.authorization',
    'req.headers.cookie',
    'res.headers["set-cookie"]',
  ],
  serializers: {
    req: (request: Pick<FastifyRequest, 'method' | 'url' | 'ip'>) => ({
      method: request.method,
      path: request.url.split('?')[0],
      ip: request.ip,
    }),
  },
}
