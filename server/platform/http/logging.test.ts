// Specification 10.21

import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { LOG_OPTIONS } from './request-log.ts'

describe('the log', () => {
  it('holds no token, cookie, password or query', async () => {
    let written = ''
    const stream = new Writable({
      write(chunk, _encoding, done) {
        written += chunk
        done()
      },
    })
    const app = Fastify({ logger: { ...LOG_OPTIONS, level: 'trace', stream } })
    app.post('/x', async (request) => {
      request.log.info({ req: request.raw, headers: request.headers }, 'seen')
      throw new Error('broken')
    })
    // That of Fastify logs the whole path in words; the server has its own.
    app.setNotFoundHandler((_request, reply) => reply.status(404).send())
    await app.inject({
      method: 'POST',
      url: '/x?secret=in-query',
      headers: { authorization: 'Bearer secret-token', cookie: 'refresh_token=secret-cookie' },
      payload: { password: 'secret-password' },
    })
    for (const path of ['feeds/', '%66eeds/', 'feeds;/', 'feeds%5c'])
      await app.inject(`/api/companion/${path}${'secret-'.repeat(7)}`)
    await app.close()
    expect(written).toContain('broken')
    expect(written).toContain('/api/companion/%66eeds/…')
    expect(written).not.toContain('secret')
  })
})
