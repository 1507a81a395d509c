import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ShopJob, ShopLookAnswer } from '../../../../contract/pages/shop-job.ts'
import type { ShopCrawl } from '../../../../contract/sources/crawl.ts'
import type { MappingJson } from '../../../../contract/sources/source.ts'
import type { Db } from '../../../platform/db/db.ts'
import { assignments } from '../../../platform/db/statement.ts'
import type { AllowedHosts } from '../../../platform/egress/allowed-hosts.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { SourceFiles } from '../files.ts'
import { recordUpload } from '../uploads.ts'
import { checkCrawl, proposeCrawl } from './crawl-settings.ts'
import type { PageFetcher } from './fetch-page.ts'
import { lookAtShop } from './look-at-shop.ts'
import { sampleShop } from './sample-shop.ts'
import { parsePageAddress } from './shop-addresses.ts'
import { SHOP_MAPPING } from './shop-records.ts'

export interface ShopJobsDeps {
  db: Db
  files: SourceFiles
  fetcher: PageFetcher
  allowedHosts: AllowedHosts
  log: Pick<FastifyBaseLogger, 'warn'>
}

type Result = Partial<Pick<ShopJob, 'look' | 'sample'>>

/** Time in ms after which a job without news counts as broken off, and after which it is forgotten. */
const SILENT_MS = 3 * 60_000
const KEPT_MS = 24 * 60 * 60_000
/** Number of tyres of each kind of pages that an answer shows. */
const TYRES_SHOWN = 5
/** Number of jobs of one server at a time. */
const MAX_JOBS = 3

/**
 * Looks at shops and reads samples of them while a person waits. Jobs run on the server that was asked; their state is in
 * the database, so that every server can tell it.
 */
export class ShopJobs {
  readonly #deps: ShopJobsDeps
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<void>>()

  constructor(deps: ShopJobsDeps) {
    this.#deps = deps
  }

  /** @throws Refusal */
  async look(userId: string, typed: string): Promise<ShopJob> {
    const { fetcher, allowedHosts } = this.#deps
    const { address, site } = parsePageAddress(typed, allowedHosts)
    return this.#start(userId, async (signal, onStep) => {
      const look = await lookAtShop({ fetcher, signal, onStep }, address)
      return { look: { ...lookAnswer(look), site, proposal: proposeCrawl(look, address) } }
    })
  }

  /** @throws Refusal */
  async sample(userId: string, input: ShopCrawl): Promise<ShopJob> {
    const { fetcher, allowedHosts, files, db } = this.#deps
    const crawl = checkCrawl(input, allowedHosts)
    return this.#start(userId, async (signal, onStep) => {
      const { pages, records } = await sampleShop({ fetcher, signal, onStep }, crawl)
      const id = files.newName()
      const text = records.map((record) => `${JSON.stringify(record)}\n`).join('')
      await writeFile(files.path(id), text, { mode: 0o600, flag: 'wx' })
      const upload = await recordUpload(db, files, userId, {
        id,
        name: 'shop.jsonl',
        size: Buffer.byteLength(text),
      })
      const file = { file: upload.id, name: upload.name, size: upload.size }
      return { sample: { file, pages, tyres: records.length } }
    })
  }

  /**
   * Returns a user's job.
   * @throws Refusal 404
   */
  async find(userId: string, id: string): Promise<ShopJob> {
    const row = await this.#deps.db.get<JobRow>`
      SELECT * FROM shop_jobs WHERE id = ${id} AND user_id = ${userId}`
    if (!row) throw new Refusal(404, 'Этого чтения больше нет: начните его снова')
    const isSilent = row.state === 'running' && Number(row.updated_at) < Date.now() - SILENT_MS
    const { look = null, sample = null } = row.result === '' ? {} : (JSON.parse(row.result) as Result)
    return {
      ...{ id, step: row.step, look, sample },
      ...(isSilent
        ? { state: 'failed', error: 'Чтение прервалось: начните его снова' }
        : { state: row.state, error: row.error }),
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running)
  }

  async #start(
    userId: string,
    work: (signal: AbortSignal, onStep: (text: string) => void) => Promise<Result>,
  ): Promise<ShopJob> {
    if (this.#running.size >= MAX_JOBS)
      throw new Refusal(429, 'Сейчас читаются другие магазины: повторите позже')
    const { log } = this.#deps
    const id = randomUUID()
    const { signal } = this.#stopping
    const entered = this.#enter(id, userId)
    // Counted before the first statement ends, so that requests that arrive together do not pass.
    const job = entered
      .then(() => this.#carryOut(id, (onStep) => work(signal, onStep)))
      .catch((error: Error) => log.warn(`shop ${id}: ${error.message}`))
      .finally(() => this.#running.delete(job))
    this.#running.add(job)
    await entered
    return this.find(userId, id)
  }

  async #enter(id: string, userId: string): Promise<void> {
    const { db } = this.#deps
    const now = Date.now()
    await db.run`DELETE FROM shop_jobs WHERE created_at < ${now - KEPT_MS}`
    await db.run`
      INSERT INTO shop_jobs (id, user_id, created_at, updated_at) VALUES (${id}, ${userId}, ${now}, ${now})`
  }

  async #carryOut(id: string, work: (onStep: (text: string) => void) => Promise<Result>): Promise<void> {
    const set = (change: Partial<Pick<JobRow, 'state' | 'step' | 'error' | 'result'>>) => {
      const changed = assignments({ ...change, updated_at: Date.now() })
      return this.#deps.db.run`UPDATE shop_jobs SET ${changed} WHERE id = ${id}`
    }
    // Steps are written in order; a lost one only delays the news.
    let steps: Promise<unknown> = Promise.resolve()
    const onStep = (step: string) => {
      steps = steps.then(() => set({ step: step.slice(0, 300) })).catch(() => undefined)
    }
    try {
      const result = await work(onStep)
      await steps
      await set({ state: 'done', step: '', result: JSON.stringify(result) })
    } catch (error) {
      await steps
      const isRefusal = error instanceof Refusal
      await set({
        state: 'failed',
        error: isRefusal ? error.message : 'Чтение прервалось из-за ошибки сервера',
      })
      if (!isRefusal) throw error
    }
  }
}

interface JobRow {
  state: ShopJob['state']
  step: string
  error: string
  /** JSON; '' until the job is done */
  result: string
  updated_at: number
}

const lookAnswer = ({
  feeds,
  addresses,
  pages,
  problems,
}: Awaited<ReturnType<typeof lookAtShop>>): Omit<ShopLookAnswer, 'site' | 'proposal'> => ({
  ...{ feeds, addresses, problems, mapping: SHOP_MAPPING as MappingJson },
  pages: pages.flatMap(({ kind, pattern, count, examples, sample, tyres }) =>
    kind === 'other'
      ? []
      : {
          ...{ kind, pattern, count, examples, sample },
          tyres: tyres.slice(0, TYRES_SHOWN).map(({ name, price, stock }) => ({ name, price, stock })),
        },
  ),
})
