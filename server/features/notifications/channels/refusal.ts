/** Refusal to start linking; the message is displayed to the user. */
export class LinkRefusal extends Error {
  override name = 'LinkRefusal'
  readonly status: 400 | 503

  constructor(status: 400 | 503, message: string, cause?: unknown) {
    super(message, { cause })
    this.status = status
  }
}
