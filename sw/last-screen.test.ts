// Specification 8.17

import { beforeEach, describe, expect, it } from 'vitest'
import { type ScreenPicture, screenPlace } from '../contract/worker/last-screen.ts'
import { deleteDatabase, restart, testDeps } from '../tests/support/worker.ts'
import { withLastScreen } from './last-screen.ts'
import { handleMessage } from './messages.ts'
import { forgetOwner, setOwner } from './owner.ts'

const ADDRESS = '/export/retail?date=2026-04-18'
const POLICY = "default-src 'self';style-src 'self';img-src 'self' data:"
const PAGE =
  '<html><head><script src="/assets/a.js"></script></head><body><div id="root"></div></body></html>'

const picture = (
  change: Partial<ScreenPicture> & { token?: string } = {},
): ScreenPicture & { token: string } => ({
  token: 't',
  place: '',
  address: ADDRESS,
  html: '<div id="last-screen"><style>.a{top:1px}</style>5 990 ₽</div>',
  script: '/assets/a.js',
  until: Date.now() + 60_000,
  ...change,
})

let deps: ReturnType<typeof testDeps>
const keep = (change?: Partial<ScreenPicture> & { token?: string }) => {
  const kept = picture(change)
  return handleMessage(deps, {
    type: 'keep-screen',
    ...kept,
    place: screenPlace(kept.address.split('?')[0] ?? ''),
  })
}

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
    expect((await startedText()).replace(/(?<=nonce=)[^>]+/, 'once')).toBe(
      '<html><head><script src="/assets/a.js"></script></head><body><div id="root"></div>' +
        '<div id="last-screen"><style nonce=once>.a{top:1px}</style>5 990 ₽</div></body></html>',
    )
    expect(await startedText('/export/retail?date=2026-04-17')).not.toContain('5 990')
  })

  it('allows the picture’s own style sheet alone', async () => {
    await keep()
    const page = await started()
    const [, nonce = ''] = /<style nonce=([^>]{36})>/.exec(await page.text()) ?? []
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'self';style-src 'nonce-${nonce}' 'self';img-src 'self' data:`,
    )
    expect(await startedText()).not.toContain(nonce)
    expect((await started(ADDRESS, null)).headers.get('content-security-policy')).toBe('')
    expect((await started('/')).headers.get('content-security-policy')).toBe(POLICY)
  })

  it('writes signs that String.replace would interpret as they are', async () => {
    await keep({ html: "<p>$& $' $1 $$</p>" })
    expect(await startedText()).toContain("<p>$& $' $1 $$</p></body>")
  })

  it('replaces it by the next one of its report, or of any tyre', async () => {
    await keep({ address: '/export/retail?date=2026-04-17', html: 'newer' })
    expect(await startedText('/export/retail?date=2026-04-17')).toContain('newer')
    expect(await startedText()).not.toContain('5 990')
    await keep({ address: '/export/all-prices', html: 'all prices' })
    await keep({ address: '/tyre/A', html: 'tyre A' })
    await keep({ address: '/tyre/B', html: 'tyre B' })
    await keep({ address: '/', html: 'home' })
    expect(await startedText('/tyre/A')).not.toContain('tyre A')
    expect(await startedText('/tyre/B')).toContain('tyre B')
    expect(await startedText('/')).toContain('home')
    expect(await startedText('/export/all-prices')).toContain('all prices')
    expect(await startedText('/export/retail?date=2026-04-17')).toContain('newer')
  })
})

describe('a start without a picture', () => {
  it('ignores a picture of another build', async () => {
    await keep({ address: '/', script: '/assets/former.js' })
    expect(await startedText('/')).toBe(PAGE)
    expect((await started('/')).headers.get('content-security-policy')).toBe(POLICY)
  })

  it('ignores a picture once its owner may no longer see saved data', async () => {
    await keep({ address: '/', until: Date.now() })
    expect(await startedText('/')).toBe(PAGE)
    await keep({ address: '/', until: Number.NaN })
    expect(await startedText('/')).toBe(PAGE)
  })

  it('outlines a report for whoever is signed in', async () => {
    await keep({ address: '/export/retail?date=2026-04-17' })
    expect(await startedText()).toContain('<div id=last-screen class=outline>')
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
