// Specification 2.2, 10.21

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sqliteDatabase } from '../../../tests/support/database.ts'
import { SECRET } from '../../../tests/support/processes.ts'
import { addUser } from '../../../tests/support/users.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'

/** Compressed files that the build writes beside each text file. */
const COMPRESSED = [
  {
    extension: 'br',
    accepts: 'gzip, deflate, br, zstd',
    encoding: 'br',
    pack: brotliCompressSync,
    unpack: brotliDecompressSync,
  },
  { extension: 'gz', accepts: 'gzip', encoding: 'gzip', pack: gzipSync, unpack: gunzipSync },
]

const dist = mkdtempSync(join(tmpdir(), 'prices-dist-'))
let app: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>App</title>')
  writeFileSync(join(dist, 'login.html'), '<!doctype html><title>App</title><form></form>')
  writeFileSync(join(dist, 'assets', 'index-abc.js'), 'export {}')
  writeFileSync(join(dist, 'icon.svg'), '<svg/>')
  for (const { extension, pack } of COMPRESSED)
    writeFileSync(join(dist, 'assets', `index-abc.js.${extension}`), pack(`export {} // ${extension}`))
  const config = readConfig({ AUTH_SECRET: SECRET, LOG_LEVEL: 'silent' })
  app = await buildApp({ config, db: undefined, dist })
})
afterAll(async () => {
  await app.close()
  rmSync(dist, { recursive: true })
})

describe('the built app', () => {
  it.each([
    '/',
    '/login?logout=1',
    '/export/retail/min',
    '/profile/account',
    '/what/ever',
    '/tyre/A%2FB%5CC%3B?date=2026-03-02',
  ])('%s answers index.html, revalidated each time', async (url) => {
    const answer = await app.inject({ url })
    expect(answer.statusCode).toBe(200)
    expect(answer.payload).toContain('<title>App</title>')
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  it('leads all pages to the set-up while there are no users, and has no worker that would hide it', async () => {
    writeFileSync(join(dist, 'sw.js'), '')
    const database = await sqliteDatabase()
    const { dataDir } = database.location
    const config = readConfig({ AUTH_SECRET: SECRET, LOG_LEVEL: 'silent', DATA_DIR: dataDir })
    const fresh = await buildApp({ config, db: database.db, dist })
    for (const url of ['/', '/login', '/export/retail', '/tyre/A']) {
      const answer = await fresh.inject({ url })
      expect([answer.statusCode, answer.headers.location]).toEqual([302, '/setup'])
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect((await fresh.inject({ url: '/setup' })).payload).toContain('<title>App</title>')
    expect((await fresh.inject({ url: '/icon.svg' })).statusCode).toBe(200)
    expect((await fresh.inject({ url: '/sw.js' })).statusCode).toBe(404)
    await addUser(database.db, 'boss', { role: 'admin' })
    expect((await fresh.inject({ url: '/' })).statusCode).toBe(200)
    expect((await fresh.inject({ url: '/sw.js' })).statusCode).toBe(200)
    rmSync(join(dist, 'sw.js'))
    await fresh.close()
    await database.remove()
  })

  it('/login answers the page with the form in it, other addresses the page alone', async () => {
    expect((await app.inject({ url: '/login?logout=1' })).payload).toContain('<form>')
    expect((await app.inject({ url: '/login/further' })).payload).not.toContain('<form>')
    expect((await app.inject({ url: '/' })).payload).not.toContain('<form>')
  })

  it.each(['/tyre/%', '/tyre/%E0%A4%A', '/tyre/%ED%A0%80?date=2026-03-02', '/tyre/205.55%', '/what/%/ever'])(
    '%s, which cannot be decoded, is for the app to explain',
    async (url) => {
      const answer = await app.inject({ url })
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache'])
      expect(answer.payload).toContain('<title>App</title>')
      expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
      expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
      expect((await app.inject({ method: 'POST', url })).statusCode).toBe(400)
    },
  )

  it.each(['/api/companion/tyres/%', '/user/%', '/assets/index-%.js'])(
    '%s, which is no page and cannot be decoded, is refused in JSON',
    async (url) => {
      const answer = await app.inject({ url })
      expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'Неверный запрос' }])
    },
  )

  it('lets browsers cache hashed files for a year and revalidate the others', async () => {
    const asset = await app.inject({ url: '/assets/index-abc.js' })
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await app.inject({ url: '/icon.svg' })).headers['cache-control']).toBe('no-cache')
  })

  it.each(COMPRESSED)('sends $accepts what the build compressed', async (compressed) => {
    const { extension, accepts, encoding, unpack } = compressed
    const { headers, rawPayload } = await app.inject({
      url: '/assets/index-abc.js',
      headers: { 'accept-encoding': accepts },
    })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['content-type']).toMatch(/javascript/)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers.vary).toMatch(/accept-encoding/i)
    expect(String(unpack(rawPayload))).toBe(`export {} // ${extension}`)
  })

  it('sends those who accept no compression the file itself', async () => {
    const answer = await app.inject({ url: '/assets/index-abc.js' })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.payload).toBe('export {}')
  })

  it.each(['/assets/index-old.js', '/sw.js', '/manifest.webmanifest', '/api/nothing', '/user/x'])(
    'a missing %s is 404 in JSON and never index.html',
    async (url) => {
      const answer = await app.inject({ url })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ error: 'Не найдено' })
    },
  )

  it('never leaves its folder', async () => {
    const answer = await app.inject({ url: '/..%2f..%2fetc%2fpasswd' })
    expect(answer.payload).not.toContain('root:')
  })

  it('forbids inline scripts, other origins and framing', async () => {
    const { headers } = await app.inject({ url: '/' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})
