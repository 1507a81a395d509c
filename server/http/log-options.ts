import type { FastifyRequest } from 'fastify'

/** Nothing secret goes to the log: neither tokens and cookies, nor bodies, nor queries, which say what a user looks for. */
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
