import { REPORT_IDS, REPORTS } from '../../../contract/reports/reports.ts'
import { ROUTES } from '../../../contract/routes.ts'
import { LARGEST_PICTURE, LAST_SCREEN, screenPlace } from '../../../contract/worker/last-screen.ts'
import { acceptedAt, storedToken } from '../../data/stored-session.ts'
import { preferences } from '../../lib/preferences.ts'
import { notifyWorker } from '../../pwa/worker-channel.ts'
import { OFFLINE_LIMIT_MS } from '../../session/session-calls.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { isLoading } from './hand-over.ts'
import { drawScreen } from './picture.ts'

/** Height in px by which a window may differ from that of the picture: a phone's bars come and go. */
const BARS_PX = 80

const REPORT_ROUTES: ReadonlySet<string> = new Set(REPORT_IDS.map((id) => REPORTS[id].route))

/** Screens of prices, which are saved on the device anyway. */
const isDrawn = (path: string): boolean =>
  path === ROUTES.home || REPORT_ROUTES.has(path) || path.startsWith(`${ROUTES.tyre}/`)

/** Elements that say that a screen is not what the next start will show. */
const UNFINISHED = `#${LAST_SCREEN}, dialog[open], [role=dialog], [role=alert]`

/** Areas that scroll: the app starts at their beginning. */
const SCROLLED = '.report-grid, .cards-scroll'

/**
 * Keeps a picture of the screen whenever the page goes to the background (specification 8.17).
 * @returns a function that stops it
 */
export function keepScreens(): () => void {
  const hidden = () => {
    if (document.visibilityState === 'hidden') keepScreen()
  }
  document.addEventListener('visibilitychange', hidden)
  return () => document.removeEventListener('visibilitychange', hidden)
}

/** Sends the picture without awaiting anything, because the browser may freeze a page that is left. */
function keepScreen(): void {
  const { pathname, search } = window.location
  const token = storedToken()
  const root = document.getElementById('root')
  const script = document.querySelector('script[type=module][src]')?.getAttribute('src')
  if (!root || !script || token === null || !isDrawn(pathname)) return
  if (document.querySelector(UNFINISHED) || isLoading(root)) return
  if (window.scrollY > 0 || [...document.querySelectorAll(SCROLLED)].some(isScrolled)) return
  const { html, css } = drawScreen(root)
  const style = `${sizeQuery()}{#${LAST_SCREEN}{display:block}}\n${theme()}${css}`
  const picture = `${styleSheets()}<div id="${LAST_SCREEN}" inert aria-hidden="true"${fits()}><style>${style}</style>
${html}<p class="last-screen-time">Сохранено ${formatMoment(Date.now())}</p></div>`
  if (picture.length > LARGEST_PICTURE) return
  notifyWorker('keep-screen', {
    token,
    place: screenPlace(pathname),
    address: pathname + search,
    html: picture,
    script,
    until: acceptedAt() + OFFLINE_LIMIT_MS,
  })
}

const isScrolled = ({ scrollTop, scrollLeft }: Element): boolean => scrollTop > 0 || scrollLeft > 0

/** Media query that a window of about this size matches: positions in the picture are those of this size. */
function sizeQuery(): string {
  const { innerWidth, innerHeight } = window
  return `@media (width:${innerWidth}px) and (min-height:${innerHeight - BARS_PX}px) and (max-height:${innerHeight + BARS_PX}px)`
}

/** Links to the style sheets of the screen's own code; the first one is that of the page itself. */
function styleSheets(): string {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  const paths = new Set([...links].map(({ href }) => new URL(href).pathname))
  return [...paths]
    .slice(1)
    .filter((path) => /^\/assets\/[\w.-]+$/.test(path))
    .map((path) => `<link rel="stylesheet" crossorigin href="${path}">`)
    .join('')
}

/** The theme that the person has chosen, which the app sets later (src/ui/theme.ts). */
const theme = (): string => {
  const chosen = preferences.theme.get()
  return chosen === null ? '' : `:root{color-scheme:${chosen}}\n`
}

/** The page's layout in the window, an attribute of the root element (useFitsWindow). */
const fits = (): string => {
  const page = document.documentElement.dataset.fits
  return page === undefined ? '' : ` data-fits="${page}"`
}
