import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPublicKey } from '../features/notifications/push/config.ts'
import { type KeyPair, newKeyPair, publicKeyOf } from '../features/notifications/push/key-pair.ts'
import { print, runCommandLine } from './command-line.ts'

const ENV_FILE = process.env.ENV_FILE || join(import.meta.dirname, '../../.env.local')

const HELP = `Ключи Web Push (VAPID)

  npm run push-keys            какой ключ действует
  npm run push-keys -- new     новая пара в .env.local; затем перезапустите сервер
  npm run push-keys -- print   новая пара только на экран, для настроек контейнера`

const envLines = ({ publicKey, privateKey }: KeyPair): string[] => [
  `VITE_VAPID_PUBLIC_KEY=${publicKey}`,
  `VAPID_PRIVATE_KEY=${privateKey}`,
]

const COMMANDS: Readonly<Record<string, () => string>> = {
  show() {
    const { VAPID_PRIVATE_KEY: privateKey } = process.env
    const publicKey = readPublicKey(process.env)
    if (!privateKey) return `Push не настроен: нет VAPID_PRIVATE_KEY.\n\n${HELP}`
    const fits = publicKey !== undefined && publicKeyOf(privateKey) === publicKey
    return fits ? `Открытый ключ: ${publicKey}` : `Ключи не подходят друг к другу.\n\n${HELP}`
  },
  print: () => envLines(newKeyPair()).join('\n'),
  new() {
    const text = withKeys(readIfExists(ENV_FILE), newKeyPair())
    writeFileSync(ENV_FILE, text, { mode: 0o600 })
    return [
      `Новая пара ключей записана в ${ENV_FILE}.`,
      'Перезапустите сервер. Устройства подпишутся заново, когда на них в следующий раз откроют приложение;',
      'до этого push на них не приходит.',
    ].join('\n')
  },
}

/** Returns the text of the env file with its key pair, under either name, replaced by this one. */
function withKeys(text: string, keys: KeyPair): string {
  const others = text
    .split('\n')
    .filter((line) => !/^(?:(?:VITE|REACT_APP)_VAPID_PUBLIC_KEY|VAPID_PRIVATE_KEY)=/.test(line))
  while (others.at(-1) === '') others.pop()
  return [...others, ...envLines(keys), ''].join('\n')
}

function readIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return ''
    throw error
  }
}

await runCommandLine(HELP, {}, async ({ positionals: [name = 'show'] }) => {
  const command = COMMANDS[name]
  if (!command) process.exitCode = 1
  print(command ? command() : HELP)
})
