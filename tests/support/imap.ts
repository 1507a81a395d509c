import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'
import { localCertificate, trust } from './push-certificate.ts'

const DOVECOT = '/usr/sbin/dovecot'
/** Whether Dovecot is installed: `npm test` installs it where it may. */
export const hasDovecot = existsSync(DOVECOT)

const USER = 'prices'
const PASSWORD = 'secret'
/** Number of attempts to connect to a server that starts, one every 50 ms. */
const ATTEMPTS = 200

/** Mailbox on a real IMAP server on this machine. */
export interface ImapServer {
  /** port that begins with TLS, and the one with STARTTLS, on localhost */
  tlsPort: number
  startTlsPort: number
  /** hosts that sources must be allowed to use */
  hosts: string[]
  /** file of the server's certificate, for NODE_EXTRA_CA_CERTS of other processes */
  certificateFile: string
  /** secrets of a source that signs in */
  secrets: { headers: []; basic: { username: string; password: string } }
  /** puts a mail into a folder, as if it had arrived at that time */
  deliver(mail: string | Buffer, at: string, folder?: string): Promise<number>
  /** returns the subjects and flags of a folder's mails, oldest first; undefined if the folder is missing */
  mails(folder?: string): Promise<{ uid: number; subject: string; flags: string[] }[] | undefined>
  /** works with the mailbox as its owner */
  asOwner<T>(work: (client: ImapFlow) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Starts Dovecot with one empty mailbox on free ports. Its certificate is trusted by this process. */
export async function startImapServer(): Promise<ImapServer> {
  const folder = mkdtempSync(join(tmpdir(), 'prices-imap-'))
  const at = (name: string) => join(folder, name)
  const certificate = localCertificate()
  trust(certificate)
  const [tlsPort, startTlsPort] = [await freePort(), await freePort()]
  // Dovecot's processes run as users of their own if this process is root.
  chmodSync(folder, 0o755)
  mkdirSync(at('mail'))
  chmodSync(at('mail'), 0o777)
  writeFileSync(at('key.pem'), certificate.key, { mode: 0o600 })
  writeFileSync(at('cert.pem'), certificate.cert)
  writeFileSync(at('users'), `${USER}:{PLAIN}${PASSWORD}\n`)
  writeFileSync(at('dovecot.conf'), configuration(folder, tlsPort, startTlsPort))
  const server = spawn(DOVECOT, ['-F', '-c', at('dovecot.conf')], { stdio: 'ignore' })
  await listening(tlsPort, server)

  const asOwner = async <T>(work: (client: ImapFlow) => Promise<T>): Promise<T> => {
    const client = new ImapFlow({
      host: 'localhost',
      port: tlsPort,
      secure: true,
      auth: { user: USER, pass: PASSWORD },
      logger: false,
      disableAutoIdle: true,
    })
    await client.connect()
    try {
      return await work(client)
    } finally {
      client.close()
    }
  }

  return {
    tlsPort,
    startTlsPort,
    certificateFile: at('cert.pem'),
    hosts: [`localhost:${tlsPort}`, `localhost:${startTlsPort}`],
    secrets: { headers: [], basic: { username: USER, password: PASSWORD } },
    asOwner,
    deliver: (mail, time, to = 'INBOX') =>
      asOwner(async (client) => {
        if (to !== 'INBOX') await client.mailboxCreate(to)
        const stored = await client.append(to, mail, [], new Date(time))
        return stored ? (stored.uid ?? 0) : 0
      }),
    mails: (from = 'INBOX') =>
      asOwner(async (client) => {
        const there = (await client.list()).some(({ path }) => path === from)
        if (!there) return undefined
        await client.mailboxOpen(from, { readOnly: true })
        const all = await client.fetchAll('1:*', { uid: true, envelope: true, flags: true }, { uid: true })
        return all.map(({ uid, envelope, flags }) => ({
          uid,
          subject: envelope?.subject ?? '',
          flags: [...(flags ?? [])].filter((flag) => flag !== '\\Recent'),
        }))
      }),
    async close() {
      server.kill()
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configuration(folder: string, tlsPort: number, startTlsPort: number): string {
  const isRoot = process.getuid?.() === 0
  const owner = isRoot ? 'uid=nobody gid=nogroup' : `uid=${process.getuid?.()} gid=${process.getgid?.()}`
  // Without root, all processes run as this one's user, and none can be locked into a folder.
  const users = isRoot
    ? ''
    : `default_internal_user = ${process.env.USER}\ndefault_login_user = ${process.env.USER}\n`
  return `protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
log_path = ${folder}/log
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
auth_mechanisms = plain login
disable_plaintext_auth = yes
auth_failure_delay = 0
mail_location = maildir:${folder}/mail/%u
first_valid_uid = 1
${users}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = ${owner} home=${folder}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${startTlsPort}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
service anvil {
  chroot =
}
service stats {
  unix_listener stats-writer {
    mode = 0666
  }
}
`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until a server accepts connections; fails if it ended. */
async function listening(port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (server.exitCode !== null) throw new Error(`Dovecot ended with ${server.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((done) => {
      socket.once('connect', () => done(true)).once('error', () => done(false))
    })
    socket.destroy()
    if (isOpen) return
    await pause(50)
  }
  throw new Error('Dovecot did not start')
}

/** Attachment of a mail. */
interface Attached {
  name: string
  content: string | Buffer
  type?: string
}

export interface MailParts {
  from?: string
  subject?: string
  attachments?: readonly Attached[]
  /** further headers, above all others */
  above?: readonly string[]
  /** further headers, below all others */
  below?: readonly string[]
}

const encoded = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

/** Returns a mail with attachments in base64. */
export function mailOf({
  from = 'price@supplier.ru',
  subject = 'Прайс-лист',
  attachments = [],
  above = [],
  below = [],
}: MailParts): string {
  const parts = attachments.flatMap(({ name, content, type = 'application/octet-stream' }) => [
    '--b',
    `Content-Type: ${type}; name="${encoded(name)}"`,
    `Content-Disposition: attachment; filename="${encoded(name)}"`,
    'Content-Transfer-Encoding: base64',
    '',
    (
      Buffer.from(content)
        .toString('base64')
        .match(/.{1,76}/g) ?? []
    ).join('\r\n'),
  ])
  return [
    ...above,
    `From: ${encoded('Отдел продаж')} <${from}>`,
    'To: prices@shop.ru',
    `Subject: ${encoded(subject)}`,
    'Date: Sat, 21 Nov 2026 05:00:00 +0300',
    ...below,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Здравствуйте, прайс-лист во вложении.',
    ...parts,
    '--b--',
    '',
  ].join('\r\n')
}

/** Settings of a mail source. */
export const mailSettings = (over: object = {}) => ({
  folder: 'INBOX',
  from: 'price@supplier.ru',
  subject: '',
  attachment: '',
  proof: '',
  move_to: '',
  valid_days: 3,
  ...over,
})
