import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/**
 * Reads one line that must not appear on the screen, in the shell's history or in the list of processes: typed
 * without echo at a terminal, otherwise the first line of the input.
 */
export async function readSecret(prompt: string): Promise<string> {
  const terminal = process.stdin.isTTY
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal })
  try {
    if (terminal) process.stderr.write(prompt)
    return terminal ? await lines.question('') : await firstLine(lines)
  } finally {
    lines.close()
    if (terminal) process.stderr.write('\n')
  }
}

async function firstLine(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) return line
  return ''
}
