import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { extent, IS_QUICK } from '../support/extent.ts'
import { inWorkspace } from '../support/workspace.ts'
import { type RunningApp, reportOf, USUAL_DAY } from './app.ts'
import { openBrowser, openReport } from './browser.ts'

const PROGRAM = fileURLToPath(new URL('../node_modules/lighthouse/cli/index.js', import.meta.url))
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const ROUNDS = extent(5)
const DEVICES = IS_QUICK ? (['mobile'] as const) : (['mobile', 'desktop'] as const)

export interface Score {
  page: string
  device: 'mobile' | 'desktop'
  /** scores from 0 to 100, one per round */
  scores: Record<(typeof CATEGORIES)[number], number[]>
  /** Lighthouse's benchmark of the machine, one per round; scores from a slower machine are less reliable */
  machine: number[]
  /** titles of the audits that lowered the score */
  faults: Set<string>
}

interface Report {
  environment: { benchmarkIndex: number }
  categories: Record<
    string,
    { score: number | null; auditRefs: { id: string; weight: number; group?: string }[] }
  >
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>
}

/**
 * Runs Lighthouse with its settings for a phone on a slow network and for a desktop; on the sign-in page and a report.
 */
export async function measureScores({ direct }: RunningApp): Promise<Score[]> {
  const [port, signedInPort] = [await freePort(), await freePort()]
  const stranger = await openBrowser({ name: 'stranger', args: [`--remote-debugging-port=${port}`] })
  const seller = await openBrowser({ name: 'seller', args: [`--remote-debugging-port=${signedInPort}`] })
  try {
    const report = direct + reportOf(USUAL_DAY)
    const page = await seller.newPage()
    await openReport(page, report)
    await page.close()
    const found: Score[] = []
    for (const device of DEVICES) {
      found.push(await score('sign-in', `${direct}/login`, port, device))
      found.push(await score('report with its table', report, signedInPort, device))
    }
    return found
  } finally {
    await stranger.close()
    await seller.close()
  }
}

async function score(page: string, address: string, port: number, device: Score['device']): Promise<Score> {
  const result: Score = {
    page,
    device,
    scores: { performance: [], accessibility: [], 'best-practices': [] },
    machine: [],
    faults: new Set(),
  }
  for (let round = 0; round < ROUNDS; round++) {
    const { categories, audits, environment } = await lighthouse(address, port, device)
    result.machine.push(Math.round(environment.benchmarkIndex))
    for (const name of CATEGORIES) {
      result.scores[name].push(Math.round((categories[name]?.score ?? 0) * 100))
      for (const { id, weight } of categories[name]?.auditRefs ?? []) {
        const audit = audits[id]
        if (weight === 0 || !audit || audit.score === null || audit.score >= 0.9) continue
        result.faults.add(audit.displayValue ? `${audit.title} (${audit.displayValue})` : audit.title)
      }
    }
    process.stderr.write(`Lighthouse, ${device}, ${page}: round ${round + 1} of ${ROUNDS}\n`)
  }
  return result
}

/** Runs Lighthouse in a browser that is already open, and whose session it uses. */
async function lighthouse(address: string, port: number, device: Score['device']): Promise<Report> {
  const output = inWorkspace('lighthouse.json')
  const args = [
    PROGRAM,
    address,
    `--port=${port}`,
    '--output=json',
    `--output-path=${output}`,
    `--only-categories=${CATEGORIES.join(',')}`,
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
    '--quiet',
  ]
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise((resolve, reject) => program.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`)
  return JSON.parse(readFileSync(output, 'utf8')) as Report
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
