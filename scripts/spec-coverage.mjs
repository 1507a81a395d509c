// npm run spec-coverage: writes docs/spec-coverage.md, a table of the specification's sections with the tests that cite
// them. A test citing 'specification 4.13' covers that section; tests/docs/citations.test.ts fails when a section has
// none, or when the file is out of date.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, say } from './setup.mjs'

const SPECIFICATION = 'docs/specification'

/** Sections without a test of their own, with the reason. */
export const UNTESTED = {
  '6.10': 'lists which section specifies each message',
}

const NUMBERS = String.raw`(\d+(?:\.\d+)?(?:(?:, | and |, and | to )\d+(?:\.\d+)?)*)`

/** Joins the lines of comments, whose line breaks split citations. */
export const unwrapped = (text) => text.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ')

/** Returns the section numbers that follow a word: three from 'specification 2.3, 4.1 and 4.2'. */
export function cited(text, word) {
  const citations = unwrapped(text).matchAll(new RegExp(String.raw`\b${word} ${NUMBERS}`, 'gi'))
  return [...citations].flatMap(([, numbers]) => numbers?.match(/\d+(?:\.\d+)?/g) ?? [])
}

const read = (path) => readFileSync(join(ROOT, path), 'utf8')

/** Sections of the specification in order. */
export const sections = readdirSync(join(ROOT, SPECIFICATION))
  .filter((file) => /^\d/.test(file))
  .flatMap((file) =>
    [...read(`${SPECIFICATION}/${file}`).matchAll(/^## (\d+\.\d+) (.+)$/gm)].map(([, number, title]) => ({
      file,
      number,
      title,
    })),
  )

/** Returns the tests that cite each section. */
export function coverage() {
  const tests = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => /\.(?:test|spec)\.tsx?$/.test(path) && !path.startsWith('tests/docs/'))
    .filter((path) => existsSync(join(ROOT, path)))
    .sort()
  const found = new Map(sections.map(({ number }) => [number, []]))
  for (const test of tests)
    for (const number of new Set(cited(read(test), 'specification'))) found.get(number)?.push(test)
  return found
}

export const COVERAGE_FILE = 'docs/spec-coverage.md'

/** Returns the content of COVERAGE_FILE: a table of the sections, in order. */
export function coverageTable() {
  const rows = [...coverage()].map(([number, tests]) => {
    const { title, file } = sections.find((section) => section.number === number)
    const files = tests.map((test) => `\`${test}\``).join(', ')
    return `| [${number}](specification/${file}) ${title} | ${files || UNTESTED[number] || 'no test'} |`
  })
  return [
    '# Tests of each section of the specification',
    '',
    'Written by `npm run spec-coverage` from the sections that tests cite; not to be edited.',
    '',
    '| section | tests |',
    '|---|---|',
    ...rows,
    '',
  ].join('\n')
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(ROOT, COVERAGE_FILE), coverageTable())
  say(COVERAGE_FILE)
}
