import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { type Look, type Scheme, SIZES, type Size } from './looks.ts'
import { SCREENS, type Screen } from './screens.ts'

/** Board of all screens in docs/screens, as they were before a change and are after it. */

const FOLDER = fileURLToPath(new URL('../../docs/screens/', import.meta.url))

export type Side = 'before' | 'after'
const SIDES: readonly Side[] = ['before', 'after']

/** Looks that the board has of a screen. */
export function boardLooks({ dark }: Screen): Look[] {
  const schemes: readonly Scheme[] = dark ? ['light', 'dark'] : ['light']
  return schemes.flatMap((scheme) => [
    { size: '1440×900', scheme },
    { size: '390×844', scheme },
  ])
}

/** Names a picture of a screen. */
export const pictureName = ({ name }: Screen, { size, scheme }: Look, type: string): string =>
  `${name}-${SIZES[size].width}-${scheme}.${type}`

/** Reduces pictures to a file size that a repository can store. */
export interface Reducer {
  reduce(picture: Buffer, scale: number, type: 'webp' | 'png'): Promise<Buffer>
  close(): Promise<void>
}

const QUALITY = 0.6

/** Opens a browser page that scales and encodes pictures, which spares a library. */
export async function openReducer(browser: Browser): Promise<Reducer> {
  const page = await browser.newPage()
  return {
    async reduce(picture, scale, type) {
      const encoded = await page.evaluate(encode, [picture.toString('base64'), scale, type, QUALITY] as const)
      return Buffer.from(encoded, 'base64')
    },
    close: () => page.close(),
  }
}

async function encode([text, scale, type, quality]: readonly [
  string,
  number,
  string,
  number,
]): Promise<string> {
  const whole = await createImageBitmap(await (await fetch(`data:image/png;base64,${text}`)).blob())
  const [resizeWidth, resizeHeight] = [Math.round(whole.width * scale), Math.round(whole.height * scale)]
  const small = await createImageBitmap(whole, { resizeWidth, resizeHeight, resizeQuality: 'high' })
  const canvas = new OffscreenCanvas(resizeWidth, resizeHeight)
  canvas.getContext('2d')?.drawImage(small, 0, 0)
  const blob = await canvas.convertToBlob({ type: `image/${type}`, quality })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(bytes.reduce((codes, byte) => codes + String.fromCharCode(byte), ''))
}

/** Scales of the pictures: a row with two desktops fits a page of documents. */
const SCALES: Readonly<Partial<Record<Size, number>>> = { '1440×900': 0.5, '390×844': 0.62 }

/** Empties a side of the board, unless single screens are taken again. */
export function clearSide(side: Side, isWhole: boolean): void {
  if (isWhole) rmSync(FOLDER + side, { recursive: true, force: true })
  mkdirSync(FOLDER + side, { recursive: true })
}

/** Adds the page's picture to a side of the board. */
export async function addPicture(
  page: Page,
  side: Side,
  screen: Screen,
  look: Look,
  by: Reducer,
): Promise<void> {
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const small = await by.reduce(picture, SCALES[look.size] ?? 1, 'webp')
  writeFileSync(`${FOLDER}${side}/${pictureName(screen, look, 'webp')}`, small)
}

/** Writes the board's page with the pictures that exist. */
export function writeBoard(): void {
  const sections = SCREENS.map((screen) => {
    const rows = boardLooks(screen).map((look) => {
      const cells = SIDES.map((side) => {
        const file = `${side}/${pictureName(screen, look, 'webp')}`
        return existsSync(FOLDER + file) ? `![${screen.title}, ${look.size}, ${look.scheme}](${file})` : '–'
      })
      return `| ${look.size}, ${look.scheme} | ${cells.join(' | ')} |`
    })
    return [`## ${screen.title}`, '', '| | before | after |', '|---|---|---|', ...rows, ''].join('\n')
  })
  const head = [
    '# All screens, before and after',
    '',
    'Written by `npm run screens -- --board before` and `npm run screens -- --board after`; not to be edited.',
    'The prices are made up: 20 sites, 20 cities, three days.',
    'With names of screens behind it, the command takes these screens again.',
    '',
  ].join('\n')
  writeFileSync(`${FOLDER}README.md`, `${head}\n${sections.join('\n')}`)
}
