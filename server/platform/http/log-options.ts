import type { FastifyRequest } from 'fastify'

/** Log settings that leave out tokens, cookies, bodies and queries, which reveal what a user is looking for. */
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
