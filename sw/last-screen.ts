import { LAST_SCREEN, type ScreenPicture, screenPlace } from '../contract/worker/last-screen.ts'
import { openSavedStore } from './database.ts'
import { isTokenOf } from './owner.ts'

const OUTLINE = `<div id=${LAST_SCREEN} class=outline>`
const POLICY = 'content-security-policy'

/** Stores the picture of a screen for its owner, instead of the former one of its place. */
export async function keepScreen({ token, ...picture }: ScreenPicture & { token: string }): Promise<void> {
  const writing = (await openSavedStore()).transaction(['owner', 'screens'], 'readwrite')
  const owner = await writing.objectStore('owner').get('current')
  if (owner && isTokenOf(owner, token)) await writing.objectStore('screens').put(picture)
}

/**
 * Returns the picture of a place. It is the current owner's: another owner's pictures are deleted before the new one is
 * stored (setOwner). Returns null without a picture, undefined without an owner.
 */
async function screenAt(place: string): Promise<ScreenPicture | null | undefined> {
  const reading = (await openSavedStore()).transaction(['owner', 'screens'])
  const owner = await reading.objectStore('owner').get('current')
  return owner && ((await reading.objectStore('screens').get(place)) ?? null)
}

/** Adds to the app's saved page the picture of its address, or the outline of a table (specification 8.17). */
export async function withLastScreen(page: Response, { pathname, search }: URL): Promise<Response> {
  const screen = await screenAt(screenPlace(pathname)).catch(() => undefined)
  const text = await page.text()
  const nonce = crypto.randomUUID()
  let policy = page.headers.get(POLICY) ?? ''
  let shown = screen !== undefined && pathname.startsWith('/export/') ? OUTLINE : ''
  // A picture of another build would need that build's style sheets.
  if (screen?.address === pathname + search && text.includes(screen.script) && Date.now() < screen.until) {
    policy = policy.replace('style-src', `$& 'nonce-${nonce}'`)
    shown = screen.html.replace('<style', `$& nonce=${nonce}`)
  }
  const started = new Response(
    text.replace('</body>', (end) => shown + end),
    page,
  )
  started.headers.set(POLICY, policy)
  return started
}
