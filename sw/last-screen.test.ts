// Specification 8.17

import { beforeEach, describe, expect, it } from 'vitest'
import { PICTURES_KEPT, type ScreenPicture } from '../contract/worker/last-screen.ts'
import { deleteDatabase, restart, testDeps } from '../tests/support/worker.ts'
import { withLastScreen } from './last-screen.ts'
import { handleMessage } from './messages.ts'
import { forgetOwner, setOwner } from './owner.ts'

const ADDRESS = '/export/retail?date=2026-04-18'
const POLICY = "default-src 'self';style-src 'self';img-src 'self' data:"
const PAGE =
  '<html><head><script src="/assets/a.js"></script></head><body><div id="root"></div></body></html>'

const picture = (change: Partial<ScreenPicture> = {}): ScreenPicture & { token: string } => ({
  token: 't',
  address: ADDRESS,
  sheets: '<link rel="stylesheet" href="/assets/b.css">',
  html: '<div id="last-screen">5 990 ₽</div>',
  style: "'sha256-abc'",
  script: '/assets/a.js',
  ...change,
})

let deps: ReturnType<typeof testDeps>
const keep = (change?: Partial<ScreenPicture> & { token?: string }) =>
  handleMessage(deps, { type: 'keep-screen', ...picture(change), ...change })

async function started(address = ADDRESS, policy: string | null = POLICY): Promise<Response> {
  const headers = new Headers(policy === null ? {} : { 'content-security-policy': policy })
  return withLastScreen(new Response(PAGE, { headers }), new URL(address, 'https://prices.example.ru'))
}
const startedText = async (address?: string) => (await started(address)).text()

beforeEach(async () => {
  await deleteDatabase()
  await setOwner('anna', 't')
  deps = testDeps()
})

describe('a start with a picture', () => {
  it('shows it at its address, before any script runs, also after the worker was stopped', async () => {
    await keep()
    await restart()
    expect(await startedText()).toBe(
      '<html><head><script src="/assets/a.js"></script><link rel="stylesheet" href="/assets/b.css"></head>' +
        '<body><div id="root"></div><div id="last-screen">5 990 ₽</div></body></html>',
    )
    expect(await startedText('/export/retail?date=2026-04-17')).not.toContain('5 990')
  })

  it('allows the picture’s own style sheet alone', async () => {
    await keep()
    expect((await started()).headers.get('content-security-policy')).toBe(
      "default-src 'self';style-src 'self' 'sha256-abc';img-src 'self' data:",
    )
    expect((await started(ADDRESS, null)).headers.has('content-security-policy')).toBe(false)
    expect((await started('/')).headers.get('content-security-policy')).toBe(POLICY)
  })

  it('writes signs that String.replace would interpret as they are', async () => {
    await keep({ html: "<p>$& $' $1 $$</p>" })
    expect(await startedText()).toContain("<p>$& $' $1 $$</p></body>")
  })

  it('replaces it by a newer one, and keeps the newest', async () => {
    for (let day = 0; day <= PICTURES_KEPT; day++) {
      deps.clock += 1
      await keep({ address: `/tyre/${day}`, html: `tyre ${day}` })
    }
    expect(await startedText('/tyre/0')).not.toContain('tyre 0')
    expect(await startedText('/tyre/1')).toContain('tyre 1')
    await keep({ address: '/tyre/1', html: 'newer' })
    expect(await startedText('/tyre/1')).toContain('newer')
  })
})

describe('a start without a picture', () => {
  it('ignores a picture of another build', async () => {
    await keep({ script: '/assets/former.js' })
    expect(await startedText()).toBe(PAGE)
    expect((await started()).headers.get('content-security-policy')).toBe(POLICY)
  })

  it('outlines a report for whoever is signed in', async () => {
    expect(await startedText()).toContain('<div id="last-screen" class="outline" inert aria-hidden="true">')
    expect(await startedText('/')).toBe(PAGE)
    await forgetOwner()
    expect(await startedText()).toBe(PAGE)
  })

  it('serves the page without a store', async () => {
    await keep()
    await restart()
    const { indexedDB } = globalThis
    Reflect.deleteProperty(globalThis, 'indexedDB')
    try {
      expect(await startedText()).toBe(PAGE)
    } finally {
      globalThis.indexedDB = indexedDB
    }
  })
})

describe('the owner of a picture', () => {
  it('is who is signed in: another token stores nothing', async () => {
    await keep({ token: 'of somebody else' })
    expect(await startedText()).not.toContain('5 990')
  })

  it('loses it by signing out, and to another user', async () => {
    await keep()
    await forgetOwner()
    await setOwner('anna', 't')
    expect(await startedText()).not.toContain('5 990')
    await keep()
    await setOwner('boris', 'b')
    expect(await startedText()).not.toContain('5 990')
    await setOwner('anna', 't')
    expect(await startedText()).not.toContain('5 990')
  })

  it('keeps it when only the token changes', async () => {
    await keep()
    await setOwner('anna', 'newer')
    expect(await startedText()).toContain('5 990')
  })
})
