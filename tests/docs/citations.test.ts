import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
// @ts-expect-error: the scripts are JavaScript, since they run before anything is installed
import * as specification from '../../scripts/spec-coverage.mjs'

const { cited, COVERAGE_FILE, coverage, coverageTable, UNTESTED, unwrapped } = specification

const ROOT = join(import.meta.dirname, '../..')
const SPECIFICATION = 'docs/specification'
const DECISIONS = 'docs/decisions'

const TEXT = /\.(?:tsx?|mjs|json|md|css|html|sh)$/

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Tracked text files of the working tree. */
const files: readonly string[] = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((path) => TEXT.test(path) && path !== 'package-lock.json' && existsSync(join(ROOT, path)))

interface Section {
  file: string
  number: string
  title: string
}

const sections: readonly Section[] = specification.sections
const chapters = [...new Set(sections.map(({ file }) => file))]
const sectionNumbers = new Set<string>(sections.map(({ number }) => number))
const decisions = readdirSync(join(ROOT, DECISIONS)).filter((name) => /^\d{4}-/.test(name))
const decisionNumbers = new Set(decisions.map((name) => String(Number(name.slice(0, 4)))))

/** Returns citations without a target: 'path: number' for each. */
const missing = (paths: readonly string[], citedIn: (text: string) => string[], known: ReadonlySet<string>) =>
  paths.flatMap((path) =>
    citedIn(read(path))
      .filter((number) => !known.has(number))
      .map((number) => `${path}: ${number}`),
  )

/** Anchor of a heading on GitHub. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-')

function leads(from: string, link: string): boolean {
  const [path = '', heading] = link.split('#')
  const target = path === '' ? from : normalize(join(dirname(from), path))
  if (!existsSync(join(ROOT, target))) return false
  if (heading === undefined || !target.endsWith('.md')) return true
  return [...read(target).matchAll(/^#+ (.+)$/gm)].some(([, title = '']) => anchor(title) === heading)
}

describe('citations', () => {
  it('of the specification refer to existing sections', () => {
    expect(missing(files, (text) => cited(text, 'specification'), sectionNumbers)).toEqual([])
  })

  it('of decisions refer to existing numbers and files', () => {
    expect(missing(files, (text) => cited(text, 'decisions?'), decisionNumbers)).toEqual([])
    const names = new Set(decisions.map((name) => name.slice(0, 4)))
    const byFile = (text: string) =>
      [...text.matchAll(/decisions\/(\d{4})/g)].map(([, name]) => name as string)
    expect(missing(files, byFile, names)).toEqual([])
  })

  it('within the specification refer to existing sections', () => {
    const own = (text: string): string[] =>
      [
        ...text.replace(/\s+/g, ' ').matchAll(/\(\d+\.\d+(?:(?:, | and |, and | to )\d+(?:\.\d+)?)*/g),
      ].flatMap(([numbers]) => numbers.match(/\d+\.\d+/g) ?? [])
    const texts = chapters.map((file) => `${SPECIFICATION}/${file}`)
    expect(missing(texts, own, sectionNumbers)).toEqual([])
  })

  it('are found in every spelling', () => {
    const [word, other] = ['specification', 'decision']
    expect(cited(`(${word} 2.3, 4.1 and 4.2)`, word)).toEqual(['2.3', '4.1', '4.2'])
    expect(cited(`/**\n * ${word}\n * 4.13.\n */`, word)).toEqual(['4.13'])
    expect(cited(`// see ${other}s 3 and 14`, 'decisions?')).toEqual(['3', '14'])
  })
})

describe('comments', () => {
  it('cite no document outside the repository', () => {
    const outside = /\bdocuments? [12]\b|\u00a7\s?\d|\b(?:decisions|design), ['‘]/i
    // Sections of RFCs and of the WebDriver standard.
    const standards = /\b(?:RFC \d+|WebDriver)(?:,? \u00a7[\d.]+(?:, Actions)?)+/g
    const sources = files.filter((path) => /^(?:contract|src|sw|server|tests|scripts|docs)\//.test(path))
    expect(sources.filter((path) => outside.test(unwrapped(read(path)).replaceAll(standards, '')))).toEqual(
      [],
    )
  })
})

describe('the specification', () => {
  it('numbers its sections consecutively', () => {
    for (const file of chapters) {
      const text = read(`${SPECIFICATION}/${file}`)
      const chapter = /^# (\d+)\. /.exec(text)?.[1]
      const own = sections.filter((section) => section.file === file).map(({ number }) => number)
      expect(own).toEqual(own.map((_, i) => `${chapter}.${i + 1}`))
      expect(Number(file.slice(0, 2))).toBe(Number(chapter))
    }
  })

  it('lists every section in its index, with a working link', () => {
    const listed = [...read(`${SPECIFICATION}/README.md`).matchAll(/^- \[(\d.*)\]\((.+)\)$/gm)]
    expect(listed.map(([, heading, link]) => [heading, link])).toEqual(
      sections.map(({ file, number, title }) => [
        `${number} ${title}`,
        `${file}#${anchor(`${number} ${title}`)}`,
      ]),
    )
  })
})

describe('each section of the specification', () => {
  const covering: ReadonlyMap<string, readonly string[]> = coverage()

  it('is cited by a test, or listed as untested with its reason', () => {
    const uncited = sections.map(({ number }) => number).filter((number) => !covering.get(number)?.length)
    expect(uncited).toEqual(Object.keys(UNTESTED))
  })

  it('is listed with its tests in docs/spec-coverage.md (npm run spec-coverage)', () => {
    expect(read(COVERAGE_FILE)).toBe(coverageTable())
  })
})

describe('documents', () => {
  const documents = files.filter((path) => path.endsWith('.md'))

  it('link to files and headings that exist', () => {
    const broken = documents.flatMap((path) =>
      [...read(path).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^[a-z]+:/.test(link) && !leads(path, link))
        .map((link) => `${path}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  it('name files that exist', () => {
    const named =
      /`((?:contract|src|sw|server|tests|scripts|build|docs)\/[^`\s]*?\.(?:tsx?|mjs|md|json|css))`/g
    const missingFiles = documents
      .filter((path) => path !== 'CHANGELOG.md')
      .flatMap((path) =>
        [...read(path).matchAll(named)]
          .filter(([, file = '']) => !files.some((known) => matchesGlob(known, file)))
          .map(([, file]) => `${path}: ${file}`),
      )
    expect(missingFiles).toEqual([])
  })

  it('list every decision in the index', () => {
    const index = read(`${DECISIONS}/README.md`)
    const entries = decisions.map((name) => {
      const title = read(`${DECISIONS}/${name}`).split('\n')[0]?.slice(2)
      return `| [${title}](${name}) |`
    })
    expect(entries.filter((entry) => !index.includes(entry))).toEqual([])
  })
})

describe('a decision', () => {
  it.each(decisions)('%s has its number, a date and a status', (name) => {
    const [title = '', , date = '', status = ''] = read(`${DECISIONS}/${name}`).split('\n')
    expect(title).toMatch(new RegExp(`^# ${Number(name.slice(0, 4))}\\. \\S`))
    expect(date).toMatch(/^- Date: \d{4}-\d{2}-\d{2}$/)
    expect(status).toMatch(/^- Status: (?:accepted|superseded by )/)
  })
})
