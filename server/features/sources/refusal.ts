/** Refusal of a user's request. The message is displayed to the user. */
export class SourceRefusal extends Error {
  override name = 'SourceRefusal'
  readonly statusCode: 400 | 403 | 404 | 409 | 413 | 429 | 507

  constructor(message: string, statusCode: SourceRefusal['statusCode'] = 400) {
    super(message)
    this.statusCode = statusCode
  }
}
