import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
// @ts-expect-error: the scripts are JavaScript, since they run before anything is installed
import { startPostgres } from '../../../scripts/tools.mjs'
import { inWorkspace, type Store } from '../support/workspace.ts'

/** Something that breaks below a running server, and is mended again. */
export interface Fault {
  name: string
  store: Store
  env: Record<string, string>
  breakIt(): void
  mend(): void
  clean(): void
}

/** @returns undefined where this machine cannot play it */
type FaultMaker = () => Fault | undefined

/** The database ends as in a power failure, and comes back. */
const killedPostgres: FaultMaker = () => {
  const postgres = startPostgres({ install: true })
  return (
    postgres && {
      name: 'PostgreSQL killed',
      store: { DATABASE_URL: postgres.url },
      env: {},
      breakIt: postgres.crash,
      mend: postgres.restart,
      clean: postgres.stop,
    }
  )
}

const DISK_MB = 64
const KEPT_FREE = 4_096

/** Somebody else's file fills the disk that the embedded database is on. */
const fullDisk: FaultMaker = () => {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return undefined
  const disk = inWorkspace('disk')
  const filling = join(disk, 'filling')
  mkdirSync(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk])
  return {
    name: 'disk full',
    store: { DATA_DIR: join(disk, 'data') },
    env: {},
    breakIt() {
      const { bavail, bsize } = statfsSync(disk)
      writeFileSync(filling, Buffer.alloc(Math.max(0, bavail * bsize - KEPT_FREE)))
    },
    mend: () => rmSync(filling),
    clean: () => execFileSync('umount', ['-l', disk]),
  }
}

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

/** The clock of the server is set forward by an hour, and back (Debian's libfaketime). */
const movedClock: FaultMaker = () => {
  if (!existsSync(FAKETIME)) return undefined
  const file = inWorkspace('faketime')
  const move = (by: string) => writeFileSync(file, by)
  move('+0')
  return {
    name: 'clock an hour ahead',
    store: { DATA_DIR: inWorkspace('moved-clock') },
    env: {
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Timers go on as they do when a clock is set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    breakIt: () => move('+1h'),
    mend: () => move('+0'),
    clean: () => {},
  }
}

export const FAULTS: readonly FaultMaker[] = [killedPostgres, fullDisk, movedClock]
