import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { CLICK_MS, type Engine, type Key, type StartedEngine } from './engine.ts'
import { openSession } from './webdriver.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const XVFB = '/usr/bin/Xvfb'
const LIBRARIES = '/usr/lib'

/** Code points of non-printing keys (WebDriver §17.4.2). */
const CODES: Readonly<Record<Key, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
}

/** Path of WebKitGTK's MiniBrowser, whose folder depends on architecture and API version; undefined if missing. */
function miniBrowser(): string | undefined {
  if (!existsSync(LIBRARIES)) return undefined
  return readdirSync(LIBRARIES)
    .filter((name) => name.endsWith('-linux-gnu'))
    .flatMap((machine) => ['4.1', '4.0'].map((version) => join(LIBRARIES, machine, `webkit2gtk-${version}`)))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find((path) => existsSync(path))
}

export const hasWebKit = (): boolean =>
  [DRIVER, XVFB].every((path) => existsSync(path)) && miniBrowser() !== undefined

/**
 * Starts WebKitGTK on a virtual screen.
 * @param folder folder for its data and downloads
 */
export async function startWebKit(folder: string): Promise<StartedEngine> {
  const screen = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await firstLine(screen)
  const port = await freePort()
  const driver = spawn(DRIVER, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      HOME: folder,
      XDG_DOWNLOAD_DIR: folder,
      XDG_RUNTIME_DIR: folder,
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
    stdio: 'ignore',
  })
  const address = `http://127.0.0.1:${port}`
  await answering(`${address}/status`)
  return {
    open: () => openTab(address, folder),
    async stop() {
      for (const child of [driver, screen]) await ended(child)
    },
  }
}

/** Opens a window of MiniBrowser, which stores data only in memory when automated. */
async function openTab(driver: string, downloads: string): Promise<Engine> {
  const session = await openSession(driver, {
    'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
  })
  return {
    downloads,
    go: session.navigate,
    ask: (question, ...args) => session.call(String(question), args),
    clickAt: (x, y) =>
      session.act([
        {
          type: 'pointer',
          id: 'mouse',
          parameters: { pointerType: 'mouse' },
          actions: [
            { type: 'pointerMove', x, y },
            { type: 'pointerDown', button: 0 },
            { type: 'pause', duration: CLICK_MS },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ]),
    press: (...keys) => {
      const actions = keys
        .map((key) => CODES[key] ?? key)
        .flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ])
      return session.act([{ type: 'key', id: 'keyboard', actions }])
    },
    close: session.end,
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill()
  })
}

/** Returns the number of the free display that Xvfb has chosen. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdio[3]?.once('data', (said) => resolve(String(said).trim()))
    child.once('exit', () => reject(new Error('Xvfb did not start')))
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

async function answering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await fetch(url).then(Boolean, () => false)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${url} does not answer`)
}
