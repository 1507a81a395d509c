// node service.mjs start|stop ROOT: what a supervisor does with the release that `current` names.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

const [, , verb, root] = process.argv
const pidFile = join(root, 'pid')
if (verb === 'stop') {
  if (existsSync(pidFile)) {
    const pid = readFileSync(pidFile, 'utf8')
    process.kill(Number(pid))
    // Waits until the process has ended.
    spawnSync('tail', ['--pid', pid, '-s', '0.02', '-f', '/dev/null'])
  }
} else {
  const server = spawn(process.execPath, [join(root, 'current/server/main.mjs')], {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      ...parseEnv(readFileSync(join(root, '.env.local'), 'utf8')),
      DATA_DIR: join(root, 'data'),
      PID_FILE: pidFile,
    },
  })
  server.on('exit', (code) => process.exit(code ?? 1))
  server.on('message', () => {
    server.removeAllListeners('exit')
    server.disconnect()
    server.unref()
  })
}
