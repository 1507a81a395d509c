import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../support/processes.ts'

const ROOT = join(import.meta.dirname, '../..')

it('npm run dev serves app and API at one URL, and stops all its processes', async () => {
  const folder = temporaryFolder()
  // Below the ports that systems assign, because another test's server could get one of these first.
  const port = 10_000 + 2 * (process.pid % 5_000)
  const origin = `http://localhost:${port}`
  const dev = spawn(process.execPath, ['scripts/dev.mjs'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATA_DIR: join(folder.path, 'data'),
      DEV_PORT: String(port),
      DEV_API_PORT: String(port + 1),
    },
    // Vite logs requests that arrive before the server listens to stderr.
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const closed = new Promise((resolve) => dev.stdout.on('close', resolve))
  dev.stdout.resume()
  try {
    const status = (path: string) =>
      fetch(origin + path).then(
        (answer) => answer.status,
        () => 'nobody',
      )
    await expect.poll(() => status('/user/checkToken')).toBe(401)
    expect(await (await fetch(`${origin}/export/retail`)).text()).toContain('/@vite/client')
    expect((await fetch(`${origin}/src/main.tsx`)).headers.get('content-type')).toContain('javascript')
  } finally {
    dev.kill('SIGTERM')
    // The output closes only when the last of its processes ends.
    await closed
    folder.remove()
  }
  await expect(fetch(origin)).rejects.toThrow()
})
