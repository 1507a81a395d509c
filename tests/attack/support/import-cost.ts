import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const PEAK_MEMORY = fileURLToPath(new URL('../../bench/support/peak-memory.ts', import.meta.url))

export interface ImportCost {
  code: number | null
  /** output of the command without progress */
  said: string
  /** peak resident memory in megabytes */
  megabytes: number
}

/** Runs the real import command on a price list and measures it. */
export async function costOfImport(
  folder: string,
  file: string,
  environment: Record<string, string> = {},
): Promise<ImportCost> {
  const dataDir = `${folder}/data`
  rmSync(dataDir, { recursive: true, force: true })
  const child = spawn(
    process.execPath,
    ['--import', PEAK_MEMORY, 'server/commands/import.ts', '--site', 'a.ru', '--date', '2026-04-18', file],
    {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', DATA_DIR: dataDir, ...environment },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    },
  )
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [errors, memory] = await Promise.all([textOf(child.stdio[2]), textOf(child.stdio[3])])
  const said = errors.split(/[\r\n]+/).filter((line) => line !== '' && !line.startsWith('Прочитано'))
  return { code: await closed, said: said.join('\n'), megabytes: Number.parseInt(memory, 10) / 2 ** 20 }
}

async function textOf(stream: unknown): Promise<string> {
  let text = ''
  for await (const piece of stream as AsyncIterable<Buffer>) text += String(piece)
  return text
}
