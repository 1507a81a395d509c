import { LAST_SCREEN, PICTURES_KEPT, type ScreenPicture } from '../contract/worker/last-screen.ts'
import { openSavedStore } from './database.ts'
import { isTokenOf } from './owner.ts'

const OUTLINE = `<div id="${LAST_SCREEN}" class="outline" inert aria-hidden="true"></div>`
const POLICY = 'content-security-policy'

/** Stores the picture of a screen for its owner, and drops the oldest ones. */
export async function keepScreen(
  { token, ...picture }: ScreenPicture & { token: string },
  now: number,
): Promise<void> {
  const writing = (await openSavedStore()).transaction(['owner', 'screens'], 'readwrite')
  const owner = await writing.objectStore('owner').get('current')
  if (!owner || !isTokenOf(owner, token)) return
  const screens = writing.objectStore('screens')
  await screens.put({ ...picture, owner: owner.username, savedAt: now })
  const all = (await screens.getAll()).sort((a, b) => b.savedAt - a.savedAt)
  for (const { owner: name, address } of all.slice(PICTURES_KEPT)) await screens.delete([name, address])
  await writing.done
}

/** Returns the current owner's picture of an address; null without one, undefined without an owner. */
async function screenAt(address: string): Promise<ScreenPicture | null | undefined> {
  const reading = (await openSavedStore()).transaction(['owner', 'screens'])
  const owner = await reading.objectStore('owner').get('current')
  return owner && ((await reading.objectStore('screens').get([owner.username, address])) ?? null)
}

/**
 * Adds to the app's page what this person saw last at its address, or the outline of a table (specification 8.17).
 * @param page saved page of the app
 */
export async function withLastScreen(page: Response, { pathname, search }: URL): Promise<Response> {
  const screen = await screenAt(pathname + search).catch(() => undefined)
  const text = await page.text()
  const headers = new Headers(page.headers)
  let [sheets, shown] = ['', screen === null && pathname.startsWith('/export/') ? OUTLINE : '']
  // A picture of another build would need that build's style sheets.
  if (screen && text.includes(screen.script)) {
    const policy = headers.get(POLICY)
    if (policy)
      headers.set(
        POLICY,
        policy.replace("style-src 'self'", (self) => `${self} ${screen.style}`),
      )
    ;({ sheets, html: shown } = screen)
  }
  const html = text.replace('</head>', (end) => sheets + end).replace('</body>', (end) => shown + end)
  return new Response(html, { headers })
}
