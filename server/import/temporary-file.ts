import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Writes bytes to a file that only this process can read, uses it and removes it. */
export async function withTemporaryFile<Result>(
  bytes: Uint8Array,
  use: (path: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'upload-'))
  const path = join(folder, 'file')
  try {
    await writeFile(path, bytes, { mode: 0o600 })
    return await use(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
