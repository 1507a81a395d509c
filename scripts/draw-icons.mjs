// Draws the PNG icons of the installed app from public/icon.svg: node scripts/draw-icons.mjs
import { readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const svg = readFileSync('public/icon.svg', 'utf8')
const square = svg.replace(' rx="7"', '')
const glyph = svg.replace(/<rect[^>]*>/, '').replace('stroke="#fff"', 'stroke="#000"')
/**
 * Icons by file name. Launchers may crop a maskable icon to its middle 80 %; the glyph takes 75 % and stays complete.
 */
const ICONS = {
  'icon-192': [svg, 192],
  'icon-512': [svg, 512],
  'maskable-512': [square, 512],
  'monochrome-512': [glyph, 512],
  'apple-touch-icon': [square, 180],
}

const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium' })
for (const [name, [drawing, size]] of Object.entries(ICONS)) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`,
  )
  await page.screenshot({ path: `public/icons/${name}.png`, omitBackground: true })
}
await browser.close()
