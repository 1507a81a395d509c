// Specification 2.9

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ownNames, parseScript, scriptLacks } from './script-lacks.ts'
import { styleLacks } from './style-lacks.ts'
import { gathered, type Lack } from './support-data.ts'
import { TOLERATED } from './tolerated.ts'

const DIST = join(import.meta.dirname, '../../dist')
const read = (pattern: string) =>
  globSync(pattern, { cwd: DIST }).map((file) => [file, readFileSync(join(DIST, file), 'utf8')] as const)

const told = (lacks: readonly Lack[]) =>
  gathered(lacks)
    .filter(({ feature }) => !Object.hasOwn(TOLERATED, feature))
    .map(({ feature, browsers }) => `${feature}: ${browsers.join(', ')}`)

describe('the build runs in the oldest browsers that README promises', () => {
  const scripts = read('**/*.js')
  const trees = scripts.map(([, code]) => parseScript(code))
  const own = new Set(trees.flatMap((tree) => [...ownNames(tree)]))
  const lacks = [
    ...trees.flatMap((tree) => scriptLacks(tree, own)),
    ...read('**/*.css').flatMap(([, css]) => styleLacks(css)),
  ]

  it('and uses no missing features, except tolerated ones', () => {
    expect(scripts.length).toBeGreaterThan(10)
    expect(told(lacks)).toEqual([])
  })

  it('and every tolerated feature is still used', () => {
    const used = new Set(lacks.map(({ feature }) => feature))
    expect(Object.keys(TOLERATED).filter((feature) => !used.has(feature))).toEqual([])
  })
})

const ofScript = (code: string) => scriptLacks(parseScript(code)).map(({ feature }) => feature)
const ofStyle = (css: string) => styleLacks(css).map(({ feature }) => feature)

describe('the reader finds in scripts', () => {
  it.each([
    ['URL.canParse(a)', 'URL.canParse'],
    ['new Intl.Segmenter("ru")', 'Intl.Segmenter'],
    ['const make = () => Promise.withResolvers()', 'Promise.withResolvers'],
    ['element.hidePopover()', '.hidePopover'],
    ['element["showPopover"]()', '.showPopover'],
    ['const { setAppBadge } = navigator', '.setAppBadge'],
    ['Object.groupBy(a, b)', 'Object.groupBy'],
    ['new Set(a).isSubsetOf(b)', '.isSubsetOf'],
    ['(0, x.jsx)(`nav`, { popover: `auto` })', '<nav> popover'],
    ['(0, x.jsxs)("button", { popoverTarget: id })', '<button> popovertarget'],
    ['new WebSocketStream(a)', 'WebSocketStream'],
    ['new Intl.NumberFormat("ru", { roundingMode: "floor" })', 'Intl.NumberFormat({ roundingMode })'],
  ])('%s', (code, feature) => {
    expect(ofScript(code)).toContain(feature)
  })

  it.each(['/[\\p{L}--[а-я]]/v', 'await using a = b', 'import a from "b" with { type: "json" }'])(
    'syntax: %s',
    (code) => {
      expect(() => parseScript(code)).toThrow(SyntaxError)
    },
  )

  it('nothing in supported code, and ignores names that the code defines itself', () => {
    const code = 'const a = { union: 1 }; fetch(a.union); document.querySelector("p")?.replaceChildren()'
    expect(scriptLacks(parseScript(code), ownNames(parseScript(code)))).toEqual([])
  })
})

describe('the reader finds in styles', () => {
  it.each([
    ['a::after { content: attr(title) / "" }', 'content: alt_text'],
    ['a { color: light-dark(red, blue) }', 'light-dark()'],
    [':root { --a: light-dark(red, blue) }', 'light-dark()'],
    ['a { text-wrap: balance }', 'text-wrap: balance'],
    ['a:has(b) { color: red }', ':has'],
    ['a { field-sizing: content }', 'field-sizing'],
    ['@starting-style { a { color: red } }', '@starting-style'],
    ['a { & b { color: red } }', '&'],
    ['a:popover-open { color: red }', ':popover-open'],
    ['a { user-select: none }', 'user-select'],
    ['@media (prefers-reduced-transparency) { a { color: red } }', '@media (prefers-reduced-transparency)'],
    ['a { width: 1rcap }', 'rcap'],
  ])('%s', (css, feature) => {
    expect(ofStyle(css)).toContain(feature)
  })

  it('nothing if a prefixed declaration is beside it, or if all browsers have the feature', () => {
    expect(ofStyle('a { -webkit-user-select: none; user-select: none; height: 100dvh }')).toEqual([])
    expect(ofStyle('a { color: color-mix(in srgb, red 60%, blue); inset: 0; display: grid }')).toEqual([])
  })
})
