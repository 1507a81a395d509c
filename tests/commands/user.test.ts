// Specification 10.4, 11.2, 11.11

import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../server/platform/db/open.ts'
import { runCommand } from '../support/commands.ts'
import { ADMIN, type RunningServer, startServer, temporaryFolder } from '../support/processes.ts'

let folder: ReturnType<typeof temporaryFolder>
let env: { DATA_DIR: string }
let server: RunningServer

// One server for all tests: those that change the password run in the order in which they are written.
beforeAll(async () => {
  folder = temporaryFolder()
  env = { DATA_DIR: join(folder.path, 'data') }
  server = await startServer(env)
})
afterAll(async () => {
  await server.stop()
  folder.remove()
})

const user = (...args: string[]) => runCommand('user', args, env)
const enter = (password = ADMIN.password) =>
  fetch(`${server.origin}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ADMIN, password }),
  })

it('--help prints usage', async () => {
  const { code, stdout, stderr } = await user('--help')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('npm run user -- disable ИМЯ')
})

it('an unknown option is reported', async () => {
  const { code, stderr } = await user('--colour')
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'Неверный параметр --colour; все параметры покажет --help\n',
  })
})

it("disable ends the user's sessions on the running server and blocks sign-in; enable allows it again", async () => {
  const { access_token: token } = (await (await enter()).json()) as { access_token: string }
  const check = async () =>
    (await fetch(`${server.origin}/user/checkToken`, { headers: { authorization: `Bearer ${token}` } }))
      .status
  expect(await check()).toBe(200)

  expect(await user('disable', ADMIN.username)).toMatchObject({ code: 0, stderr: '' })
  expect(await check()).toBe(401)
  expect((await enter()).status).toBe(401)

  expect(await user('enable', ADMIN.username)).toMatchObject({ code: 0, stderr: '' })
  expect((await enter()).status).toBe(200)
  // The old session is not revived.
  expect(await check()).toBe(401)

  const db = await openDatabase({ dataDir: env.DATA_DIR, databaseUrl: undefined })
  const events = await db.all<{ event: string }>(
    "SELECT event FROM audit_log WHERE event LIKE 'user %' ORDER BY id",
  )
  await db.close()
  expect(events.map(({ event }) => event)).toEqual(['user disabled', 'user enabled'])
})

it('password sets a password from the input, and refuses a weak one', async () => {
  const change = (password: string) => runCommand('user', ['password', ADMIN.username], env, `${password}\n`)
  expect(await change('short')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'Пароль должен быть минимум 8 символов.\n',
  })
  expect((await enter()).status).toBe(200)
  expect(await change('совсем новый пароль')).toMatchObject({ code: 0, stderr: '' })
  expect((await enter()).status).toBe(401)
  expect((await enter('совсем новый пароль')).status).toBe(200)
})

it('reset prints a link that sets a password once; second-factor reports that there is none', async () => {
  const { code, stdout } = await user('reset', ADMIN.username)
  expect(code).toBe(0)
  const [, token] = /http:\S+\/password-reset#(\S+)/.exec(stdout) ?? []
  const reset = () =>
    fetch(`${server.origin}/api/companion/password-reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password: 'по ссылке из письма' }),
    })
  expect((await reset()).status).toBe(200)
  expect((await reset()).status).toBe(404)
  expect((await enter('по ссылке из письма')).status).toBe(200)
  expect((await user('second-factor', ADMIN.username)).stdout).toBe(
    `Второй фактор не включён: ${ADMIN.username}\n`,
  )
})

it('reports an unknown user, and prints usage', async () => {
  const unknown = await user('disable', 'nobody')
  expect([unknown.code, unknown.stdout]).toEqual([1, 'Нет пользователя nobody\n'])
  const help = await user()
  expect(help.code).toBe(1)
  expect(help.stderr).toContain('npm run user -- disable')
})
