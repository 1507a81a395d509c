// Exits with code 0 if the server on this machine answers that it is ready: ready.mjs [SECONDS TO WAIT]
import { setTimeout as pause } from 'node:timers/promises'

const RETRY_MS = 500
const ANSWER_MS = 5_000

const host = process.env.HOST && process.env.HOST !== '0.0.0.0' ? process.env.HOST : '127.0.0.1'
const url = `http://${host}:${process.env.PORT || 3000}/readyz`
const deadline = Date.now() + Number(process.argv[2] ?? 0) * 1000

/** Returns the reason for which the server is not ready, or undefined if it is. */
async function refusal() {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })
    return answer.ok ? undefined : `${answer.status} ${await answer.text()}`
  } catch (error) {
    return String(error.cause?.message ?? error.message)
  }
}

let reason = await refusal()
while (reason && Date.now() < deadline) {
  await pause(RETRY_MS)
  reason = await refusal()
}
if (reason) {
  process.stderr.write(`${url}: ${reason}\n`)
  process.exit(1)
}
