import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ImportError } from './errors.ts'
import { type Mapping, readMapping } from './mapping.ts'

const BUNDLED = fileURLToPath(new URL('./mappings/', import.meta.url))

/** Name of the default mapping, which reads the project's own plain CSV. */
export const CANONICAL = 'canonical'

const BARE_NAME = /^[\w.-]+$/

/** Lists the names of the bundled mappings. */
export async function bundledMappings(): Promise<string[]> {
  const files = await readdir(BUNDLED)
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .sort()
}

/**
 * Reads and validates a mapping.
 * @param name path of a file, or name of a bundled mapping
 * @throws ImportError with the mistakes and their paths
 */
export async function loadMapping(name: string): Promise<Mapping> {
  const path = await mappingPath(name)
  const mapping = readMapping(parseJson(await readText(path), path))
  if (Array.isArray(mapping)) {
    throw new ImportError(`Ошибка в описании ${path}:\n${mapping.map((line) => `  ${line}`).join('\n')}`)
  }
  return mapping
}

async function mappingPath(name: string): Promise<string> {
  const bundled = await bundledMappings()
  return BARE_NAME.test(name) && bundled.includes(name) ? join(BUNDLED, `${name}.json`) : name
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new ImportError(`Не удалось прочитать описание ${path}: ${message}`)
    const names = (await bundledMappings()).join(', ')
    throw new ImportError(`Нет описания «${path}»: укажите файл или одно из готовых — ${names}`)
  }
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new ImportError(`Описание ${path} — не JSON: ${(error as Error).message}`)
  }
}
