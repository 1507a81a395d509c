// npm run spec-coverage: prints the specification's sections with the tests that cite them. A test citing
// 'specification 4.13' covers that section; tests/docs/citations.test.ts fails when a section has none.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

if (process.argv[1] === import.meta.filename) {
  const lines = [...coverage()].flatMap(([number, tests]) => {
    const { title } = sections.find((section) => section.number === number)
    const covering = tests.length > 0 ? tests : [UNTESTED[number] ?? 'no test']
    return [`${number} ${title}`, ...covering.map((test) => `  ${test}`)]
  })
  say(lines.join('\n'))
}
