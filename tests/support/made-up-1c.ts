import { sourceExchangePath } from '../../contract/sources/source-paths.ts'

/** File of an exchange: a document, which 1C has imported, or a picture. */
export interface ExchangedFile {
  name: string
  content: string | Buffer
}

interface OneCOptions {
  origin: string
  source: string
  /** the source's token */
  password: string
  /** whether the password is sent with `checkauth` alone, and the cookie with the other calls */
  onlyCookie?: boolean
  /** whether the cookie is ignored, and the password sent with all calls */
  onlyPassword?: boolean
}

/** A fictional 1C that exchanges with a site by its protocol, over HTTP. */
export class MadeUp1C {
  /** last answer to each call, in order */
  readonly answers: string[] = []
  readonly #options: OneCOptions
  #cookie = ''
  #pieceBytes = 0

  constructor(options: OneCOptions) {
    this.#options = options
  }

  /** Sends a call; `query` is what follows the site's address. */
  async call(query: string, body?: string | Buffer): Promise<{ status: number; text: string }> {
    const { origin, source, password, onlyCookie = false } = this.#options
    const headers: Record<string, string> = {}
    if (!onlyCookie || query.includes('checkauth'))
      headers.authorization = `Basic ${Buffer.from(`1c:${password}`).toString('base64')}`
    if (this.#cookie !== '') headers.cookie = this.#cookie
    const answer = await fetch(`${origin}${sourceExchangePath(source)}?${query}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body !== undefined && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    })
    const text = await answer.text()
    this.answers.push(text)
    return { status: answer.status, text }
  }

  /** Begins the half of an exchange: `checkauth` and `init`. */
  async begin(type = 'catalog'): Promise<void> {
    await this.signIn(type)
    const init = await this.#succeed(`type=${type}&mode=init`, undefined, 'zip=no')
    this.#pieceBytes = Number(/^file_limit=(\d+)$/m.exec(init)?.[1])
  }

  async signIn(type = 'catalog'): Promise<void> {
    const [, name, value] = (await this.#succeed(`type=${type}&mode=checkauth`)).split('\n')
    if (!this.#options.onlyPassword) this.#cookie = `${name}=${value}`
  }

  /** Sends a file in pieces. */
  async send({ name, content }: ExchangedFile, pieceBytes = this.#pieceBytes): Promise<void> {
    const bytes = Buffer.from(content)
    for (let at = 0; at < bytes.length; at += pieceBytes)
      await this.#succeed(
        `type=catalog&mode=file&filename=${encodeURIComponent(name)}`,
        bytes.subarray(at, at + pieceBytes),
      )
  }

  /** Asks the site to import a document, until it has done so. */
  async import(name: string): Promise<void> {
    let text: string
    do {
      text = (await this.call(`type=catalog&mode=import&filename=${encodeURIComponent(name)}`)).text
    } while (text.startsWith('progress'))
    if (!text.startsWith('success')) throw new Error(text)
  }

  async complete(): Promise<void> {
    await this.#succeed('type=catalog&mode=deactivate')
    await this.#succeed('type=catalog&mode=complete')
  }

  /** Carries out the half of an exchange with goods. */
  async exchange(files: readonly ExchangedFile[], pieceBytes?: number): Promise<void> {
    await this.begin()
    for (const file of files) await this.send(file, pieceBytes)
    for (const { name } of files) if (name.endsWith('.xml')) await this.import(name)
    await this.complete()
  }

  async #succeed(query: string, body?: Buffer, begins = 'success'): Promise<string> {
    const { text } = await this.call(query, body)
    if (!text.startsWith(begins)) throw new Error(text)
    return text
  }
}
