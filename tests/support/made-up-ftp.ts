import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** Connection of a made-up FTP server, as the answer to a command sees it. */
interface Control {
  say(line: string): void
  /** the connection for the transfer, once the client has opened it */
  data(): Promise<Socket>
}

type Answer = string | ((control: Control, argument: string) => unknown)

/** FTP server that answers as a test wants, also against the rules. */
export interface MadeUpFtp {
  host: string
  /** commands received, with their arguments */
  commands: string[]
  /** resolves once a command has been received */
  asked(command: string): Promise<void>
  close(): Promise<void>
}

/** Sends content through the connection for a transfer. */
export const sending =
  (content: string): Answer =>
  async ({ say, data }) => {
    say('150 here it comes')
    const socket = await data()
    socket.end(content)
    say('226 done')
  }

/** Answers of a server that knows neither TLS nor MLSD, with an empty folder. */
const USUAL: Readonly<Record<string, Answer>> = {
  AUTH: '502 no',
  FEAT: '502 no',
  USER: '331 password?',
  PASS: '230 welcome',
  CWD: '250 there',
  PASV: '502 no',
  SIZE: '213 5',
  MDTM: '213 20261121060000',
  LIST: sending(''),
  QUIT: '221 bye',
}

/** @param answers by command, instead of the usual ones; a function may stay silent */
export async function startMadeUpFtp(answers: Readonly<Record<string, Answer>> = {}): Promise<MadeUpFtp> {
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const watched = new Map<string, PromiseWithResolvers<void>>()
  const watch = (command: string) => {
    const known = watched.get(command) ?? Promise.withResolvers<void>()
    watched.set(command, known)
    return known
  }
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  }
  const passive = createServer(track)
  await listening(passive)
  const waiting: PromiseWithResolvers<Socket>[] = []
  passive.on('connection', (socket) => waiting.shift()?.resolve(socket))
  const port = portOf(passive)
  const transfers: Readonly<Record<string, Answer>> = {
    EPSV: `229 here (|||${port}|)`,
    PASV: `227 here (10,0,0,1,${port >> 8},${port & 255})`,
  }
  const server = createServer((socket) => {
    track(socket)
    let transfer: PromiseWithResolvers<Socket> | undefined
    const control: Control = {
      say: (line) => void socket.write(`${line}\r\n`),
      data: () => transfer?.promise ?? Promise.reject(new Error('no transfer')),
    }
    control.say('220 made up')
    let rest = ''
    socket.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [name = '', argument = ''] = line.split(/ (.*)/s)
        commands.push(line)
        watch(name).resolve()
        if (name === 'EPSV' || name === 'PASV') {
          transfer = Promise.withResolvers()
          waiting.splice(0, waiting.length, transfer)
        }
        const answer = answers[name] ?? transfers[name] ?? USUAL[name] ?? '200 fine'
        if (typeof answer === 'string') control.say(answer)
        else answer(control, argument)
      }
    })
  })
  await listening(server)
  return {
    host: `localhost:${portOf(server)}`,
    commands,
    asked: (command) => watch(command).promise,
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all([server, passive].map((one) => new Promise((done) => one.close(done))))
    },
  }
}

async function listening(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port
