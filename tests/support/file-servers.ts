import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Certificate } from './push-certificate.ts'

const PROFTPD = '/usr/sbin/proftpd'
const MOD_TLS = '/usr/lib/proftpd/mod_tls.so'
const SSHD = '/usr/sbin/sshd'
const SSH_KEYGEN = '/usr/bin/ssh-keygen'
const ACCOUNTS = '/usr/share/doc/libnss-wrapper'

/** Whether Debian's FTP and SFTP servers are installed (`scripts/tools.mjs`). */
export const hasFileServers = [PROFTPD, MOD_TLS, SSHD, ACCOUNTS].every((path) => existsSync(path))

export const FILES_USER = 'anna'
export const FILES_PASSWORD = 'geheim'

/** Real server of files on loopback, which lets one user in. */
export interface FileServer {
  /** 'host:port' */
  host: string
  /** folder of the user, on this machine; its path on the server is the same */
  folder: string
  stop(): Promise<void>
}

interface FtpOptions {
  /** encrypts: 'offered' and 'required' by AUTH TLS, 'implicit' from the first byte; without it never */
  tls?: 'offered' | 'required' | 'implicit'
  certificate?: Certificate
  /** further lines of the configuration */
  lines?: readonly string[]
}

const hash = (password: string): string =>
  spawnSync('openssl', ['passwd', '-6', password], { encoding: 'utf8' }).stdout.trim()

/** Returns a folder that the servers' users can read. */
function openFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `prices-${name}-`))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'home'))
  return folder
}

/** Starts ProFTPD. */
export async function startFtp({ tls, certificate, lines = [] }: FtpOptions = {}): Promise<FileServer> {
  const folder = openFolder('ftp')
  const at = (name: string) => join(folder, name)
  const port = await freePort()
  const { uid, gid, username } = userInfo()
  writeFileSync(at('users'), `${FILES_USER}:${hash(FILES_PASSWORD)}:${uid}:${gid}::${at('home')}:/bin/sh\n`, {
    mode: 0o600,
  })
  if (certificate) {
    writeFileSync(at('key.pem'), certificate.key, { mode: 0o600 })
    writeFileSync(at('cert.pem'), certificate.cert)
  }
  const encryption = [
    'TLSEngine on',
    `TLSRSACertificateFile ${at('cert.pem')}`,
    `TLSRSACertificateKeyFile ${at('key.pem')}`,
    `TLSRequired ${tls === 'offered' ? 'off' : 'on'}`,
    `TLSLog ${at('tls.log')}`,
    ...(tls === 'implicit' ? ['TLSOptions UseImplicitSSL'] : []),
  ]
  writeFileSync(
    at('proftpd.conf'),
    [
      'ModulePath /usr/lib/proftpd',
      ...(tls ? ['LoadModule mod_tls.c'] : []),
      'ServerName prices',
      'ServerType standalone',
      'DefaultAddress 127.0.0.1',
      `Port ${port}`,
      `User ${username}`,
      `Group ${spawnSync('id', ['-gn'], { encoding: 'utf8' }).stdout.trim()}`,
      'UseIPv6 off',
      'UseReverseDNS off',
      'RequireValidShell off',
      'RootLogin on',
      'AuthOrder mod_auth_file.c',
      `AuthUserFile ${at('users')}`,
      'DelayEngine off',
      'WtmpLog off',
      `PidFile ${at('pid')}`,
      `ScoreboardFile ${at('scores')}`,
      `DelayTable ${at('delays')}`,
      `SystemLog ${at('log')}`,
      ...(tls ? encryption : []),
      ...lines,
    ].join('\n'),
  )
  const server = spawn(PROFTPD, ['-n', '-q', '-c', at('proftpd.conf')], { stdio: 'ignore' })
  return running(server, folder, port)
}

/** SFTP server whose key can be replaced. */
export interface SftpServer extends FileServer {
  /** restarts it with another key, as after a new installation */
  replaceKey(): Promise<void>
  /** fingerprint of its key, as ssh-keygen prints it */
  fingerprint(): string
}

/**
 * Starts OpenSSH. A library that answers for the system's list of users lets it know a user that the machine has not.
 */
export async function startSftp(): Promise<SftpServer> {
  const folder = openFolder('sftp')
  const at = (name: string) => join(folder, name)
  const port = await freePort()
  const { uid, gid } = userInfo()
  writeFileSync(
    at('passwd'),
    `root:x:0:0::/root:/bin/sh\nsshd:x:65533:65534::/:/usr/sbin/nologin\n${FILES_USER}:x:${uid}:${gid}::${at('home')}:/bin/sh\n`,
  )
  writeFileSync(at('group'), 'root:x:0:\nnogroup:x:65534:\n')
  writeFileSync(at('shadow'), `${FILES_USER}:${hash(FILES_PASSWORD)}:19000:0:99999:7:::\n`, { mode: 0o600 })
  writeFileSync(
    at('sshd_config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${at('key')}`,
      'UsePAM no',
      'PermitRootLogin yes',
      'PasswordAuthentication yes',
      'StrictModes no',
      'PidFile none',
      'MaxStartups 100',
      'Subsystem sftp internal-sftp',
    ].join('\n'),
  )
  // Where sshd gives up its rights; the package's start script creates it.
  if (uid === 0) mkdirSync('/run/sshd', { recursive: true })
  const newKey = () => {
    rmSync(at('key'), { force: true })
    spawnSync(SSH_KEYGEN, ['-q', '-t', 'ed25519', '-N', '', '-f', at('key')])
  }
  const start = () =>
    spawn(SSHD, ['-D', '-e', '-f', at('sshd_config')], {
      stdio: 'ignore',
      env: {
        ...process.env,
        LD_PRELOAD: 'libnss_wrapper.so',
        NSS_WRAPPER_PASSWD: at('passwd'),
        NSS_WRAPPER_GROUP: at('group'),
        NSS_WRAPPER_SHADOW: at('shadow'),
      },
    })
  newKey()
  let server = await running(start(), folder, port)
  return {
    ...server,
    async replaceKey() {
      await server.end()
      newKey()
      server = await running(start(), folder, port)
    },
    fingerprint() {
      const { stdout } = spawnSync(SSH_KEYGEN, ['-l', '-f', at('key')], { encoding: 'utf8' })
      return stdout.split(' ')[1] ?? ''
    },
    stop: () => server.stop(),
  }
}

/** Waits until a started program answers at its port. */
async function running(server: ChildProcess, folder: string, port: number) {
  const end = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
  while (!(await answers(port))) {
    if (server.exitCode !== null) throw new Error(`${server.spawnfile} ended with ${server.exitCode}`)
    await pause(20)
  }
  return {
    host: `localhost:${port}`,
    folder: join(folder, 'home'),
    end,
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
